// The look-ups of one tab: so many at once, each within its deadline, and a name that failed is not asked for again at once.
// INVARIANT: what one tab looks up neither waits for another tab's names nor shows what another looked up.
import { untilAborted } from '../../system/until-aborted.ts';
import type { ResolveName, ResolvedAddress } from './look-up.ts';

export type LookUpLimits = {
  readonly atOnce: number;
  /** More than these are refused at once. */
  readonly waiting: number;
  /** So long a name waits for its turn. */
  readonly turnMs: number;
  /** From asking to the answer, waiting included. */
  readonly deadlineMs: number;
  /** So long a name that failed is not asked for again. */
  readonly failedMs: number;
};

export const LOOK_UP_LIMITS: LookUpLimits = {
  atOnce: 16,
  waiting: 256,
  turnMs: 4_000,
  deadlineMs: 8_000,
  failedMs: 2_000,
};

type Failed = { readonly why: unknown; readonly until: number };

export class LookUps {
  readonly #resolve: ResolveName;
  readonly #limits: LookUpLimits;
  readonly #closed = new AbortController();
  readonly #failed = new Map<string, Failed>();
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(resolve: ResolveName, limits: LookUpLimits = LOOK_UP_LIMITS) {
    this.#resolve = resolve;
    this.#limits = limits;
  }

  /** Rejects with why there is no answer. */
  async lookUp(host: string): Promise<readonly ResolvedAddress[]> {
    const failed = this.#failed.get(host);
    if (failed !== undefined && performance.now() < failed.until) throw failed.why;
    const controller = new AbortController();
    const late = (): void => controller.abort(new Error('the name server did not answer'));
    const closed = (): void => controller.abort(new Error('the tab is closed'));
    const timer = setTimeout(late, this.#limits.deadlineMs);
    this.#closed.signal.addEventListener('abort', closed, { once: true });
    if (this.#closed.signal.aborted) closed();
    try {
      await this.#turn(controller.signal);
      try {
        return await untilAborted(this.#resolve(host, controller.signal), controller.signal);
      } catch (thrown) {
        this.#remember(host, thrown);
        throw thrown;
      } finally {
        this.#running -= 1;
        this.#next();
      }
    } finally {
      clearTimeout(timer);
      this.#closed.signal.removeEventListener('abort', closed);
    }
  }

  /** Ends those under way; later ones fail. */
  close(): void {
    this.#closed.abort();
  }

  #remember(host: string, why: unknown): void {
    const now = performance.now();
    // All live equally long, and the one that failed last stands last: the first that lives ends the search.
    this.#failed.delete(host);
    for (const [known, { until }] of this.#failed) {
      if (until > now) break;
      this.#failed.delete(known);
    }
    this.#failed.set(host, { why, until: now + this.#limits.failedMs });
  }

  async #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#running >= this.#limits.atOnce) {
      if (this.#waiting.size >= this.#limits.waiting) throw busy();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const timer = setTimeout(() => reject(busy()), this.#limits.turnMs);
      this.#waiting.add(resolve);
      try {
        await untilAborted(promise, signal);
      } catch (thrown) {
        // Its turn may have come in the same moment: then it belongs to the next one.
        if (!this.#waiting.delete(resolve)) {
          this.#running -= 1;
          this.#next();
        }
        throw thrown;
      } finally {
        clearTimeout(timer);
      }
      return;
    }
    this.#running += 1;
  }

  /** Whoever waits longest gets the place that became free. */
  #next(): void {
    const [first] = this.#waiting;
    if (first === undefined || this.#running >= this.#limits.atOnce) return;
    this.#waiting.delete(first);
    this.#running += 1;
    first();
  }
}

const busy = (): Error => new Error('too many names are being looked up');
