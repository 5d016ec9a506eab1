// Reads a table from a page and, where that is wanted, from those behind it: each look and each press is an act of its own.
// INVARIANT: it acts by what it is given alone, so by the boundary; a cell stays only if its words stand on the page that was read.
import { systemClock } from '#executors/system/clock.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import { chooseTable, isLacking } from '#engines/tables/choose.ts';
import type { PageGrids } from '#engines/tables/grid.ts';
import { mergeTables } from '#engines/tables/merge.ts';
import { moreOf } from '#engines/tables/paging.ts';
import { adoptProposed, onlyStanding, WordsOfPage, type ProposedTable } from '#engines/tables/standing.ts';
import type { Table } from '#engines/tables/table.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { fail, ok, type Failure, type Result } from '#policy/language/failure.ts';
import { MAX_PAGES } from '#gateway/protocol/commands/row/table-view.ts';

export type ExtractOptions = {
  /** As a person says it: `keyboards with price and rating`. Default: the largest list of the main content. */
  readonly query?: string;
  /** Names of columns, and no others. */
  readonly columns?: readonly string[];
  /** Pages to be read at most, the first included; each is pressed for. Default: 1. */
  readonly pages?: number;
  /**
   * Names columns and words of the page, as a model would: what does not stand there is dropped. It is asked where our own reading finds
   * nothing, or not all of what was asked for by name. A text says why there is no proposal.
   */
  readonly propose?: (page: PageGrids) => Promise<ProposedTable | string>;
};

type Act = (action: BrowserAction) => Promise<Result<ActOutcome>>;

/** Errors: `act.no-table`, and those of the acts on the first page; what ends it later is said in `leftOut`. */
export async function extractTable(act: Act, options: ExtractOptions = {}): Promise<Result<Table>> {
  const limit = Math.min(MAX_PAGES, Math.max(1, Math.trunc(options.pages ?? 1)));
  const first = await readPage(act, options);
  if (!first.ok) return first;
  const tables = [first.value.table];
  const read = new Set([addressed(first.value.url)]);
  let end = await moreOn(act, first.value, 1, read);
  for (let page = 1; page < limit && 'act' in end; page += 1) {
    const next = await followed(act, end, options, tables);
    if (!next.ok) {
      end = { said: `the next page was not read: ${next.error.message}` };
      break;
    }
    tables.push(next.value.table);
    read.add(addressed(next.value.url));
    end = await moreOn(act, next.value, page + 1, read);
  }
  const merged = mergeTables(tables);
  const said =
    'act' in end
      ? [
          `the list goes on behind “${end.name.slice(0, 40)}”: ${limit === 1 ? 'one page was' : `${limit} pages were`} read`,
        ]
      : end.said === null
        ? []
        : [end.said];
  return ok({ ...merged, leftOut: [...merged.leftOut, ...said] });
}

/** `act`: what brings more, which is called `name`. `from`: the address of the page that it leaves. */
type Onward = {
  readonly act: BrowserAction;
  readonly name: string;
  readonly from: string;
};
type End = Onward | { readonly said: string | null };
/** `next`: where the page says that it goes on. */
type PageRead = { readonly table: Table; readonly url: string; readonly next: string | null };

