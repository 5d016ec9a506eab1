// Tells the log of refused calls, alike ones as a number. INVARIANT: the first of its kind is told at once, and a flood costs the log
// one entry a kind in each window of time.
import type { Refusal } from './serve.ts';

export const WINDOW_MS = 10_000;
/** Kinds that are told apart; what comes on top is one kind. */
const MOST_KINDS = 50;
const OTHERS = 'others';

export class Refusals {
  readonly #tell: (refusal: Refusal & { readonly count: number }) => void;
  readonly #now: () => number;
  readonly #kinds = new Map<string, { readonly refusal: Refusal; sinceMs: number; count: number }>();

  constructor(tell: (refusal: Refusal & { readonly count: number }) => void, now: () => number) {
    this.#tell = tell;
    this.#now = now;
  }

  note(refusal: Refusal): void {
    const now = this.#now();
    const own = `${refusal.what} ${refusal.from}`;
    const key = this.#kinds.has(own) || this.#kinds.size < MOST_KINDS ? own : OTHERS;
    const kind = this.#kinds.get(key);
    if (kind === undefined || now - kind.sinceMs >= WINDOW_MS) {
      if (kind !== undefined && kind.count > 0) this.#tell({ ...kind.refusal, count: kind.count });
      this.#kinds.delete(key);
      this.#kinds.set(key, { refusal, sinceMs: now, count: 0 });
      this.#tell({ ...refusal, count: 1 });
    } else kind.count += 1;
  }

  /** What was counted and not told yet. */
  flush(): void {
    for (const { refusal, count } of this.#kinds.values()) if (count > 0) this.#tell({ ...refusal, count });
    this.#kinds.clear();
  }
}
