// Which of a page's grids a person's words mean, and which of its columns. INVARIANT: words choose among what is there, and change
// no cell; without words it is the largest set of records of the main content.
import { coverage, similarity, tokens } from '../language.ts';
import type { Grid, PageGrids } from './grid.ts';
import { tableOf } from './read-table.ts';
import type { Column, Table } from './table.ts';

export type Wanted = {
  /** As a person says it: `keyboards with price and rating`. */
  readonly query?: string;
  /** Names of columns, as far as they are there. */
  readonly columns?: readonly string[];
};

const REGION_WEIGHT: Readonly<Record<Grid['region'], number>> = {
  MAIN: 1,
  PAGE: 0.85,
  ASIDE: 0.3,
  HEADER: 0.1,
  FOOTER: 0.08,
  NAVIGATION: 0.03,
};
/** Grids that are read to the end before one is chosen. */
const MOST_READ = 8;
const ROWS_LOOKED_AT = 20;
const LEAST_NAME_MATCH = 0.6;
const MIN_RANK = 0.05;
const NO_COLUMN = 'no column “';

/** Whether something was asked for by its name that none of its columns is. */
export const isLacking = ({ leftOut }: Table): boolean => leftOut.some((said) => said.startsWith(NO_COLUMN));

/** `null`: nothing on the page repeats, or nothing of it is meant. */
export function chooseTable(page: PageGrids, wanted: Wanted, readAt: string): Table | null {
  const { thing, parts } = partsOf(wanted);
  const ranked = page.grids
    .map((grid) => ({ grid, weight: weightOf(grid) }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MOST_READ)
    .map(({ grid, weight }) => {
      const table = tableOf(page, grid, readAt);
      return { table, rank: weight * richness(table) * meant(table, thing, parts) };
    })
    .filter(({ table, rank }) => table.rows.length > 0 && rank > MIN_RANK)
    .toSorted((a, b) => b.rank - a.rank);
  const [best] = ranked;
  if (best === undefined) return null;
  return parts.length === 0 ? best.table : only(best.table, parts, wanted.columns !== undefined);
}

const weightOf = ({ region, rows, area, rowsLeft, kind, head }: Grid): number => {
  const cells = rows.slice(0, ROWS_LOOKED_AT).reduce((sum, row) => sum + row.cells.length, 0);
  const width = cells / Math.max(1, Math.min(rows.length, ROWS_LOOKED_AT));
  const records = kind === 'PAIRS' ? 1 : rows.length + rowsLeft;
  const headed = kind === 'TABLE' && head.length > 0 ? 1.4 : 1;
  return (
    REGION_WEIGHT[region] *
    Math.log2(1 + records) *
    Math.min(8, width) *
    headed *
    (1 + Math.min(1, area / 400_000))
  );
};

/** Columns of figures say that a table is one; a list of mere links is one's way about. */
function richness({ columns, rows }: Table): number {
  const types = new Set(columns.map(({ type }) => type));
  const telling = columns.filter(({ type }) => type !== 'text' && type !== 'link').length;
  const onlyLinks =
    columns.every(({ type }) => type === 'link' || type === 'text') &&
    columns.length <= 2 &&
    types.has('link');
  return (
    (0.5 + Math.min(4, telling)) *
    (onlyLinks ? 0.25 : 1) *
    (columns.length === 1 ? 0.4 : 1) *
    (rows.length === 1 ? 0.6 : 1)
  );
}

function meant(table: Table, thing: string, parts: readonly string[]): number {
  const found = parts.filter((part) => bestColumn(table.columns, part) !== null).length;
  const texts = table.rows.slice(0, ROWS_LOOKED_AT).map((cells) => cells.map(({ quote }) => quote).join(' '));
  const inRows =
    thing === ''
      ? 0
      : texts.reduce((sum, text) => sum + coverage(thing, text), 0) / Math.max(1, texts.length);
  const heads = [table.title, ...table.columns.map(({ name }) => name)].join(' ');
  const inHeads = thing === '' ? 0 : coverage(thing, heads);
  return (1 + 6 * (parts.length === 0 ? 0 : found / parts.length)) * (1 + 12 * Math.max(inHeads, inRows));
}

const OF_TYPE: readonly (readonly [RegExp, readonly Column['type'][]])[] = [
  [/^(?:prices?|costs?|amount|fares?|preis\p{L}*|precios?|prix|how much)$/iu, ['money']],
  [/^(?:ratings?|stars?|scores?|bewertung\p{L}*|valoraci\p{L}*|notes?)$/iu, ['rating']],
  [/^(?:dates?|days?|when|datum|fecha)$/iu, ['date']],
  [/^(?:links?|url|address|page)$/iu, ['link']],
  [/^(?:availability|available|stock|in stock)$/iu, ['boolean']],
];

/** By name, else the first of the type that the word stands for. */
function bestColumn(columns: readonly Column[], part: string): number | null {
  const scores = columns.map(({ name }) => (name === part ? 2 : similarity(part, name)));
  const best = Math.max(-1, ...scores);
  if (best >= LEAST_NAME_MATCH) return scores.indexOf(best);
  const types = OF_TYPE.find(([words]) => words.test(part))?.[1] ?? [];
  const typed = columns.findIndex(({ type }) => types.includes(type));
  return typed === -1 ? null : typed;
}

/** The columns that were asked for, behind the one that names the records. */
function only(table: Table, parts: readonly string[], named: boolean): Table {
  const found = parts.map((part) => ({ part, at: bestColumn(table.columns, part) }));
  const wanted = found.flatMap(({ at }) => (at === null ? [] : [at]));
  const missing = found.filter(({ at }) => at === null).map(({ part }) => part);
  const leftOut = [...table.leftOut, ...missing.map((part) => `${NO_COLUMN}${part.slice(0, 60)}” was found`)];
  if (wanted.length === 0) return { ...table, leftOut };
  const first = table.columns.findIndex(({ type }) => type === 'text');
  const marked = table.columns.findIndex(({ name, type }) => name === 'Sponsored' && type === 'boolean');
  const kept = [
    ...new Set([...(named || first === -1 ? [] : [first]), ...wanted, ...(marked === -1 ? [] : [marked])]),
  ];
  return {
    ...table,
    columns: kept.flatMap((at) => table.columns[at] ?? []),
    rows: table.rows.map((cells) => kept.flatMap((at) => cells[at] ?? [])),
    leftOut,
  };
}

const LEAD =
  /^(?:please\s+)?(?:extract|get|list|show|give|find|collect|compare|read|tell|me|all|the|every|a|an|table|of|with)\s+/iu;

/** The thing, and what is wanted to be known of it: `keyboards` with `price` and `rating`. */
function partsOf({ query = '', columns }: Wanted): {
  readonly thing: string;
  readonly parts: readonly string[];
} {
  let words = query.trim().slice(0, 400);
  for (let next = words.replace(LEAD, ''); next !== words; next = words.replace(LEAD, '')) words = next;
  const [thing = '', ...rest] = words.split(
    /\s+(?:with|and\s+their|by|incl(?:uding|\.)?|mit|con|avec)\s+(?:their\s+|its\s+|the\s+)?|:\s+|,\s+/iu,
  );
  const asked = rest.flatMap((part) => part.split(/\s*(?:,|;|\band\b|\bund\b|\by\b|\bet\b|&)\s*/iu));
  const parts = asked.map((part) => part.trim()).filter((part) => part !== '' && tokens(part).length <= 4);
  return { thing, parts: columns ?? parts };
}
