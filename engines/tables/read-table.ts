// One of a page's grids as a table: typed columns with names, rows without totals and repeated heads, each cell with its words.
// INVARIANT: a cell that has a value has the words that it was read from; what is dropped is said in `leftOut`.
import type { Grid, GridRow, PageGrids } from './grid.ts';
import { inferColumn, type Inferred, type Said, type Written } from './infer.ts';
import { conceptOf, nameByType, uniqueNames } from './names.ts';
import { isAction } from './beside.ts';
import { shaped } from './shaped.ts';
import { columnsOfRecords, columnsOfTable, type RawColumn } from './records.ts';
import type { Cell, Column, Table } from './table.ts';
import { isAdvert, isTotal, readBoolean } from './values/scales.ts';
import { readNumber } from './values/number.ts';

const MOST_COLUMNS = 200;
const LONG_LINKS = 0.6;

type Typed = RawColumn & { readonly inferred: Inferred };

export function tableOf(page: PageGrids, given: Grid, readAt: string): Table {
  const leftOut: string[] = [...page.leftOut];
  const grid = shaped(given);
  const rows = grid.rows.filter((row) => !isRepeatedHead(row, grid.head) && !isAcross(row, grid));
  const totals = grid.kind === 'PAIRS' ? [] : rows.filter((row) => isTotalRow(row, rows));
  const kept = rows.filter((row) => !totals.includes(row));
  if (totals.length > 0)
    leftOut.push(
      `${totals.length === 1 ? 'a row of totals was' : `${totals.length} rows of totals were`} left out: ${quoted(totals)}`,
    );
  if (grid.rowsLeft > 0)
    leftOut.push(`${grid.rowsLeft.toLocaleString('en')} more rows of this page were not read`);
  const { columns: raw, left } =
    grid.kind === 'TABLE'
      ? columnsOfTable({ head: grid.head, rows: kept })
      : columnsOfRecords({ rows: kept });
  const unread = left + Math.max(0, raw.length - MOST_COLUMNS);
  if (unread > 0)
    leftOut.push(
      `${unread.toLocaleString('en')} more ${unread === 1 ? 'column was' : 'columns were'} not read`,
    );
  const written: Written = { language: page.language, currencies: page.currencies };
  const adverts = advertsIn(raw);
  const columns = raw
    .slice(0, MOST_COLUMNS)
    .map((column) => withoutAdverts(column))
    .filter(({ cells }) => cells.some((cell) => cell !== null))
    .map((column): Typed => ({
      ...column,
      inferred: inferColumn(
        column.cells,
        `${column.heading} ${column.heading === '' ? column.hint : ''}`,
        written,
      ),
    }))
    .filter((column) => !isFurniture(column, grid.kind));
  const main = mainColumn(columns, grid.kind);
  const made = columns
    .filter((column) => column === main || !isLinkWord(column))
    .map((column): Made => ({
      column: columnOf(column, column === main),
      cells: column.cells.map((cell, row) => cellOf(cell, column.inferred.values[row])),
    }));
  const link = linkColumn(main, columns, kept.length);
  if (link !== null) made.push(link);
  if (adverts.some((advert) => advert !== null))
    made.push({
      column: { name: 'Sponsored', type: 'boolean', unit: null, outOf: null },
      cells: adverts.map((advert) =>
        advert === null ? EMPTY : { ...cellOf(advert, { value: true, unit: null }) },
      ),
    });
  const names = uniqueNames(made.map(({ column }) => column.name));
  const all = kept.map((_, row) => made.map(({ cells }) => cells[row] ?? EMPTY));
  return {
    title: grid.title === '' ? page.title : grid.title,
    columns: made.map(({ column }, at) => ({ ...column, name: names[at] ?? column.name })),
    rows: all.filter((cells) => cells.some(({ quote }) => quote !== '')),
    sources: [{ url: page.url, title: page.title, readAt }],
    leftOut,
  };
}

type Made = { readonly column: Column; readonly cells: readonly Cell[] };
const EMPTY: Cell = { value: null, unit: null, quote: '', source: 0, place: null };

function cellOf(said: Said | null, read: Inferred['values'][number] | undefined): Cell {
  if (said === null) return EMPTY;
  const { ref, box } = said.cell;
  return {
    value: read?.value ?? null,
    unit: read?.unit ?? null,
    quote: said.quote,
    source: 0,
    place: ref === null && box === null ? null : { ref, box },
  };
}

function columnOf({ heading, hint, cells, inferred }: Typed, isMain: boolean): Column {
  const { type, unit, outOf } = inferred;
  const struck = type === 'money' && cells.every((cell) => cell === null || cell.cell.struck);
  const quotes = cells.flatMap((cell) => (cell === null ? [] : [cell.quote]));
  const called = struck ? 'Old price' : conceptOf(hint);
  const fits = called !== null && fitting(called, type);
  const name = heading !== '' ? heading : isMain ? 'Name' : fits ? called : nameByType(type, unit, quotes);
  return { name, type, unit, outOf };
}

/** A mark that says `price` where no money stands calls something else. */
const fitting = (concept: string, type: Column['type']): boolean =>
  concept.toLowerCase().includes('price')
    ? type === 'money'
    : concept !== 'Rating' || type === 'rating' || type === 'number';

const isRepeatedHead = (row: GridRow, head: readonly GridRow[]): boolean =>
  head.some(
    (one) =>
      one.cells.length > 1 &&
      one.cells.length === row.cells.length &&
      one.cells.every(({ text }, at) => text === row.cells[at]?.text),
  );

/** One cell across a table heads a section, or says that there is nothing. */
const isAcross = (row: GridRow, grid: Grid): boolean =>
  grid.kind === 'TABLE' &&
  row.cells.length === 1 &&
  [...grid.head, ...grid.rows].some(({ cells }) => cells.length > 1);

