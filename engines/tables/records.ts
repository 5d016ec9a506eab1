// Records of unlike shape brought into columns: labels become headings, parts that are one kind by mark or by type one column.
// INVARIANT: a cell is never altered: it is put into a column, or left out with its column.
import { baseOf, withLabels, withoutTwins, type Draft } from './beside.ts';
import type { Grid, GridCell, GridRow } from './grid.ts';
import { kindOf } from './values/kind.ts';
import { conceptOf } from './names.ts';
import type { Said } from './infer.ts';

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
  return { text: withoutNotes(withoutMarks(words)), quote: words, cell };
};

/** The numbers of footnotes behind it, and the power of a unit, which are set apart from the words. */
const withoutNotes = (words: string): string =>
  words
    .replace(/(?:\s\[(?:\d{1,3}|\p{Ll}|(?:note|nb) \d{1,2})\]){1,5}$/u, '')
    .replace(
      /^(\p{Nd}[\p{Nd}.,’' ]{0,14}[kcdm]?m) ([23])$/u,
      (_, figure: string, power: string) => `${figure}${power === '2' ? '²' : '³'}`,
    );

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

/** Two columns of one mark of which no record has both are one. */
function merged(drafts: readonly Draft[]): readonly Draft[] {
  const out: Draft[] = [];
  /** Where in `out` the columns of a mark stand. */
  const byConcept = new Map<string, number[]>();
  for (const draft of drafts) {
    const concept = conceptOfDraft(draft);
    const places = concept === null ? [] : (byConcept.get(concept) ?? []);
    const free = places.find((at) =>
      draft.cells.every((cell, row) => cell === null || (out[at]?.cells[row] ?? null) === null),
    );
    const other = free === undefined ? undefined : out[free];
    if (free !== undefined && other !== undefined) {
      // What stands alone as the regular price is the price.
      out[free] = {
        ...other,
        hint: concept === 'Price' ? 'price' : other.hint,
        cells: other.cells.map((cell, row) => cell ?? draft.cells[row] ?? null),
      };
      continue;
    }
    if (concept !== null && places.length < MOST_OF_A_MARK) byConcept.set(concept, [...places, out.length]);
    out.push(draft);
  }
  return out;
}
const MOST_OF_A_MARK = 20;

/** A price that is not struck is no old one to be put with those that are, whatever its mark says. */
function conceptOfDraft(draft: Draft): string | null {
  if (struck(draft)) return 'Old price';
  const called = draft.heading === '' ? conceptOf(draft.hint) : draft.heading;
  return called === 'Old price' ? 'Price' : called;
}

const struck = ({ cells }: Draft): boolean =>
  cells.every((cell) => cell === null || (cell.cell.struck && /\p{Nd}/u.test(cell.text)));

/** A table's columns, by where their cells stand. */
export function columnsOfTable({ head, rows }: Pick<Grid, 'head' | 'rows'>): RawColumns {
  const width = [...head, ...rows].reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const length = Math.min(width, MOST_KEYS);
  const columns = Array.from({ length }, (_, at) => {
    const headings = head.flatMap((row) => {
      const cell = row.cells[at];
      return cell === undefined
        ? []
        : [cell.text === '' ? cell.said.replace(/^sort(?:ed)?(?: by)?\b\s*/iu, '') : cell.text];
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
