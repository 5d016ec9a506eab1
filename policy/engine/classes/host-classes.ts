// The classes of hosts that the patterns of a policy tell apart. Patterns are nested or disjoint, so the classes are the
// nodes of a trie over labels read from the right, and every pattern is an interval of class numbers.
import { inIntervals } from '#policy/collections/intervals.ts';
import type { HostPattern } from '#policy/requests/host.ts';
import { atOnce } from '#policy/collections/turns.ts';
import type { Turns } from '#policy/collections/turns.ts';

type TrieNode = {
  readonly host: string;
  readonly children: Map<string, TrieNode>;
  /** Whether `host` itself, and `*.host`, are patterns. */
  named: boolean;
  wild: boolean;
  exact: number;
  below: number;
  /** Interval of the strict subdomains. */
  from: number;
  to: number;
};

const HOSTS_PER_TURN = 64;

/** Stands for hosts that no pattern speaks of, unless one speaks of it. */
const OTHER = 'other.invalid';

const node = (host: string): TrieNode => ({
  host,
  children: new Map(),
  named: false,
  wild: false,
  exact: -1,
  below: -1,
  from: 0,
  to: 0,
});

export class HostClasses {
  readonly #root = node('');
  /** Of the patterns given. */
  readonly #nodes = new Map<string, TrieNode>();
  readonly #witness: string[] = [];
  /** Of every class: the pattern that makes it, the class of the nearest pattern around it, and where what is below it ends. */
  readonly #texts: string[] = [];
  readonly #around: number[] = [];
  readonly #ends: number[] = [];
  #count = 0;

  /** `null`: for `inTurns`. */
  constructor(patterns: Iterable<HostPattern> | null) {
    if (patterns !== null) atOnce(this.#fill(patterns));
  }

  /** The same, put down after some hundred patterns each time. */
  static *inTurns(patterns: Iterable<HostPattern>): Turns<HostClasses> {
    const made = new HostClasses(null);
    yield* made.#fill(patterns);
    return made;
  }

  get count(): number {
    return this.#count;
  }

  *#fill(patterns: Iterable<HostPattern>): Turns<void> {
    let reached = 0;
    for (const pattern of patterns) {
      const at = this.#reach(pattern.host);
      if (pattern.below) at.wild = true;
      else at.named = true;
      if (++reached % HOSTS_PER_TURN === 0) yield;
    }
    // Class 0 is every host without a pattern, and no host at all.
    this.#witness.push(fresh(this.#root));
    this.#root.below = 0;
    this.#texts.push('');
    this.#around.push(0);
    this.#ends.push(0);
    yield* this.#number(this.#root, 0);
    this.#ends[0] = this.#witness.length;
    this.#count = this.#witness.length;
  }

  /** Class of a canonical host, or of `''`. */
  classOf(host: string): number {
    let at = this.#root;
    let found = 0;
    let end = host.length;
    while (end > 0) {
      const dot = host.lastIndexOf('.', end - 1);
      const child = at.children.get(host.slice(dot + 1, end));
      if (child === undefined) return found;
      if (dot < 0) return child.exact < 0 ? found : child.exact;
      if (child.below >= 0) found = child.below;
      at = child;
      end = dot;
    }
    return found;
  }

  /** The classes in a pattern: a half-open interval. The pattern has to be one of those given. */
  interval(pattern: HostPattern): readonly [number, number] {
    const at = this.#reach(pattern.host);
    return pattern.below ? [at.from, at.to] : [at.exact, at.exact + 1];
  }

  /** The class that a pattern names first: the host, or a subdomain without a pattern of its own. */
  ownClass(pattern: HostPattern): number {
    const at = this.#reach(pattern.host);
    return pattern.below ? at.below : at.exact;
  }

  /** A host of the class. */
  witness(index: number): string {
    return this.#witness[index] ?? OTHER;
  }

