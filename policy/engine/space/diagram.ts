// Reduced, hash-consed decision diagrams over the classes of facts, in the fixed order of FACT_NAMES, the day last. Children are runs of
// classes, so a node is as large as the function has steps, not as the fact has classes. INVARIANT: two functions are equal
// exactly when their diagrams are the same node: this is what is proved on, compared and hashed.
import type { Budget } from '#policy/collections/budget.ts';
import { NodeTable } from '#policy/collections/node-table.ts';
import { PairMemo } from '#policy/collections/pair-memo.ts';
import { END_OF_CLASSES, leaf, leafValue } from './node.ts';
import type { Effort, Found, NodeId } from './node.ts';
import { findLeaf } from './search.ts';
import type { Permitted } from './search.ts';
import { DAY, DIMENSIONS } from './space.ts';
import type { Space } from './space.ts';
import type { RecordTable } from './record-table.ts';

export class Diagram {
  readonly space: Space;
  readonly #budget: Budget;
  readonly #nodes = new NodeTable();
  /** Runs of nodes that are being made, those of the innermost on top. */
  #stack = new Int32Array(1 << 10);
  #top = 0;

  constructor(space: Space, budget: Budget) {
    this.space = space;
    this.#budget = budget;
  }

  get size(): number {
    return this.#nodes.size;
  }

  /** The node that looks at one fact, by a child for every class; that child where all are the same. */
  make(fact: number, children: ArrayLike<NodeId>): NodeId {
    const base = this.#top;
    for (let index = 0; index < children.length; index++) this.#push(base, index, children[index] ?? leaf(0));
    return this.#close(fact, base);
  }

  /** The same by the classes at which the child may become another one, ascending from 0. */
  branch(fact: number, starts: Iterable<number>, child: (index: number) => NodeId): NodeId {
    const base = this.#top;
    for (const start of starts) this.#push(base, start, child(start));
    return this.#close(fact, base);
  }

