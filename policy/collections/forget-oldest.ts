// For collections that remember the latest entries alone. INVARIANT: what a stranger can grow has an end.

/**
 * Takes out the oldest entries until `most` are left: a Map and a Set go over them in the order in which they came, and over the
 * places of those that left before. `spare`: nothing is taken out before there are so many more, so that each costs the same.
 */
export function forgetOldest<K>(
  known: { readonly size: number; keys(): Iterable<K>; delete(key: K): boolean },
  most: number,
  spare = 0,
): void {
  if (known.size <= most + spare) return;
  for (const oldest of known.keys()) {
    if (known.size <= most) return;
    known.delete(oldest);
  }
}
