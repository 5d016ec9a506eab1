// Counts how many acts of each type a task was allowed. INVARIANT: an act counts from the turn in which it is decided, so that
// acts at the same time cannot exceed a budget together.
import { FACTS } from '#policy/language/fact-table.ts';
import type { BrowserActionType } from '#policy/language/vocabulary.ts';

export class ActCounts {
  readonly #counts = new Map<BrowserActionType, number>();

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** How many there were before, at most what the policy counts to; the act counts from now on. */
  take(type: BrowserActionType): number {
    const before = this.#counts.get(type) ?? 0;
    this.#counts.set(type, before + 1);
    return Math.min(before, FACTS.acts.max);
  }

  /** The act was not admitted after all, or nothing was done. */
  giveBack(type: BrowserActionType): void {
    this.#counts.set(type, Math.max(0, (this.#counts.get(type) ?? 0) - 1));
  }
}
