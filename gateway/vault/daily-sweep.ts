// Has what is too old taken out of the vault while the gateway runs. INVARIANT: once a day, whether anything is kept by now or not: what
// was kept before a setting was changed has its days too.
const FIRST_MS = 60_000;
const DAY_MS = 86_400_000;

export class DailySweep {
  readonly #sweep: () => Promise<unknown>;
  #timer: NodeJS.Timeout | null = null;

  /** `sweep` never rejects; what it cannot do is done another day, and given to nobody meanwhile. */
  constructor(sweep: () => Promise<unknown>) {
    this.#sweep = sweep;
  }

  /** The first a while after the start, which waits for no disk. */
  begin(): void {
    this.#next(FIRST_MS);
  }

  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #next(inMs: number): void {
    this.#timer = setTimeout(() => {
      this.#next(DAY_MS);
      void this.#sweep();
    }, inMs);
    this.#timer.unref();
  }
}
