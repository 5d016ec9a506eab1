// Conditions over classes, interned: equal tests are one object with one number, so that states of the compiler compare
// by numbers and what follows from a known fact is worked out once.
import { inIntervals } from '#policy/collections/intervals.ts';
import { PairMemo } from '#policy/collections/pair-memo.ts';

type Node = { readonly id: number };
/** A condition over classes of facts; true and false once nothing is open. */
export type Test =
  | boolean
  | (Node & { readonly op: 'bits'; readonly fact: number; readonly bits: Uint8Array })
  /** Sorted disjoint half-open intervals of classes, flat: of hosts and paths, whose patterns nest. */
  | (Node & { readonly op: 'within'; readonly fact: number; readonly intervals: readonly number[] })
  | (Node & { readonly op: 'and' | 'or'; readonly parts: readonly Test[] })
  | (Node & { readonly op: 'not'; readonly part: Test });

/** What `leastFact` gives for a test that looks at nothing. */
export const NO_FACT = 1000;

export class Tests {
  readonly #byKey = new Map<string, Test>();
  /** Those of one interval, by fact and beginning and by end; those of two parts, by their numbers; and what they lead to. */
  readonly #withins = new PairMemo();
  readonly #boths = new PairMemo();
  readonly #byPair: Test[] = [];
  readonly #assumed: Map<number, Test>[] = [];
  readonly #least: number[] = [];
  #next = 2;
  readonly #step: (count: number) => void;

  /** `step` counts the work, before it is done. */
  constructor(step: (count: number) => void) {
    this.#step = step;
  }

  bits(fact: number, bits: Uint8Array): Test {
    if (bits.every((bit) => bit === 1)) return true;
    if (bits.every((bit) => bit === 0)) return false;
    return this.#intern(`b${fact}:${bits.join('')}`, fact, (id) => ({ id, op: 'bits', fact, bits }));
  }

  /** `count`: how many classes the fact has. */
  within(fact: number, intervals: readonly number[], count: number): Test {
    if (intervals.length === 0) return false;
    const [from, to] = intervals;
    if (from === 0 && to === count) return true;
    const make = (id: number): Test => ({ id, op: 'within', fact, intervals });
    // Most are of one interval, and classes are numbers of 16 bits.
    return from !== undefined && to !== undefined && intervals.length === 2
      ? this.#internPair(this.#withins, fact * 0x10000 + from, to, fact, make)
      : this.#intern(`w${fact}:${intervals.join()}`, fact, make);
  }

  not(part: Test): Test {
    if (typeof part === 'boolean') return !part;
    if (part.op === 'not') return part.part;
    return this.#intern(`!${part.id}`, this.leastFact(part), (id) => ({ id, op: 'not', part }));
  }

  join(op: 'and' | 'or', all: readonly Test[]): Test {
    const absorbing = op === 'or';
    this.#step(all.length);
    const parts: Exclude<Test, boolean>[] = [];
    for (const part of all) {
      if (part === absorbing) return absorbing;
      if (typeof part !== 'boolean') parts.push(part);
    }
    // Most have two parts: sorting what is short in place makes nothing that is thrown away.
    sortById(parts);
    let kept = 0;
    for (const part of parts) if (kept === 0 || parts[kept - 1] !== part) parts[kept++] = part;
    parts.length = kept;
    const [only] = parts;
    if (only === undefined) return !absorbing;
    if (parts.length === 1) return only;
    const [, other] = parts;
    if (op === 'and' && other !== undefined && parts.length === 2) {
      const least = Math.min(this.leastFact(only), this.leastFact(other));
      return this.#internPair(this.#boths, only.id, other.id, least, (id) => ({ id, op, parts }));
    }
    let [least, key]: [number, string] = [NO_FACT, op];
    for (const part of parts) {
      least = Math.min(least, this.leastFact(part));
      key += ` ${part.id}`;
    }
    return this.#intern(key, least, (id) => ({ id, op, parts }));
  }

  /** What is left of a test when the class of one fact is known. */
  assume(test: Test, fact: number, index: number): Test {
    if (typeof test === 'boolean' || this.leastFact(test) > fact) return test;
    // Small ones are worked out as fast as they are found.
    if (test.op === 'bits' || test.op === 'within' || (test.op === 'and' && test.parts.length === 2))
      return this.#assume(test, fact, index);
    const key = fact * 0x100000 + index;
    const known = (this.#assumed[test.id] ??= new Map());
    const done = known.get(key);
    if (done !== undefined) return done;
    const made = this.#assume(test, fact, index);
    known.set(key, made);
    return made;
  }

  /** The first fact, in the order of the diagram, that a test looks at. */
  leastFact(test: Test): number {
    return typeof test === 'boolean' ? NO_FACT : (this.#least[test.id] ?? NO_FACT);
  }

  #assume(test: Exclude<Test, boolean>, fact: number, index: number): Test {
    switch (test.op) {
      case 'bits':
        return test.fact === fact ? test.bits[index] === 1 : test;
      case 'within':
        return test.fact === fact ? inIntervals(test.intervals, index) : test;
      case 'and':
      case 'or':
        return (
          this.#oneLeft(test, fact, index) ??
          this.join(
            test.op,
            test.parts.map((part) => this.assume(part, fact, index)),
          )
        );
      case 'not':
        return this.not(this.assume(test.part, fact, index));
    }
  }

  /** What is left where that is one part at most: mostly it is, and then nothing is made. */
  #oneLeft({ op, parts }: Extract<Test, { op: 'and' | 'or' }>, fact: number, index: number): Test | null {
    const absorbing = op === 'or';
    let only: Test = !absorbing;
    for (const part of parts) {
      const left = this.assume(part, fact, index);
      if (left === absorbing) {
        only = absorbing;
        break;
      }
      if (left === !absorbing || left === only) continue;
      if (only !== !absorbing) return null;
      only = left;
    }
    this.#step(parts.length);
    return only;
  }

