// The finite space of requests: for every fact the classes of values that some entry tells apart. Two values of one class
// are the same to every entry, invariant and table of the policy.
import { Tests } from './class-test.ts';
import type { Test } from './class-test.ts';
import type { Condition, ValueSet } from './condition.ts';
import { contains, setsOf } from './condition.ts';
import { positionsOn } from './document.ts';
import type { Invariant, Unit } from './document.ts';
import { DayClasses } from './days.ts';
import { FACT_NAMES, factSpec } from './fact-table.ts';
import type { FactName } from './fact-table.ts';
import { HostClasses } from './host-classes.ts';
import type { HostPattern } from './host.ts';
import { NameClasses } from './name-classes.ts';
import { PathClasses, TextClasses } from './open-classes.ts';
import type { OpenClasses } from './open-classes.ts';
import { BudgetExceeded, Work } from './budget.ts';

/** Index of a fact in FACT_NAMES. The host is 0, the capability 1. */
export const HOST = 0;
export const CAPABILITY = 1;
/** Of every fact the class that holds its neutral value. */
export const NEUTRAL = 0;
export const FACT_COUNT = FACT_NAMES.length;
/** The day, which no request names: the last dimension, after all facts. */
export const DAY: number = FACT_NAMES.length;
export const DIMENSIONS = DAY + 1;
/** A fact's name, or `day`. */
export const dimensionName = (dimension: number): string => FACT_NAMES[dimension] ?? 'day';
export const factIndex = (fact: FactName): number => FACT_NAMES.indexOf(fact);

type RawValue = string | boolean | number;

