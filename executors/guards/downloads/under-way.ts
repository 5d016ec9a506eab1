// What is under way of a tab's downloads, from the first event to the end of its clean-up, and which act started it.
// INVARIANT: what throws is told to its act, and is over like everything else.
import { describe } from '#policy/language/failure.ts';
import type { Expectation } from '#executors/page/expectation.ts';

export class UnderWay {
  readonly #work = new Map<Promise<void>, Expectation | null>();
  readonly #changed: () => void;

  /** `changed`: something came to its end. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  follow(work: Promise<void>, expectation: Expectation | null): void {
    const followed = work
      .catch((thrown: unknown) => expectation?.refuse('DOWNLOAD', '', describe(thrown), null))
      .then(() => {
        this.#work.delete(followed);
        this.#changed();
      });
    this.#work.set(followed, expectation);
  }

  isOf(expectation: Expectation): boolean {
    return [...this.#work.values()].includes(expectation);
  }

  /** Once nothing that the act started is under way any more, or the signal comes. */
  async settled(expectation: Expectation, signal: AbortSignal): Promise<void> {
    const own = (): Promise<void>[] =>
      [...this.#work].filter(([, whose]) => whose === expectation).map(([work]) => work);
    if (own().length === 0) return;
    const aborted = Promise.withResolvers<void>();
    const abort = (): void => aborted.resolve();
    signal.addEventListener('abort', abort, { once: true });
    while (own().length > 0 && !signal.aborted) await Promise.race([Promise.all(own()), aborted.promise]);
    signal.removeEventListener('abort', abort);
  }

  /** Whose something is may be found out while the rest ends: that is waited for as well. */
  async over(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work.keys()); // oxlint-disable-line no-await-in-loop -- each of them
  }
}