  #intern(key: string, least: number, make: (id: number) => Test): Test {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const made = this.#make(least, make);
    this.#byKey.set(key, made);
    return made;
  }

  /** The same by two numbers: no text is made for what thousands of entries have. */
  #internPair(known: PairMemo, a: number, b: number, least: number, make: (id: number) => Test): Test {
    const done = this.#byPair[known.get(a, b) ?? -1];
    if (done !== undefined) return done;
    known.set(a, b, this.#byPair.length);
    const made = this.#make(least, make);
    this.#byPair.push(made);
    return made;
  }

  #make(least: number, make: (id: number) => Test): Test {
    this.#least[this.#next] = least;
    return make(this.#next++);
  }
}

/** Up to so many, one is put into its place after the other. */
const FEW_PARTS = 16;

function sortById(parts: { readonly id: number }[]): void {
  if (parts.length > FEW_PARTS) {
    parts.sort((a, b) => a.id - b.id);
    return;
  }
  for (let index = 1; index < parts.length; index++) {
    const part = parts[index];
    let at = index;
    if (part === undefined) continue;
    for (
      let before = parts[at - 1];
      at > 0 && before !== undefined && before.id > part.id;
      before = parts[at - 1]
    )
      parts[at--] = before;
    parts[at] = part;
  }
}

/** The number of a test: equal numbers are equal tests. */
export const testId = (test: Test): number => (typeof test === 'boolean' ? Number(test) : test.id);

/** Whether a test is true at an assignment of classes to facts. */
export function passes(test: Test, at: Int32Array): boolean {
  if (typeof test === 'boolean') return test;
  switch (test.op) {
    case 'bits':
      return test.bits[at[test.fact] ?? 0] === 1;
    case 'within':
      return inIntervals(test.intervals, at[test.fact] ?? 0);
    case 'and':
      return test.parts.every((part) => passes(part, at));
    case 'or':
      return test.parts.some((part) => passes(part, at));
    case 'not':
      return !passes(test.part, at);
  }
}

/** Whether a membership of one fact has a class. */
export function classPasses(test: Test, index: number): boolean {
  if (typeof test === 'boolean') return test;
  if (test.op === 'bits') return test.bits[index] === 1;
  if (test.op === 'within') return inIntervals(test.intervals, index);
  throw new TypeError('a set is one membership');
}

/** Whether a test is plainly false where a fact has a class: no answer but `true` is to be relied on. */
export function excludes(test: Test, fact: number, index: number): boolean {
  if (typeof test === 'boolean') return !test;
  if (test.op === 'bits') return test.fact === fact && test.bits[index] === 0;
  if (test.op === 'within') return test.fact === fact && !inIntervals(test.intervals, index);
  if (test.op !== 'and') return false;
  for (const part of test.parts) if (excludes(part, fact, index)) return true;
  return false;
}

/** Whether a test looks at a fact. */
export function looksAt(test: Test, fact: number): boolean {
  if (typeof test === 'boolean') return false;
  if (test.op === 'bits' || test.op === 'within') return test.fact === fact;
  if (test.op === 'not') return looksAt(test.part, fact);
  for (const part of test.parts) if (looksAt(part, fact)) return true;
  return false;
}

/** Adds the facts that a test looks at. */
export function support(test: Test, facts: Set<number>): void {
  if (typeof test === 'boolean') return;
  if (test.op === 'bits' || test.op === 'within') facts.add(test.fact);
  else if (test.op === 'not') support(test.part, facts);
  else for (const part of test.parts) support(part, facts);
}

/** The classes of a fact at which a test may become another one, 0 and perhaps the one after the last among them. */
export function stepsOf(test: Test, fact: number): Set<number> {
  const steps = new Set<number>([0]);
  collectSteps(test, fact, steps);
  return steps;
}

function collectSteps(test: Test, fact: number, steps: Set<number>): void {
  if (typeof test === 'boolean') return;
  switch (test.op) {
    case 'bits':
      for (let index = 1; test.fact === fact && index < test.bits.length; index++)
        if (test.bits[index] !== test.bits[index - 1]) steps.add(index);
      return;
    case 'within':
      if (test.fact === fact) for (const end of test.intervals) steps.add(end);
      return;
    case 'and':
    case 'or':
      for (const part of test.parts) collectSteps(part, fact, steps);
      return;
    case 'not':
      collectSteps(test.part, fact, steps);
  }
}
