// Shapes that tables and records have on real sites: what is compared in rows, terms, counted words, footnotes, struck prices.
import { expect, test } from 'vitest';
import type { Grid } from '#engines/tables/grid.ts';
import { tableOf } from '#engines/tables/read-table.ts';
import { cell, pageOf, READ_AT, recordGrid, tableGrid } from './grids.ts';

const read = (grid: Grid) => tableOf(pageOf([grid]), grid, READ_AT);
const named = (grid: Grid) => read(grid).columns.map(({ name, type }) => `${name} ${type}`);
const values = (grid: Grid) => read(grid).rows.map((row) => row.map(({ value }) => value));

test('things that stand beside one another, with what is compared in rows, are a row each', () => {
  const grid = tableGrid([
    ['', 'Alpha', 'Beta'],
    ['Price', '$10.00', '$12.50'],
    ['Weight', '200 g', '350 g'],
    ['Foldable', '✓', '✗'],
  ]);
  expect(named(grid)).toEqual(['Name text', 'Price money', 'Weight number', 'Foldable boolean']);
  expect(values(grid)).toEqual([
    ['Alpha', 10, 200, true],
    ['Beta', 12.5, 350, false],
  ]);
});

test('a table whose columns are of a kind each is not turned', () => {
  const grid = tableGrid([
    ['Name', 'Price', 'Weight'],
    ['Alpha', '$10.00', '200 g'],
    ['Beta', '$12.50', '350 g'],
  ]);
  expect(named(grid)).toEqual(['Name text', 'Price money', 'Weight number']);
});

test('a list of terms with a sentence each is a row a term; one of facts is one record', () => {
  const pairs = (...some: readonly (readonly [string, string])[]): Grid => ({
    ...recordGrid([some.map(([label, text]) => cell(text, { label, key: label }))]),
    kind: 'PAIRS',
  });
  expect(
    values(
      pairs(
        ['--cache', 'Keeps what was built.'],
        ['--strict', 'Ends at the first fault.'],
        ['--watch', 'Builds again at each change.'],
      ),
    ),
  ).toEqual([
    ['--cache', 'Keeps what was built.'],
    ['--strict', 'Ends at the first fault.'],
    ['--watch', 'Builds again at each change.'],
  ]);
  expect(values(pairs(['Weight', '200 g'], ['Colour', 'a deep red'], ['Price', '$10.00']))).toHaveLength(1);
});

test('a box of facts with a name across it is one record', () => {
  const fact = (name: string, text: string) => ({
    cells: [cell(name, { header: true }), cell(text)],
    foot: false,
  });
  const grid: Grid = {
    ...tableGrid([]),
    head: [],
    rows: [
      { cells: [cell('Fernhill', { header: true })], foot: false },
      fact('Mayor', 'Ada Brandt'),
      fact('Area', '199 km 2'),
    ],
  };
  expect(named(grid)).toEqual(['Mayor text', 'Area number']);
  expect(read(grid).rows[0]?.[1]).toMatchObject({ value: 199, quote: '199 km 2' });
  expect(read(grid).columns[1]?.unit).toBe('km²');
});

test('a word behind a figure in every record is what the figures count', () => {
  const record = (name: string, votes: string, answers: string) => [
    cell(votes, { key: 'div/span' }),
    cell('votes', { key: 'div/span' }),
    cell(answers, { key: 'div/span' }),
    cell('answers', { key: 'div/span' }),
    cell(name, { key: 'h3/a', heading: true }),
  ];
  expect(named(recordGrid([record('Why?', '5', '2'), record('How?', '12', '0')]))).toEqual([
    'Votes number',
    'Answers number',
    'Name text',
  ]);
});

test('a struck price is the old one, whatever is said before it, and the other goes with the prices that stand alone', () => {
  const label = (text: string) => cell(text, { key: 'div/span.hidden' });
  const grid = recordGrid([
    [
      cell('Alpha', { key: 'h3' }),
      cell('£10.00 GBP', { key: 'div.only/span', hint: 'price price--regular' }),
    ],
    [
      cell('Beta', { key: 'h3' }),
      label('Regular price'),
      cell('£30.00 GBP', { key: 'div/s', hint: 'price', struck: true }),
      label('Sale price'),
      cell('£20.00 GBP', { key: 'div/span.price', hint: 'price' }),
    ],
  ]);
  expect(named(grid).toSorted()).toEqual(['Name text', 'Old price money', 'Price money']);
  const at = read(grid).columns.findIndex(({ name }) => name === 'Price');
  expect(values(grid).map((row) => row[at])).toEqual([10, 20]);
});

test('a code behind an amount says which currency its sign is, and none that the sign is not of', () => {
  const of = (text: string) =>
    read(
      tableGrid([
        ['Name', 'Price'],
        ['Alpha', text],
        ['Beta', text],
      ]),
    ).columns[1];
  expect(of('$12.00 USD')).toMatchObject({ type: 'money', unit: 'USD' });
  expect(of('£12.00 EUR')?.type).not.toBe('money');
});

test('the number of a footnote is no part of a value, and stays in its words', () => {
  const [row] = read(
    tableGrid([
      ['Name', 'Height (m)'],
      ['Old tower [1]', '120 [2]'],
      ['New tower', '130'],
    ]),
  ).rows;
  expect(row?.[0]).toMatchObject({ value: 'Old tower', quote: 'Old tower [1]' });
  expect(row?.[1]).toMatchObject({ value: 120, quote: '120 [2]' });
});

test('the same words with an address give it to those without: a record leads where its name leads', () => {
  const record = (name: string, at: number) => [
    cell(name, { key: 'h2' }),
    cell('Ada', { key: 'a.who', href: `https://shop.test/u/${at}` }),
    cell(name, { key: 'span/a', href: `https://shop.test/r/${at}` }),
  ];
  const grid = recordGrid([record('One', 1), record('Two', 2)]);
  const at = read(grid).columns.findIndex(({ type }) => type === 'link');
  expect(values(grid).map((row) => row[at])).toEqual(['https://shop.test/r/1', 'https://shop.test/r/2']);
});

test('a badge that some linked cards have is a column', () => {
  const record = (name: string, ...badge: readonly string[]) => [
    ...badge.map((text) => cell(text, { key: 'a/span', href: 'https://shop.test/x' })),
    cell(name, { key: 'a/h2', heading: true, href: 'https://shop.test/x' }),
  ];
  const grid = recordGrid([record('One', 'Sale!'), record('Two'), record('Three', 'Sale!'), record('Four')]);
  expect(values(grid).map((row) => row.includes('Sale!'))).toEqual([true, false, true, false]);
});
