// What is in an outline for lines that are left out: elements always with their number and the ref that opens them; text that is
// only a few lines with a short mark, since it is between every two links of an article. Pure.
import type { Line } from './lines.ts';
import { cut } from './words.ts';

/** A fold of elements is never longer: its length is what the choice reckons with. */
export const MAX_FOLD_CHARACTERS = 76;
/** One fold of text says in words what the short marks of the others mean. */
export const EXPLAINED_FOLD_CHARACTERS = 64;
export const markOf = (from: number): string => `… @${from}`;

export type Gap = {
  readonly from: number;
  /** The first line behind it. */
  readonly to: number;
  readonly elements: number;
  /** What opens it. */
  readonly open: string;
  readonly mark: string;
  readonly words: string;
};

/** Where lines are left out, in order. */
export function gapsOf(lines: readonly Line[], kept: ReadonlyMap<number, string>, start: number): Gap[] {
  const gaps: Gap[] = [];
  for (let at = start; at < lines.length; at += 1) {
    if (kept.has(at)) continue;
    const from = at;
    while (at < lines.length && !kept.has(at)) at += 1;
    gaps.push(gapOf(lines.slice(from, at), from));
  }
  return gaps;
}

function gapOf(dropped: readonly Line[], from: number): Gap {
  const elements = dropped.reduce((sum, { refs }) => sum + refs.length, 0);
  const open = dropped.find(({ refs }) => refs.length > 0)?.refs[0] ?? `@${from}`;
  const words = wordsOf(dropped, elements, open);
  return {
    from,
    to: from + dropped.length,
    elements,
    open,
    mark: elements > 0 ? words : markOf(from),
    words,
  };
}

/** `… 450 elements in 150 rows, from “Add product 150”: open e455` */
function wordsOf(dropped: readonly Line[], elements: number, open: string): string {
  const rows = dropped.filter(({ kind }) => kind === 'row').length;
  const lines = dropped.length;
  const what = elements > 0 ? `${elements} elements` : `${lines} line${lines === 1 ? '' : 's'} of text`;
  const named = dropped.find(({ nodes }) => nodes.some(({ name }) => name !== ''));
  const name = named?.nodes.find((node) => node.name !== '')?.name ?? '';
  const where = rows > 1 ? ` in ${rows} rows` : '';
  const from = name === '' ? '' : `, from “${cut(name, 20)}”`;
  return `… ${what}${where}${from}: open ${open}`;
}

/** The gaps that say what they hold: those of elements, and of text the first and the largest, as far as there is room. */
export function wordedOf(gaps: readonly Gap[], room: number): ReadonlySet<Gap> {
  const worded = new Set(gaps.filter(({ elements }) => elements > 0));
  let left = room;
  const [first, ...others] = gaps.filter(({ elements }) => elements === 0);
  const largest = others.toSorted((a, b) => b.to - b.from - (a.to - a.from));
  for (const gap of first === undefined ? [] : [first, ...largest]) {
    left -= gap.words.length - gap.mark.length;
    if (left < 0) break;
    worded.add(gap);
  }
  return worded;
}
