// Amounts by their units, and an axis for each. INVARIANT: amounts of two units never share an axis: nobody has said what one is in the other.
import type { View } from '#engines/maker/catalogue.ts';
import { headOf } from './parts.ts';

/** Of a column: where its cells have units of their own these, else the column's. Filtered rows do not change them. */
export function unitsOf(view: View, column: number): readonly (string | null)[] {
  const own = view.columns[column]?.unit ?? null;
  const units = new Set(
    view.rows.flatMap((row) => {
      const cell = row[column];
      return cell === undefined || typeof cell[0] !== 'number' ? [] : [cell[3] ?? own];
    }),
  );
  return units.size === 0 ? [own] : [...units];
}

/** What amounts of one unit of a column are called. */
export function labelOf(view: View, column: number, unit: string | null): string {
  const head = view.columns[column];
  if (head === undefined) return '';
  return unit === null || unit === head.unit ? headOf(head) : `${head.name} (${unit})`;
}

/** The number in a cell, where it is of this unit. */
export function amountIn(view: View, row: number, column: number, unit: string | null): number | null {
  const cell = view.rows[row]?.[column];
  if (cell === undefined || typeof cell[0] !== 'number') return null;
  return (cell[3] ?? view.columns[column]?.unit ?? null) === unit ? cell[0] : null;
}

type Axis = {
  readonly type: 'linear';
  readonly position: 'left' | 'right' | 'bottom' | 'top';
  readonly title: { readonly display: boolean; readonly text: string };
  readonly grid: { readonly drawOnChartArea: boolean };
};

/** One a title, by names that begin with `x` or `y`: the first where it usually stands, the next across from it. */
export const axesOf = (way: 'x' | 'y', titles: readonly string[]): Readonly<Record<string, Axis>> =>
  Object.fromEntries(
    titles.map((text, at): [string, Axis] => {
      const isFirst = at % 2 === 0;
      const position = way === 'y' ? (isFirst ? 'left' : 'right') : isFirst ? 'bottom' : 'top';
      return [
        axisName(way, at),
        { type: 'linear', position, title: { display: true, text }, grid: { drawOnChartArea: at === 0 } },
      ];
    }),
  );

export const axisName = (way: 'x' | 'y', at: number): string => (at === 0 ? way : `${way}${at + 1}`);
