// The dialog of a target's page that waits for its answer, and whoever waits until it has one.
// INVARIANT: one at most; what a client does meanwhile waits, as in a browser, and ends with the page.

/** As the tab tells of it. */
export type OpenDialog = {
  readonly dialog: 'alert' | 'confirm' | 'prompt' | 'beforeunload';
  readonly message: string;
  readonly defaultText: string;
  /** By which an answer names it; where it was told by what an act came to, nobody said it. */
  readonly number?: number;
};

export class PageDialog {
  #open: OpenDialog | null = null;
  #answered = Promise.withResolvers<void>();

  get open(): OpenDialog | null {
    return this.#open;
  }

  /** `false`: one is open. */
  opens(dialog: OpenDialog): boolean {
    if (this.#open !== null) return false;
    this.#open = dialog;
    return true;
  }

  /** `false`: none was, or another one than is meant. */
  closes(which: OpenDialog | null = this.#open): boolean {
    if (this.#open === null || this.#open !== which) return false;
    this.#open = null;
    this.#answered.resolve();
    this.#answered = Promise.withResolvers();
    return true;
  }

  /** At once where none is open. */
  async untilAnswered(signal: AbortSignal): Promise<void> {
    if (this.#open === null || signal.aborted) return;
    const over = Promise.withResolvers<void>();
    const end = (): void => over.resolve();
    signal.addEventListener('abort', end, { once: true });
    await Promise.race([this.#answered.promise, over.promise]);
    signal.removeEventListener('abort', end);
  }
}
