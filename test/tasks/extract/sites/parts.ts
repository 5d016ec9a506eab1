// What pages with the structure of real sites are made of: words and figures by seed, notations, a site's frame around the records, and
// truth as data. INVARIANT: truth is written beside the page, from the same values, and never read from it.
import type { ColumnType } from '#engines/tables/table.ts';
import type { Random } from '../../contract.ts';
import { escape } from '../../html.ts';
import type { ExtractPage, Truth, TruthCell } from '../generate.ts';

export type Shape = (r: Random) => ExtractPage;
type Value = string | number | boolean | null | TruthCell;
/** Of a record: its cells in the order of the columns. */
export type Row = readonly Value[];

/** `columns`: `Name text`, `Price money`. The first tells the records apart. */
export const truthOf = (columns: readonly `${string} ${ColumnType}`[], rows: readonly Row[]): Truth => ({
  columns: columns.map((column) => column.slice(0, column.lastIndexOf(' '))),
  types: columns.map((column) => column.slice(column.lastIndexOf(' ') + 1)),
  rows: rows.map((row) =>
    row.map((value) => (value === null || typeof value === 'object' ? value : { value, unit: null })),
  ),
});
export const of = (value: number, unit: string): TruthCell => ({ value, unit });

const SEPARATORS = { en: [',', '.'], de: ['.', ','], fr: ['\u202f', ','], ch: ['’', '.'] } as const;
export type Notation = keyof typeof SEPARATORS;

export function figure(notation: Notation, value: number, decimals = 2): string {
  const [group, mark] = SEPARATORS[notation];
  const [whole = '', rest = ''] = value.toFixed(decimals).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/gu, group);
  return rest === '' ? grouped : `${grouped}${mark}${rest}`;
}

const ADJECTIVES =
  'Amber Brisk Calm Dusty Eager Fern Gentle Hollow Ivory Jolly Keen Lunar Misty Nimble Opal'.split(' ');
const NOUNS =
  'Lantern Satchel Grinder Headset Stool Teapot Tripod Blanket Projector Scooter Planter Whisk'.split(' ');
const FIRST =
  'Ada Bruno Carla Dmitri Elif Farid Greta Hugo Imani Jonas Keiko Lucía Mirek Nadia Otto Priya'.split(' ');
const LAST =
  'Abelson Brandt Cortez Duval Eriksen Fontaine Gupta Hansen Ivanova Jensen Kowalski Lindgren Moreau'.split(
    ' ',
  );
const TOWNS =
  'Aldermoor Brackwater Coldharbour Dunmere Eastvale Fernhill Greystoke Highbridge Inverlea'.split(' ');
const TOPICS =
  'battery life,cold starts,build cache,login loop,map tiles,paper jams,dark theme,slow exports,missing fonts,spare keys,tide tables,broken links'.split(
    ',',
  );
const VERBS = 'Fixing,Measuring,Replacing,Understanding,Reporting,Avoiding,Comparing,Explaining'.split(',');

export const person = (r: Random): string => `${r.pick(FIRST)} ${r.pick(LAST)}`;
export const town = (r: Random): string => r.pick(TOWNS);
export const subject = (r: Random): string => `${r.pick(VERBS)} ${r.pick(TOPICS)}`;
export const product = (r: Random): string => `${r.pick(ADJECTIVES)} ${r.pick(NOUNS)}`;
/** Without one twice. */
export function several(r: Random, make: (r: Random) => string, from = 5, to = 11): readonly string[] {
  const made = new Set<string>();
  for (const count = r.int(from, to); made.size < count;) made.add(make(r));
  return [...made];
}
export const cents = (r: Random, from: number, to: number): number => r.int(from * 100, to * 100) / 100;

const SHORT = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
export type Day = {
  readonly iso: string;
  readonly short: string;
  readonly dotted: string;
  readonly us: string;
};
export function day(r: Random): Day {
  const [year, month, date] = [r.int(2021, 2025), r.int(1, 12), r.int(1, 28)];
  const two = (part: number): string => String(part).padStart(2, '0');
  const name = SHORT[month - 1] ?? '';
  return {
    iso: `${year}-${two(month)}-${two(date)}`,
    short: `${date} ${name} ${year}`,
    dotted: `${two(date)}.${two(month)}.${year}`,
    us: `${name} ${date}, ${year}`,
  };
}
const SENTENCES =
  'It does what it says.|We took it along for a week in the rain.|The second one came with a cracked lid.|Nobody at home wants to miss it.|A little louder than the old one.|The manual could be better.|Set up in ten minutes without a tool.'.split(
    '|',
  );
export const prose = (r: Random, count = 2): string => r.sample(SENTENCES, count).join(' ');

export const e = escape;
export const each = <T>(list: readonly T[], draw: (one: T, at: number) => string): string =>
  list.map(draw).join('');

/** A site's frame: bars, ways, filters and a footer, none of which is a record. */
export function site(
  r: Random,
  { title, body, lang = 'en', style = '' }: { title: string; body: string; lang?: string; style?: string },
): string {
  const ways = each(
    r.sample(['Home', 'New in', 'Guides', 'Stores', 'Account', 'Contact', 'Blog'], 5),
    (word) =>
      `<li class="nav-item"><a class="nav-link" href="/way/${word.replace(' ', '-')}">${word}</a></li>`,
  );
  const filters = r.chance(0.4)
    ? `<aside class="sidebar" aria-label="Filters"><h2>Filter</h2><ul>${each(['Red', 'Green', 'Blue', 'Black'], (word, at) => `<li><label><input type="checkbox"> ${word} <span>(${at * 7 + 3})</span></label></li>`)}</ul></aside>`
    : '';
  const crumbs = r.chance(0.5)
    ? '<nav aria-label="Breadcrumb" class="breadcrumb"><ol><li><a href="/">Home</a></li><li><a href="/all">All</a></li></ol></nav>'
    : '';
  const columns = each(
    ['Company', 'Help', 'Legal'],
    (word) =>
      `<div><h3>${word}</h3><ul>${each(['one', 'two', 'three'], (part) => `<li><a href="/${word}/${part}">${word} ${part}</a></li>`)}</ul></div>`,
  );
  const main = r.chance(0.6)
    ? `<main id="main">${crumbs}<h1>${title}</h1>${body}</main>`
    : `<div id="app"><div class="page-content">${crumbs}<h1>${title}</h1>${body}</div></div>`;
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title} | Sample</title><link rel="icon" href="data:,"><style>body{font:14px sans-serif;margin:0}.sr,.visually-hidden,.a-offscreen{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0);white-space:nowrap}.cards{display:flex;flex-wrap:wrap;gap:12px}.cards>*{width:240px}.row{display:flex;gap:16px}.row>*{min-width:90px}${style}</style></head><body><header class="site-header"><a href="/" class="logo">Sample</a><nav><ul>${ways}</ul></nav><form role="search"><input type="search" aria-label="Search"><button>Search</button></form></header>${filters}${main}<footer class="site-footer">${columns}<p>© 2026 Sample</p></footer></body></html>`;
}
export const picture =
  '<img alt="" width="60" height="60" src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==">';
