// Paces a page's requests: as many at once as an ordinary page has, then at a rate. Requests beyond that wait in the browser, at the
// page's own cost. INVARIANT: each waits for its turn in order; none passes just because it waited.
import { TokenBucket } from '#policy/collections/token-bucket.ts';

const REQUESTS = { atOnce: 400, aSecond: 150 };
/** Requests that wait for their turn: no ordinary page has a tenth as many. */
export const MAX_WAITING_REQUESTS = 1_000;
const TICK_MS = 50;

export class Pace {
  #waiting: { readonly go: () => void; readonly of: object | undefined }[] = [];
  readonly #bucket: TokenBucket;
  #ticks = false;

  constructor(turns: typeof REQUESTS = REQUESTS) {
    this.#bucket = new TokenBucket(turns, performance.now());
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** `null`: now. `of`: whose turn it is, for `letGo`. */
  take(of?: object): Promise<void> | null {
    if (this.#waiting.length === 0 && this.#bucket.left(performance.now()) >= 1) {
      this.#bucket.take(1);
      return null;
    }
    if (!this.#ticks) this.#later();
    return new Promise((resolve) => {
      this.#waiting.push({ go: resolve, of });
    });
  }

  /** All at once, or all of one: whoever waited for them is gone. The others keep their places. */
  letGo(of?: object): void {
    const gone = this.#waiting.filter((one) => of === undefined || one.of === of);
    this.#waiting = this.#waiting.filter((one) => of !== undefined && one.of !== of);
    for (const { go } of gone) go();
  }

  #tick(): void {
    const due = this.#waiting.splice(0, Math.floor(this.#bucket.left(performance.now())));
    this.#bucket.take(due.length);
    for (const { go } of due) go();
    this.#ticks = false;
    if (this.#waiting.length > 0) this.#later();
  }

  #later(): void {
    this.#ticks = true;
    setTimeout(() => this.#tick(), TICK_MS).unref();
  }
}
