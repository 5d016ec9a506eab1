// The Ghost Tab's states (specification, section 05) as a table, and the life of one tab in it.
// INVARIANT: an illegal step throws and changes nothing; a tab that is COMPLETE or FAILED stays so.
import type { Failure } from '#policy/language/failure.ts';
import type { GhostTabState } from '#policy/language/vocabulary.ts';

export const TAB_STEPS = {
  IDLE: ['LOADING', 'FAILED', 'COMPLETE'],
  LOADING: ['PERCEIVING', 'FAILED', 'COMPLETE'],
  // Back to LOADING from a page that was blocked; to ACTING where a proposal has another act behind a picture.
  PERCEIVING: ['INFERRING', 'ACTING', 'LOADING', 'FAILED', 'COMPLETE'],
  // A proposal that does not fit is answered by another look; a subtask that is done, by the next one's start.
  INFERRING: ['ACTING', 'PERCEIVING', 'LOADING', 'FAILED', 'COMPLETE'],
  ACTING: ['LOADING', 'PERCEIVING', 'FAILED', 'COMPLETE'],
  COMPLETE: [],
  FAILED: [],
} as const satisfies Record<GhostTabState, readonly GhostTabState[]>;

/** Steps of one tab that its history keeps; the oldest go first. */
const MAX_STEPS_KEPT = 400;

export function nextTabState(from: GhostTabState, to: GhostTabState): GhostTabState {
  const legal: readonly GhostTabState[] = TAB_STEPS[from];
  if (from !== to && !legal.includes(to)) throw new Error(`illegal step of a Ghost Tab: ${from} → ${to}`);
  return to;
}

/** One tab, from the pool to its end. */
export class TabLife {
  readonly #now: () => number;
  readonly #begun: number;
  readonly #history: { readonly state: GhostTabState; readonly ms: number }[];
  #state: GhostTabState = 'IDLE';
  #error: Failure | null = null;

  constructor(now: () => number) {
    this.#now = now;
    this.#begun = now();
    this.#history = [{ state: 'IDLE', ms: 0 }];
  }

  get state(): GhostTabState {
    return this.#state;
  }
  /** Why it FAILED. */
  get error(): Failure | null {
    return this.#error;
  }
  get ended(): boolean {
    return this.#state === 'COMPLETE' || this.#state === 'FAILED';
  }
  /** For the log: each state with the milliseconds since the tab was taken. */
  get history(): readonly { readonly state: GhostTabState; readonly ms: number }[] {
    return [...this.#history];
  }

  enter(to: GhostTabState): void {
    const before = this.#state;
    this.#state = nextTabState(before, to);
    if (before === to) return;
    this.#history.push({ state: to, ms: Math.round(this.#now() - this.#begun) });
    if (this.#history.length > MAX_STEPS_KEPT) this.#history.shift();
  }

  /** Looking: a tab that was never sent anywhere shows its empty page, which counts as loaded. */
  look(): void {
    if (this.#state === 'IDLE') this.enter('LOADING');
    this.enter('PERCEIVING');
  }

  /** The end, once: later ones change nothing. */
  end(error: Failure | null): void {
    if (this.ended) return;
    this.#error = error;
    this.enter(error === null ? 'COMPLETE' : 'FAILED');
  }
}
