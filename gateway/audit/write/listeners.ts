// Those who want to hear of something. INVARIANT: one that throws surfaces as the bug that it is, and neither whoever tells nor the
// others suffer.
export class Listeners<T> {
  readonly #listeners = new Set<(told: T) => void>();

  /** Returns what ends it. */
  add(listener: (told: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(what: T): void {
    for (const listener of this.#listeners)
      try {
        listener(what);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
  }
}