export class Space {
  readonly hosts: HostClasses;
  readonly days: DayClasses;
  /** Classes of every dimension. */
  readonly counts: Int32Array = new Int32Array(DIMENSIONS).fill(1);
  /** Raw value index → class, for all facts but the host. */
  readonly classOfRaw: readonly Uint16Array[];
  readonly #witness: RawValue[][] = [];
  readonly tests = new Tests((count) => this.#work?.step(count));
  #work: Work | null;
  /** Of every fact that is text: its classes. */
  readonly #open: (OpenClasses | undefined)[] = [];
  /** Of every fact that is a path: the same, for the intervals of patterns. */
  readonly #paths: (PathClasses | undefined)[] = [];
  readonly #ofSet = new Map<ValueSet, Test>();
  readonly #ofMembers = new Map<string, Test>();

  /** `days`: where it is left out, no entry ends. `hosts`: of `hostPatternsIn`, where they were made already. Throws `BudgetExceeded`. */
  constructor(
    units: readonly Unit[],
    invariants: readonly Invariant[],
    work: Work = new Work(),
    days: DayClasses = new DayClasses([]),
    hosts: HostClasses | null = null,
  ) {
    this.#work = work;
    this.days = days;
    this.counts[DAY] = days.count;
    if (days.count > MAX_CLASSES) throw new BudgetExceeded(DAY);
    const sets = setsIn(units, invariants);
    const byFact = new Map<FactName, ValueSet[]>();
    for (const set of sets) {
      if (set.kind === 'hosts') continue;
      const list = byFact.get(set.fact);
      if (list === undefined) byFact.set(set.fact, [set]);
      else list.push(set);
    }
    this.hosts = hosts ?? new HostClasses(hostPatternsIn(units, invariants));
    this.counts[HOST] = this.hosts.count;
    this.#open[HOST] = this.hosts;
    this.classOfRaw = FACT_NAMES.map((fact, index) => {
      if (fact === 'host') return new Uint16Array(0);
      const open = openClasses(fact, byFact.get(fact) ?? []);
      if (open !== null) {
        if (open.count > MAX_CLASSES) throw new BudgetExceeded(index);
        this.#open[index] = open;
        if (open instanceof PathClasses) this.#paths[index] = open;
        this.counts[index] = open.count;
        return Uint16Array.from({ length: open.count }, (_, one) => one);
      }
      const raw = rawValues(fact);
      const told = unique(byFact.get(fact) ?? []);
      this.step(raw.length * told.reduce((sum, set) => sum + sizeOf(set), 1));
      const keys = signatures(raw, told, units, fact);
      const classes = new Map<string, number>();
      // The neutral value's class comes first: what is searched for in order is then found in an ordinary request.
      const neutral = keys[raw.findIndex((value) => value === factSpec(fact).neutral)];
      if (neutral !== undefined) classes.set(neutral, 0);
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

  /** Counts work that is done on this space, before it is done. Throws `WorkExceeded`. */
  step(count: number): void {
    this.#work?.step(count);
  }

  /** What is asked of a policy in force is no longer work of compiling it. */
  release(): void {
    this.#work = null;
  }

  /** A value of the class. */
  witness(fact: number, index: number): RawValue {
    if (fact === DAY) return this.days.witness(index);
    if (fact === HOST) return index === 0 ? '' : this.hosts.witness(index);
    const open = this.#open[fact];
    if (open !== undefined) return open.witness(index);
    return this.#witness[fact]?.[index] ?? '';
  }

  /** The class of a value of a fact. */
  classOf(fact: number, value: RawValue): number {
    if (fact === DAY) return this.days.classOf(String(value));
    const open = this.#open[fact];
    if (open !== undefined) return open.classOf(String(value));
    return this.classOfRaw[fact]?.[this.raw(fact).indexOf(value)] ?? 0;
  }

  /** The classes of a fact that is text, the host among them; `null` for the others. */
  open(fact: number): OpenClasses | null {
    return this.#open[fact] ?? null;
  }

  /** Which raw values a fact has, in the order of `classOfRaw`: for a text one value of every class. */
  raw(fact: number): readonly RawValue[] {
    if (fact === DAY) return [];
    const open = fact === HOST ? undefined : this.#open[fact];
    if (open !== undefined) return Array.from({ length: open.count }, (_, index) => open.witness(index));
    return rawValues(FACT_NAMES[fact] ?? 'host');
  }

  /** The classes of a pattern of hosts or paths, a half-open interval; it has to be one of those given. */
  intervalOf(fact: FactName, pattern: HostPattern | string): readonly [number, number] {
    if (typeof pattern !== 'string') return this.hosts.interval(pattern);
    return this.#paths[factIndex(fact)]?.interval(pattern) ?? [0, 0];
  }

  test(condition: Condition): Test {
    switch (condition.op) {
      case 'in':
        return this.testSet(condition.set);
      case 'and':
      case 'or':
        return this.tests.join(
          condition.op,
          condition.parts.map((part) => this.test(part)),
        );
      case 'not':
        return this.tests.not(this.test(condition.part));
    }
  }

  /** The scope of an entry: its condition, and until when it speaks. */
  testUnit({ scope, expires }: Unit): Test {
    const test = this.test(scope);
    if (expires === null) return test;
    const last = this.days.classOf(expires);
    const days = this.tests.within(DAY, [0, last + 1], this.days.count);
    // Flat, so that what it says of hosts stays in sight.
    const parts = typeof test !== 'boolean' && test.op === 'and' ? test.parts : [test];
    return this.tests.join('and', [...parts, days]);
  }

  testSet(set: ValueSet): Test {
    const known = this.#ofSet.get(set);
    if (known !== undefined) return known;
    const made = this.#testOf(set);
    this.#ofSet.set(set, made);
    return made;
  }

  #testOf(set: ValueSet): Test {
    if (set.kind === 'hosts')
      return this.#within(
        HOST,
        set.patterns.map((one) => this.hosts.interval(one)),
      );
    const fact = factIndex(set.fact);
    const paths = set.kind === 'paths' ? this.#paths[fact] : undefined;
    if (set.kind === 'paths' && paths !== undefined)
      return this.#within(
        fact,
        set.patterns.map((one) => paths.interval(one)),
      );
    if (set.kind === 'members') {
      // Two thousand rules for one capability are one test.
      const key = `${fact} ${set.members.length} ${set.members.join('\n')}`;
      const known = this.#ofMembers.get(key);
      if (known !== undefined) return known;
      const made = this.#bitsOf(fact, set);
      this.#ofMembers.set(key, made);
      return made;
    }
    return this.#bitsOf(fact, set);
  }

  #within(fact: number, intervals: readonly (readonly [number, number])[]): Test {
    return this.tests.within(fact, disjoint(intervals), this.counts[fact] ?? 1);
  }

