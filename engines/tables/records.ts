// Records of unlike shape brought into columns: labels become headings, parts that are one kind by mark or by type one column.
// INVARIANT: a cell is never altered: it is put into a column, or left out with its column.
import type { Grid, GridCell, GridRow } from './grid.ts';
import { conceptOf } from './names.ts';
import type { Said } from './infer.ts';
import { readDate } from './values/date.ts';
import { readMoney, readQuantity } from './values/quantity.ts';
import { isAdvert, readBoolean, readRating } from './values/scales.ts';

export type RawColumn = {
  /** What the page calls it; `''`: nothing. */
  readonly heading: string;
  readonly hint: string;
  readonly cells: readonly (Said | null)[];
};

const LABEL = /^(\p{L}[\p{L}\p{N} /().-]{0,38}?)\s?[:：]\s+(\S.*)$/su;

type Part = Said & { readonly key: string; readonly label: string };

const said = (cell: GridCell): Said | null => {
  const words = cell.text !== '' ? cell.text : cell.said !== '' ? cell.said : (cell.machine ?? '');
  if (words === '') return cell.checked === null ? null : { text: '', quote: '', cell };
  return { text: withoutMarks(words), quote: words, cell };
};

/** A dash or a bar at an end parts it from what stands beside it. */
const withoutMarks = (words: string): string =>
  words.length > 60 ? words : words.replace(/^[|·•›»→]\s*|\s+[—–|·•›»→,;]$/gu, '').trim() || words;

/** `left`: columns that were not looked at. */
export type RawColumns = { readonly columns: readonly RawColumn[]; readonly left: number };

/** Marks of a page's own making are without end; what most records have is read. */
const MOST_KEYS = 400;

/** Records and pairs: by key, then by label, type and mark. */
export function columnsOfRecords({ rows }: Pick<Grid, 'rows'>): RawColumns {
  const parted = byKind(rows.map(partsOf));
  const columns = new Map<string, Part[]>();
  const where = new Map<Part, number>();
  for (const [at, parts] of parted.entries())
    for (const part of parts) {
      const some = columns.get(part.key);
      if (some === undefined) columns.set(part.key, [part]);
      else some.push(part);
      where.set(part, at);
    }
  const order = inOrder(parted.map((parts) => parts.map(({ key }) => key)));
  const kept = commonest(order, (key) => columns.get(key)?.length ?? 0);
  const drafts = kept.map((key): Draft => {
    const parts = columns.get(key) ?? [];
    const cells = Array.from<Part | null>({ length: rows.length }).fill(null);
    for (const part of parts) cells[where.get(part) ?? 0] = part;
    const [first] = parts;
    return { key, heading: first?.label ?? '', hint: first?.cell.hint ?? '', cells };
  });
  return { columns: merged(withLabels(withoutTwins(drafts))), left: order.length - kept.length };
}

/** In their order, those that the most records have. */
function commonest(order: readonly string[], countOf: (key: string) => number): readonly string[] {
  if (order.length <= MOST_KEYS) return order;
  const kept = new Set(order.toSorted((a, b) => countOf(b) - countOf(a)).slice(0, MOST_KEYS));
  return order.filter((key) => kept.has(key));
}

type Draft = {
  readonly key: string;
  readonly heading: string;
  readonly hint: string;
  readonly cells: readonly (Said | null)[];
};

function partsOf(row: GridRow): readonly Part[] {
  const met = new Map<string, number>();
  return row.cells.flatMap((cell) => {
    const words = said(cell);
    if (words === null) return [];
    const prefixed = cell.label === '' && !cell.heading && cell.href === null ? LABEL.exec(words.text) : null;
    const label = cell.label !== '' ? cell.label.replace(/\s?[:：]$/u, '') : (prefixed?.[1] ?? '');
    const base = label === '' ? cell.key : `label ${label.toLowerCase()}`;
    const count = (met.get(base) ?? 0) + 1;
    met.set(base, count);
    const key = count === 1 ? base : `${base} #${count}`;
    return [{ ...words, text: prefixed?.[2] ?? words.text, key, label }];
  });
}

