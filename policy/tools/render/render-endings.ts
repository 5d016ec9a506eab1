// What changes on its own, on both sides of a difference, and how much of two policies differs: in words.
import type { PolicyDiff } from '#policy/tools/compare/diff.ts';
import { endingInWords } from '#policy/tools/compare/endings.ts';

/** A line for every day on which an entry ends: what the old policy would do, and the new one. */
export function endingLines({ endings }: PolicyDiff): readonly string[] {
  if (endings === undefined) return [];
  const told = new Map<string, { day: string; words: string; sides: string[] }>();
  for (const [side, list] of [
    ['old', endings.old],
    ['new', endings.new],
  ] as const)
    for (const ending of list) {
      const words = endingInWords(ending);
      const key = `${ending.day} ${words}`;
      const known = told.get(key) ?? { day: ending.day, words, sides: [] };
      known.sides.push(side);
      told.set(key, known);
    }
  return [...told.values()]
    .toSorted((a, b) => a.day.localeCompare(b.day, 'en'))
    .map(({ day, words, sides }) => `on its own from ${day} on, ${sides.join(' and ')}: ${words}`);
}

/** How much differs, by what a person looks at: rows, and entries of the policies that cause them. */
export function extentOf({ rows }: PolicyDiff): string {
  if (rows.length === 0) return 'no row differs';
  const directions = (['LOOSENED', 'CHANGED', 'TIGHTENED'] as const).flatMap((direction) => {
    const count = rows.filter((row) => row.direction === direction).length;
    return count === 0 ? [] : [`${count} ${direction.toLowerCase()}`];
  });
  const entries = new Set(
    rows.flatMap(({ causes }) => causes.map(({ layer, entry }) => `${layer} ${entry}`)),
  );
  const because = entries.size === 0 ? '' : `, because of ${counted(entries.size, 'entry', 'entries')}`;
  return `${counted(rows.length, 'row differs', 'rows differ')} (${directions.join(', ')})${because}`;
}

export const counted = (count: number, one: string, more: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : more}`;
