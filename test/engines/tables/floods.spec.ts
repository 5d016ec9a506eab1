// Lists that a hostile page makes to keep a reader busy: work is counted, never timed.
import { expect, test, vi } from 'vitest';
import { mergeTables } from '#engines/tables/merge.ts';
import { tableOf } from '#engines/tables/read-table.ts';
import type { Grid } from '#engines/tables/grid.ts';
import type { Table } from '#engines/tables/table.ts';
import { READ_AT, cell, pageOf, recordGrid } from './grids.ts';

/** Ten plain records, and thirty of which every part has a mark that no other has. */
const flood = (each: number): Grid =>
  recordGrid(
    Array.from({ length: 40 }, (_, row) => [
      cell(`Pan ${row}`, { key: 'h3', heading: true }),
      cell(`€${row + 5}`, { key: 'b', hint: 'price' }),
      ...(row < 10
        ? []
        : Array.from({ length: each }, (__, at) =>
            cell(`word ${row} ${at}`, { key: `i.x${row}-${at}`, hint: `x${row} y${at}` }),
          )),
    ]),
  );

/** How often a pattern is tried, which is what reading a list consists of. */
function tried<T>(work: () => T): { readonly count: number; readonly value: T } {
  const spy = vi.spyOn(RegExp.prototype, 'test');
  try {
    const value = work();
    return { value, count: spy.mock.calls.length };
  } finally {
    spy.mockRestore();
  }
}

const read = (grid: Grid): { readonly count: number; readonly value: Table } =>
  tried(() => tableOf(pageOf([grid]), grid, READ_AT));

test('twice as many marks are at most twice the work, and more than are read are no work at all', () => {
  const few = read(flood(4)).count;
  expect(read(flood(8)).count).toBeLessThan(few * 2.5);
  expect(read(flood(40)).count).toBeLessThan(few * 8);
});

test('columns beyond what is read are counted, and what every record has stays', () => {
  const { value } = read(flood(40));
  expect(value.columns.slice(0, 2).map(({ name }) => name)).toEqual(['Name', 'Price']);
  expect(value.rows).toHaveLength(40);
  expect(value.leftOut).toContain('1,002 more columns were not read');
});

test('two parts of one mark that no record has both of are still one column', () => {
  const grid = recordGrid([
    [cell('Mug', { key: 'h3', heading: true }), cell('€5', { key: 'b', hint: 'price' })],
    [cell('Pan', { key: 'h3', heading: true }), cell('€6', { key: 'i', hint: 'price-sale' })],
    [cell('Pot', { key: 'h3', heading: true }), cell('€7', { key: 'b', hint: 'price' })],
  ]);
  const { value } = read(grid);
  expect(value.columns.map(({ name }) => name)).toEqual(['Name', 'Price']);
  expect(value.rows.map((row) => row[1]?.value)).toEqual([5, 6, 7]);
});

test('pages that each bring columns of their own make a table of so many, and say how many more there were', () => {
  const page = (at: number): Table => {
    const columns = Array.from({ length: 200 }, (_, column) => ({
      name: `c${at}-${column}`,
      type: 'text' as const,
      unit: null,
      outOf: null,
    }));
    const row = columns.map(({ name }) => ({ value: name, unit: null, quote: name, source: 0, place: null }));
    const sources = [{ url: `https://shop.test/${at}`, title: '', readAt: READ_AT }];
    return { title: '', columns, rows: [row], sources, leftOut: [] };
  };
  const merged = mergeTables([page(0), page(1), page(2)]);
  expect(merged.columns).toHaveLength(400);
  expect(merged.rows.every((row) => row.length === 400)).toBe(true);
  expect(merged.leftOut).toContain('200 more columns of a further page were not read');
});