/** Where parts of one mark are there several times, and not in all records, what they say tells them apart. */
function byKind(rows: readonly (readonly Part[])[]): readonly (readonly Part[])[] {
  const counts = new Map<string, Map<number, number>>();
  for (const parts of rows) {
    const own = new Map<string, number>();
    for (const { key } of parts) own.set(baseOf(key), (own.get(baseOf(key)) ?? 0) + 1);
    for (const [base, count] of own) {
      const met = counts.get(base) ?? new Map<number, number>();
      counts.set(base, met.set(count, (met.get(count) ?? 0) + 1));
    }
  }
  const mixed = new Set([...counts].filter(([, met]) => met.size > 1).map(([base]) => base));
  if (mixed.size === 0) return rows;
  return rows.map((parts) => {
    const met = new Map<string, number>();
    return parts.map((part) => {
      const base = baseOf(part.key);
      if (!mixed.has(base)) return part;
      const key = `${base} ${kindOf(part)}`;
      const count = (met.get(key) ?? 0) + 1;
      met.set(key, count);
      return { ...part, key: count === 1 ? key : `${key} #${count}` };
    });
  });
}

const baseOf = (key: string): string => key.replace(/ #\d+$/u, '');

function kindOf({ text, cell }: Said): string {
  const plain = { decimal: null, stated: [] };
  if (cell.checked !== null || readBoolean(text) !== null) return 'boolean';
  if (isAdvert(text)) return 'advert';
  if (readRating(cell.said, false, '.') !== null || readRating(text, false, '.') !== null) return 'rating';
  if (readMoney(text, plain) !== null) return cell.struck ? 'old money' : 'money';
  if (cell.machine !== null || readDate(text) !== null) return 'date';
  const quantity = readQuantity(text, plain);
  if (quantity !== null) return `number ${quantity.unit ?? ''}`;
  return 'text';
}

/** Every key once, each behind those that stand before it in the records. */
function inOrder(rows: readonly (readonly string[])[]): readonly string[] {
  const order: string[] = [];
  const known = new Set<string>();
  for (const keys of rows) {
    let behind = -1;
    for (const key of keys) {
      if (known.has(key)) {
        if (known.size < MOST_ORDERED) behind = Math.max(behind, order.indexOf(key));
        continue;
      }
      known.add(key);
      if (known.size < MOST_ORDERED) order.splice(behind + 1, 0, key);
      else order.push(key);
      behind += 1;
    }
  }
  return order;
}
const MOST_ORDERED = 300;

/** The second of two columns that say the same: a picture's text beside the name, a price for screen readers. */
function withoutTwins(drafts: readonly Draft[]): readonly Draft[] {
  const kept: { readonly draft: Draft; readonly words: readonly Words[] }[] = [];
  for (const draft of drafts) {
    const words = draft.cells.map(wordsOf);
    const there = words.filter((cell) => cell !== null).length;
    const twin = kept.slice(0, MOST_TWINS).some((other) => {
      if (other.draft.heading !== draft.heading) return false;
      let same = 0;
      for (const [at, cell] of words.entries()) {
        const beside = other.words[at] ?? null;
        if (cell !== null && beside !== null && (cell.text === beside.text || cell.plain === beside.plain))
          same += 1;
      }
      return same > 0 && same >= there * 0.8;
    });
    if (!twin) kept.push({ draft, words });
  }
  return kept.map(({ draft }) => draft);
}
const MOST_TWINS = 40;

type Words = { readonly text: string; readonly plain: string } | null;
const wordsOf = (cell: Said | null): Words =>
  cell === null
    ? null
    : { text: cell.text, plain: cell.text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '') };

