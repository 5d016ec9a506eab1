// The finite space of requests: for every fact the classes of values that some entry tells apart. Two values of one class
// are the same to every entry, invariant and table of the policy.
import { Tests } from './class-test.ts';
import type { Test } from './class-test.ts';
import type { Condition, ValueSet } from '#policy/engine/documents/condition.ts';
import { addSetsOf, contains } from '#policy/engine/documents/condition.ts';
import type { Invariant, Entry } from '#policy/engine/documents/document.ts';
import { DayClasses } from '#policy/engine/documents/days.ts';
import { FACT_NAMES, factSpec, isOfKind } from '#policy/language/fact-table.ts';
import type { FactName } from '#policy/language/fact-table.ts';
import { HostClasses } from '#policy/engine/classes/host-classes.ts';
import type { HostPattern } from '#policy/requests/host.ts';
import { KeyedClasses } from '#policy/engine/classes/keyed-classes.ts';
import { NameClasses } from '#policy/engine/classes/name-classes.ts';
import { NetworkClasses } from '#policy/engine/classes/network-classes.ts';
import { WildPathClasses } from '#policy/engine/classes/wild-path-classes.ts';
import { isWild } from '#policy/requests/url-parts/paths.ts';
import { FoldedPathClasses } from '#policy/engine/classes/folded-path-classes.ts';
import { PathClasses, TextClasses } from '#policy/engine/classes/open-classes.ts';
import type { Folding } from '#policy/requests/url-parts/path-case.ts';
import type { OpenClasses } from '#policy/engine/classes/open-classes.ts';
import { BudgetExceeded, Work } from '#policy/collections/budget.ts';
import { signatures } from './signatures.ts';
import { atOnce } from '#policy/collections/turns.ts';
import type { Turns } from '#policy/collections/turns.ts';