  /**
   * A function of the class in its shortest form: `''` for hosts without a pattern, then the patterns at which the value
   * differs from the nearest pattern around them. Equal functions have equal forms, whatever patterns they came from.
   */
  reduce(value: (index: number) => number): [string, number][] {
    const out: [string, number][] = [['', value(0)]];
    const walk = (at: TrieNode, inherited: number): void => {
      const below = at.below < 0 ? inherited : value(at.below);
      if (at.host !== '') {
        const exact = at.exact < 0 ? inherited : value(at.exact);
        if (exact !== inherited) out.push([at.host, exact]);
        if (below !== inherited) out.push([`*.${at.host}`, below]);
      }
      for (const child of at.children.values()) walk(child, below);
    };
    walk(this.#root, value(0));
    return out.sort((a, b) => (a[0] < b[0] ? -1 : 1));
  }

  /** Some classes by `reduce`'s forms of 1 in them and 0 elsewhere, in steps of what is in them. `intervals` as in class-test.ts. */
  partForms(intervals: readonly number[]): [string, number][] {
    const out: [string, number][] = [['', inIntervals(intervals, 0) ? 1 : 0]];
    for (let at = 0; at < intervals.length; at += 2)
      for (let index = intervals[at] ?? 0; index < (intervals[at + 1] ?? 0); index++) {
        if (index > 0 && !inIntervals(intervals, this.#around[index] ?? 0))
          out.push([this.#texts[index] ?? '', 1]);
        for (let below = index + 1; below < (this.#ends[index] ?? 0); below = this.#ends[below] ?? below + 1)
          if (!inIntervals(intervals, below)) out.push([this.#texts[below] ?? '', 0]);
      }
    return out.sort((a, b) => (a[0] < b[0] ? -1 : 1));
  }

  #reach(host: string): TrieNode {
    const known = this.#nodes.get(host);
    if (known !== undefined) return known;
    let at = this.#root;
    for (const label of host.split('.').toReversed()) {
      let child = at.children.get(label);
      if (child === undefined) {
        child = node(at.host === '' ? label : `${label}.${at.host}`);
        at.children.set(label, child);
      }
      at = child;
    }
    this.#nodes.set(host, at);
    return at;
  }

  *#number(at: TrieNode, around: number): Turns<void> {
    this.#open(at, around);
    let numbered = 0;
    for (const child of at.children.values()) {
      const above = at.below < 0 ? around : at.below;
      if (child.children.size > 0) yield* this.#number(child, above);
      else {
        this.#open(child, above);
        this.#close(child);
      }
      if (++numbered % HOSTS_PER_TURN === 0) yield;
    }
    this.#close(at);
  }

  #open(at: TrieNode, around: number): void {
    if (at.named) at.exact = this.#add(at.host, at.host, around);
    at.from = this.#witness.length;
    if (at.wild) at.below = this.#add(fresh(at), `*.${at.host}`, around);
  }

  #close(at: TrieNode): void {
    at.to = this.#witness.length;
    if (at.below >= 0) this.#ends[at.below] = at.to;
  }

  #add(witness: string, text: string, around: number): number {
    this.#texts.push(text);
    this.#around.push(around);
    this.#ends.push(this.#witness.length + 1);
    return this.#witness.push(witness) - 1;
  }
}

/** A host below the node that no pattern below the node speaks of. */
function fresh(at: TrieNode): string {
  if (at.host === '' && !taken(at, OTHER)) return OTHER;
  let label = 'w';
  while (at.children.has(label)) label += 'w';
  // A single label would be a name of a private network.
  return at.host === '' ? `other.${label}` : `${label}.${at.host}`;
}

/** Whether some pattern speaks of the host. */
function taken(root: TrieNode, host: string): boolean {
  let at: TrieNode | undefined = root;
  const labels = host.split('.').toReversed();
  for (const [index, label] of labels.entries()) {
    at = at.children.get(label);
    if (at === undefined) return false;
    if (index === labels.length - 1 ? at.named : at.wild) return true;
  }
  return false;
}
