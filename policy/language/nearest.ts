// "Did you mean": the nearest of a closed list of words. For messages only; nothing is ever decided by likeness.

/** The nearest candidate within a third of the word's length, `null` where nothing is near enough. */
export function nearest(word: string, candidates: readonly string[]): string | null {
  const wanted = fold(word);
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, fold(candidate));
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Text for `help`: the nearest member, or the members themselves where they are few enough to read. */
export function suggest(word: string, candidates: readonly string[]): string {
  const near = nearest(word, candidates);
  if (near !== null) return `did you mean \`${near}\`?`;
  const shown = candidates.slice(0, 20).join(', ');
  return `use one of: ${shown}${candidates.length > 20 ? ', …' : ''}`;
}

function fold(word: string): string {
  return word.slice(0, 100).toLowerCase().replaceAll(/[-_ ]/g, '');
}

/** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
}
