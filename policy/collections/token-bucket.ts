// A token bucket: so many at once, and so many a second after that. Pure: the caller passes the time.
// INVARIANT: it never holds more than `atOnce`, however long nothing was taken.

export type Rate = { readonly atOnce: number; readonly aSecond: number };

export class TokenBucket {
  readonly #rate: Rate;
  #left: number;
  #sinceMs: number;

  /** Times are milliseconds of a clock that never goes back. */
  constructor(rate: Rate, nowMs: number) {
    this.#rate = rate;
    this.#left = rate.atOnce;
    this.#sinceMs = nowMs;
  }

  /** Below zero where more was taken than there was. */
  left(nowMs: number): number {
    const seconds = (nowMs - this.#sinceMs) / 1_000;
    this.#sinceMs = nowMs;
    this.#left = Math.min(this.#rate.atOnce, this.#left + seconds * this.#rate.aSecond);
    return this.#left;
  }

  take(count: number): void {
    this.#left -= count;
  }
}
