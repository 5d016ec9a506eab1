// What the boundary did with an act, in the five words that card, footer, log and query share.
// INVARIANT: where nobody was asked, nothing says "asked"; what did not go ahead by rule, or since nobody answered, was stopped.
import type { BrowserDecision } from '#policy/language/vocabulary.ts';
import type { StepView } from './views/task.ts';

export const BOUNDARY_WORDS = ['allowed', 'you-allowed', 'you-refused', 'stopped', 'failed'] as const;
export type BoundaryWord = (typeof BOUNDARY_WORDS)[number];

/** As people read them. `asked`: nobody has answered yet. */
export const BOUNDARY_TEXT: Readonly<Record<BoundaryWord | 'asked', string>> = {
  allowed: 'allowed',
  'you-allowed': 'you allowed',
  'you-refused': 'you refused',
  stopped: 'stopped',
  failed: 'failed',
  asked: 'asked',
};

/** Of a step: what became of the question, where there was one. */
export function boundaryWordOfStep({
  decision,
  consent,
  outcome,
}: Pick<StepView, 'decision' | 'consent' | 'outcome'>): BoundaryWord {
  if (consent === 'REFUSED') return 'you-refused';
  if (outcome === 'REFUSED' || decision === 'DENY' || decision === 'ABORT') return 'stopped';
  if (consent !== null) return consent === 'GRANTED' ? 'you-allowed' : 'stopped';
  // Escalated, and neither asked about nor refused: an answer of before covered it, unless it could not be written down.
  return decision === 'ESCALATE' && outcome === 'FAILED' ? 'failed' : 'allowed';
}

/** What else is to be said of how it was decided; `null`: nothing. */
export function answerOfStep({
  decision,
  consent,
  outcome,
}: Pick<StepView, 'decision' | 'consent' | 'outcome'>): string | null {
  if (consent === 'TIMED_OUT') return 'nobody answered in time';
  if (consent === 'NOBODY') return 'nobody could be asked';
  if (consent === 'VOID') return 'its question no longer stood';
  if (consent === 'NOT_ASKED') return 'not asked: refused before, or too many questions';
  if (consent !== null) return null;
  return decision === 'ESCALATE' && outcome === 'DONE' ? 'covered by an earlier answer' : null;
}

type Entry = {
  readonly type: string;
  readonly verdict: BrowserDecision | null;
  readonly outcome: string | null;
};

/** `asked`: a question that this entry does not tell the end of; `null`: the entry is about no act. */
export function boundaryWordOf({ type, verdict, outcome }: Entry): BoundaryWord | 'asked' | null {
  if (type === 'consent.asked') return 'asked';
  if (type === 'consent.answered') {
    if (outcome === 'GRANTED') return 'you-allowed';
    return outcome === 'REFUSED' ? 'you-refused' : 'stopped';
  }
  if (outcome === 'REFUSED' || verdict === 'DENY' || verdict === 'ABORT') return 'stopped';
  if (outcome === 'FAILED') return 'failed';
  if (verdict === 'ALLOW' || outcome === 'GRANTED_BEFORE') return 'allowed';
  if (verdict === null) return null;
  // Escalated, and it went: an authorisation was issued, or it was done.
  return type === 'authorization.issued' || outcome === 'DONE' ? 'allowed' : 'asked';
}

/** Each is a decision of its own: a page or a policy changed, and the request was decided once more. */
const DECISIONS = ['decision', 'page.act', 'connection'];
const OUTCOMES = ['act.outcome', 'tab.launched', 'authorization.refused'];

/** Those from its last decision on, oldest first: what was answered and done before holds no more. */
export function sinceDecided<T extends Pick<Entry, 'type'>>(entries: readonly T[]): readonly T[] {
  return entries.slice(
    Math.max(
      0,
      entries.findLastIndex(({ type }) => DECISIONS.includes(type)),
    ),
  );
}

/** Of the entries of one request, oldest first. What was decided of it at last, whether it then succeeded or not. */
export function boundaryWordOfAll(entries: readonly Entry[]): BoundaryWord | 'asked' {
  const last = sinceDecided(entries);
  const answer = last.findLast(({ type }) => type === 'consent.answered');
  const lets = answer === undefined || answer.outcome === 'GRANTED';
  // It was let, and nothing could go by that.
  const refused = last.findLast(({ type }) => type === 'authorization.refused');
  if (lets && refused !== undefined) return refused.outcome === 'REFUSED' ? 'stopped' : 'failed';
  if (answer !== undefined) return boundaryWordOf(answer) ?? 'asked';
  const words = last.map((entry) => boundaryWordOf(entry));
  if (words.includes('stopped')) return 'stopped';
  return words.includes('allowed') || outcomeOfAll(last) === 'DONE' ? 'allowed' : 'asked';
}

/** What became of it, oldest first; `null`: the log does not say. */
export const outcomeOfAll = (entries: readonly Entry[]): string | null =>
  sinceDecided(entries).findLast(({ type }) => OUTCOMES.includes(type))?.outcome ?? null;
