// Grids become tables: types by column, headings, totals, adverts, and which grid a person's words mean.
import { expect, test } from 'vitest';
import { chooseTable } from '#engines/tables/choose.ts';
import { tableOf } from '#engines/tables/read-table.ts';
import type { Grid, PageGrids } from '#engines/tables/grid.ts';
import type { Table } from '#engines/tables/table.ts';
import { READ_AT, cell, pageOf, recordGrid, tableGrid } from './grids.ts';

const read = (grid: Grid, more: Partial<PageGrids> = {}): Table =>
  tableOf(pageOf([grid], more), grid, READ_AT);
const column = (table: Table, name: string) => {
  const at = table.columns.findIndex((one) => one.name === name);
  return { ...table.columns[at], values: table.rows.map((row) => row[at]?.value) };
};

test('a column has the type of its cells, and each cell the words that it was read from', () => {
  const table = read(
    tableGrid([
      ['Name', 'Price', 'Weight', 'Rating', 'Released', 'Wireless'],
      ['K2', '€79.99', '1.2 kg', '4.5 out of 5', '4 March 2025', 'Yes'],
      ['K8', '€1,099.00', '980 g', '4 out of 5', '5 March 2025', 'No'],
    ]),
  );
  expect(table.columns.map(({ type, unit, outOf }) => [type, unit, outOf])).toEqual([
    ['text', null, null],
    ['money', 'EUR', null],
    ['number', null, null],
    ['rating', null, 5],
    ['date', null, null],
    ['boolean', null, null],
  ]);
  expect(table.rows[1]?.map(({ value }) => value)).toEqual(['K8', 1099, 980, 4, '2025-03-05', false]);
  expect(table.rows[1]?.map(({ quote }) => quote)).toEqual([
    'K8',
    '€1,099.00',
    '980 g',
    '4 out of 5',
    '5 March 2025',
    'No',
  ]);
  expect(table.rows.map((row) => row[2]?.unit)).toEqual(['kg', 'g']);
});

test('other cells decide how 1.234 is read, else the language, else it stays words', () => {
  const grid = (...texts: string[]) =>
    tableGrid([['Name', 'Count'], ...texts.map((text, at) => [`n${at}`, text])]);
  expect(column(read(grid('1.234', '5,5')), 'Count').values).toEqual([1234, 5.5]);
  expect(column(read(grid('1.234', '5.5')), 'Count').values).toEqual([1.234, 5.5]);
  expect(column(read(grid('1.234', '2.345'), { language: 'de' }), 'Count').values).toEqual([1234, 2345]);
  expect(column(read(grid('1.234', '2.345')), 'Count')).toMatchObject({
    type: 'text',
    values: ['1.234', '2.345'],
  });
});

test('one date of a column, or the language, decides on day and month; else the column stays words', () => {
  const grid = (...texts: string[]) =>
    tableGrid([['Name', 'When'], ...texts.map((text, at) => [`n${at}`, text])]);
  expect(column(read(grid('03/04/2025', '25/12/2025')), 'When').values).toEqual(['2025-04-03', '2025-12-25']);
  expect(column(read(grid('03/04/2025', '12/25/2025')), 'When').values).toEqual(['2025-03-04', '2025-12-25']);
  expect(column(read(grid('03/04/2025', '05/06/2025'), { language: 'en-GB' }), 'When').values).toEqual([
    '2025-04-03',
    '2025-06-05',
  ]);
  expect(column(read(grid('03/04/2025', '05/06/2025'), { language: 'en' }), 'When')).toMatchObject({
    type: 'text',
  });
});

test('$ stays $, but where the page or the heading says which', () => {
  const grid = (heading: string) =>
    tableGrid([
      ['Name', heading],
      ['a', '$5.00'],
      ['b', '$6.00'],
    ]);
  expect(read(grid('Price')).columns[1]).toMatchObject({ type: 'money', unit: '$' });
  expect(read(grid('Price (CAD)')).columns[1]).toMatchObject({ type: 'money', unit: 'CAD' });
  expect(read(grid('Price'), { currencies: ['USD'] }).columns[1]).toMatchObject({
    type: 'money',
    unit: 'USD',
  });
  expect(
    read(
      tableGrid([
        ['Name', 'Price (EUR)'],
        ['a', '5,50'],
        ['b', '6'],
      ]),
    ).columns[1],
  ).toMatchObject({ type: 'money', unit: 'EUR' });
});

test('two currencies are kept apart, cell by cell', () => {
  const table = read(
    tableGrid([
      ['Name', 'Price'],
      ['a', '€5.00'],
      ['b', '£6.00'],
    ]),
  );
  expect(table.columns[1]).toMatchObject({ type: 'money', unit: null });
  expect(table.rows.map((row) => row[1]?.unit)).toEqual(['EUR', 'GBP']);
});

test('a cell that does not fit its column has no value and keeps its words', () => {
  const rows = ['€1.00', '€2.00', '€3.00', '€4.00', 'on request'].map((text, at) => [`n${at}`, text]);
  const table = read(tableGrid([['Name', 'Price'], ...rows]));
  expect(table.rows[4]?.[1]).toMatchObject({ value: null, quote: 'on request' });
  expect(table.columns[1]?.type).toBe('money');
});

test('totals, repeated heads and lines across are no records, and totals are said', () => {
  const base = tableGrid([
    ['Item', 'Price'],
    ['Mug', '€5.00'],
    ['Item', 'Price'],
    ['Pan', '€7.00'],
    ['Total', '€12.00'],
  ]);
  const across = { cells: [cell('Kitchen', { header: true })], foot: false };
  const table = read({ ...base, rows: [across, ...base.rows] });
  expect(table.rows.map(([first]) => first?.value)).toEqual(['Mug', 'Pan']);
  expect(table.leftOut.join()).toContain('Total');
});

