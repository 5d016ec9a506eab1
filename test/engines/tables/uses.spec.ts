// Tables joined, written as CSV and Markdown, and held against their pages.
import { describe, expect, test } from 'vitest';
import { toCsv } from '#engines/tables/written/csv.ts';
import { toMarkdown } from '#engines/tables/written/markdown.ts';
import { mergeTables } from '#engines/tables/merge.ts';
import { tableOf } from '#engines/tables/read-table.ts';
import { adoptProposed, onlyStanding, WordsOfPage } from '#engines/tables/standing.ts';
import type { Table } from '#engines/tables/table.ts';
import { READ_AT, cell, pageOf, recordGrid, tableGrid } from './grids.ts';

type Thing = readonly [name: string, price: string, path: string];
const list = (host: string, things: readonly Thing[], readAt = READ_AT): Table => {
  const grid = recordGrid(
    things.map(([name, price, path]) => [
      cell(name, { key: 'h3', heading: true, href: `https://${host}${path}` }),
      cell(price, { key: 'b', hint: 'price' }),
    ]),
  );
  return tableOf(pageOf([grid], { url: `https://${host}/list` }), grid, readAt);
};

describe('joined', () => {
  test('pages of one list: what leads to one address is there once, what reads the same is not the same', () => {
    const merged = mergeTables([
      list('shop.test', [
        ['Mug', '€5', '/1'],
        ['Pan', '€6', '/2'],
      ]),
      list(
        'shop.test',
        [
          ['Pan', '€6', '/2?utm_source=x'],
          ['Mug', '€5', '/3'],
        ],
        '2026-11-23T10:01:00.000Z',
      ),
    ]);
    expect(merged.rows.map((row) => row.map(({ value }) => value))).toEqual([
      ['Mug', 5, 'https://shop.test/1'],
      ['Pan', 6, 'https://shop.test/2'],
      ['Mug', 5, 'https://shop.test/3'],
    ]);
    expect(merged.sources).toHaveLength(2);
    expect(merged.rows.map(([name]) => name?.source)).toEqual([0, 0, 1]);
    expect(merged.leftOut.join()).toContain('once');
  });

  test('a list that grew on its page is in it once', () => {
    const before = list('shop.test', [['Mug', '€5', '/1']]);
    const after = list('shop.test', [
      ['Mug', '€5', '/1'],
      ['Pan', '€6', '/2'],
    ]);
    expect(mergeTables([before, after]).rows).toHaveLength(2);
  });

  test('currencies of two sites stand beside their own figures, and no column names one', () => {
    const merged = mergeTables([
      list('a.test', [['Mug', '€5', '/1']]),
      list('b.test', [['Pan', '£6', '/1']]),
    ]);
    expect(merged.columns[1]).toMatchObject({ name: 'Price', type: 'money', unit: null });
    expect(merged.rows.map((row) => row[1]?.unit)).toEqual(['EUR', 'GBP']);
  });

  test('the same thing on two sites is told by name and model number; by a name alone it is not', () => {
    const merged = mergeTables([
      list('a.test', [
        ['Logitech K380 keyboard', '€40', '/1'],
        ['Wool Mat', '€5', '/2'],
      ]),
      list('b.test', [
        ['Keyboard Logitech K380', '£35', '/1'],
        ['Wool Mat', '£5', '/2'],
        ['Sony K380 toaster oven deluxe', '£9', '/3'],
      ]),
    ]);
    const said = merged.leftOut.filter((sentence) => sentence.includes('same thing'));
    expect(said).toHaveLength(1);
    expect(said[0]).toContain('K380');
    expect(merged.rows).toHaveLength(5);
  });

  test('where both pages say a model number it decides; a short one in a name does where the names are the same words', () => {
    const withModels = (host: string, rows: readonly (readonly string[])[]): Table => {
      const grid = tableGrid([['Name', 'Model'], ...rows]);
      return tableOf(pageOf([grid], { url: `https://${host}/` }), grid, READ_AT);
    };
    const sayings = (...tables: readonly Table[]): readonly string[] =>
      mergeTables(tables).leftOut.filter((sentence) => sentence.includes('same thing'));
    const shop = list('shop.test', [
      ['Kestrel M1 Keyboard', '€119', '/1'],
      ['Case for M1', '€9', '/2'],
    ]);
    const market = withModels('market.test', [
      ['Kestrel M1 keyboard', 'KS-M1'],
      ['Logi K380 red', '920-1'],
    ]);
    expect(sayings(shop, market)).toEqual([
      '“Kestrel M1 Keyboard” of shop.test and “Kestrel M1 keyboard” of market.test are the same thing by name and model number (M1): both rows are kept',
    ]);
    expect(sayings(market, withModels('other.test', [['Logi K380 blue', '920-2']]))).toEqual([]);
    expect(sayings(market, withModels('other.test', [['Logi K380', '920-1']]))).toHaveLength(1);
  });

  test('columns that only one has are empty in the other, and types are not mixed', () => {
    const grid = tableGrid([
      ['Name', 'Price'],
      ['Mug', 'cheap'],
      ['Pan', 'dear'],
    ]);
    const words = tableOf(pageOf([grid], { url: 'https://c.test/' }), grid, READ_AT);
    const merged = mergeTables([list('a.test', [['Mug', '€5', '/1']]), words]);
    expect(merged.columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'Name text',
      'Price money',
      'Link link',
      'Price 2 text',
    ]);
    expect(merged.rows.every((row) => row.length === 4)).toBe(true);
  });

  test('none at all is an empty table', () => {
    expect(mergeTables([])).toMatchObject({ columns: [], rows: [] });
  });
});

