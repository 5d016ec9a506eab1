// How one node of a snapshot reads in a line. Pure. INVARIANT: page text never begins a line by itself: it stands behind `>`,
// behind `#`, or behind a ref and a role, and never holds a line break.
import type { SnapshotNode } from '../../contract/snapshot.ts';

export type Limits = {
  /** Characters of a name that can be acted on. */
  readonly name: number;
  /** Characters of a text in view, and out of it. */
  readonly text: number;
  readonly farText: number;
};

const MAX_OPTIONS_SHOWN = 12;

export function cut(text: string, limit: number): string {
  const flat = text.replace(/\s+/gu, ' ').trim();
  if (flat.length <= limit) return flat;
  const end = flat.charCodeAt(limit - 2);
  // Not between the halves of a surrogate pair.
  return `${flat.slice(0, end >= 0xd800 && end <= 0xdbff ? limit - 2 : limit - 1)}…`;
}

/** `e7 combobox Topic = Sales {Sales|Support|Other} [required]` */
export function elementLine(node: SnapshotNode, limits: Limits): string {
  const name = cut(node.name, limits.name);
  return `${node.ref ?? '-'} ${node.role}${name === '' ? '' : ` ${name}`}${detailsOf(node, limits)}`;
}

/** What stands behind the name: value, options, states. */
export function detailsOf(node: SnapshotNode, limits: Limits): string {
  const { value, options, description } = node;
  const states = node.states.filter(
    (state) => !state.startsWith('level=') && !(state === 'collapsed' && options !== undefined),
  );
  return [
    value === undefined || value === '' ? '' : ` = ${cut(value, limits.name)}`,
    options === undefined ? '' : ` {${optionsOf(options, limits)}}`,
    node.name === '' && description !== undefined ? ` (${cut(description, limits.name)})` : '',
    states.length === 0 ? '' : ` [${states.join(' ')}]`,
  ].join('');
}

function optionsOf(options: readonly string[], limits: Limits): string {
  const shown = options.slice(0, MAX_OPTIONS_SHOWN).map((option) => cut(option, Math.min(limits.name, 24)));
  const more = options.length - shown.length;
  return more > 0 ? `${shown.join('|')}|… ${more} more` : shown.join('|');
}

export function headingLine(node: SnapshotNode, limits: Limits): string {
  const level = Number(node.states.find((state) => state.startsWith('level='))?.slice(6) ?? 1);
  return `${'#'.repeat(Math.min(Math.max(level, 1), 6))} ${cut(node.name, limits.text)}`;
}

/** What opens the rest of a text that was cut: its line, and the character from which it goes on. */
const restOf = (line: number, from: number): string => ` … @${line}:${from}`;
/** What such a mark takes at most. */
const MAX_REST_CHARACTERS = 24;

/** `line`: where the text stands among all lines; a text that is cut says how to go on. */
export function textLine(node: SnapshotNode, limits: Limits, line: number | null = null, from = 0): string {
  const limit = node.inView ? limits.text : limits.farText;
  const all = flatOf(node);
  const begin = all[from] === ' ' ? from + 1 : from;
  const flat = all.slice(begin);
  if (line === null || flat.length <= limit || limit < MAX_REST_CHARACTERS * 2)
    return `> ${cut(flat, limit)}`;
  const rough = limit - MAX_REST_CHARACTERS;
  const blank = flat.lastIndexOf(' ', rough);
  // Not between the halves of a surrogate pair.
  const half = /[\uD800-\uDBFF]/u.test(flat[rough - 1] ?? '') ? rough - 1 : rough;
  const end = blank > rough / 2 ? blank : half;
  return `> ${flat.slice(0, end)}${restOf(line, begin + end)}`;
}

export const flatOf = ({ name }: SnapshotNode): string => name.replace(/\s+/gu, ' ').trim();

/** `[navigation Main e1]`: what the lines below belong to. */
export const regionLine = (node: SnapshotNode, limits: Limits): string =>
  `[${[node.role, cut(node.name, limits.name), node.ref ?? ''].filter((word) => word !== '').join(' ')}]`;
