// The account of the time that is spent on examining what a task's pages send. INVARIANT: work that finds nothing left on the
// account is not done.
import { TokenBucket } from '#policy/collections/token-bucket.ts';

const EXAMINING_MS = { atOnce: 3_000, aSecond: 250 };

export class ExaminingTime {
  readonly #left = new TokenBucket(EXAMINING_MS, performance.now());

  /** Does the work on the account; `null`: nothing is left on it, and the work was not done. */
  spend<T>(work: () => T): T | null {
    const began = performance.now();
    if (this.#left.left(began) <= 0) return null;
    const done = work();
    this.#left.take(performance.now() - began);
    return done;
  }
}
