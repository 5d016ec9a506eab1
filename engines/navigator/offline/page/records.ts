// Repeated things on a page (cards, list items, table rows, posts) as records with a name, a link and fields.
import { has, inFrame, textOf, within, type Item, type Outline } from './outline.ts';
import {
  findDate,
  findMoney,
  findRating,
  isUnavailable,
  type Money,
} from '#engines/navigator/offline/words/values.ts';

export type RecordField = { readonly label: string; readonly text: string };

export type PageRecord = {
  readonly item: Item;
  readonly name: string;
  /** The link that opens it, where it has one. */
  readonly link: Item | null;
  /** Cells by column header, for table rows. */
  readonly fields: readonly RecordField[];
  readonly text: string;
  readonly price: Money | null;
  /** The crossed-out one. */
  readonly oldPrice: Money | null;
  readonly date: number | null;
  readonly rating: number | null;
  readonly available: boolean;
};

const ROLES = ['row', 'listitem', 'article', 'gridcell', 'treeitem', 'group'];

/** All records of the page, in order. Things of the page's frame (menus, footers) are no records. */
export function recordsOf(outline: Outline): readonly PageRecord[] {
  const records: PageRecord[] = [];
  for (const item of outline.items) {
    if (!ROLES.includes(item.node.role) || inFrame(item)) continue;
    if ([...within(item)].some((inner) => inner.node.role === item.node.role)) continue;
    const record = item.node.role === 'row' ? rowRecord(item) : blockRecord(item);
    if (record !== null) records.push(record);
  }
  return records.length > 0 ? records : byHeadings(outline);
}

function rowRecord(row: Item): PageRecord | null {
  const cells = row.children.filter((cell) => isCell(cell));
  if (cells.length < 2 || cells.every((cell) => cell.node.role === 'columnheader')) return null;
  const headers = headersOf(row);
  const fields = cells.map((cell, i) => ({ label: headers[i] ?? '', text: textOf(cell) }));
  if (headers.length === 0) return null;
  const link = cells.flatMap((cell) => [...within(cell)]).find((inner) => inner.node.role === 'link') ?? null;
  return describeRecord(row, link?.node.name ?? fields[0]?.text ?? '', link, fields);
}

export const isCell = (item: Item): boolean =>
  ['cell', 'gridcell', 'columnheader', 'rowheader'].includes(item.node.role);

/** Column headers of the row's table; empty where it has none. */
export function headersOf(row: Item): readonly string[] {
  let table = row.parent;
  while (table !== null && !['table', 'grid', 'treegrid'].includes(table.node.role)) table = table.parent;
  if (table === null) return [];
  for (const inner of within(table)) {
    if (inner.node.role !== 'row') continue;
    const cells = inner.children.filter(isCell);
    return cells.length > 1 && cells.every((cell) => cell.node.role === 'columnheader')
      ? cells.map(textOf)
      : [];
  }
  return [];
}

function blockRecord(item: Item): PageRecord | null {
  const inner = [...within(item)];
  const link = inner.find((at) => at.node.role === 'link') ?? null;
  const heading = inner.find((at) => at.node.role === 'heading');
  const name = heading?.node.name ?? link?.node.name ?? item.node.name;
  if (name === '' && item.node.role !== 'article') return null;
  return describeRecord(item, name === '' ? textOf(item) : name, link, []);
}

/** Cards without a role: what is between one heading and the next of its level. */
function byHeadings(outline: Outline): readonly PageRecord[] {
  const headings = outline.items.filter(
    (item) => item.node.role === 'heading' && !has(item, 'level=1') && !inFrame(item),
  );
  return headings.flatMap((heading) => {
    const level = heading.node.states.find((state) => state.startsWith('level='));
    const peers = headings.filter((other) => level !== undefined && other.node.states.includes(level));
    if (peers.length < 2) return [];
    const next = headings.find((other) => other.index > heading.index)?.index ?? heading.index + 12;
    const inside = outline.items.slice(heading.index, next);
    const link = inside.find((item) => item.node.role === 'link') ?? null;
    const block: Item = {
      index: heading.index,
      node: heading.node,
      parent: heading.parent,
      children: inside.filter((item) => item.children.length === 0),
    };
    const text = inside
      .filter((item) => item.children.length === 0)
      .map(textOf)
      .join(' ');
    return [{ ...describeRecord(block, heading.node.name, link, []), text, ...prices(inside, text) }];
  });
}

function describeRecord(
  item: Item,
  name: string,
  link: Item | null,
  fields: readonly RecordField[],
): PageRecord {
  const inner = [item, ...within(item)];
  const text = textOf(
    item.node.role === 'heading' ? item : { ...item, node: { ...item.node, role: 'generic' } },
  );
  const dated = fields.map((field) => findDate(field.text)).find((date) => date !== null);
  return {
    item,
    name,
    link,
    fields,
    text,
    ...prices(inner, text),
    date: dated ?? findDate(text),
    rating: findRating(text),
    available: !isUnavailable(text),
  };
}

const OLD_PRICE = /\b(?:was|old price|rrp|before|instead of|list price|previously):?\s*(\S+\s?\S*)/gi;
/** Amounts that are not the price of the thing. */
const SIDE_AMOUNT =
  /\b(?:shipping|delivery|postage|save|saving|off|discount|voucher|deposit|cashback)\b|\bper\b|\/\s?(?:kg|l|100|month)\b/i;

/** The price to pay and the old one. Of two bare prices the lower is the one to pay: an offer never raises it. */
function prices(inner: readonly Item[], text: string): { price: Money | null; oldPrice: Money | null } {
  const leaves = inner.filter((item) => item.children.length === 0).map(textOf);
  const struck = inner
    .filter((item) => ['deletion', 'del', 's', 'strike'].includes(item.node.role))
    .flatMap((item) => findMoney(textOf(item)));
  const spoken = [...text.matchAll(OLD_PRICE)].flatMap((match) => findMoney(match[1] ?? '')).slice(0, 1);
  const old = [...struck, ...spoken];
  const main = leaves.filter((leaf) => !SIDE_AMOUNT.test(leaf)).flatMap(findMoney);
  const all = main.length > 0 ? main : leaves.flatMap(findMoney);
  const current = all.filter((money) => !old.some((gone) => gone.text === money.text));
  const price = (current.length > 0 ? current : all).reduce<Money | null>(
    (best, money) => (best === null || money.amount < best.amount ? money : best),
    null,
  );
  const higher = all.find((money) => price !== null && money.amount > price.amount) ?? null;
  return { price, oldPrice: old[0] ?? higher };
}
