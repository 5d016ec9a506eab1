// The Ghost Tab's states (specification, section 05) as a table. INVARIANT: an illegal step throws.
import type { GhostTabState } from '#policy/vocabulary.ts';

const NEXT = {
  IDLE: ['LOADING', 'FAILED', 'COMPLETE'],
  LOADING: ['PERCEIVING', 'FAILED', 'COMPLETE'],
  PERCEIVING: ['INFERRING', 'FAILED', 'COMPLETE'],
  // A proposal that does not fit is answered by another look; a subtask that is done, by the next one's start.
  INFERRING: ['ACTING', 'PERCEIVING', 'LOADING', 'FAILED', 'COMPLETE'],
  ACTING: ['LOADING', 'PERCEIVING', 'FAILED', 'COMPLETE'],
  COMPLETE: [],
  FAILED: [],
} as const satisfies Record<GhostTabState, readonly GhostTabState[]>;

export function nextTabState(from: GhostTabState, to: GhostTabState): GhostTabState {
  const legal: readonly GhostTabState[] = NEXT[from];
  if (from !== to && !legal.includes(to)) throw new Error(`illegal step of a Ghost Tab: ${from} → ${to}`);
  return to;
}
