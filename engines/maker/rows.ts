// Rows without types as a table: what every value of a column is, is its type. INVARIANT: no currency and no unit is guessed, and a column
// whose values are of several kinds is text.
import type { Cell, Column, ColumnType, Table } from '#engines/tables/table.ts';

type Value = string | number | boolean | null;
type Row = Readonly<Record<string, Value>>;

/** Columns in the order in which they are first met. */
export function tableOfRows(title: string, rows: readonly Row[]): Table {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = names.map((name): Column => ({
    name,
    type: typeOf(rows.map((row) => valueOf(row, name))),
    unit: null,
    outOf: null,
  }));
  return {
    title,
    columns,
    rows: rows.map((row) => columns.map((column) => cellOf(valueOf(row, column.name), column.type))),
    sources: [],
    leftOut: [],
  };
}

/** An own one: a row may lack it, and every object has a `constructor`. */
const valueOf = (row: Row, name: string): Value => (Object.hasOwn(row, name) ? (row[name] ?? null) : null);

const DATE = /^\d{4}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?)?$/u;
const LINK = /^https?:\/\/[^\s/]+(?:\/\S*)?$/u;

function typeOf(values: readonly Value[]): ColumnType {
  const said = values.filter((one) => one !== null && one !== '');
  if (said.length === 0) return 'text';
  if (said.every((one) => typeof one === 'number')) return 'number';
  if (said.every((one) => typeof one === 'boolean')) return 'boolean';
  if (said.every((one) => typeof one === 'string' && DATE.test(one))) return 'date';
  return said.every((one) => typeof one === 'string' && LINK.test(one)) ? 'link' : 'text';
}

function cellOf(value: Value, type: ColumnType): Cell {
  const empty = value === null || value === '';
  const quote = empty ? '' : String(value);
  return {
    value: empty ? null : type === 'text' ? quote : value,
    unit: null,
    quote,
    source: 0,
    place: null,
  };
}
