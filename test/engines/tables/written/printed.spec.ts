// What words of a page may not do once they are printed or opened: order a terminal about, become a link, become a formula.
import { expect, test } from 'vitest';
import { toAligned } from '#engines/tables/written/aligned.ts';
import { toCsv } from '#engines/tables/written/csv.ts';
import { toMarkdown } from '#engines/tables/written/markdown.ts';
import type { Table } from '#engines/tables/table.ts';
import { READ_AT } from '../grids.ts';

const tableWith = (words: string): Table => ({
  title: '',
  columns: [{ name: words, type: 'text', unit: null, outOf: null }],
  rows: [[{ value: words, unit: null, quote: words, source: 0, place: null }]],
  sources: [{ url: 'https://shop.test/list', title: '', readAt: READ_AT }],
  leftOut: [words],
});
const ORDERS = '\u001B]52;c;aGk=\u0007\u001B[2J\u009B2J a\u202Eb\u2066c\u200Bd';

test('what a terminal obeys, and what turns or hides text, is written out in every form', () => {
  const tables = [toMarkdown, toCsv, toAligned].map((written) => written(tableWith(ORDERS)));
  for (const text of tables) {
    expect(text).not.toMatch(/[^\r\n\P{Cc}]|\p{Cf}/u);
    expect(text).toContain('u001b');
    expect(text).toContain('u202e');
  }
});

test('a bare address of a page is words in Markdown, and reads as it stands', () => {
  for (const address of [
    'www.evil.test',
    'WWW.evil.test',
    'https://evil.test/x',
    'me@evil.test',
    'mailto:me@evil.test',
  ]) {
    const text = toMarkdown(tableWith(address));
    expect(text).not.toMatch(/www\.|https?:\/\/|\w@\w|mailto:/iu);
    expect(text).toContain('evil.test');
  }
});

test.each([
  "x;=cmd|' /C calc'!A0",
  'x\t=1+1',
  'x|@SUM(A1)',
  '＝1+1',
  '＋1',
  '－1',
  '＠x',
  ' =1',
  'x; "=1',
  'x\n=1',
])('no field of “%s” begins a formula, by whichever sign fields are parted', (words) => {
  for (const one of toCsv(tableWith(words)).split(/[;|,\t\r\n]/u))
    expect(one.replace(/^["\s]*/u, '')).not.toMatch(/^[=+\-@＝＋－＠]/u);
});

test('ordinary words stay as they are', () => {
  expect(toCsv(tableWith('Mug – 5 + 1 = six'))).toBe('Mug – 5 + 1 = six\r\nMug – 5 + 1 = six\r\n');
  expect(toMarkdown(tableWith('Mug – größer'))).toContain('| Mug – größer |');
});

test('for a terminal columns stand under each other, amounts end there, and what is empty or long takes no room', () => {
  const cell = (value: string | number, unit: string | null = null) => ({
    value,
    unit,
    quote: String(value),
    source: 0,
    place: null,
  });
  const column = (name: string, type: 'text' | 'money') => ({ name, type, unit: null, outOf: null });
  const table: Table = {
    title: '',
    columns: [column('Name', 'text'), column('Empty', 'text'), column('Price', 'money')],
    rows: [
      [cell('Halden'), cell(''), cell(139, 'EUR')],
      [cell('x'.repeat(60)), cell(''), cell(9.5, 'EUR')],
    ],
    sources: [{ url: 'http://shop.test/', title: '', readAt: READ_AT }],
    leftOut: ['two rows'],
  };
  expect(toAligned(table).split('\n')).toEqual([
    `Name${' '.repeat(38)}  Price`,
    '-'.repeat(49),
    `Halden${' '.repeat(36)}139 EUR`,
    `${'x'.repeat(39)}…  9.5 EUR`,
    '',
    'read from http://shop.test/',
    'two rows',
    '',
  ]);
});