test('two columns of names and values are one record', () => {
  const table = read(
    tableGrid(
      [
        ['Brand', 'Acme'],
        ['Weight', '1.2 kg'],
        ['Wireless', 'Yes'],
        ['Price', '€79.00'],
      ],
      {
        head: [],
        rows: tableGrid([
          ['x'],
          ['Brand', 'Acme'],
          ['Weight', '1.2 kg'],
          ['Wireless', 'Yes'],
          ['Price', '€79.00'],
        ]).rows,
      },
    ),
  );
  expect(table.columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'Brand text',
    'Weight number',
    'Wireless boolean',
    'Price money',
  ]);
  expect(table.rows).toHaveLength(1);
});

test('headings that come twice, that are empty or `__proto__` are names like others', () => {
  const table = read(
    tableGrid([
      ['__proto__', 'Price', 'Price', ''],
      ['a', '€1', '€2', 'x'],
      ['b', '€3', '€4', 'y'],
    ]),
  );
  expect(table.columns.map(({ name }) => name)).toEqual(['__proto__', 'Price', 'Price 2', 'Text']);
  expect(Object.getPrototypeOf({})).toBe(Object.prototype);
});

const card = (name: string, ...rest: readonly ReturnType<typeof cell>[]) => [
  cell(name, { key: 'h3', heading: true, href: `https://shop.test/${name}` }),
  ...rest,
];

test('cards without headings are named by what they are, adverts are marked, labels head their values', () => {
  const price = (text: string) => cell(text, { key: 'div/span.price', hint: 'price' });
  const label = cell('Weight', { key: 'dl/span.a' });
  const weight = (text: string) => cell(text, { key: 'dl/span.b' });
  const table = read(
    recordGrid([
      card('One', price('€5.00'), label, weight('1 kg')),
      card('Two', cell('Sponsored', { key: 'em' }), price('€6.00'), label, weight('2 kg')),
      card('Three', price('€7.00'), label, weight('3 kg')),
    ]),
  );
  expect(table.columns.map(({ name }) => name)).toEqual(['Name', 'Price', 'Weight', 'Link', 'Sponsored']);
  expect(column(table, 'Sponsored').values).toEqual([null, true, null]);
  expect(column(table, 'Weight').values).toEqual([1, 2, 3]);
});

test('parts of one mark are told apart by what they say where some are missing', () => {
  const part = (text: string) => cell(text, { key: 'p/span' });
  const table = read(
    recordGrid([
      card('One', part('€5.00'), part('4.5 out of 5'), part('In stock')),
      card('Two', part('4 out of 5'), part('Sold out')),
      card('Three', part('€7.00'), part('In stock')),
    ]),
  );
  expect(column(table, 'Price').values).toEqual([5, null, 7]);
  expect(column(table, 'Rating').values).toEqual([4.5, 4, null]);
  expect(column(table, 'Availability').values).toEqual([true, false, true]);
});

test('the words choose the grid and its columns; without words it is the largest of the main content', () => {
  const keyboards = recordGrid(
    ['Keyboard A', 'Keyboard B', 'Keyboard C'].map((name) =>
      card(
        name,
        cell('€5.00', { key: 'b', hint: 'price' }),
        cell('★★★★☆', { key: 'i' }),
        cell('Acme', { key: 'u', hint: 'brand' }),
      ),
    ),
    { title: 'Keyboards' },
  );
  const flights = tableGrid(
    [
      ['Flight', 'Fare'],
      ['A1', '€50'],
      ['A2', '€60'],
    ],
    { title: 'Flights' },
  );
  const menu = recordGrid(
    Array.from({ length: 40 }, (_, at) => [cell(`Section ${at}`, { key: 'a', href: 'https://shop.test/s' })]),
    { region: 'NAVIGATION' },
  );
  const page = pageOf([menu, flights, keyboards]);
  const names = (query?: string) =>
    chooseTable(page, query === undefined ? {} : { query }, READ_AT)?.columns.map(({ name }) => name);
  expect(names()).toEqual(['Name', 'Price', 'Rating', 'Brand', 'Link']);
  expect(names('keyboards with price and rating')).toEqual(['Name', 'Price', 'Rating']);
  expect(names('flights with fare')).toEqual(['Flight', 'Fare']);
  expect(chooseTable(page, { query: 'keyboards with price and colour' }, READ_AT)?.leftOut.join()).toContain(
    'colour',
  );
});

test('a page that only leads elsewhere has no table', () => {
  const menu = recordGrid(
    Array.from({ length: 9 }, (_, at) => [
      cell(`Section ${at}`, { key: 'a', href: `https://shop.test/${at}` }),
    ]),
    { region: 'NAVIGATION' },
  );
  expect(chooseTable(pageOf([menu]), {}, READ_AT)).toBeNull();
  expect(chooseTable(pageOf([]), {}, READ_AT)).toBeNull();
});

test('every cell with a value has its words, whatever the words are', () => {
  const odd = [
    '',
    '-',
    '=HYPERLINK("x")',
    '🙂',
    'شاشة',
    'NaN',
    '\u202e',
    '__proto__',
    '1e999',
    '9'.repeat(400),
  ];
  const rows = odd.map((one, at) => [one, odd[(at + 3) % odd.length] ?? '', `${at}`]);
  const table = read(tableGrid([['a', 'b', 'c'], ...rows]));
  for (const row of table.rows)
    for (const one of row) {
      if (one.value !== null) expect(one.quote).not.toBe('');
      if (typeof one.value === 'number') expect(Number.isFinite(one.value)).toBe(true);
    }
  expect(table.rows).toHaveLength(odd.length);
});
