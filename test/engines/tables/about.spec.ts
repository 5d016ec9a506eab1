// Which rows a person's words are about.
import { expect, test } from 'vitest';
import { onlyAbout } from '#engines/tables/about.ts';
import type { Table } from '#engines/tables/table.ts';

const table = (...names: readonly string[]): Table => ({
  title: 'Results',
  columns: [{ name: 'Name', type: 'text', unit: null, outOf: null }],
  rows: names.map((name) => [{ value: name, unit: null, quote: name, source: 0, place: null }]),
  sources: [{ url: 'http://mill.example/', title: 'Mill', readAt: '2026-11-23T00:00:00.000Z' }],
  leftOut: ['one page was read'],
});
const names = ({ rows }: Table): readonly unknown[] => rows.map(([cell]) => cell?.value);

test('rows that carry the words stay, the others are counted', () => {
  const about = onlyAbout(table('Rye loaf', 'White loaf', 'Small loaf of rye'), 'the rye loaf');
  expect(names(about)).toEqual(['Rye loaf', 'Small loaf of rye']);
  expect(about.leftOut).toEqual([
    'one page was read',
    'mill.example: 1 row that does not say “the rye loaf” is left out',
  ]);
});

test('where no row carries them they name the table: all stay', () => {
  expect(onlyAbout(table('QR 118', 'TP 934'), 'trains to Aarhus')).toEqual(table('QR 118', 'TP 934'));
});

test('names of columns are no words of a row', () => {
  const about = onlyAbout(table('Rye loaf', 'White loaf'), 'rye loaf with price and rating');
  expect(names(about)).toEqual(['Rye loaf']);
  expect(about.leftOut.at(-1)).toContain('not say “rye loaf” is left out');
});
