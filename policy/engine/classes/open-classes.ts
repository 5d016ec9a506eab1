// Classes of the facts that are text: those that the patterns and literals of a policy tell apart, each with a value of it.
// INVARIANT: exact. Every canonical value is in one class, every class has a value, and class 0 holds the neutral one.
import { inIntervals } from '#policy/collections/intervals.ts';
import { hasCase } from '#policy/requests/url-parts/path-case.ts';
import type { Folding } from '#policy/requests/url-parts/path-case.ts';

export interface OpenClasses {
  readonly count: number;
  classOf(value: string): number;
  /** A value of the class. */
  witness(index: number): string;
  /**
   * A function of the class in its shortest form: equal functions have equal forms, whatever patterns they came from. The
   * entry `''` comes first.
   */
  reduce(value: (index: number) => number): [string, number][];
}

/** Part of the classes in words: what is in it, then what is not after all. */
export function partInWords(classes: OpenClasses, inside: (index: number) => boolean): readonly string[] {
  return formsInWords(classes.reduce((index) => (inside(index) ? 1 : 0)));
}

/** The same, of a form of 0 and 1. */
export function formsInWords([[, whole] = ['', 0], ...forms]: readonly (readonly [
  string,
  number,
])[]): readonly string[] {
  const named = forms.filter(([label]) => !label.startsWith('('));
  const within = named.flatMap(([label, value]) => (value === 1 ? [label] : []));
  const out = named.flatMap(([label, value]) => (value === 0 ? [`not ${label}`] : []));
  return [...(whole === 1 ? ['any'] : []), ...within, ...out];
}

/** A path and all below it: patterns are nested or disjoint, and each is an interval of classes, its own the first. */
export class PathClasses implements OpenClasses {
  readonly #classes = new Map<string, number>();
  readonly #witness: string[];
  /** The class of the nearest pattern around each, and where the classes below it end. */
  readonly #around: Int32Array;
  readonly #ends: Int32Array;
  readonly #longest: number;

  /** `neutral`: `/` where every value is a path, `''` where there may be none. */
  constructor(patterns: Iterable<string>, neutral: '/' | '') {
    this.#witness = [neutral];
    for (const pattern of inOrder(patterns))
      this.#classes.set(pattern, pattern === neutral ? 0 : this.#witness.push(pattern) - 1);
    this.#longest = Math.max(0, ...[...this.#classes.keys()].map((pattern) => pattern.length));
    this.#around = Int32Array.from(this.#witness, (pattern, index) =>
      index === 0 ? 0 : this.classOf(above(pattern)),
    );
    this.#ends = Int32Array.from(this.#witness, (_, index) => index + 1);
    for (let index = this.count - 1; index > 0; index--) {
      const around = this.#around[index] ?? 0;
      this.#ends[around] = Math.max(this.#ends[around] ?? 0, this.#ends[index] ?? 0);
    }
  }

  get count(): number {
    return this.#witness.length;
  }

  /** What each class is, the neutral value first: a path before those below it, and those before its neighbours. */
  get patterns(): readonly string[] {
    return this.#witness;
  }

  classOf(value: string): number {
    let at = value.length > this.#longest ? upTo(value, value.lastIndexOf('/', this.#longest)) : value;
    while (at !== '') {
      const own = this.#classes.get(at);
      if (own !== undefined) return own;
      at = above(at);
    }
    return 0;
  }

  /** The class of the nearest pattern around that of a class. */
  aroundOf(index: number): number {
    return this.#around[index] ?? 0;
  }

  /** As one of those intervals: patterns here are compared letter by letter. */
  intervals(pattern: string, folding: Folding | null): readonly (readonly [number, number])[] {
    if (folding !== null && hasCase(folding, pattern))
      throw new RangeError(`no class of \`${pattern}\` in any case`);
    return [this.interval(pattern)];
  }

  /** The shortest beginning of a path that is in its class. */
  prefixOf(path: string): string {
    return this.witness(this.classOf(path));
  }

  /** The classes in a pattern: a half-open interval. The pattern has to be one of those given. */
  interval(pattern: string): readonly [number, number] {
    const own = this.#classes.get(pattern);
    if (own === undefined) throw new RangeError(`no class of \`${pattern}\``);
    return [own, this.#ends[own] ?? 0];
  }

  witness(index: number): string {
    return this.#witness[index] ?? '';
  }

  /** What `reduce` gives for the classes in some intervals, in proportion to how many these are. */
  partForms(intervals: readonly number[]): [string, number][] {
    const own: [string, number][] = [];
    for (let at = 0; at < intervals.length; at += 2)
      for (let index = intervals[at] ?? 0; index < (intervals[at + 1] ?? 0); index++) {
        if (index > 0 && !inIntervals(intervals, this.aroundOf(index))) own.push([this.witness(index), 1]);
        for (let below = index + 1; below < (this.#ends[index] ?? 0); below = this.#ends[below] ?? below + 1)
          if (!inIntervals(intervals, below)) own.push([this.witness(below), 0]);
      }
    return [['', inIntervals(intervals, 0) ? 1 : 0], ...own.sort((a, b) => (a[0] < b[0] ? -1 : 1))];
  }

  reduce(value: (index: number) => number): [string, number][] {
    const own: [string, number][] = [];
    for (let index = 1; index < this.count; index++) {
      const here = value(index);
      if (here !== value(this.#around[index] ?? 0)) own.push([this.witness(index), here]);
    }
    return [['', value(0)], ...own.sort((a, b) => (a[0] < b[0] ? -1 : 1))];
  }
}

/** A path before those below it, and those before its neighbours: `/a`, `/a/b`, `/a-b`. No path holds a control character. */
function inOrder(patterns: Iterable<string>): readonly string[] {
  const keys = Array.from(new Set(patterns), (pattern) => pattern.replaceAll('/', '\0'));
  return keys.sort().map((key) => key.replaceAll('\0', '/'));
}

const upTo = (path: string, slash: number): string => (slash <= 0 ? '/' : path.slice(0, slash));
/** The path above; `''` above `/`. */
const above = (path: string): string => (path === '/' ? '' : upTo(path, path.lastIndexOf('/')));

/** Literals and everything else. */
export class TextClasses implements OpenClasses {
  readonly #classes = new Map<string, number>();
  readonly #witness: string[] = [''];

  constructor(literals: Iterable<string>) {
    for (const literal of new Set([...literals].sort()))
      this.#classes.set(literal, this.#witness.push(literal) - 1);
  }

  get count(): number {
    return this.#witness.length;
  }

  classOf(value: string): number {
    return this.#classes.get(value) ?? 0;
  }

  witness(index: number): string {
    return this.#witness[index] ?? '';
  }

  reduce(value: (index: number) => number): [string, number][] {
    const base = value(0);
    const own = [...this.#classes].filter(([, index]) => value(index) !== base);
    return [['', base], ...own.map(([literal, index]): [string, number] => [literal, value(index)])];
  }
}
