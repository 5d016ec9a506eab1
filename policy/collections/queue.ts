// First in, first out, in constant time. INVARIANT: what was taken out is not held on to for longer than as much again is taken out
// (a Map or a Set goes over the places of all that left before it comes to its oldest).

/** Fewer places of what left are not worth a new array. */
const MIN_FREED_PLACES = 32;

export class Queue<T> {
  #items: T[] = [];
  #gone = 0;

  get size(): number {
    return this.#items.length - this.#gone;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  shift(): T | undefined {
    if (this.size === 0) return undefined;
    const item = this.#items[this.#gone];
    this.#gone += 1;
    if (this.#gone > MIN_FREED_PLACES && this.#gone * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#gone);
      this.#gone = 0;
    }
    return item;
  }
}
