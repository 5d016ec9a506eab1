// Waiting for a state instead of for a time: a condition is looked at again whenever something happened.
// INVARIANT: every wait ends: with the condition, its deadline, an abort, or the end of the browser.

/** The wait was aborted by its caller. */
export class Aborted extends Error {}

type Waiting = { readonly condition: () => boolean; readonly done: () => void };

export class Waiter {
  readonly #waiting = new Set<Waiting>();
  readonly #ended = new Set<(reason: Error) => void>();
  #end: Error | null = null;

  /** Something happened. */
  changed(): void {
    for (const waiting of this.#waiting) if (waiting.condition()) waiting.done();
  }

  /** Nothing will happen any more. */
  end(reason: Error): void {
    this.#end ??= reason;
    for (const reject of this.#ended) reject(this.#end);
    this.#ended.clear();
  }

  /**
   * What the work comes to, or `null` as soon as the condition holds: its answer may not come then. Whoever begins the work bounds it.
   */
  async unless<T>(condition: () => boolean, work: Promise<T>, deadlineMs: number): Promise<T | null> {
    const over = new AbortController();
    const met = this.until(condition, deadlineMs, over.signal);
    try {
      return await Promise.race([work, met.then((isMet) => (isMet ? null : work))]);
    } finally {
      over.abort();
    }
  }

  /** True once the condition holds, false at the deadline. */
  until(condition: () => boolean, deadlineMs: number, signal: AbortSignal): Promise<boolean> {
    if (this.#end !== null) return Promise.reject(this.#end);
    if (signal.aborted) return Promise.reject(new Aborted('cancelled'));
    if (condition()) return Promise.resolve(true);
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void): void => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
        this.#ended.delete(ended);
        signal.removeEventListener('abort', aborted);
        settle();
      };
      const ended = (reason: Error): void => finish(() => reject(reason));
      const aborted = (): void => finish(() => reject(new Aborted('cancelled')));
      const waiting: Waiting = { condition, done: () => finish(() => resolve(true)) };
      const timer = setTimeout(() => finish(() => resolve(condition())), deadlineMs);
      this.#waiting.add(waiting);
      this.#ended.add(ended);
      signal.addEventListener('abort', aborted, { once: true });
    });
  }
}