describe('written', () => {
  const table = (() => {
    const grid = tableGrid([
      ['Name', '=Price', 'Change'],
      ['=HYPERLINK("http://evil.test","x")', '€5', '-3'],
      ['a "b", c', '€6', '4'],
      ['@SUM(A1)|<img src=x>', '€7', '-1'],
      ['+1', '€8', '2'],
    ]);
    return tableOf(pageOf([grid]), grid, READ_AT);
  })();

  test('CSV keeps formulas as words, numbers as numbers, and quotes by RFC 4180', () => {
    expect(toCsv(table)).toBe(
      [
        "Name,'=Price (EUR),Change",
        '"\'=HYPERLINK(""http://evil.test"",""x"")",5,-3',
        '"a ""b"", c",6,4',
        "'@SUM(A1)|<img src=x>,7,-1",
        "'+1,8,2",
        '',
      ].join('\r\n'),
    );
    const begun = (value: string) =>
      toCsv({ ...table, rows: table.rows.slice(0, 1).map((row) => row.map((one) => ({ ...one, value }))) });
    for (const mark of ['=', '+', '-', '@', '\t']) expect(begun(`${mark}1`)).toContain(`'${mark}1,`);
    expect(begun('\r1')).toContain(`"'\r1"`);
  });

  test('units that differ have a column of their own', () => {
    const merged = mergeTables([
      list('a.test', [['Mug', '€5', '/1']]),
      list('b.test', [['Pan', '£6', '/1']]),
    ]);
    expect(toCsv(merged).split('\r\n').slice(0, 3)).toEqual([
      'Name,Price,Price unit,Link',
      'Mug,5,EUR,https://a.test/1',
      'Pan,6,GBP,https://b.test/1',
    ]);
  });

  test('Markdown keeps bars, mark-up, pictures and links as words', () => {
    const text = toMarkdown(table);
    expect(text).toContain(String.raw`@SUM(A1)\|&lt;img src=x\>`);
    expect(text.split('\n')[1]).toBe('| --- | ---: | ---: |');
    const grid = tableGrid([
      ['Name', 'n'],
      ['![x](http://evil.test)', '1'],
      ['b', '2'],
    ]);
    expect(toMarkdown(tableOf(pageOf([grid]), grid, READ_AT))).toContain(String.raw`\!\[x\](http`);
  });
});

describe('held against the page', () => {
  const grid = tableGrid([
    ['Name', 'Price'],
    ['Mug', '€5'],
    ['Pan', '€6'],
  ]);
  const page = pageOf([grid]);

  test('a cell whose words are not on the page has no value, and it is said', () => {
    const table = tableOf(page, grid, READ_AT);
    const forged = {
      ...table,
      rows: table.rows.map((row, at) => (at === 0 ? row.map((one) => ({ ...one, quote: '€1' })) : row)),
    };
    const kept = onlyStanding(forged, [new WordsOfPage(page)]);
    expect(kept.rows[0]?.map(({ value }) => value)).toEqual([null, null]);
    expect(kept.rows[1]?.map(({ value }) => value)).toEqual(['Pan', 6]);
    expect(kept.leftOut.join()).toContain('2 cells');
    expect(onlyStanding(table, [new WordsOfPage(page)])).toBe(table);
  });

  test('a value without words, and a cell of a page that nobody read, do not stay', () => {
    const table = tableOf(page, grid, READ_AT);
    const wordless = { ...table, rows: table.rows.map((row) => row.map((one) => ({ ...one, quote: '' }))) };
    expect(
      onlyStanding(wordless, [new WordsOfPage(page)])
        .rows.flat()
        .every(({ value }) => value === null),
    ).toBe(true);
    expect(
      onlyStanding(table, [])
        .rows.flat()
        .every(({ value }) => value === null),
    ).toBe(true);
  });

  test('of what a model proposes the words of the page are kept, and their values are ours', () => {
    const table = adoptProposed(
      {
        title: 'Kitchen',
        columns: ['Thing', 'Cost', '__proto__'],
        rows: [
          ['Mug', '€5', 'invented'],
          ['Pan', '€ 6', ''],
          ['Ghost', '€9', ''],
        ],
      },
      page,
      READ_AT,
    );
    expect(table.columns.map(({ type }) => type)).toEqual(['text', 'money', 'text']);
    expect(table.rows.map((row) => row.map(({ value }) => value))).toEqual([
      ['Mug', 5, null],
      ['Pan', null, null],
    ]);
    expect(table.leftOut.join()).toContain('4 cells');
  });
});
