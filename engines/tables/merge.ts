// Several tables as one: pages of one list, lists of several sites. INVARIANT: what is of another type, unit or currency is never
// put into one figure; a row goes only where another has its identity, never because it reads the same.
import { coverage, normalise } from '../language.ts';
import { uniqueNames } from './names.ts';
import type { Cell, Column, Table, TableSource } from './table.ts';

/** In their order: of rows that lead to one address the first stays. */
export function mergeTables(tables: readonly Table[]): Table {
  const [first, ...rest] = tables;
  if (first === undefined) return { title: '', columns: [], rows: [], sources: [], leftOut: [] };
  const merged = rest.reduce(join, first);
  return { ...merged, leftOut: [...new Set([...merged.leftOut, ...sameThings(merged)])] };
}

function join(before: Table, after: Table): Table {
  const { sources, moved } = sourcesOf(before, after);
  // “Load more” shows what was there again, and more behind it.
  if (goesOn(before, after)) return { ...after, leftOut: union(before.leftOut, after.leftOut) };
  const places = new Map<string, number[]>();
  for (const [at, column] of before.columns.entries())
    places.set(sameness(column), [...(places.get(sameness(column)) ?? []), at]);
  /** By a column of the one before: which of this one's is the same. */
  const whence = new Map<number, number>();
  const unmatched: { readonly column: Column; readonly at: number }[] = [];
  for (const [at, column] of after.columns.entries()) {
    const place = places.get(sameness(column))?.shift();
    if (place === undefined) unmatched.push({ column, at });
    else whence.set(place, at);
  }
  const added = unmatched.slice(0, Math.max(0, MOST_COLUMNS - before.columns.length));
  const unread = unmatched.length - added.length;
  const shared = before.columns.map((column, at) => {
    const other = after.columns[whence.get(at) ?? -1];
    return other === undefined || other.unit === column.unit ? column : { ...column, unit: null };
  });
  const columns = [...shared, ...added.map(({ column }) => column)];
  const known = new Set(before.rows.flatMap((row) => identityOf(before.columns, row, before.sources) ?? []));
  let again = 0;
  const rows: (readonly Cell[])[] = before.rows.map((row) => [
    ...row.map((cell, at) => withUnit(cell, before.columns[at], shared[at])),
    ...added.map(() => NOTHING),
  ]);
  for (const row of after.rows) {
    const identity = identityOf(after.columns, row, after.sources);
    if (identity !== null && known.has(identity)) {
      again += 1;
      continue;
    }
    const from = (at: number, column: Column | undefined): Cell => {
      const cell = row[at];
      if (cell === undefined) return NOTHING;
      return { ...withUnit(cell, after.columns[at], column), source: moved[cell.source] ?? 0 };
    };
    rows.push([
      ...shared.map((column, at) => from(whence.get(at) ?? -1, column)),
      ...added.map(({ at, column }) => from(at, column)),
    ]);
  }
  const said =
    again === 0
      ? []
      : [
          `${again} ${again === 1 ? 'row that was' : 'rows that were'} there already ${again === 1 ? 'is' : 'are'} in it once`,
        ];
  const narrower = unread === 0 ? [] : [`${unread} more columns of a further page were not read`];
  return {
    title: before.title,
    columns: withUniqueNames(columns),
    rows,
    sources,
    leftOut: union(before.leftOut, after.leftOut, said, narrower),
  };
}

const NOTHING: Cell = { value: null, unit: null, quote: '', source: 0, place: null };
const union = (...lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())];

function sourcesOf(
  before: Table,
  after: Table,
): { readonly sources: readonly TableSource[]; readonly moved: readonly number[] } {
  const sources = [...before.sources];
  const moved = after.sources.map((source) => {
    const at = sources.findIndex(({ url, readAt }) => url === source.url && readAt === source.readAt);
    return at === -1 ? sources.push(source) - 1 : at;
  });
  return { sources, moved };
}

/** Pages that each bring columns of their own make no table without end. */
const MOST_COLUMNS = 400;

/** By name and type; a rating out of ten is not one out of five. */
const sameness = ({ type, outOf, name }: Column): string => `${type} ${outOf ?? ''} ${normalise(name)}`;

/** Where the column has no common unit any more each cell keeps its own. */
const withUnit = (cell: Cell, from: Column | undefined, to: Column | undefined): Cell =>
  cell.value === null ||
  cell.unit !== null ||
  from === undefined ||
  from.unit === null ||
  to?.unit === from.unit
    ? cell
    : { ...cell, unit: from.unit };

