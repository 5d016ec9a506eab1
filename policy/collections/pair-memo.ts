// What was worked out for pairs of numbers. A Map would need one number or text for both; this takes them as they are.

/** No value that is remembered. */
const NO_VALUE = -0x80000000;

export class PairMemo {
  /** Left, right and value in turn. */
  #entries = new Int32Array(3 * 64).fill(NO_VALUE);
  #places = 64;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(left: number, right: number): number | undefined {
    const value = this.#entries[this.#at(left, right) + 2];
    return value === NO_VALUE ? undefined : value;
  }

  set(left: number, right: number, value: number): void {
    const at = this.#at(left, right);
    if (this.#entries[at + 2] === NO_VALUE) this.#size++;
    this.#entries[at] = left;
    this.#entries[at + 1] = right;
    this.#entries[at + 2] = value;
    if (this.#size * 2 > this.#places) this.#spread();
  }

  /** The pair's entry, or the free one where it would stand. */
  #at(left: number, right: number): number {
    const mask = this.#places - 1;
    let hash = Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca6b);
    hash ^= hash >>> 15;
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const at = 3 * place;
      if (this.#entries[at + 2] === NO_VALUE) return at;
      if (this.#entries[at] === left && this.#entries[at + 1] === right) return at;
    }
  }

  #spread(): void {
    const old = this.#entries;
    this.#places *= 4;
    this.#entries = new Int32Array(3 * this.#places).fill(NO_VALUE);
    for (let at = 0; at < old.length; at += 3) {
      if (old[at + 2] === NO_VALUE) continue;
      const [left, right] = [old[at] ?? 0, old[at + 1] ?? 0];
      const to = this.#at(left, right);
      this.#entries[to] = left;
      this.#entries[to + 1] = right;
      this.#entries[to + 2] = old[at + 2] ?? NO_VALUE;
    }
  }
}
