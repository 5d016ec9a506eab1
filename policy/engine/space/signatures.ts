// What the entries of a policy see of the values of a fact. INVARIANT: two values with one text are the same to every entry.
import { contains } from '../documents/condition.ts';
import type { ValueSet } from '../documents/condition.ts';
import { positionsOn } from '../documents/document.ts';
import type { Entry } from '../documents/document.ts';
import type { FactName } from '../../language/fact-table.ts';

/** For every raw value what the sets and the tables see of it. Equal texts are one class. */
export function signatures(
  raw: readonly (string | boolean | number)[],
  sets: readonly ValueSet[],
  entries: readonly Entry[],
  fact: FactName,
): readonly string[] {
  const keys = raw.map((value) => sets.map((set) => (contains(set, value) ? '1' : '0')).join(''));
  for (const entry of entries) {
    for (const [position, axis] of entry.axes.entries()) {
      if (axis.fact !== fact) continue;
      const slices = axis.members.map((_, member) => sliceText(entry, position, member));
      for (const [index, value] of raw.entries()) {
        const at = typeof value === 'number' ? undefined : axis.positions.get(value);
        keys[index] += `|${at === undefined ? '' : slices[at]}`;
      }
    }
  }
  return keys;
}

/** The cells of a table at one member of one axis. */
function sliceText(entry: Entry, axis: number, member: number): string {
  const positionOf = positionsOn(entry.axes, axis);
  return entry.cells
    .filter((_, index) => positionOf(index) === member)
    .map((cell) => `${cell.severity}${cell.severity > 0 ? cell.violation : ''}`)
    .join();
}
