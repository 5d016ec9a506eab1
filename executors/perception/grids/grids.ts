// What repeats on a page, as grids of cells: tables, ARIA grids, definition lists, lists, cards. Pure: it runs in the thread that reads captures.
// INVARIANT: of the documents that are given and no others; rows and cells are bounded, and what is left out is said.
import type { SnapshotGrid, SnapshotGrids } from '#executors/contract/snapshot.ts';
import type { CapturedDocument } from '#executors/perception/reading/captured.ts';
import { roleOfElement } from '#executors/perception/reading/dom-role.ts';
import { cellsOf } from './parts.ts';
import { addressOf } from './cell.ts';
import type { Making } from './cell.ts';
import { isPairs, pairsOf } from './pairs.ts';
import { readMonth } from './month.ts';
import { readSpread } from './spread.ts';
import { belongs, repeatsOf } from './repeats.ts';
import { isTable, readTable, rowsOf, type RawRow } from './table-grid.ts';
import { isControl, textOf, walk } from './walk.ts';

export type RawGrid = Omit<SnapshotGrid, 'head' | 'rows'> & {
  readonly head: readonly RawRow[];
  readonly rows: readonly RawRow[];
};
export type RawGrids = Omit<SnapshotGrids, 'grids'> & { readonly grids: readonly RawGrid[] };

