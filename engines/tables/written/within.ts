// As much of a table as an answer to an agent holds. INVARIANT: rows go from the end, whole, and how many is said.
import type { Cell, Table } from '../table.ts';

/** Of JSON, without the places that cells have on their page, which no agent is given. */
export function withinCharacters(table: Table, most: number): Table {
  const { title, columns, sources, leftOut } = table;
  let used = JSON.stringify({ title, columns, sources, leftOut }).length;
  let kept = 0;
  for (const row of table.rows) {
    used += sizeOf(row);
    if (used > most) break;
    kept += 1;
  }
  const more = table.rows.length - kept;
  if (more === 0) return table;
  const said = `${more.toLocaleString('en')} more ${more === 1 ? 'row was' : 'rows were'} read and ${more === 1 ? 'is' : 'are'} not in this answer, which holds ${most.toLocaleString('en')} characters: ask for fewer columns, or for what you look for`;
  return { ...table, rows: table.rows.slice(0, kept), leftOut: [...leftOut, said] };
}

const sizeOf = (row: readonly Cell[]): number =>
  JSON.stringify(row.map(({ place, ...words }) => ({ ...words, ref: place?.ref ?? null }))).length + 1;
