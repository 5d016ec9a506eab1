// Rows that are built alike as one template and what varies in each. Pure. INVARIANT: every ref of a row is in its line.
import type { SnapshotNode } from '../../contract/snapshot.ts';
import { cut, detailsOf, type Limits } from './words.ts';

type Slot = {
  readonly role: string;
  readonly acts: boolean;
  /** What all rows say before and behind the part that varies; `varies: false`: all of it is in `before`. */
  readonly before: string;
  readonly behind: string;
  readonly varies: boolean;
};

export type Template = { readonly slots: readonly Slot[]; readonly count: number };

/** `null` where the rows do not have the same parts after all. */
export function templateOf(rows: readonly (readonly SnapshotNode[])[]): Template | null {
  const [first] = rows;
  if (first === undefined || first.length === 0) return null;
  const same = rows.every(
    (row) =>
      row.length === first.length &&
      row.every(
        (part, at) => part.role === first[at]?.role && (part.ref === null) === (first[at].ref === null),
      ),
  );
  if (!same) return null;
  const slots = first.map((part, at) =>
    slotOf(
      part,
      rows.map((row) => row[at]?.name ?? ''),
    ),
  );
  return { slots, count: rows.length };
}

function slotOf(part: SnapshotNode, names: readonly string[]): Slot {
  const base = { role: part.role, acts: part.ref !== null };
  const [first = ''] = names;
  if (names.every((name) => name === first)) return { ...base, before: first, behind: '', varies: false };
  let before = first;
  let behind = first;
  for (const name of names) {
    let to = 0;
    while (to < before.length && before[to] === name[to]) to += 1;
    before = before.slice(0, to);
    let from = 0;
    while (from < behind.length && behind.at(-1 - from) === name.at(-1 - from)) from += 1;
    behind = from === 0 ? '' : behind.slice(-from);
  }
  // By whole words, so that no number and no word is torn apart.
  before = before.slice(0, before.lastIndexOf(' ') + 1);
  const space = behind.indexOf(' ');
  behind = space === -1 ? '' : behind.slice(space);
  const shortest = Math.min(...names.map((name) => name.length));
  if (before.length + behind.length > shortest) behind = '';
  return { ...base, before, behind, varies: true };
}

/** `300 rows: link ‹› | > Description of ‹› | button Add ‹› to cart` */
export function templateLine({ slots, count }: Template, limits: Limits): string {
  const parts = slots.map(({ role, acts, before, behind, varies }) => {
    const words = varies ? `${before}‹›${behind}` : before;
    const kind = acts
      ? `${role} `
      : role === 'text' || role === 'cell' || role === 'gridcell'
        ? ''
        : `${role} `;
    return `${kind}${cut(words, limits.name)}`.trim();
  });
  return `${count} rows: ${parts.join(' | ')}`;
}

const OURS = /^(?:e\d|[#>…[+~-])/u;

/** `e5 Product 0 | red | $0.99 | e6 0 | e7`: in the template's order, without what all rows say. */
export function rowLine({ slots }: Template, row: readonly SnapshotNode[], limits: Limits): string {
  return row
    .map((part, at) => {
      const slot = slots[at];
      const { name } = part;
      const own =
        slot === undefined
          ? name
          : slot.varies
            ? name.slice(slot.before.length, name.length - slot.behind.length)
            : '';
      const limit = part.ref === null ? limits.farText : limits.name;
      const words = cut(own.replaceAll('|', '¦'), limit);
      // Text that reads like one of our own marks is quoted.
      const text =
        part.ref !== null ? `${part.ref} ${words}`.trim() : OURS.test(words) ? `> ${words}` : words;
      return `${text}${detailsOf(part, limits)}`.trim();
    })
    .filter((text) => text !== '')
    .join(' | ');
}