  #bitsOf(fact: number, set: ValueSet): Test {
    const bits = new Uint8Array(this.counts[fact] ?? 0);
    this.step(bits.length * sizeOf(set));
    const members = set.kind === 'members' ? new Set<RawValue>(set.members) : null;
    for (let index = 0; index < bits.length; index++) {
      const value = this.witness(fact, index);
      bits[index] = (members === null ? contains(set, value) : members.has(value)) ? 1 : 0;
    }
    return this.tests.bits(fact, bits);
  }
}

/** What entries and invariants look at. */
const setsIn = (units: readonly Unit[], invariants: readonly Invariant[]): readonly ValueSet[] => [
  ...units.flatMap((unit) => setsOf(unit.scope)),
  ...units.flatMap((unit) => (unit.firm === undefined ? [] : setsOf(unit.firm))),
  ...invariants.flatMap((one) => (one.kind === 'at-least' ? one.over : [])),
];

/** The patterns of hosts that a space tells apart. */
export function hostPatternsIn(
  units: readonly Unit[],
  invariants: readonly Invariant[],
): readonly HostPattern[] {
  return setsIn(units, invariants).flatMap((set) => (set.kind === 'hosts' ? set.patterns : []));
}

/** How much looking for a value in a set takes at most. */
const sizeOf = (set: ValueSet): number =>
  set.kind === 'ranges' ? set.ranges.length : set.kind === 'words' ? set.phrases.length : 1;

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

/** Classes are numbers of 16 bits. */
const MAX_CLASSES = 65_535;

/** The classes of a fact that is text, by the sets that entries have of it. */
function openClasses(fact: FactName, sets: readonly ValueSet[]): OpenClasses | null {
  const spec = factSpec(fact);
  const literals = sets.flatMap((set) => (set.kind === 'members' ? set.members.map(String) : []));
  if (spec.kind === 'path')
    return new PathClasses(
      sets.flatMap((set) => (set.kind === 'paths' ? set.patterns : [])),
      spec.neutral,
    );
  if (spec.kind !== 'text') return null;
  if (spec.style !== 'name') return new TextClasses(literals);
  const lists = sets.flatMap((set) => (set.kind === 'words' ? [set.phrases] : []));
  return new NameClasses(literals, lists, factIndex(fact));
}

const RAW = new Map<FactName, readonly RawValue[]>();

/** Every value of a fact that has finitely many, else none. */
export function rawValues(fact: FactName): readonly RawValue[] {
  const known = RAW.get(fact) ?? listRaw(fact);
  RAW.set(fact, known);
  return known;
}

function listRaw(fact: FactName): readonly RawValue[] {
  const spec = factSpec(fact);
  switch (spec.kind) {
    case 'enum':
      return spec.members;
    case 'boolean':
      return [false, true];
    case 'integer':
      return Array.from({ length: spec.max - spec.min + 1 }, (_, index) => spec.min + index);
    case 'host':
    case 'path':
    case 'text':
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
  const positionOf = positionsOn(unit.axes, axis);
  return unit.cells
    .filter((_, index) => positionOf(index) === member)
    .map((cell) => `${cell.severity}${cell.severity > 0 ? cell.violation : ''}`)
    .join();
}

/** Sets that say the same, once: two thousand rules for one capability are one membership. */
function unique(sets: readonly ValueSet[]): readonly ValueSet[] {
  return [...new Map(sets.map((set) => [JSON.stringify(set), set])).values()];
}
