// The things that a script's values may be, and what their members hold. INVARIANT: a set of things grows alone; whatever is stored by a way
// that is not followed can be read from everything.
import type { FunctionNode } from './scope.ts';

/**
 * `primitive`: texts and numbers. `data`: DATA and what is in it. `host`: elements, events, drawings. `intrinsic`: what the
 * language keeps under names of its own (`constructor`). `unknown`: any of them.
 */
export type Kind =
  | 'primitive'
  | 'data'
  | 'host'
  | 'intrinsic'
  | 'unknown'
  | 'function'
  | 'object'
  | 'array'
  | 'map';

export type Value = Set<Thing>;
export type Thing = {
  readonly kind: Kind;
  readonly fn: FunctionNode | null;
  readonly fields: Map<string, Value>;
  /** By number; entries of a Map or Set. */
  readonly elements: Value;
  /** By a name that is made at run time: `__proto__` may be one. */
  readonly wild: Value;
  /** What it was spread from. */
  readonly like: Value;
};

/** Readable names under which the language keeps functions: `'x'.link`. A test holds the list. */
export const INHERITED: ReadonlySet<string> = new Set(['from', 'link', 'next']);

const MOST_ADDITIONS = 1_000_000;
class TooTangled extends RangeError {
  override readonly message = 'the script is too tangled to be followed';
}

export const thing = (kind: Kind, fn: FunctionNode | null = null): Thing => ({
  kind,
  fn,
  fields: new Map(),
  elements: new Set(),
  wild: new Set(),
  like: new Set(),
});

export class Heap {
  readonly primitive = thing('primitive');
  readonly data = thing('data');
  readonly host = thing('host');
  readonly intrinsic = thing('intrinsic');
  readonly unknown = thing('unknown');
  readonly #pairs = new Map<Thing, Thing>();
  #additions = 0;
  hasChanged = false;
  /** What is stored in what seems a text is seen on everything: set once nothing more is found, when no value is still to be known. */
  keepsOnTexts = false;

  add(into: Value, from: Iterable<Thing>): void {
    for (const one of from) {
      this.count();
      if (into.has(one)) continue;
      into.add(one);
      this.hasChanged = true;
    }
  }

  /** Everything that a member may be found on: itself, its prototypes, what it was spread from, and what was stored out of sight. */
  reach(of: Iterable<Thing>): ReadonlySet<Thing> {
    const found = new Set<Thing>();
    const open = [...of, ...this.unknown.wild];
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      this.count();
      if (found.has(one)) continue;
      found.add(one);
      open.push(...one.wild, ...one.like);
    }
    return found;
  }

  read(of: Value, name: string): Value {
    if (isIndexName(name)) return this.elements(of);
    const found: Value = new Set([this.primitive]);
    for (const one of this.reach(of)) {
      this.#join(found, one.fields.get(name) ?? []);
      this.#join(found, one.wild);
      if (one.kind === 'data' || one.kind === 'host' || one.kind === 'unknown') found.add(one);
      else if (INHERITED.has(name)) found.add(this.intrinsic);
    }
    this.#stray(found, name);
    return found;
  }

  /** By number, and by iteration. */
  elements(of: Value): Value {
    const found: Value = new Set([this.primitive]);
    for (const one of this.reach(of)) {
      this.#join(found, one.elements);
      this.#join(found, one.wild);
      if (one.kind === 'data' || one.kind === 'host' || one.kind === 'unknown') found.add(one);
    }
    this.#join(found, this.unknown.elements);
    this.#join(found, this.unknown.wild);
    return found;
  }

  /** `for (const x of …)`, `[...x]`: of a Map its pairs. */
  iterated(of: Value): Value {
    const found = this.elements(of);
    for (const one of this.reach(of)) if (one.kind === 'map') found.add(this.#pairOf(one));
    return found;
  }

  #pairOf(map: Thing): Thing {
    const pair = this.#pairs.get(map) ?? thing('array');
    this.#pairs.set(map, pair);
    this.add(pair.elements, map.elements);
    return pair;
  }

  /** By a name that is made at run time: what the language keeps there too. */
  contents(of: Value): Value {
    return this.union(this.own(of), [this.intrinsic]);
  }

  /** Everything that was stored there. */
  own(of: Value): Value {
    const found = this.elements(of);
    for (const one of [...this.reach(of), this.unknown])
      for (const held of one.fields.values()) this.#join(found, held);
    return found;
  }

  /** Everything that was stored there, and there in turn. */
  deep(of: Value): Value {
    const found: Value = new Set(of);
    for (const one of found) this.#join(found, this.own(new Set([one])));
    return found;
  }

  write(of: Value, name: string, value: Value): void {
    if (isIndexName(name)) return this.writeElement(of, value);
    for (const { fields } of this.#holders(of)) {
      const field: Value = fields.get(name) ?? new Set();
      fields.set(name, field);
      this.add(field, value);
    }
  }

  writeElement(of: Value, value: Iterable<Thing>): void {
    for (const { elements } of this.#holders(of)) this.add(elements, value);
  }

  writeWild(of: Value, value: Value): void {
    for (const { wild } of this.#holders(of)) this.add(wild, value);
  }

  /** A text or number keeps nothing; what the language's own things keep is seen on everything. */
  #holders(of: Value): readonly Thing[] {
    const holders = [...of]
      .filter(({ kind }) => kind !== 'primitive')
      .map((one) => (one.kind === 'intrinsic' ? this.unknown : one));
    return holders.length === 0 && this.keepsOnTexts ? [this.unknown] : holders;
  }

  /** Everything of some: what is copied counts as work, like what is added. */
  union(...some: readonly Iterable<Thing>[]): Value {
    const all: Value = new Set();
    for (const one of some) this.#join(all, one);
    return all;
  }

  /** One step of the work that following takes. */
  count(): void {
    if ((this.#additions += 1) > MOST_ADDITIONS) throw new TooTangled();
  }

  #stray(found: Value, name: string): void {
    this.#join(found, this.unknown.fields.get(name) ?? []);
    this.#join(found, this.unknown.wild);
  }

  #join(found: Value, more: Iterable<Thing>): void {
    for (const one of more) {
      this.count();
      found.add(one);
    }
  }
}

/** How a number is written as a name. */
const isIndexName = (name: string): boolean => /^(?:-?\d|NaN$|-?Infinity$)/u.test(name);