/** A column that says the same in every record, beside one that does not, is that one's label. */
function withLabels(drafts: readonly Draft[]): readonly Draft[] {
  const out: Draft[] = [];
  const besides = new Map<string, number>();
  for (const { key } of drafts) besides.set(parentOf(key), (besides.get(parentOf(key)) ?? 0) + 1);
  for (let at = 0; at < drafts.length; at += 1) {
    const draft = drafts[at];
    if (draft === undefined) continue;
    const words = constantOf(draft);
    const next = drafts[at + 1];
    if (words === null) {
      out.push(draft);
      continue;
    }
    const linked = draft.cells.some((cell) => cell !== null && cell.cell.href !== null);
    const labels =
      !linked &&
      next !== undefined &&
      next.heading === '' &&
      constantOf(next) === null &&
      (/[:：]$/u.test(words) || // It and what it labels are all that stands there.
        (parentOf(draft.key) === parentOf(next.key) && besides.get(parentOf(draft.key)) === 2));
    if (labels) {
      out.push({ ...next, heading: words.replace(/\s?[:：]$/u, '') });
      at += 1;
    } else if (linked || !isAction(words)) out.push(draft);
  }
  return out;
}

const parentOf = (key: string): string => baseOf(key).replace(/\/[^/]*$/u, '');

function constantOf({ cells, heading }: Draft): string | null {
  if (heading !== '') return null;
  const texts = new Set(cells.flatMap((cell) => (cell === null ? [] : [cell.text])));
  const count = cells.filter((cell) => cell !== null).length;
  const [only] = texts;
  if (texts.size !== 1 || only === undefined || count < 2 || only.length > 40) return null;
  return /\d/u.test(only) || readBoolean(only) !== null || isAdvert(only) ? null : only;
}

const isAction = (words: string): boolean =>
  /^(?:add|buy|view|details?|more|read|show|see|open|shop|order|select|choose|compare|apply|book|learn|save|share|reply|report|in den|kaufen|ver|comprar|voir|acheter|→|›|»|·|\||•|[-–—])/iu.test(
    words,
  );

/** Two columns of one mark of which no record has both are one. */
function merged(drafts: readonly Draft[]): readonly Draft[] {
  const out: Draft[] = [];
  /** Where in `out` the columns of a mark stand. */
  const byConcept = new Map<string, number[]>();
  for (const draft of drafts) {
    const concept = draft.heading === '' ? conceptOf(draft.hint) : draft.heading;
    const places = concept === null ? [] : (byConcept.get(concept) ?? []);
    const free = places.find((at) =>
      draft.cells.every((cell, row) => cell === null || (out[at]?.cells[row] ?? null) === null),
    );
    const other = free === undefined ? undefined : out[free];
    if (free !== undefined && other !== undefined) {
      out[free] = { ...other, cells: other.cells.map((cell, row) => cell ?? draft.cells[row] ?? null) };
      continue;
    }
    if (concept !== null && places.length < MOST_OF_A_MARK) byConcept.set(concept, [...places, out.length]);
    out.push(draft);
  }
  return out;
}
const MOST_OF_A_MARK = 20;

/** A table's columns, by where their cells stand. */
export function columnsOfTable({ head, rows }: Pick<Grid, 'head' | 'rows'>): RawColumns {
  const width = [...head, ...rows].reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const length = Math.min(width, MOST_KEYS);
  const columns = Array.from({ length }, (_, at) => {
    const headings = head.flatMap((row) => {
      const cell = row.cells[at];
      return cell === undefined ? [] : [cell.text === '' ? cell.said : cell.text];
    });
    const distinct = headings.filter((words, index) => words !== '' && headings.indexOf(words) === index);
    const cells = rows.map((row) => {
      const cell = row.cells[at];
      return cell === undefined ? null : said(cell);
    });
    return { heading: distinct.join(' '), hint: cells.find((cell) => cell !== null)?.cell.hint ?? '', cells };
  });
  return { columns, left: width - length };
}