/** Of all grids of a page. */
const MAX_CELLS = 80_000;
const MAX_GRIDS = 24;
const MAX_ELEMENTS_OF_RECORD = 200;
const MAX_TITLE_CHARACTERS = 200;
const STATED =
  /(?:price|amount|currenc|preis|beträge|prix|precio)[^.]{0,40}?(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/u;

/** `scroll`: of the page, whose document the boxes are told in. */
export function readGrids(
  documents: readonly CapturedDocument[],
  scroll: CapturedDocument['scroll'],
): RawGrids {
  const grids: RawGrid[] = [];
  const leftOut: string[] = [];
  const currencies = new Set<string>();
  let language = '';
  let next: string | null = null;
  const budget = { cells: MAX_CELLS };
  for (const document of documents) {
    const read = readDocument({ document, scroll }, budget);
    grids.push(...read.grids);
    for (const code of read.currencies) currencies.add(code);
    language ||= read.language;
    // Of the page itself: a frame does not say where it goes on.
    if (document === documents[0]) next = read.next;
    if (!read.complete) leftOut.push('the page has more parts than were looked at');
  }
  if (grids.length > MAX_GRIDS)
    leftOut.push(`${grids.length - MAX_GRIDS} smaller lists of the page were not read`);
  return { language, currencies: [...currencies], grids: grids.slice(0, MAX_GRIDS), next, leftOut };
}

type Seen = {
  readonly tables: number[];
  readonly lists: number[];
  readonly parents: number[];
  readonly headings: number[];
  readonly currencies: Set<string>;
  language: string;
  next: string | null;
};

function readDocument(
  making: Making,
  budget: { cells: number },
): {
  readonly grids: readonly RawGrid[];
  readonly complete: boolean;
  readonly currencies: ReadonlySet<string>;
  readonly language: string;
  readonly next: string | null;
} {
  const { document } = making;
  const seen = look(document);
  const grids: RawGrid[] = [];
  const within = new Set<number>();
  const titled = (node: number): Pick<RawGrid, 'title' | 'region' | 'area'> => ({
    title: titleOf(document, node, seen.headings),
    region: regionOf(document, node),
    area: areaOf(document, node),
  });
  for (const table of seen.tables) {
    if (budget.cells <= 0) break;
    const found = rowsOf(document, table);
    const records = readMonth(making, found) ?? readSpread(making, found, budget.cells);
    const read = records ?? readTable(making, table, found, budget.cells);
    if (read === null) continue;
    within.add(table);
    budget.cells -= count(read.rows);
    grids.push({ kind: records === null ? 'TABLE' : 'RECORDS', ...titled(table), ...read });
  }
  const pairs = pairsOf(making, seen.lists);
  const { repeats, complete } = repeatsOf(
    document,
    seen.parents.filter((node) => !isWithin(document, node, within)),
    (node) => within.has(node) || isPairs(document, node),
  );
  const records = new Set(repeats.flatMap((repeat) => repeat.records.flat()));
  for (const repeat of repeats) {
    const rows: RawRow[] = [];
    let read = 0;
    for (const record of repeat.records) {
      if (budget.cells <= 0) break;
      read += 1;
      const cells = cellsOf(making, record, { most: MAX_ELEMENTS_OF_RECORD, wholes: repeat.wholes });
      if (!belongs(repeat.keys, cells)) continue;
      budget.cells -= cells.length;
      rows.push({ cells, foot: false });
    }
    const [first = -1] = repeat.parents;
    const [[record = first] = []] = repeat.records;
    if (rows.length > 0)
      grids.push({
        kind: 'RECORDS',
        ...titled(first),
        title: titleOf(document, first, []) || titleOf(document, record, seen.headings),
        head: [],
        rows,
        rowsLeft: repeat.records.length - read,
      });
  }
  for (const { lists, rows } of pairs) {
    const [first = -1] = lists;
    // Those within records are parts of them.
    if (isWithin(document, first, records)) continue;
    grids.push({ kind: 'PAIRS', ...titled(first), head: [], rows, rowsLeft: 0 });
  }
  return { grids, complete, currencies: seen.currencies, language: seen.language, next: seen.next };
}

/** One walk: what there is to read. */
function look(document: CapturedDocument): Seen {
  const seen: Seen = {
    tables: [],
    lists: [],
    parents: [],
    headings: [],
    currencies: new Set(),
    language: '',
    next: null,
  };
  walk(document, 0, (node) => {
    if (document.isText(node)) {
      const text = document.text(node);
      if (text.length < 400 && text.length > 6 && STATED.test(text) && document.isVisible(node))
        for (const code of text.match(/(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/gu) ?? []) seen.currencies.add(code);
      return false;
    }
    if (node !== 0 && !document.isElement(node))
      return document.parent(node) <= 0 && document.pseudo(node) === '';
    const tag = document.tag(node);
    if (tag === 'html') seen.language = (document.attribute(node, 'lang') ?? '').slice(0, 40);
    if (tag === 'meta') seeCurrency(document, node, seen.currencies);
    if ((tag === 'link' || tag === 'a') && goesOn(document, node)) seen.next ??= addressOf(document, node);
    if (tag === 'head') return true;
    if (node !== 0 && isControl(document, node)) return false;
    if (document.attribute(node, 'itemprop') === 'priceCurrency')
      seeCurrency(document, node, seen.currencies);
    const role = node === 0 ? '' : roleOfElement(document, node);
    if (node !== 0 && isTable(document, node, role)) seen.tables.push(node);
    if (isPairs(document, node)) seen.lists.push(node);
    if (role === 'heading' && document.isVisible(node)) seen.headings.push(node);
    if (!isPairs(document, node)) seen.parents.push(node);
    return true;
  });
  return seen;
}

const goesOn = (document: CapturedDocument, node: number): boolean =>
  document.hasAttributes(node) &&
  (document.attribute(node, 'rel') ?? '').toLowerCase().split(/\s/u).includes('next');

function seeCurrency(document: CapturedDocument, node: number, into: Set<string>): void {
  const name = document.attribute(node, 'itemprop') ?? document.attribute(node, 'property') ?? '';
  if (!/currency$/iu.test(name)) return;
  const code = document.attribute(node, 'content') ?? textOf(document, node, 8);
  if (/^[A-Z]{3}$/u.test(code)) into.add(code);
}

const count = (rows: readonly RawRow[]): number => rows.reduce((sum, { cells }) => sum + cells.length, 0);

/** Itself counts too. */
function isWithin(document: CapturedDocument, node: number, some: ReadonlySet<number>): boolean {
  for (let at = node; at > 0; at = document.parent(at)) if (some.has(at)) return true;
  return false;
}

/** What it is called by, or the last heading before it. */
function titleOf(document: CapturedDocument, node: number, headings: readonly number[]): string {
  const own = document.attribute(node, 'aria-label') ?? '';
  const caption =
    document.tag(node) === 'table'
      ? document.children(node).find((child) => document.tag(child) === 'caption')
      : undefined;
  if (caption !== undefined) return textOf(document, caption, MAX_TITLE_CHARACTERS);
  if (own !== '') return own.slice(0, MAX_TITLE_CHARACTERS);
  // Nodes are numbered in their order.
  let [low, high] = [0, headings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((headings[middle] ?? 0) < node) low = middle + 1;
    else high = middle;
  }
  const before = headings[low - 1];
  return before === undefined ? '' : textOf(document, before, MAX_TITLE_CHARACTERS);
}

const WAYS = new Set(['navigation', 'menu', 'menubar', 'tablist', 'toolbar', 'listbox', 'tree', 'search']);
const NAMED_WAYS =
  /(?:^|[\s_-])(?:nav|navbar|menu|breadcrumbs?|pagination|pager|tabs|footer|sidebar|cookie\w*)(?:$|[\s_-])/iu;

function regionOf(document: CapturedDocument, node: number): RawGrid['region'] {
  let main = false;
  for (let at = node; at > 0; at = document.parent(at)) {
    if (!document.isElement(at)) continue;
    const role = roleOfElement(document, at);
    const tag = document.tag(at);
    if (WAYS.has(role) || tag === 'nav') return 'NAVIGATION';
    if (
      !main &&
      NAMED_WAYS.test(`${document.attribute(at, 'class') ?? ''} ${document.attribute(at, 'id') ?? ''}`) &&
      tag !== 'body'
    )
      return 'NAVIGATION';
    if (role === 'complementary' || tag === 'aside') return 'ASIDE';
    if (role === 'main') main = true;
    if (main) continue;
    if (role === 'contentinfo' || tag === 'footer') return 'FOOTER';
    if (role === 'banner' || (tag === 'header' && document.tag(document.parent(at)) === 'body'))
      return 'HEADER';
  }
  return main ? 'MAIN' : 'PAGE';
}

function areaOf(document: CapturedDocument, node: number): number {
  const box = document.box(node);
  return box === null ? 0 : box.width * box.height;
}