function isTotalRow(row: GridRow, rows: readonly GridRow[]): boolean {
  const first = row.cells.find(({ text }) => text !== '');
  if (first === undefined) return false;
  if (row.foot && rows.some(({ foot }) => !foot)) return true;
  return isTotal(first.text) && first.text.length <= 40 && rows.at(-1) === row && rows.length > 1;
}

const quoted = (rows: readonly GridRow[]): string =>
  rows
    .slice(0, 2)
    .map(
      ({ cells }) =>
        `“${cells
          .map(({ text }) => text)
          .filter((text) => text !== '')
          .join(' ')
          .slice(0, 80)}”`,
    )
    .join(', ');

function advertsIn(columns: readonly RawColumn[]): readonly (Said | null)[] {
  const length = columns[0]?.cells.length ?? 0;
  const found = Array.from<Said | null>({ length }).fill(null);
  for (const { cells } of columns)
    for (const [row, cell] of cells.entries()) if (cell !== null && isAdvert(cell.text)) found[row] ??= cell;
  return found;
}

const withoutAdverts = (column: RawColumn): RawColumn =>
  column.cells.some((cell) => cell !== null && isAdvert(cell.text))
    ? { ...column, cells: column.cells.map((cell) => (cell !== null && isAdvert(cell.text) ? null : cell)) }
    : column;

/** What is there to be pressed or to be counted by, and says nothing of a record. */
function isFurniture({ heading, cells, inferred }: Typed, kind: Grid['kind']): boolean {
  if (heading !== '' && !/^(?:actions?|#|(?:.*\s)?select(?:ion)?(?:\s.*)?)$/iu.test(heading)) return false;
  const there = cells.filter((cell) => cell !== null);
  if (there.every((cell) => cell.cell.checked !== null) && inferred.type === 'boolean')
    return (
      kind === 'TABLE' ||
      there.every(({ quote }) => readBoolean(quote) !== null || /select|compare|choose/iu.test(quote))
    );
  // A menu or a button of each row that shows no words.
  if (
    heading === '' &&
    there.every(
      ({ cell, quote }) =>
        cell.text === '' && /^(?:actions?|more|menu|options|edit|delete|remove|open)\b/iu.test(quote),
    )
  )
    return true;
  const counts = isNumbering(cells);
  return (
    counts ||
    (heading !== '' &&
      inferred.type === 'text' &&
      new Set(there.map(({ text }) => text)).size <= 1 &&
      /^actions?$/iu.test(heading))
  );
}

/** 1, 2, 3, … down a list; from anywhere on where it is written as a number of the list, as on its next page. */
function isNumbering(cells: readonly (Said | null)[]): boolean {
  const texts = cells.map((cell) => cell?.text ?? '');
  const ranks = texts.map((text) => readNumber(text.replaceAll(/^[[(#]|[\])}.]$/gu, ''))?.value ?? null);
  const [first = null] = ranks;
  if (first === null || ranks.length <= 2 || ranks.some((rank, at) => rank !== at + first)) return false;
  return first <= 1 || texts.every((text) => /^(?:\d{1,6}[.)]|[[(]\d{1,6}[\])]|#\d{1,6})$/u.test(text));
}

/** “Details”, “Read more” in every row: the words say nothing, the address does. */
const isLinkWord = ({ heading, cells, inferred }: Typed): boolean => {
  const there = cells.filter((cell) => cell !== null);
  return (
    heading === '' &&
    inferred.type === 'text' &&
    there.length > 1 &&
    there.every(({ cell }) => cell.href !== null) &&
    new Set(there.map(({ text }) => text)).size === 1 &&
    // A mark of some of them is no word to press.
    (there.length >= cells.length * 0.8 || there.every(({ text }) => isAction(text)))
  );
};

/** What tells the records apart: a heading, what the page calls name or title, the first words with a link, the first words. */
function mainColumn(columns: readonly Typed[], kind: Grid['kind']): Typed | null {
  const words = columns.filter(({ inferred }) => inferred.type === 'text');
  if (kind === 'TABLE' && words.some(({ heading }) => heading !== '')) return words[0] ?? null;
  const share = ({ cells }: Typed, fits: (cell: Said) => boolean): number =>
    cells.filter((cell) => cell !== null && fits(cell)).length / Math.max(1, cells.length);
  const called = (column: Typed): boolean => column.heading === '' && conceptOf(column.hint) === 'Name';
  return (
    words.find((column) => share(column, ({ cell }) => cell.heading) > LONG_LINKS) ??
    words.find(called) ??
    words.find(
      (column) => share(column, ({ cell }) => cell.href !== null) > LONG_LINKS && !isLinkWord(column),
    ) ??
    words.find((column) => column.heading === '' && !isLinkWord(column)) ??
    words[0] ??
    null
  );
}

/** Where each record leads: its name's address, else that of the link that is there in nearly every one. */
function linkColumn(main: Typed | null, columns: readonly Typed[], rows: number): Made | null {
  const linked = (column: Typed): number =>
    column.cells.filter((cell) => cell !== null && cell.cell.href !== null).length;
  const ranked = [...(main === null ? [] : [main]), ...columns.filter((column) => column !== main)];
  const found = ranked.find(
    (column) => linked(column) > 0 && linked(column) >= rows * LONG_LINKS && column.inferred.type !== 'link',
  );
  if (found === undefined) return null;
  return {
    column: { name: 'Link', type: 'link', unit: null, outOf: null },
    cells: found.cells.map((cell) =>
      cell === null || cell.cell.href === null ? EMPTY : cellOf(cell, { value: cell.cell.href, unit: null }),
    ),
  };
}
