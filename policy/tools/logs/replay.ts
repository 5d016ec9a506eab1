// Decides every logged gate again under another policy and groups what changes. Exact, or it says that it is not: where a
// policy asks for more of a path than the log holds, and the answers differ, the gate is a problem and not a guess.
import type { PolicyFacts } from '#policy/language/facts.ts';
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';
import { FACT_NAMES } from '#policy/language/fact-table.ts';
import { BROWSER_DECISIONS } from '#policy/language/vocabulary.ts';
import type { BrowserDecision } from '#policy/language/vocabulary.ts';
import type { DecidedBy, LoggedGate, LoggedLine } from './logged-gate.ts';
import { possibleDecisions } from './possible-facts.ts';

export type Change = { readonly from: BrowserDecision; readonly to: BrowserDecision };

/** Gates with one change, one capability and one host. */
export type ChangeGroup = Change & {
  readonly direction: 'LOOSENED' | 'TIGHTENED';
  readonly capability: string;
  readonly host: string;
  readonly times: number;
  /** The first places in the log. */
  readonly places: readonly string[];
  /** The first request of the group. */
  readonly example: PolicyFacts;
};

export type ReplayReport = {
  /** That could be decided again. */
  readonly gates: number;
  readonly same: number;
  readonly changes: readonly ChangeGroup[];
  /** Lines that could not be read, and gates that could not be decided again. */
  readonly problems: readonly Failure[];
  /** By what they were decided, in the order of the log, where it says so. */
  readonly decidedBy?: readonly (DecidedBy & { readonly gates: number; readonly same: number })[];
};

/** What a gate may have been, as far as the policy can tell (`possibleFacts`). */
export type Possible = (gate: LoggedGate) => readonly PolicyFacts[] | null;

const MAX_PLACES = 5;

export function replay(
  lines: Iterable<LoggedLine>,
  decide: (facts: PolicyFacts) => BrowserDecision,
  possible: Possible = (gate) => [gate.facts],
): ReplayReport {
  const groups = new Groups();
  const problems: Failure[] = [];
  const decided = new Map<string, BrowserDecision>();
  const decideOnce = (facts: PolicyFacts): BrowserDecision => {
    const key = JSON.stringify(FACT_NAMES.map((name) => facts[name]));
    const to = decided.get(key) ?? decide(facts);
    decided.set(key, to);
    return to;
  };
  let gates = 0;
  const tallies = new Map<string, DecidedBy & { gates: number; same: number }>();
  const requests = new Map<string, readonly LoggedGate[]>();
  const again = (logged: readonly LoggedGate[], often: number): void => {
    for (const gate of logged) {
      const answers = possibleDecisions(possible(gate), decideOnce);
      const [to, ...others] = answers ?? [];
      if (to === undefined || others.length > 0) {
        problems.push(undecided(gate, [...(answers ?? [])]));
        continue;
      }
      const times = often * (gate.times ?? 1);
      gates += times;
      groups.add({ from: gate.decision, to }, gate.facts, gate.place, times);
      if (gate.decidedBy === undefined) continue;
      const key = `${gate.decidedBy.semantic} ${gate.decidedBy.source}`;
      const tally = tallies.get(key) ?? { ...gate.decidedBy, gates: 0, same: 0 };
      tallies.set(key, tally);
      tally.gates += times;
      if (to === gate.decision) tally.same += times;
    }
  };
  for (const line of lines) {
    problems.push(...line.problems);
    again(line.gates, 1);
    const requestId = line.gates[0]?.requestId;
    if (requestId !== undefined) requests.set(requestId, line.gates);
    // One whose first entry lies before the log, or before `--since`, has nothing that could be decided again.
    const { repeats } = line;
    if (repeats !== undefined) again(requests.get(repeats.requestId) ?? [], repeats.count);
  }
  const changes = groups.list();
  const changed = changes.reduce((sum, { times }) => sum + times, 0);
  const decidedBy = [...tallies.values()];
  const report = { gates, same: gates - changed, changes, problems };
  return decidedBy.length === 0 ? report : { ...report, decidedBy };
}

/** A gate that this policy asks more about than its entry says. */
export function undecided({ place, facts }: LoggedGate, answers: readonly BrowserDecision[]): Failure {
  const may = answers.length === 0 ? 'more requests than can be tried' : answers.join(' or ');
  return failure(
    'policy.undecided',
    `${place} cannot be decided again: its ${facts.capability}${facts.host === '' ? '' : ` at \`${facts.host}\``} may be ${may}`,
    {
      help: 'the log keeps of a path what the policy of its time looked at, and the rest as digests under the key of the log: run this beside the log',
    },
  );
}

/** Collects changed decisions; those that stay the same are left out. */
export class Groups {
  readonly #groups = new Map<string, { group: ChangeGroup; places: string[]; times: number }>();

  add({ from, to }: Change, facts: PolicyFacts, place: string, times = 1): void {
    if (from === to) return;
    const { capability, host } = facts;
    const key = `${from} ${to} ${capability} ${host}`;
    const known = this.#groups.get(key);
    if (known !== undefined) {
      known.times += times;
      if (known.places.length < MAX_PLACES && !known.places.includes(place)) known.places.push(place);
      return;
    }
    const direction = severity(to) < severity(from) ? 'LOOSENED' : 'TIGHTENED';
    const group = { from, to, direction, capability, host, times, places: [], example: facts } as const;
    this.#groups.set(key, { group, places: [place], times });
  }

  /** What loosens first, then by how often. */
  list(): readonly ChangeGroup[] {
    return [...this.#groups.values()]
      .map(({ group, places, times }) => ({ ...group, places, times }))
      .sort((a, b) => a.direction.localeCompare(b.direction) || b.times - a.times);
  }
}

const severity = (decision: BrowserDecision): number => BROWSER_DECISIONS.indexOf(decision);
