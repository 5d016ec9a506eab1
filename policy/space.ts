// The finite space of requests: for every fact the classes of values that some entry tells apart. Two values of one class
// are the same to every entry, invariant and table of the policy.
import type { Condition, ValueSet } from './condition.ts';
import { contains, setsOf } from './condition.ts';
import type { Invariant, Unit } from './document.ts';
import { FACT_NAMES, factSpec } from './fact-table.ts';
import type { FactName } from './fact-table.ts';
import { HostClasses } from './host-classes.ts';
import type { HostPattern } from './host.ts';

/** Index of a fact in FACT_NAMES. The host is 0, the capability 1. */
export const HOST = 0;
export const CAPABILITY = 1;
export const FACT_COUNT = FACT_NAMES.length;
export const factIndex = (fact: FactName): number => FACT_NAMES.indexOf(fact);

/** A condition over classes. */
export type Test =
  | boolean
  | { readonly op: 'bits'; readonly fact: number; readonly bits: Uint8Array }
  /** Sorted half-open intervals of host classes, flat. */
  | { readonly op: 'hosts'; readonly intervals: readonly number[] }
  | { readonly op: 'and' | 'or'; readonly parts: readonly Test[] }
  | { readonly op: 'not'; readonly part: Test };

type RawValue = string | boolean | number;

export class Space {
  readonly hosts: HostClasses;
  /** Classes of every fact. */
  readonly counts: Int32Array = new Int32Array(FACT_COUNT).fill(1);
  /** Raw value index → class, for all facts but the host. */
  readonly classOfRaw: readonly Uint16Array[];
  readonly #witness: RawValue[][] = [];
  readonly #tests = new Map<ValueSet, Test>();

  constructor(units: readonly Unit[], invariants: readonly Invariant[]) {
    const sets = [
      ...units.flatMap((unit) => setsOf(unit.scope)),
      ...invariants.flatMap((one) => (one.kind === 'at-least' ? one.over : [])),
    ];
    const patterns: HostPattern[] = [];
    const byFact = new Map<FactName, ValueSet[]>();
    for (const set of sets) {
      if (set.kind === 'hosts') patterns.push(...set.patterns);
      else {
        const list = byFact.get(set.fact);
        if (list === undefined) byFact.set(set.fact, [set]);
        else list.push(set);
      }
    }
    this.hosts = new HostClasses(patterns);
    this.counts[HOST] = this.hosts.count;
    this.classOfRaw = FACT_NAMES.map((fact, index) => {
      if (fact === 'host') return new Uint16Array(0);
      const raw = rawValues(fact);
      const keys = signatures(raw, unique(byFact.get(fact) ?? []), units, fact);
      const classes = new Map<string, number>();
      const classOf = new Uint16Array(raw.length);
      const witness: RawValue[] = [];
      const spec = factSpec(fact);
      for (const [position, key] of keys.entries()) {
        const known = classes.get(key);
        const own = known ?? classes.size;
        if (known === undefined) classes.set(key, own);
        classOf[position] = own;
        const value = raw[position];
        // The neutral value speaks for its class: witnesses then read like ordinary requests.
        if (value !== undefined && (known === undefined || value === spec.neutral)) witness[own] = value;
      }
      this.counts[index] = classes.size;
      this.#witness[index] = witness;
      return classOf;
    });
  }

  /** A value of the class. */
  witness(fact: number, index: number): RawValue {
    if (fact === HOST) return index === 0 ? '' : this.hosts.witness(index);
    return this.#witness[fact]?.[index] ?? '';
  }

  /** The class of a value of a fact that is not the host. */
  classOf(fact: number, value: RawValue): number {
    return this.classOfRaw[fact]?.[this.raw(fact).indexOf(value)] ?? 0;
  }

  /** Which raw values a fact has, in the order of `classOfRaw`. */
  raw(fact: number): readonly RawValue[] {
    return rawValues(FACT_NAMES[fact] ?? 'host');
  }

  test(condition: Condition): Test {
    switch (condition.op) {
      case 'in':
        return this.testSet(condition.set);
      case 'and':
      case 'or':
        return joined(
          condition.op,
          condition.parts.map((part) => this.test(part)),
        );
      case 'not': {
        const part = this.test(condition.part);
        return typeof part === 'boolean' ? !part : { op: 'not', part };
      }
    }
  }

  testSet(set: ValueSet): Test {
    const known = this.#tests.get(set);
    if (known !== undefined) return known;
    const made = this.#testOf(set);
    this.#tests.set(set, made);
    return made;
  }

  #testOf(set: ValueSet): Test {
    if (set.kind === 'hosts') {
      return { op: 'hosts', intervals: disjoint(set.patterns.map((one) => this.hosts.interval(one))) };
    }
    const fact = factIndex(set.fact);
    const bits = new Uint8Array(this.counts[fact] ?? 0);
    for (let index = 0; index < bits.length; index++)
      bits[index] = contains(set, this.witness(fact, index)) ? 1 : 0;
    if (bits.every((bit) => bit === 1)) return true;
    return bits.some((bit) => bit === 1) && { op: 'bits', fact, bits };
  }
}

