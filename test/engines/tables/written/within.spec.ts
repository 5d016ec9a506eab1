// What an answer holds of a table: whole rows, from the first on, and how many more there are is said.
import { expect, test } from 'vitest';
import { withinCharacters } from '#engines/tables/written/within.ts';
import { tableOf } from '#engines/tables/read-table.ts';
import { pageOf, READ_AT, tableGrid } from '../grids.ts';

const grid = tableGrid([
  ['Name', 'Price'],
  ...Array.from({ length: 500 }, (_, at) => [`Lamp ${at} of the house`, `€${at}.00`]),
]);
const table = tableOf(pageOf([grid]), grid, READ_AT);

test('rows that do not fit are counted, and the others are whole and in their order', () => {
  const within = withinCharacters(table, 10_000);
  expect(within.rows.length).toBeGreaterThan(10);
  expect(within.rows).toEqual(table.rows.slice(0, within.rows.length));
  const agents = within.rows.map((row) =>
    row.map(({ place, ...words }) => ({ ...words, ref: place?.ref ?? null })),
  );
  expect(JSON.stringify(agents).length).toBeLessThanOrEqual(10_000);
  expect(within.leftOut.at(-1)).toBe(
    `${500 - within.rows.length} more rows were read and are not in this answer, which holds 10,000 characters: ask for fewer columns, or for what you look for`,
  );
});

test('a table that fits is as it was', () => {
  expect(withinCharacters(table, 10_000_000)).toBe(table);
});
