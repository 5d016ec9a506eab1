// Disjoint boxes joined into as few readable ones as can be. INVARIANT: the same classes with the same values as before.
import { DAY, DIMENSIONS } from '#policy/engine/space/space.ts';
import type { Space } from '#policy/engine/space/space.ts';

/** Sorted classes of a fact, or of days; `null`: all of them. */
export type ClassSet = readonly number[] | null;
/** The same for equal sets of a fact with so many classes: their bits where they fit into a number. */
export function setKey(set: readonly number[], count: number): number | string {
  if (count > 31) return set.join();
  let bits = 0;
  for (const index of set) bits |= 1 << index;
  return bits;
}

export type PlainBox = { readonly value: number; readonly sets: readonly ClassSet[] };

/** A box by numbers: of its value, and of the set of every fact. */
type Numbered = { readonly value: number; readonly sets: Int32Array };

/** Joins boxes that differ in one fact only, until none do. The host and the capability, first in order, come last. */
export function mergeBoxes(boxes: readonly PlainBox[], space: Space): readonly PlainBox[] {
  const sets = new ClassSets(space);
  let current: readonly Numbered[] = boxes.map((box) => ({
    value: box.value,
    sets: Int32Array.from({ length: Math.max(box.sets.length, DIMENSIONS) }, (_, fact) =>
      sets.idOf(fact, box.sets[fact] ?? null),
    ),
  }));
  const facts = Array.from({ length: DIMENSIONS }, (_, fact) => fact).filter((fact) =>
    current.some((box) => box.sets[fact] !== ALL_MEMBERS),
  );
  for (;;) {
    const before = current.length;
    for (const fact of facts.toReversed()) current = mergeOver(current, fact, facts, sets);
    if (current.length === before) break;
  }
  return current.map((box) => ({
    value: box.value,
    sets: Array.from(box.sets.subarray(0, box.sets[DAY] === ALL_MEMBERS ? DAY : undefined), (id, fact) =>
      sets.at(fact, id),
    ),
  }));
}

function mergeOver(
  boxes: readonly Numbered[],
  fact: number,
  facts: readonly number[],
  sets: ClassSets,
): readonly Numbered[] {
  const others = facts.filter((one) => one !== fact);
  const prefixes = new Map<number, number>();
  const alike = new Map<number, Numbered[]>();
  for (const box of boxes) {
    // The value and the other sets, one after the other, to one number: a trie of prefixes.
    let at = box.value;
    for (const one of others) {
      const key = at * MAX_SETS + (box.sets[one] ?? ALL_MEMBERS);
      const known = prefixes.get(key);
      at = known ?? FIRST_PREFIX_NUMBER + prefixes.size;
      if (known === undefined) prefixes.set(key, at);
    }
    const list = alike.get(at);
    if (list === undefined) alike.set(at, [box]);
    else list.push(box);
  }
  return [...alike.values()].flatMap((list): readonly Numbered[] => {
    const [first] = list;
    if (first === undefined || list.length === 1) return list;
    const union = Int32Array.from(first.sets);
    union[fact] = sets.union(
      fact,
      list.map((box) => box.sets[fact] ?? ALL_MEMBERS),
    );
    return [{ value: first.value, sets: union }];
  });
}

const ALL_MEMBERS = 0;
const MAX_SETS = 0x1000000;
/** Numbers of prefixes begin above those of values. */
const FIRST_PREFIX_NUMBER = 0x10000;

/** Sets of classes of each fact, interned. Number 0 is all of them. */
class ClassSets {
  readonly #space: Space;
  readonly #sets: ClassSet[][] = [];
  readonly #ids: Map<number | string, number>[] = [];

  constructor(space: Space) {
    this.#space = space;
  }

  idOf(fact: number, set: ClassSet): number {
    if (set === null || set.length === this.#space.counts[fact]) return ALL_MEMBERS;
    const ids = (this.#ids[fact] ??= new Map());
    const sets = (this.#sets[fact] ??= [null]);
    const key = setKey(set, this.#space.counts[fact] ?? 1);
    const known = ids.get(key);
    if (known !== undefined) return known;
    ids.set(key, sets.length);
    return sets.push(set) - 1;
  }

  at(fact: number, id: number): ClassSet {
    return this.#sets[fact]?.[id] ?? null;
  }

  union(fact: number, ids: readonly number[]): number {
    if (ids.includes(ALL_MEMBERS)) return ALL_MEMBERS;
    return this.idOf(
      fact,
      ids.flatMap((id) => this.at(fact, id) ?? []).sort((a, b) => a - b),
    );
  }
}
