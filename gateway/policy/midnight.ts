// Wakes when a day of UTC begins, so that what ends at midnight ends though nobody asks. INVARIANT: the clock is asked, never the
// timer: one that fires early, or late after a sleep of the machine, does no harm.

const DAY_MS = 86_400_000;
/** The clock may be set, and the machine may sleep: it is looked at again at least so often. */
const LONGEST_WAIT_MS = 3_600_000;
/** A timer may fire a little early. */
const GRACE_MS = 5;

export class Midnight {
  readonly #now: () => number;
  readonly #onWake: () => void;
  #timer: NodeJS.Timeout | undefined;

  /** `now`: milliseconds. `onWake`: a day may have begun. */
  constructor(now: () => number, onWake: () => void) {
    this.#now = now;
    this.#onWake = onWake;
  }

  await(): void {
    this.close();
    const left = DAY_MS - (this.#now() % DAY_MS);
    this.#timer = setTimeout(
      () => {
        this.#onWake();
        this.await();
      },
      Math.min(left + GRACE_MS, LONGEST_WAIT_MS),
    );
    this.#timer.unref();
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
