// Slips of the keyboard in words that the grammar needs: one letter changed, added, left out, or two swapped. Pure.
// INVARIANT: a word that is in the vocabulary is never changed, and one that could be two others is left as it is.

const MIN_LETTERS = 4;
const MIN_LETTERS_FOR_TWO_SLIPS = 8;

/** The word of the vocabulary that was meant; the word itself where none, or more than one, was. */
export function meant(word: string, vocabulary: ReadonlySet<string>): string {
  const lower = word.toLowerCase();
  if (lower.length < MIN_LETTERS || vocabulary.has(lower) || !/^\p{L}+$/u.test(lower)) return word;
  const near = [...vocabulary].filter(
    (known) => known.length >= MIN_LETTERS && known[0] === lower[0] && slips(known, lower, 1) <= 1,
  );
  if (near.length > 0) return near.length === 1 ? (near[0] ?? word) : word;
  if (lower.length < MIN_LETTERS_FOR_TWO_SLIPS) return word;
  const far = [...vocabulary].filter(
    (known) =>
      known.length >= MIN_LETTERS_FOR_TWO_SLIPS && known[0] === lower[0] && slips(known, lower, 2) <= 2,
  );
  return far.length === 1 ? (far[0] ?? word) : word;
}

/** Optimal string alignment; more than `bound` is not counted further. */
export function slips(a: string, b: string, bound: number): number {
  if (Math.abs(a.length - b.length) > bound) return bound + 1;
  let before: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
          ? (before[j - 2] ?? 0) + 1
          : Infinity;
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same, swapped));
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? bound + 1;
}
