// Reduced, hash-consed decision diagrams over the classes of facts, in the fixed order of FACT_NAMES. Two functions are
// equal exactly when their diagrams are the same node: this is what is proved on, compared and hashed.
import { FACT_NAMES } from './fact-table.ts';
import type { Budget } from './budget.ts';
import { FACT_COUNT, HOST } from './space.ts';
import type { Space } from './space.ts';
import type { RecordTable } from './tables.ts';

/** A node, or a leaf: `-1 - value`. */
export type NodeId = number;
export const leaf = (value: number): NodeId => -1 - value;
export const leafValue = (id: NodeId): number => -1 - id;

/** An assignment of classes to the facts on the way to a leaf; `-1` where the fact does not matter. */
export type Found = { readonly value: number; readonly classes: Int32Array };

/** How much a search looked at: branches of nodes, each once. */
export type Effort = { cells: number };

export class Diagram {
  readonly #space: Space;
  readonly #budget: Budget;
  readonly #facts: number[] = [];
  readonly #children: Int32Array[] = [];
  readonly #ids = new Map<string, NodeId>();

  constructor(space: Space, budget: Budget) {
    this.#space = space;
    this.#budget = budget;
  }

  get size(): number {
    return this.#facts.length;
  }

  /** The node that looks at one fact; its child where all children are the same. */
  make(fact: number, children: Int32Array): NodeId {
    const first = children[0] ?? leaf(0);
    if (children.every((child) => child === first)) return first;
    const key = `${fact}:${children.join()}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    this.#budget.spend(fact, children.length);
    const id = this.#facts.length;
    this.#facts.push(fact);
    this.#children.push(children);
    this.#ids.set(key, id);
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
    const known = new Map<number, NodeId>();
    const run = (a: NodeId, b: NodeId): NodeId => {
      const plain = shortcut(a, b);
      if (plain !== null) return plain;
      if (a < 0 && b < 0) return leaf(join(leafValue(a), leafValue(b)));
      const key = (a + 0x1000000) * 0x4000000 + (b + 0x1000000);
      const done = known.get(key);
      if (done !== undefined) return done;
      const fact = Math.min(this.factOf(a), this.factOf(b));
      const [left, right] = [this.#at(a, fact), this.#at(b, fact)];
      const length = this.#space.counts[fact] ?? 1;
      const children = new Int32Array(length);
      for (let one = 0; one < length; one++) children[one] = run(left?.[one] ?? a, right?.[one] ?? b);
      const made = this.make(fact, children);
      known.set(key, made);
      return made;
    };
    return run;
  }

  /** A diagram, of this or another collection over the same classes, with other leaves. Remembers what it has done. */
  mapper(from: Diagram, value: (leaf: number) => number): (id: NodeId) => NodeId {
    const known = new Map<NodeId, NodeId>();
    const run = (id: NodeId): NodeId => {
      if (id < 0) return leaf(value(leafValue(id)));
      const done = known.get(id);
      if (done !== undefined) return done;
      const made = this.make(from.factOf(id), from.childrenOf(id).map(run));
      known.set(id, made);
      return made;
    };
    return run;
  }

  factOf(id: NodeId): number {
    return id < 0 ? FACT_COUNT : (this.#facts[id] ?? FACT_COUNT);
  }

  childrenOf(id: NodeId): Int32Array {
    return this.#children[id] ?? new Int32Array(0);
  }

  /** The first way to a wanted leaf through permitted classes; `null` proves that there is none. `effort` is added to. */
  find(
    root: NodeId,
    permitted: (fact: number, index: number) => boolean,
    wanted: (value: number) => boolean,
    effort: Effort = { cells: 0 },
  ): Found | null {
    const dead = new Set<NodeId>();
    const classes = new Int32Array(FACT_COUNT).fill(-1);
    const search = (id: NodeId): number | null => {
      if (id < 0) return wanted(leafValue(id)) ? leafValue(id) : null;
      if (dead.has(id)) return null;
      const fact = this.factOf(id);
      const tried = new Set<NodeId>();
      for (const [index, child] of this.childrenOf(id).entries()) {
        if (tried.has(child) || !permitted(fact, index)) continue;
        tried.add(child);
        effort.cells += 1;
        classes[fact] = index;
        const value = search(child);
        if (value !== null) return value;
      }
      classes[fact] = -1;
      dead.add(id);
      return null;
    };
    const value = search(root);
    return value === null ? null : { value, classes };
  }

  /** Text of the function: equal for equal functions, whatever classes and entries they were built from. */
  canonical(root: NodeId, leafText: (value: number) => string): string {
    const names = new Map<NodeId, string>();
    const lines: string[] = [];
    const visit = (id: NodeId): string => {
      const known = names.get(id);
      if (known !== undefined) return known;
      if (id < 0) {
        const name = `L${names.size}`;
        names.set(id, name);
        lines.push(`${name} ${leafText(leafValue(id))}`);
        return name;
      }
      const branches = this.#branches(id).map(([label, child]) => `${label} ${visit(child)}`);
      const name = `N${names.size}`;
      names.set(id, name);
      lines.push(`${name} ${FACT_NAMES[this.factOf(id)]} ${branches.join(', ')}`);
      return name;
    };
    lines.push(visit(root));
    return lines.join('\n');
  }

  /** Hosts and other texts by their shortest patterns; other facts by the values at which the child changes. */
  #branches(id: NodeId): readonly (readonly [string, NodeId])[] {
    const fact = this.factOf(id);
    const children = this.childrenOf(id);
    const open = this.#space.open(fact);
    if (open !== null) {
      const out = open.reduce((index) => children[index] ?? leaf(0));
      return fact === HOST ? out : out.map(([label, child]) => [JSON.stringify(label), child]);
    }
    const classOf = this.#space.classOfRaw[fact] ?? new Uint16Array(0);
    const out: [string, NodeId][] = [];
    for (const [position, value] of this.#space.raw(fact).entries()) {
      const child = children[classOf[position] ?? 0] ?? leaf(0);
      if (out.at(-1)?.[1] !== child) out.push([String(value), child]);
    }
    return out;
  }

  #at(id: NodeId, fact: number): Int32Array | null {
    return this.factOf(id) === fact ? this.childrenOf(id) : null;
  }
}