const addressed = (url: string): string => url.replace(/#.*$/u, '');

/** What a person would press, else where the page itself says that it goes on, as far as that is this site and was not read yet. */
async function moreOn(
  act: Act,
  { table: { rows }, url, next }: PageRead,
  page: number,
  read: ReadonlySet<string>,
): Promise<End> {
  const looked = await act({ type: 'SNAPSHOT' });
  if (!looked.ok) return { said: `whether the list goes on is not known: ${looked.error.message}` };
  if (looked.value.kind !== 'SNAPSHOT') return { said: null };
  const { nodes, document } = looked.value.snapshot;
  const listed = new Set(rows.flatMap((row) => row.flatMap(({ place }) => place?.ref ?? [])));
  const more = moreOf({ nodes, url: document.url, listed }, page);
  if (more !== null && more.ref !== null)
    return { act: { type: 'CLICK', ref: more.ref }, name: more.name, from: url };
  if (next !== null && !read.has(addressed(next))) {
    const { origin, host, pathname, search } = new URL(next);
    if (origin === URL.parse(url)?.origin)
      return { act: { type: 'NAVIGATE', url: next }, name: `${pathname}${search}`, from: url };
    if (more === null)
      return { said: `the page says that it goes on at ${host}, which is another site and was not read` };
  }
  if (more === null) return { said: null };
  return {
    said: `the list may go on behind “${more.name.slice(0, 40)}”, which is not pressed by itself: it is no link of this site or plain button beside the list`,
  };
}

/** Presses or goes there, and reads what is there then. */
async function followed(
  act: Act,
  onward: Onward,
  options: ExtractOptions,
  before: readonly Table[],
): Promise<Result<PageRead>> {
  const pressed = await act(onward.act);
  if (!pressed.ok) return pressed;
  const read = await readPage(act, options);
  if (!read.ok) return read;
  // An address of this site may lead on to another one: rows of that are no more of this list.
  const there = URL.parse(read.value.url)?.host;
  if (there !== URL.parse(onward.from)?.host)
    return nothingNew(`it led to another site, ${there ?? 'unknown'}`);
  const [last] = before.slice(-1);
  if (last === undefined || !isLike(last, read.value.table)) return nothingNew('it shows another list');
  const known = new Set(last.rows.map(wordsOf));
  if (read.value.table.rows.every((row) => known.has(wordsOf(row))))
    return nothingNew('it shows nothing new');
  return read;
}

const nothingNew = (message: string): { readonly ok: false; readonly error: Failure } =>
  fail('act.no-table', message);

const wordsOf = (row: Table['rows'][number]): string => row.map(({ quote }) => quote).join('\n');

/** Half of the columns have their names again. */
const isLike = (a: Table, b: Table): boolean => {
  const names = new Set(a.columns.map(({ name }) => name));
  return b.columns.filter(({ name }) => names.has(name)).length * 2 >= Math.min(names.size, b.columns.length);
};

async function readPage(act: Act, { query, columns, propose }: ExtractOptions): Promise<Result<PageRead>> {
  const read = await act({ type: 'EXTRACT', as: 'table' });
  if (!read.ok) return read;
  if (read.value.kind !== 'GRIDS')
    return fail('boundary.internal', 'a reading of tables gave something else');
  const { document, page: grids } = read.value;
  const page: PageGrids = { url: document.url, title: document.title, ...grids };
  const readAt = new Date(systemClock.wallMs()).toISOString();
  const own = chooseTable(
    page,
    { ...(query === undefined ? {} : { query }), ...(columns === undefined ? {} : { columns }) },
    readAt,
  );
  const table =
    propose === undefined || (own !== null && !isLacking(own))
      ? own
      : betterOf(own, await propose(page), page, readAt);
  if (table === null || table.rows.length === 0) {
    return fail('act.no-table', 'nothing on this page reads as a table or a list', {
      help: 'look with a snapshot whether the list is there yet, or read the page with `text`',
    });
  }
  return ok({
    table: onlyStanding(table, [new WordsOfPage(page)]),
    url: page.url,
    next: page.next ?? null,
  });
}

/** The proposal, where as many rows of it stand on the page; else our own, which says what came of the asking. */
function betterOf(
  own: Table | null,
  proposed: ProposedTable | string,
  page: PageGrids,
  readAt: string,
): Table | null {
  if (typeof proposed === 'string')
    return own === null ? null : { ...own, leftOut: [...own.leftOut, proposed] };
  const adopted = adoptProposed(proposed, page, readAt);
  return adopted.rows.length > 0 && adopted.rows.length >= (own?.rows.length ?? 0) ? adopted : own;
}