const goesOn = (before: Table, after: Table): boolean =>
  before.rows.length > 0 &&
  after.rows.length >= before.rows.length &&
  before.sources.length === 1 &&
  before.sources[0]?.url.replace(/#.*$/u, '') === after.sources[0]?.url.replace(/#.*$/u, '') &&
  before.columns.length === after.columns.length &&
  before.rows.every((row, at) => row.every(({ quote }, column) => quote === after.rows[at]?.[column]?.quote));

/** What tells a site whence one came, and not what one sees. */
const TRACE = /^(?:utm_\w+|ref|gclid|fbclid|src|pos|position|qid|sr)$/iu;

/** Where it leads. Two rows that read the same may be two things. */
function identityOf(
  columns: readonly Column[],
  row: readonly Cell[],
  sources: readonly TableSource[],
): string | null {
  const at = columns.findIndex(({ type, name }) => type === 'link' && name === 'Link');
  const value = row[at]?.value;
  if (typeof value !== 'string') return null;
  const url = URL.parse(value);
  if (url === null) return null;
  const page = sources[row[at]?.source ?? 0]?.url.replace(/[?#].*$/u, '');
  // A link to the very page that the list stands on tells nothing apart.
  if (url.search === '' && `${url.origin}${url.pathname}` === page) return null;
  const traces = Array.from(url.searchParams.keys()).filter((key) => TRACE.test(key));
  for (const key of traces) url.searchParams.delete(key);
  url.hash = '';
  return url.href;
}

const withUniqueNames = (columns: readonly Column[]): readonly Column[] => {
  const names = uniqueNames(columns.map(({ name }) => name));
  return columns.map((column, at) => ({ ...column, name: names[at] ?? column.name }));
};

const MOST_SAID = 10;
const LEAST_ALIKE = 0.5;
/** What is shorter may be the model of many things: M1, X5. */
const SURE_MODEL_CHARACTERS = 3;
const MODEL_COLUMN =
  /^(?:model(?: (?:no|number|name))?\.?|sku|mpn|part (?:no|number)\.?|article(?: (?:no|number))?|ean|gtin)$/iu;

type Named = {
  readonly words: string;
  readonly site: string;
  /** As a column of the page says it; `''`: it does not. */
  readonly given: string;
};

/** Rows of different sites that name the same model: said, and both kept, since price and state are each site's own. */
function sameThings({ columns, rows, sources }: Table): readonly string[] {
  const name = columns.findIndex(({ type }) => type === 'text');
  const model = columns.findIndex((column) => column.type !== 'money' && MODEL_COLUMN.test(column.name));
  if (name === -1 || new Set(sources.map(({ url }) => siteOf(url))).size < 2) return [];
  const byModel = new Map<string, readonly Named[]>();
  for (const row of rows) {
    const cell = row[name];
    if (cell === undefined || cell.quote === '') continue;
    const given = plainModel(model === -1 ? '' : (row[model]?.quote ?? ''));
    const one: Named = { words: cell.quote, site: siteOf(sources[cell.source]?.url ?? ''), given };
    for (const key of new Set([...(given === '' ? [] : [given]), ...modelsIn(cell.quote)])) {
      const some = byModel.get(key) ?? [];
      if (some.length < MOST_SAID) byModel.set(key, [...some, one]);
    }
  }
  // Of a thing with several numbers the first one says it.
  const told = new Set<Named>();
  const found = [...byModel].flatMap(([key, some]) => {
    const pair = some
      .flatMap((one, at) => some.slice(at + 1).map((other) => [one, other] as const))
      .find(([one, other]) => areSame(one, other, key));
    if (pair === undefined || pair.every((one) => told.has(one))) return [];
    pair.forEach((one) => told.add(one));
    return [
      `“${pair[0].words.slice(0, 80)}” of ${pair[0].site} and “${pair[1].words.slice(0, 80)}” of ${pair[1].site} are the same thing by name and model number (${key}): both rows are kept`,
    ];
  });
  const more = found.length - MOST_SAID;
  return more > 0
    ? [...found.slice(0, MOST_SAID), `${more} more things stand on several of the sites`]
    : found;
}

/** Where both pages say a model number it decides; a short one in a name does only where the names are the same words. */
const areSame = (one: Named, other: Named, key: string): boolean =>
  one.site !== other.site &&
  (one.given === '' || other.given === '' || one.given === other.given) &&
  alike(one.words, other.words, key.length < SURE_MODEL_CHARACTERS);

const siteOf = (url: string): string => URL.parse(url)?.host ?? url;
const plainModel = (text: string): string =>
  normalise(text)
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
/** `wholly`: each says all that the other says. */
function alike(a: string, b: string, wholly: boolean): boolean {
  const shared = [coverage(a, b), coverage(b, a)];
  return wholly ? Math.min(...shared) === 1 : Math.max(...shared) >= LEAST_ALIKE;
}

/** Words of letters and figures that are no measure: K380, WH-1000XM4. */
const modelsIn = (name: string): readonly string[] =>
  (name.slice(0, 300).match(/[\p{L}\p{N}][\p{L}\p{N}/-]{1,30}/gu) ?? [])
    .filter((word) => /\p{L}/u.test(word) && /\p{N}/u.test(word))
    .filter(
      (word) =>
        !/^\d+(?:[.,]\d+)?-?(?:kg|g|cm|mm|m|in|inch|ml|l|gb|tb|mb|mhz|ghz|hz|w|v|mah|keys?|pack|k|x|st|nd|rd|th|p|er)$/iu.test(
          word,
        ),
    )
    .map(plainModel)
    .filter((word) => word.length >= 2);
