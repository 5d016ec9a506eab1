// A list that forgets its oldest. INVARIANT: it never holds more than it was made for.

export class Ring<T> {
  readonly #most: number;
  #held: T[] = [];
  #seen = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** All that ever came, those that are forgotten included. */
  get seen(): number {
    return this.#seen;
  }

  push(one: T): void {
    this.#seen += 1;
    this.#held.push(one);
    if (this.#held.length > this.#most) this.#held.shift();
  }

  /** The oldest first. */
  all(): readonly T[] {
    return this.#held;
  }

  forget(some: ReadonlySet<T>): void {
    this.#held = this.#held.filter((one) => !some.has(one));
  }
}
