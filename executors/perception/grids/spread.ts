// Records of a table that take several rows each: what it is, and below it what is known of it. Pure.
// INVARIANT: a table is one only if it has no head and its rows come in one order of unlike layouts, again and again.
import { cellFrom, type Making, type RawCell } from './cell.ts';
import { partsOf } from './parts.ts';
import { isHeader, spanOf, type FoundRow, type RawRow, type RawTable } from './table-grid.ts';

const MOST_ROWS_OF_RECORD = 4;
const FEWEST_RECORDS = 3;
/** Rows that are in no record: what leads on, a line of words. */
const MOST_OTHERS = 0.1;
const MAX_ELEMENTS_OF_CELL = 100;

/** Of a table's rows. `null`: a record of it is one row. `budget`: cells. */
export function readSpread(making: Making, found: readonly FoundRow[], budget: number): RawTable | null {
  const { document } = making;
  if (found.length < 2 * FEWEST_RECORDS || found.some(({ group }) => group === 'thead')) return null;
  if (found.some(({ cells }) => cells.every((cell) => isHeader(document, cell)))) return null;
  const layouts = found.map(({ cells }) => cells.map((cell) => spanOf(document, cell, 'colspan')).join(' '));
  const records = recordsIn(found, layouts);
  if (records === null) return null;
  const rows: RawRow[] = [];
  let left = budget;
  for (const record of records) {
    if (left <= 0) break;
    const cells = record.flatMap((row, line) => cellsOfRow(making, row, line));
    left -= cells.length;
    rows.push({ cells, foot: false });
  }
  return { head: [], rows, rowsLeft: records.length - rows.length };
}

function recordsIn(
  found: readonly FoundRow[],
  layouts: readonly string[],
): readonly (readonly FoundRow[])[] | null {
  for (let length = 2; length <= MOST_ROWS_OF_RECORD; length += 1) {
    const cycle = layouts.slice(0, length);
    if (new Set(cycle).size < length) return null;
    const records: (readonly FoundRow[])[] = [];
    let others = 0;
    for (let at = 0; at < found.length;) {
      if (cycle.every((layout, line) => layouts[at + line] === layout)) {
        records.push(found.slice(at, at + length));
        at += length;
      } else {
        others += 1;
        at += 1;
      }
    }
    if (records.length >= FEWEST_RECORDS && others <= Math.max(1, found.length * MOST_OTHERS)) return records;
  }
  return null;
}

function cellsOfRow(making: Making, { node, cells }: FoundRow, line: number): readonly RawCell[] {
  const { document } = making;
  return cells.flatMap((cell, column) =>
    partsOf(document, cell, { most: MAX_ELEMENTS_OF_CELL }).map((part) =>
      partOf(making, node, part, { line, column }),
    ),
  );
}

function partOf(
  making: Making,
  row: number,
  { node, key, label, text }: ReturnType<typeof partsOf>[number],
  { line, column }: { readonly line: number; readonly column: number },
): RawCell {
  const place = `${line}.${column}`;
  return cellFrom(making, node, row, {
    key: key === '' ? place : `${place}/${key}`,
    label,
    ...(text === null ? {} : { text }),
  });
}
