// Many functions joined two by two, with any one of them left out again. INVARIANT: what is left out costs as many joins as the
// tree is deep, and the result is that of joining the others.

export class JoinTree<T> {
  readonly #rows: (readonly T[])[] = [];
  readonly #none: T;

  constructor(list: readonly T[], join: (a: T, b: T) => T, none: T) {
    this.#none = none;
    for (let row = list; ;) {
      this.#rows.push(row);
      if (row.length <= 1) return;
      const above: T[] = [];
      for (let index = 0; index < row.length; index += 2) {
        const [left, right] = [row[index] ?? none, row[index + 1]];
        above.push(right === undefined ? left : join(left, right));
      }
      row = above;
    }
  }

  get root(): T {
    return this.#rows.at(-1)?.[0] ?? this.#none;
  }

  at(index: number): T {
    return this.#rows[0]?.[index] ?? this.#none;
  }

  /** Functions that together are all but one. */
  without(index: number): readonly T[] {
    const out: T[] = [];
    let at = index;
    for (const row of this.#rows) {
      const beside = row[at ^ 1];
      if (beside !== undefined) out.push(beside);
      at >>= 1;
    }
    return out;
  }
}
