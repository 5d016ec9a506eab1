// Limits how often listeners are told of changes: the first at once, later ones together. INVARIANT: the last change is always told.

export class AtMost {
  readonly #intervalMs: number;
  readonly #now: () => number;
  readonly #tell: () => void;
  #timer: NodeJS.Timeout | null = null;
  #last = Number.NEGATIVE_INFINITY;

  constructor(intervalMs: number, now: () => number, tell: () => void) {
    this.#intervalMs = intervalMs;
    this.#now = now;
    this.#tell = tell;
  }

  changed(): void {
    if (this.#timer !== null) return;
    const wait = Math.max(0, this.#intervalMs - (this.#now() - this.#last));
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#last = this.#now();
      this.#tell();
    }, wait);
  }

  /** Nothing is told any more. */
  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