  #push(base: number, from: number, child: NodeId): void {
    const top = this.#top;
    if (top > base && this.#stack[top - 1] === child) return;
    if (top + 2 > this.#stack.length) {
      const wider = new Int32Array(2 * this.#stack.length);
      wider.set(this.#stack);
      this.#stack = wider;
    }
    this.#stack[top] = from;
    this.#stack[top + 1] = child;
    this.#top = top + 2;
  }

  #close(fact: number, base: number): NodeId {
    const top = this.#top;
    this.#top = base;
    this.space.step((top - base) >> 1);
    if (top - base <= 2) return top === base ? leaf(0) : (this.#stack[base + 1] ?? leaf(0));
    const before = this.#nodes.size;
    const id = this.#nodes.intern(fact, this.#stack, base, top);
    if (id === before) this.#budget.spend(fact, (top - base) >> 1);
    return id;
  }

  /** The diagram of a table, with leaves by cell. */
  fromTable(table: RecordTable, value: (cell: number) => number): NodeId {
    const build = (depth: number, base: number): NodeId => {
      const fact = table.facts[depth];
      const offsets = table.offsets[depth];
      if (fact === undefined || offsets === undefined) return leaf(value(base));
      const made = new Map<number, NodeId>();
      return this.make(
        fact,
        offsets.map((offset) => {
          let child = made.get(offset);
          if (child === undefined) made.set(offset, (child = build(depth + 1, base + offset)));
          return child;
        }),
      );
    };
    return build(0, 0);
  }

  /** Combines two functions, leaf by leaf. `shortcut`: the result where it is plain from the nodes, else `null`. */
  combine(
    join: (a: number, b: number) => number,
    shortcut: (a: NodeId, b: NodeId) => NodeId | null = () => null,
  ): (a: NodeId, b: NodeId) => NodeId {
    const known = new PairMemo();
    const nodes = this.#nodes;
    const run = (a: NodeId, b: NodeId): NodeId => {
      const plain = shortcut(a, b);
      if (plain !== null) return plain;
      const done = known.get(a, b);
      if (done !== undefined) return done;
      const made = a < 0 && b < 0 ? leaf(join(leafValue(a), leafValue(b))) : merge(a, b);
      known.set(a, b, made);
      return made;
    };
    const merge = (a: NodeId, b: NodeId): NodeId => {
      const fact = Math.min(this.factOf(a), this.factOf(b));
      const base = this.#top;
      // Of what does not look at the fact, a run without end.
      const [left, right] = [this.factOf(a) === fact, this.factOf(b) === fact];
      let [i, j] = [left ? nodes.start(a) : 0, right ? nodes.start(b) : 0];
      const [lastOfLeft, lastOfRight] = [left ? nodes.end(a) - 2 : 0, right ? nodes.end(b) - 2 : 0];
      for (let from = 0; from !== END_OF_CLASSES;) {
        const mine = left ? (nodes.pool[i + 1] ?? a) : a;
        const theirs = right ? (nodes.pool[j + 1] ?? b) : b;
        this.#push(base, from, run(mine, theirs));
        const nextMine = i < lastOfLeft ? (nodes.pool[i + 2] ?? END_OF_CLASSES) : END_OF_CLASSES;
        const nextTheirs = j < lastOfRight ? (nodes.pool[j + 2] ?? END_OF_CLASSES) : END_OF_CLASSES;
        from = Math.min(nextMine, nextTheirs);
        if (nextMine === from) i += 2;
        if (nextTheirs === from) j += 2;
      }
      return this.#close(fact, base);
    };
    return run;
  }

  /**
   * A function where another one is not 0, and 0 elsewhere. What is looked at is what lies within: a part of a large function
   * is found by search, not by walking past the rest.
   */
  restriction(): (id: NodeId, within: NodeId) => NodeId {
    const known = new PairMemo();
    const nothing = leaf(0);
    const run = (id: NodeId, within: NodeId): NodeId => {
      if (id === nothing || within === nothing) return nothing;
      if (within < 0) return id;
      const done = known.get(id, within);
      if (done !== undefined) return done;
      const [own, other] = [this.factOf(id), this.factOf(within)];
      const made = this.#restrict(id, within, Math.min(own, other), run);
      known.set(id, within, made);
      return made;
    };
    return run;
  }

  #restrict(id: NodeId, within: NodeId, fact: number, run: (id: NodeId, within: NodeId) => NodeId): NodeId {
    const base = this.#top;
    const own = this.factOf(id) === fact ? this.runsOf(id) : null;
    const other = this.factOf(within) === fact ? this.runsOf(within) : ONE_RUN;
    for (let at = 0; at < other.length; at += 2) {
      const from = other[at] ?? 0;
      const end = other[at + 2] ?? END_OF_CLASSES;
      const part = other === ONE_RUN ? within : (other[at + 1] ?? within);
      if (own === null || part === leaf(0)) {
        this.#push(base, from, own === null ? run(id, part) : leaf(0));
        continue;
      }
      for (
        let step = 2 * runAt(own, from);
        step < own.length && (own[step] ?? END_OF_CLASSES) < end;
        step += 2
      )
        this.#push(base, Math.max(from, own[step] ?? 0), run(own[step + 1] ?? id, part));
    }
    return this.#close(fact, base);
  }

  /** A diagram, of this or another collection over the same classes, with other leaves. Remembers what it has done. */
  mapper(from: Diagram, value: (leaf: number) => number): (id: NodeId) => NodeId {
    let known = new Int32Array(0);
    const nodes = from.#nodes;
    const run = (id: NodeId): NodeId => {
      if (id < 0) return leaf(value(leafValue(id)));
      const done = known[id] ?? END_OF_CLASSES;
      if (done !== END_OF_CLASSES) return done;
      const base = this.#top;
      const end = nodes.end(id);
      for (let at = nodes.start(id); at < end; at += 2)
        this.#push(base, nodes.pool[at] ?? 0, run(nodes.pool[at + 1] ?? leaf(0)));
      const made = this.#close(nodes.fact(id), base);
      known[id] = made;
      return made;
    };
    return (id) => {
      if (id >= known.length) {
        const wider = new Int32Array(2 * from.size).fill(END_OF_CLASSES);
        wider.set(known);
        known = wider;
      }
      return run(id);
    };
  }

  /** One function of another collection, with other leaves: what is remembered is as large as the function. */
  mapped(from: Diagram, root: NodeId, value: (leaf: number) => number): NodeId {
    const known = new Map<NodeId, NodeId>();
    const run = (id: NodeId): NodeId => {
      if (id < 0) return leaf(value(leafValue(id)));
      const done = known.get(id);
      if (done !== undefined) return done;
      const base = this.#top;
      const runs = from.runsOf(id);
      for (let at = 0; at < runs.length; at += 2)
        this.#push(base, runs[at] ?? 0, run(runs[at + 1] ?? leaf(0)));
      const made = this.#close(from.factOf(id), base);
      known.set(id, made);
      return made;
    };
    return run(root);
  }

  /** The same function with what a request leads to, a leaf or a node that looks at the day, put through `made`. */
  overDays(root: NodeId, made: (id: NodeId) => NodeId): NodeId {
    const known = new Map<NodeId, NodeId>();
    const run = (id: NodeId): NodeId => {
      const done = known.get(id);
      if (done !== undefined) return done;
      const node = this.factOf(id) >= DAY ? made(id) : this.#lifted(id, run);
      known.set(id, node);
      return node;
    };
    return run(root);
  }

  /** The function as if days began with a class: what was before is forgotten. */
  fromDay(root: NodeId, first: number): NodeId {
    if (first === 0) return root;
    return this.overDays(root, (id) => {
      if (id < 0) return id;
      const later = this.startsOf(id).filter((start) => start > first);
      return this.branch(DAY, [0, ...later], (start) => this.childAt(id, Math.max(start, first)));
    });
  }

  #lifted(id: NodeId, child: (id: NodeId) => NodeId): NodeId {
    const base = this.#top;
    const runs = this.runsOf(id);
    for (let at = 0; at < runs.length; at += 2)
      this.#push(base, runs[at] ?? 0, child(runs[at + 1] ?? leaf(0)));
    return this.#close(this.factOf(id), base);
  }

