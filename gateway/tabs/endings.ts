// What a gateway that closes still waits for, in words: for whoever waits no longer.
export class Endings {
  readonly #open = new Set<string>();

  /** Rejects with what the work rejects with. */
  async of(what: string, work: PromiseLike<unknown>): Promise<void> {
    this.#open.add(what);
    try {
      await work;
    } finally {
      this.#open.delete(what);
    }
  }

  unfinished(): readonly string[] {
    return [...this.#open];
  }
}