/** Whether a test is true at an assignment of classes to facts. */
export function passes(test: Test, at: Int32Array): boolean {
  if (typeof test === 'boolean') return test;
  switch (test.op) {
    case 'bits':
      return test.bits[at[test.fact] ?? 0] === 1;
    case 'hosts':
      return inIntervals(test.intervals, at[HOST] ?? 0);
    case 'and':
      return test.parts.every((part) => passes(part, at));
    case 'or':
      return test.parts.some((part) => passes(part, at));
    case 'not':
      return !passes(test.part, at);
  }
}

/** What is left of a test when capability and host are known (`-1`: not known). */
export function assume(test: Test, capability: number, host: number): Test {
  if (typeof test === 'boolean') return test;
  switch (test.op) {
    case 'bits':
      return test.fact === CAPABILITY && capability >= 0 ? test.bits[capability] === 1 : test;
    case 'hosts':
      return host >= 0 ? inIntervals(test.intervals, host) : test;
    case 'and':
    case 'or':
      return joined(
        test.op,
        test.parts.map((part) => assume(part, capability, host)),
      );
    case 'not': {
      const part = assume(test.part, capability, host);
      return typeof part === 'boolean' ? !part : { op: 'not', part };
    }
  }
}

/** Adds the facts that a test looks at. */
export function support(test: Test, facts: Set<number>): void {
  if (typeof test === 'boolean') return;
  if (test.op === 'bits') facts.add(test.fact);
  else if (test.op === 'hosts') facts.add(HOST);
  else if (test.op === 'not') support(test.part, facts);
  else for (const part of test.parts) support(part, facts);
}

/** Calls back for every membership in the test that is of the fact. */
export function eachBits(test: Test, fact: number, call: (bits: Uint8Array) => void): void {
  if (typeof test === 'boolean' || test.op === 'hosts') return;
  if (test.op === 'bits') {
    if (test.fact === fact) call(test.bits);
  } else if (test.op === 'not') eachBits(test.part, fact, call);
  else for (const part of test.parts) eachBits(part, fact, call);
}

/** Whether a value is in one of the sorted disjoint half-open intervals. */
export function inIntervals(intervals: readonly number[], value: number): boolean {
  let low = 0;
  let high = intervals.length >> 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((intervals[2 * middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low > 0 && value < (intervals[2 * low - 1] ?? 0);
}

/** Patterns nest, and so do their intervals: the union, sorted. */
function disjoint(intervals: readonly (readonly [number, number])[]): readonly number[] {
  const out: number[] = [];
  for (const [from, to] of intervals.toSorted((a, b) => a[0] - b[0])) {
    const end = out.at(-1);
    if (end !== undefined && from <= end) out[out.length - 1] = Math.max(end, to);
    else out.push(from, to);
  }
  return out;
}

function joined(op: 'and' | 'or', parts: readonly Test[]): Test {
  const absorbing = op === 'or';
  const left: Test[] = [];
  for (const part of parts) {
    if (part === absorbing) return absorbing;
    if (part !== !absorbing) left.push(part);
  }
  const only = left[0];
  if (only === undefined) return !absorbing;
  return left.length === 1 ? only : { op, parts: left };
}

export function rawValues(fact: FactName): readonly RawValue[] {
  const spec = factSpec(fact);
  switch (spec.kind) {
    case 'enum':
      return spec.members;
    case 'boolean':
      return [false, true];
    case 'integer':
      return Array.from({ length: spec.max - spec.min + 1 }, (_, index) => spec.min + index);
    case 'host':
      return [];
  }
}

/** For every raw value what the sets and the tables see of it. Equal texts are one class. */
function signatures(
  raw: readonly RawValue[],
  sets: readonly ValueSet[],
  units: readonly Unit[],
  fact: FactName,
): readonly string[] {
  const keys = raw.map((value) => sets.map((set) => (contains(set, value) ? '1' : '0')).join(''));
  for (const unit of units) {
    for (const [position, axis] of unit.axes.entries()) {
      if (axis.fact !== fact) continue;
      const slices = axis.members.map((_, member) => sliceText(unit, position, member));
      for (const [index, value] of raw.entries()) {
        const at = typeof value === 'number' ? undefined : axis.positions.get(value);
        keys[index] += `|${at === undefined ? '' : slices[at]}`;
      }
    }
  }
  return keys;
}

/** The cells of a table at one member of one axis. */
function sliceText(unit: Unit, axis: number, member: number): string {
  const after = unit.axes.slice(axis + 1).reduce((size, one) => size * one.members.length, 1);
  const own = unit.axes[axis]?.members.length ?? 1;
  return unit.cells
    .filter((_, index) => Math.floor(index / after) % own === member)
    .map((cell) => `${cell.severity}${cell.severity > 0 ? cell.violation : ''}`)
    .join();
}

/** Sets that say the same, once: two thousand rules for one capability are one membership. */
function unique(sets: readonly ValueSet[]): readonly ValueSet[] {
  return [...new Map(sets.map((set) => [JSON.stringify(set), set])).values()];
}
