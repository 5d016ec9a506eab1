// Takes credentials out of what a program is told: of texts, of numbers, and of values that have one in parts, as letters of a list.
// INVARIANT: what a known credential stands in, in one part or in parts that follow each other, is not told; nothing else is changed.
import { HIDDEN, spellingsOf, type KnownCredentials } from '#executors/guards/sent-body.ts';
import type { Hiding } from '#executors/remote/values.ts';

export function hidingOf({ values }: Pick<KnownCredentials, 'values'>): Hiding {
  const spellings = [...new Set(values.flatMap(spellingsOf))]
    .filter((one) => one !== '')
    .toSorted((a, b) => b.length - a.length);
  return {
    text: (text) => without(text, spellings),
    value: (given) => {
      if (spellings.length === 0) return given;
      const together = leavesOf(given)
        .map(({ value }) => String(value))
        .join('\n');
      const there = spellings.filter((one) => together.includes(one));
      const whole = there.length === 0 ? given : eachIn(given, (leaf) => wholeLeaf(leaf, there));
      const leaves = leavesOf(whole);
      const found = new Set<number>();
      for (const read of [asText('VALUE'), asText('KEY'), asCode])
        for (const at of inParts(leaves, read, spellings)) found.add(at);
      let at = -1;
      return found.size === 0 ? whole : eachIn(whole, (leaf) => (found.has((at += 1)) ? HIDDEN : leaf.value));
    },
  };
}

type Leaf = { readonly as: 'VALUE' | 'KEY'; readonly value: string | number };
type Read = (leaf: Leaf) => string | null;

/** A text, a number or a key; of a list and a record the parts, in their order. */
function eachIn(value: unknown, change: (leaf: Leaf) => string | number): unknown {
  if (typeof value === 'string' || typeof value === 'number') return change({ as: 'VALUE', value });
  if (Array.isArray(value)) return value.map((one: unknown) => eachIn(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      String(change({ as: 'KEY', value: key })),
      eachIn(one, change),
    ]),
  );
}

/** The longest comes first. */
const without = (text: string, spellings: readonly string[]): string =>
  spellings.reduce((rest, one) => (one.length > rest.length ? rest : rest.replaceAll(one, HIDDEN)), text);

function leavesOf(value: unknown): readonly Leaf[] {
  const leaves: Leaf[] = [];
  eachIn(value, (leaf) => {
    leaves.push(leaf);
    return leaf.value;
  });
  return leaves;
}

function wholeLeaf({ value }: Leaf, spellings: readonly string[]): string | number {
  const written = String(value);
  const told = without(written, spellings);
  return told === written ? value : typeof value === 'number' ? HIDDEN : told;
}

const asText =
  (as: Leaf['as']): Read =>
  (leaf) =>
    leaf.as === as ? String(leaf.value) : null;
/** Numbers of letters. */
const MOST_CODE = 0x10_ff_ff;
const asCode: Read = ({ value }) =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MOST_CODE
    ? String.fromCodePoint(value)
    : null;

/** Those that one stands in when they are read one after the other. */
function inParts(leaves: readonly Leaf[], read: Read, spellings: readonly string[]): ReadonlySet<number> {
  const starts: number[] = [];
  const which: number[] = [];
  let joined = '';
  for (const [at, leaf] of leaves.entries()) {
    const text = read(leaf);
    if (text === null || text === '') continue;
    starts.push(joined.length);
    which.push(at);
    joined += text;
  }
  const found = new Set<number>();
  for (const spelling of spellings) {
    // Each part is come by once: matches come in the order of the text.
    let part = 0;
    for (let at = joined.indexOf(spelling); at !== -1; at = joined.indexOf(spelling, at + 1)) {
      while ((starts[part + 1] ?? Infinity) <= at) part += 1;
      for (; (starts[part] ?? Infinity) < at + spelling.length; part += 1) found.add(which[part] ?? -1);
      part -= 1;
    }
  }
  return found;
}
