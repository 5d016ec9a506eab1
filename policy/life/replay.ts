// Decides every logged gate again under another policy and groups what changes. Exact: the log holds the facts themselves.
import type { PolicyFacts } from '#policy/facts.ts';
import type { Failure } from '#policy/failure.ts';
import { FACT_NAMES } from '#policy/fact-table.ts';
import { BROWSER_DECISIONS } from '#policy/vocabulary.ts';
import type { BrowserDecision } from '#policy/vocabulary.ts';
import type { LoggedLine } from './logged-gate.ts';

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
  readonly gates: number;
  readonly same: number;
  readonly changes: readonly ChangeGroup[];
  readonly problems: readonly Failure[];
};

const PLACES = 5;

export function replay(
  lines: Iterable<LoggedLine>,
  decide: (facts: PolicyFacts) => BrowserDecision,
): ReplayReport {
  const groups = new Groups();
  const problems: Failure[] = [];
  const decided = new Map<string, BrowserDecision>();
  let gates = 0;
  for (const line of lines) {
    problems.push(...line.problems);
    for (const gate of line.gates) {
      gates += 1;
      const key = JSON.stringify(FACT_NAMES.map((name) => gate.facts[name]));
      const to = decided.get(key) ?? decide(gate.facts);
      decided.set(key, to);
      groups.add({ from: gate.decision, to }, gate.facts, gate.place);
    }
  }
  const changes = groups.list();
  const changed = changes.reduce((sum, { times }) => sum + times, 0);
  return { gates, same: gates - changed, changes, problems };
}

/** Collects changed decisions; those that stay the same are left out. */
export class Groups {
  readonly #groups = new Map<string, { group: ChangeGroup; places: string[]; times: number }>();

  add({ from, to }: Change, facts: PolicyFacts, place: string): void {
    if (from === to) return;
    const { capability, host } = facts;
    const key = `${from} ${to} ${capability} ${host}`;
    const known = this.#groups.get(key);
    if (known !== undefined) {
      known.times += 1;
      if (known.places.length < PLACES) known.places.push(place);
      return;
    }
    const direction = severity(to) < severity(from) ? 'LOOSENED' : 'TIGHTENED';
    const group = { from, to, direction, capability, host, times: 1, places: [], example: facts } as const;
    this.#groups.set(key, { group, places: [place], times: 1 });
  }

  /** What loosens first, then by how often. */
  list(): readonly ChangeGroup[] {
    return [...this.#groups.values()]
      .map(({ group, places, times }) => ({ ...group, places, times }))
      .sort((a, b) => a.direction.localeCompare(b.direction) || b.times - a.times);
  }
}

const severity = (decision: BrowserDecision): number => BROWSER_DECISIONS.indexOf(decision);