/** Index of a fact in FACT_NAMES. The host is 0, the capability 1. */
export const HOST_INDEX = 0;
export const CAPABILITY_INDEX = 1;
/** Of every fact the class that holds its neutral value. */
export const NEUTRAL_CLASS = 0;
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
  readonly #classes: Uint16Array[] = [];
  readonly #witness: RawValue[][] = [];
  readonly tests = new Tests((count) => this.#work?.step(count));
  #work: Work | null;
  /** Of every fact that is text: its classes. */
  readonly #open: (OpenClasses | undefined)[] = [];
  /** Of every fact that is a path: the same, for the intervals of patterns. */
  readonly #paths: (PathClasses | FoldedPathClasses | WildPathClasses | undefined)[] = [];
  #networks: NetworkClasses | null = null;
  readonly #ofSet = new Map<ValueSet, Test>();
  readonly #ofMembers = new Map<string, Test>();

  /**
   * `days`: where it is left out, no entry ends. `null` with the sets and hosts that were made of entries before: for `inTurns`.
   * Throws `BudgetExceeded`.
   */
  constructor(
    entries: readonly Entry[] | null,
    invariants: readonly Invariant[],
    work: Work = new Work(),
    days: DayClasses = new DayClasses([]),
    hosts: HostClasses | null = null,
  ) {
    this.#work = work;
    this.classOfRaw = this.#classes;
    this.days = days;
    this.counts[DAY] = days.count;
    if (days.count > MAX_CLASSES) throw new BudgetExceeded(DAY);
    const sets = entries === null ? [] : atOnce(setsIn(entries, invariants));
    this.hosts = hosts ?? new HostClasses(patternsOf(sets));
    this.counts[HOST_INDEX] = this.hosts.count;
    this.#open[HOST_INDEX] = this.hosts;
    if (entries !== null) atOnce(this.#fill(entries, sets));
  }

  /** The same, put down after each fact and after some hundred entries. */
  static *inTurns(
    entries: readonly Entry[],
    invariants: readonly Invariant[],
    work: Work,
    days: DayClasses,
  ): Turns<Space> {
    const sets = yield* setsIn(entries, invariants);
    const hosts = yield* HostClasses.inTurns(patternsOf(sets));
    const made = new Space(null, [], work, days, hosts);
    yield* made.#fill(entries, sets);
    return made;
  }

  *#fill(entries: readonly Entry[], sets: readonly ValueSet[]): Turns<void> {
    const byFact = yield* setsByFact(sets);
    const tables = entries.filter(({ axes }) => axes.length > 0);
    for (const [index, fact] of FACT_NAMES.entries()) {
      const told = byFact.get(fact) ?? [];
      this.#classes.push(fact === 'host' ? new Uint16Array(0) : this.#classesOf(fact, index, told, tables));
      yield;
    }
  }

  #classesOf(
    fact: FactName,
    index: number,
    told: readonly ValueSet[],
    tables: readonly Entry[],
  ): Uint16Array {
    const open = openClasses(fact, told);
    if (open !== null) {
      if (open.count > MAX_CLASSES) throw new BudgetExceeded(index);
      this.#open[index] = open;
      if (open instanceof PathClasses || open instanceof FoldedPathClasses || open instanceof WildPathClasses)
        this.#paths[index] = open;
      if (open instanceof NetworkClasses) this.#networks = open;
      this.counts[index] = open.count;
      return Uint16Array.from({ length: open.count }, (_, one) => one);
    }
    const raw = rawValues(fact);
    this.step(raw.length * told.reduce((sum, set) => sum + sizeOf(set), 1));
    const keys = signatures(raw, told, tables, fact);
    const classes = new Map<string, number>();
    // The neutral value's class comes first: what is searched for in order is then found in an ordinary request.
    const { neutral } = factSpec(fact);
    const first = keys[raw.findIndex((value) => value === neutral)];
    if (first !== undefined) classes.set(first, 0);
    const classOf = new Uint16Array(raw.length);
    const witness: RawValue[] = [];
    for (const [position, key] of keys.entries()) {
      const known = classes.get(key);
      const own = known ?? classes.size;
      if (known === undefined) classes.set(key, own);
      classOf[position] = own;
      const value = raw[position];
      // The neutral value speaks for its class: witnesses then read like ordinary requests.
      if (value !== undefined && (known === undefined || value === neutral)) witness[own] = value;
    }
    this.counts[index] = classes.size;
    this.#witness[index] = witness;
    return classOf;
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
    if (fact === HOST_INDEX) return index === 0 ? '' : this.hosts.witness(index);
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
    const open = fact === HOST_INDEX ? undefined : this.#open[fact];
    if (open !== undefined) return Array.from({ length: open.count }, (_, index) => open.witness(index));
    return rawValues(FACT_NAMES[fact] ?? 'host');
  }

  /** The classes of a pattern of hosts or paths, half-open intervals; it has to be one of those given. */
  intervalsOf(
    fact: FactName,
    pattern: HostPattern | string,
    folding: Folding | null,
  ): readonly (readonly [number, number])[] {
    if (typeof pattern !== 'string') return [this.hosts.interval(pattern)];
    return this.#paths[factIndex(fact)]?.intervals(pattern, folding) ?? [];
  }

  /** The shortest beginning of a canonical path that no entry tells from it; `/` where none names one. */
  prefixOf(path: string, fact: 'path' | 'fragment' = 'path'): string {
    return this.#paths[factIndex(fact)]?.prefixOf(path) ?? '/';
  }

  /** The classes of a block of addresses; it has to be one of those given. */
  intervalsOfNetwork(network: string): readonly (readonly [number, number])[] {
    return this.#networks?.intervals(network) ?? [];
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
  testEntry({ scope, expires }: Entry): Test {
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
        HOST_INDEX,
        set.patterns.map((one) => this.hosts.interval(one)),
      );
    const fact = factIndex(set.fact);
    const paths = set.kind === 'paths' ? this.#paths[fact] : undefined;
    if (set.kind === 'paths' && paths !== undefined)
      return this.#within(
        fact,
        set.patterns.flatMap((one) => paths.intervals(one, set.folding ?? null)),
      );
    if (set.kind === 'networks')
      return this.#within(
        fact,
        set.networks.flatMap((one) => this.intervalsOfNetwork(one)),
      );
    if (set.kind === 'members') {
      // Two thousand rules for one capability are one test.
      const key = membersKey(set);
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
function* setsIn(entries: readonly Entry[], invariants: readonly Invariant[]): Turns<readonly ValueSet[]> {
  const sets: ValueSet[] = [];
  let looked = 0;
  for (const { scope, firm } of entries) {
    addSetsOf(scope, sets);
    if (firm !== undefined) addSetsOf(firm, sets);
    if (++looked % ENTRIES_PER_TURN === 0) yield;
  }
  for (const one of invariants) if (one.kind === 'at-least') for (const set of one.over) sets.push(set);
  return sets;
}

/** The sets of each fact but the host; of what is no text those that say the same once: two thousand rules for one capability are one. */
function* setsByFact(sets: readonly ValueSet[]): Turns<ReadonlyMap<FactName, readonly ValueSet[]>> {
  const byFact = new Map<FactName, Map<unknown, ValueSet>>();
  let looked = 0;
  for (const set of sets) {
    if (++looked % ENTRIES_PER_TURN === 0) yield;
    if (set.kind === 'hosts') continue;
    const own = byFact.get(set.fact) ?? new Map<unknown, ValueSet>();
    byFact.set(set.fact, own);
    own.set(isText(set.fact) ? set : set.kind === 'members' ? membersKey(set) : JSON.stringify(set), set);
  }
  return new Map([...byFact].map(([fact, own]) => [fact, [...own.values()]]));
}

/** Equal for sets of the same members of one fact. */
function membersKey({ fact, members }: Extract<ValueSet, { readonly kind: 'members' }>): string {
  let key = `${fact} ${members.length}`;
  for (const member of members) key += `\n${member}`;
  return key;
}

/** Entries looked at in one turn. */
const ENTRIES_PER_TURN = 64;

function* patternsOf(sets: readonly ValueSet[]): Generator<HostPattern, undefined> {
  for (const set of sets) if (set.kind === 'hosts') yield* set.patterns;
}

function isText(fact: FactName): boolean {
  const { kind } = factSpec(fact);
  return kind === 'path' || kind === 'text' || kind === 'keyed';
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
  if (spec.kind === 'path') {
    const patterns = (folding?: Folding): readonly string[] =>
      sets.flatMap((set) => (set.kind === 'paths' && set.folding === folding ? set.patterns : []));
    const [exact, ascii, unicode] = [patterns(), patterns('ASCII'), patterns('UNICODE')];
    if ([...exact, ...ascii, ...unicode].some(isWild))
      return new WildPathClasses({ exact, ASCII: ascii, UNICODE: unicode }, spec.neutral, factIndex(fact));
    return ascii.length + unicode.length > 0
      ? new FoldedPathClasses(exact, ascii, unicode)
      : new PathClasses(exact, spec.neutral);
  }
  if (isOfKind(fact, 'keyed'))
    return new KeyedClasses(
      fact,
      sets.flatMap((set) => (set.kind === 'keyed' ? [set] : [])),
      factIndex(fact),
    );
  if (spec.kind !== 'text') return null;
  if (spec.style === 'address')
    return new NetworkClasses(sets.flatMap((set) => (set.kind === 'networks' ? set.networks : [])));
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
    case 'keyed':
    case 'text':
      return [];
  }
}
