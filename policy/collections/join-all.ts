// Joins many functions two by two, then the results, and so on. INVARIANT: the same result as one after the other, for a
// join that is associative; each takes part in a few joins, and where one is replaced only those few are made again.

export function joinAll<T>(list: readonly T[], join: (a: T, b: T) => T, none: T): T {
  let row = list;
  while (row.length > 1) {
    const pairs: T[] = [];
    for (let index = 0; index < row.length; index += 2) {
      const [left, right] = [row[index] ?? none, row[index + 1]];
      pairs.push(right === undefined ? left : join(left, right));
    }
    row = pairs;
  }
  return row[0] ?? none;
}
