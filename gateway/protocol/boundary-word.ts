// What the boundary did with an act, in the five words that card, footer, log and query share.
// INVARIANT: where nobody was asked, nothing says "asked"; what did not go ahead by rule, or since nobody answered, was stopped.
import type { BrowserDecision } from '#policy/language/vocabulary.ts';

export const BOUNDARY_WORDS = ['allowed', 'you-allowed', 'you-refused', 'stopped', 'failed'] as const;
export type BoundaryWord = (typeof BOUNDARY_WORDS)[number];

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
