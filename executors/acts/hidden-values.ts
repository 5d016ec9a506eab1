// Takes credentials out of what a program is told: of texts, of numbers, and of values that have one in parts, as letters of a list.
// INVARIANT: not told is one that stands whole in one part, or in parts that give it when one kind of them is read in order: all values,
// texts alone, numbers alone, keys, numbers of letters, or what has the same place in each entry. A script that mixes parts otherwise
// is not recognised. Nothing else is changed, and the work has a bound: beyond it `TooMuch` is thrown.
import { replaceFound, TextFinder, type Found } from '#policy/collections/find-all.ts';
import { HIDDEN, spellingsOf, type KnownCredentials } from '#executors/guards/sent-body.ts';
import { TooMuch, type Hiding } from '#executors/remote/values.ts';

/** Of all that one answer has hidden; about half a second. */
const MOST_WORK = 200_000_000;
/** A shorter credential is in numbers by chance, unless they are its digits one by one. */
const LONG_CHARACTERS = 6;

export function hidingOf({ values }: Pick<KnownCredentials, 'values'>): Hiding {
  const finder = new TextFinder(values.flatMap(spellingsOf), MOST_WORK);
  const find = (text: string): readonly Found[] => {
    const found = finder.in(text);
    if (found === null) throw new TooMuch('the value is too large to look for credentials in it');
    return found;
  };
  const without = (text: string): string => replaceFound(text, find(text), HIDDEN);
  return {
    text: (text) => (finder.isEmpty ? text : without(text)),
    value: (given) => {
      if (finder.isEmpty) return given;
      const whole = eachIn(given, (leaf) => wholeLeaf(leaf, without));
      const leaves = leavesOf(whole);
      const hidden = new Set<number>();
      for (const parts of [...WAYS.map((way) => way(leaves)), ...byPlace(leaves)])
        for (const at of inParts(parts, find)) hidden.add(at);
      let at = -1;
      return hidden.size === 0
        ? whole
        : eachIn(whole, (leaf) => (hidden.has((at += 1)) ? HIDDEN : leaf.value));
    },
  };
}

/** `place`: the index or the name in what it stands in. */
type Leaf = {
  readonly as: 'VALUE' | 'KEY';
  readonly value: string | number;
  readonly place: string | number;
};
type Part = { readonly at: number; readonly text: string; readonly isNumber: boolean };

/** A text, a number or a key; of a list and a record the parts, in their order. */
function eachIn(
  value: unknown,
  change: (leaf: Leaf) => string | number,
  place: string | number = '',
): unknown {
  if (typeof value === 'string' || typeof value === 'number') return change({ as: 'VALUE', value, place });
  if (Array.isArray(value)) return value.map((one: unknown, at) => eachIn(one, change, at));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      String(change({ as: 'KEY', value: key, place: key })),
      eachIn(one, change, key),
    ]),
  );
}

function leavesOf(value: unknown): readonly Leaf[] {
  const leaves: Leaf[] = [];
  eachIn(value, (leaf) => {
    leaves.push(leaf);
    return leaf.value;
  });
  return leaves;
}

function wholeLeaf({ value }: Leaf, without: (text: string) => string): string | number {
  const written = String(value);
  const told = without(written);
  return told === written ? value : typeof value === 'number' ? HIDDEN : told;
}

const partsOf =
  (read: (leaf: Leaf) => string | null) =>
  (leaves: readonly Leaf[]): readonly Part[] =>
    leaves.flatMap((leaf, at) => {
      const text = read(leaf);
      return text === null || text === ''
        ? []
        : [{ at, text, isNumber: typeof leaf.value === 'number' && text.length > 1 }];
    });
/** Numbers of letters. */
const MOST_CODE = 0x10_ff_ff;
const WAYS = [
  partsOf(({ as, value }) => (as === 'VALUE' ? String(value) : null)),
  partsOf(({ as, value }) => (as === 'VALUE' && typeof value === 'string' ? value : null)),
  partsOf(({ value }) => (typeof value === 'number' ? String(value) : null)),
  partsOf(({ as, value }) => (as === 'KEY' ? String(value) : null)),
  partsOf(({ value }) =>
    typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MOST_CODE
      ? String.fromCodePoint(value)
      : null,
  ),
] as const;

/** As a list of entries has it, `[['0', 'a'], ['1', 'b']]`: what is at one place in each. */
function byPlace(leaves: readonly Leaf[]): readonly (readonly Part[])[] {
  const places = new Map<string | number, Part[]>();
  for (const [at, { as, value, place }] of leaves.entries()) {
    const text = String(value);
    if (as === 'KEY' || text === '') continue;
    const part = { at, text, isNumber: typeof value === 'number' && text.length > 1 };
    const known = places.get(place);
    if (known === undefined) places.set(place, [part]);
    else known.push(part);
  }
  return [...places.values()].filter(({ length }) => length > 1);
}

/** Those that one stands in when they are read one after the other. */
function inParts(parts: readonly Part[], find: (text: string) => readonly Found[]): ReadonlySet<number> {
  const starts: number[] = [];
  let length = 0;
  for (const { text } of parts) {
    starts.push(length);
    length += text.length;
  }
  const hidden = new Set<number>();
  const joined = parts.map(({ text }) => text).join('');
  // Each part is come by once, but for those of matches that overlap: they come in the order of their beginnings.
  let first = 0;
  let done = 0;
  for (const { from, to } of find(joined)) {
    while ((starts[first + 1] ?? Infinity) <= from) first += 1;
    const isShort = to - from < LONG_CHARACTERS;
    const inIt: Part[] = [];
    for (let at = isShort ? first : Math.max(first, done); (starts[at] ?? Infinity) < to; at += 1) {
      const part = parts[at];
      if (part !== undefined) inIt.push(part);
      if (!isShort) done = at + 1;
    }
    if (isShort && inIt.some(({ isNumber }) => isNumber)) continue;
    for (const { at } of inIt) hidden.add(at);
  }
  return hidden;
}
