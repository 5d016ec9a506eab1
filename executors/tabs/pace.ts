// How fast a page's requests are taken up: as many at once as an ordinary page has, then at a rate. What is beyond waits in the
// browser, which is the page's own loss. INVARIANT: each waits for its turn in order; none is let by for waiting.

const AT_ONCE = 400;
const A_SECOND = 150;
const TICK_MS = 50;

export class Pace {
  readonly #waiting: (() => void)[] = [];
  #tokens = AT_ONCE;
  #since = performance.now();
  #ticks = false;

  /** `null`: now. */
  take(): Promise<void> | null {
    this.#refill();
    if (this.#waiting.length === 0 && this.#tokens >= 1) {
      this.#tokens -= 1;
      return null;
    }
    if (!this.#ticks) this.#later();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #tick(): void {
    this.#refill();
    const due = Math.floor(this.#tokens);
    this.#tokens -= Math.min(due, this.#waiting.length);
    for (const go of this.#waiting.splice(0, due)) go();
    this.#ticks = false;
    if (this.#waiting.length > 0) this.#later();
  }

  #later(): void {
    this.#ticks = true;
    setTimeout(() => this.#tick(), TICK_MS).unref();
  }

  #refill(): void {
    const now = performance.now();
    this.#tokens = Math.min(AT_ONCE, this.#tokens + ((now - this.#since) / 1_000) * A_SECOND);
    this.#since = now;
  }
}
