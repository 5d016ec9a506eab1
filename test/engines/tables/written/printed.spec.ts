// What words of a page may not do once they are printed or opened: order a terminal about, become a link, become a formula.
import { expect, test } from 'vitest';
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

test('what a terminal obeys, and what turns or hides text, is written out in Markdown and in CSV', () => {
  for (const text of [toMarkdown(tableWith(ORDERS)), toCsv(tableWith(ORDERS))]) {
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
