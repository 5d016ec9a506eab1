// What a log says was wanted and not simply allowed: each kind of request once, with how often, where, and what a person
// answered. INVARIANT: what a person refused even once counts as refused.
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { FACTS, FACT_NAMES } from '#policy/language/fact-table.ts';
import type { FactName } from '#policy/language/fact-table.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import type { BrowserDecision } from '#policy/language/vocabulary.ts';
import type { LoggedGate, LoggedLine } from '#policy/tools/logs/logged-gate.ts';
import type { Possible } from '#policy/tools/logs/replay.ts';

type Answer = 'GRANTED' | 'REFUSED' | 'NONE';

export type Wanted = {
  readonly facts: PolicyFacts;
  /** There was more of the path than `facts.path`. */
  readonly deeper: boolean;
  /** What the policy decides on it now. */
  readonly decision: BrowserDecision;
  /** What a person said, where one was asked. */
  readonly answer: Answer;
  readonly times: number;
  /** The first places in the log. */
  readonly places: readonly string[];
};

const MAX_PLACES = 5;

/** Whether a fact tells kinds of requests apart: counters, what is entered, elements, parameters and days do not. */
export const isPinned = (name: FactName): boolean => FACTS[name].suggests === 'KIND';

/** Requests that the policy does not allow, the most frequent first; `undecided`: gates that it asks more about than the log says. */
export function wantedIn(
  policy: CompiledPolicy,
  lines: Iterable<LoggedLine>,
  possible: Possible,
): { readonly wanted: readonly Wanted[]; readonly undecided: number } {
  const all = [...lines];
  const answers = answersIn(all);
  const found = new Map<string, Wanted & { places: string[]; times: number; answer: Answer }>();
  let undecided = 0;
  for (const gate of all.flatMap(({ gates }) => gates)) {
    if (gate.decision === 'ALLOW') continue;
    const requests = possible(gate) ?? [];
    const decisions = new Set(requests.map((facts) => policy.decide(facts).decision));
    const [facts] = requests;
    const [decision] = decisions;
    if (facts === undefined || decision === undefined || decisions.size > 1) {
      undecided += 1;
      continue;
    }
    const key = JSON.stringify(FACT_NAMES.filter(isPinned).map((name) => facts[name]));
    const known = found.get(key) ?? {
      facts,
      deeper: false,
      decision,
      answer: 'NONE' as const,
      times: 0,
      places: [],
    };
    const { rest } = gate;
    known.times += 1;
    if (known.places.length < MAX_PLACES) known.places.push(gate.place);
    found.set(key, {
      ...known,
      deeper: known.deeper || (rest !== undefined && rest !== null && (rest.more || rest.digests.length > 0)),
      answer: both(known.answer, answerTo(gate, answers)),
    });
  }
  const wanted = [...found.values()]
    .filter(({ decision }) => decision !== 'ALLOW')
    .sort((a, b) => b.times - a.times);
  return { wanted, undecided };
}

function answersIn(lines: readonly LoggedLine[]): ReadonlyMap<string, Answer> {
  const answers = new Map<string, Answer>();
  for (const { answered } of lines)
    if (answered !== undefined)
      answers.set(answered.requestId, both(answers.get(answered.requestId) ?? 'NONE', answered.answer));
  return answers;
}

/** Only a gate that escalated was put to a person: a denial beside it was not. */
function answerTo(gate: LoggedGate, answers: ReadonlyMap<string, Answer>): Answer {
  if (gate.decision !== 'ESCALATE') return 'NONE';
  if (gate.grantedBefore === true) return 'GRANTED';
  return answers.get(gate.requestId ?? '') ?? 'NONE';
}

const both = (a: Answer, b: Answer): Answer =>
  a === 'REFUSED' || b === 'REFUSED' ? 'REFUSED' : a === 'GRANTED' ? a : b;