  factOf(id: NodeId): number {
    return id < 0 ? DIMENSIONS : this.#nodes.fact(id);
  }

  /** The first way to a wanted leaf through permitted classes; `null` proves that there is none. `effort` is added to. */
  find(
    root: NodeId,
    permitted: Permitted,
    wanted: (value: number) => boolean,
    effort: Effort = { cells: 0 },
  ): Found | null {
    return findLeaf(this, this.space, root, permitted, wanted, effort);
  }

  /** Where the classes of a node's fact lead, by runs: `from, child, from, child, …`, neighbours with different children. */
  runsOf(id: NodeId): Int32Array {
    return id < 0 ? NO_RUNS : this.#nodes.pool.subarray(this.#nodes.start(id), this.#nodes.end(id));
  }

  /** The classes with which children begin, ascending. */
  startsOf(id: NodeId): readonly number[] {
    const runs = this.runsOf(id);
    return Array.from({ length: runs.length / 2 }, (_, at) => runs[2 * at] ?? 0);
  }

  /** The child at a class of the node's fact. */
  childAt(id: NodeId, index: number): NodeId {
    const { pool } = this.#nodes;
    let low = this.#nodes.start(id) >> 1;
    let high = this.#nodes.end(id) >> 1;
    // The last run that begins at the class or before it.
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((pool[2 * middle] ?? 0) <= index) low = middle;
      else high = middle;
    }
    return pool[2 * low + 1] ?? leaf(0);
  }

  /** A child for every class of the node's fact. */
  childrenOf(id: NodeId): Int32Array {
    const runs = this.runsOf(id);
    const children = new Int32Array(id < 0 ? 0 : (this.space.counts[this.factOf(id)] ?? 1));
    this.space.step(children.length);
    for (let at = 0; at < runs.length; at += 2)
      children.fill(runs[at + 1] ?? leaf(0), runs[at], runs[at + 2]);
    return children;
  }
}

const NO_RUNS = new Int32Array(0);
/** From the first class on: the child is not read. */
const ONE_RUN = Int32Array.of(0, 0);

/** The last of some runs that begins at a class or before it. */
function runAt(runs: Int32Array, index: number): number {
  let low = 0;
  let high = runs.length >> 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((runs[2 * middle] ?? 0) <= index) low = middle;
    else high = middle;
  }
  return low;
}
