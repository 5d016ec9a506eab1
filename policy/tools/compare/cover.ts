// The classes at which a diagram of 0 and 1 is 1, as few disjoint boxes. Worked out node by node, each once, so that it is not
// the number of ways through the diagram that counts. INVARIANT: the boxes are disjoint and hold exactly those classes.
import { leaf } from '#policy/engine/space/node.ts';
import type { Diagram } from '#policy/engine/space/diagram.ts';
import type { NodeId } from '#policy/engine/space/node.ts';
import { PairMemo } from '#policy/collections/pair-memo.ts';
import { DIMENSIONS, FACT_COUNT } from '#policy/engine/space/space.ts';
import type { Space } from '#policy/engine/space/space.ts';
import { setKey } from './merge-boxes.ts';
import type { ClassSet } from './merge-boxes.ts';

/** A box from some fact on: the classes of its first restricted fact, and the box below. */
type Chain = {
  readonly fact: number;
  readonly classes: readonly number[];
  readonly rest: Chain | null;
};

const NOTHING = leaf(0);
const NO_RUNS = new Int32Array(0);
/** Beyond every class. */
const END_OF_CLASSES = 0x7fffffff;
const ALL = leaf(1);
const WHOLE: Chain = { fact: DIMENSIONS, classes: [], rest: null };

/** Of more than this what all have in common is seldom worth its search. */
const MAX_COMPARED_IN_COMMON = 3;
/** Of more children than this what they share is not searched for. */
const MAX_CHILDREN = 12;
/** Nor once the search has made as many nodes as this: boxes are disjoint and exact without it, only more. */
const MOST_NODES = 6000;

export class Cover {
  readonly #diagram: Diagram;
  readonly #space: Space;
  readonly #limit: number;
  /** By fact, box below and classes. */
  readonly #chains = new Map<Chain, Map<number | string, Chain>[]>();
  readonly #known = new Map<NodeId, readonly Chain[] | null>();
  readonly #lying = new PairMemo();
  readonly #mostNodes: number;
  readonly #both: (a: NodeId, b: NodeId) => NodeId;
  readonly #without: (a: NodeId, b: NodeId) => NodeId;

  /** More boxes than `limit` on the way are too many. */
  constructor(diagram: Diagram, space: Space, limit: number) {
    this.#diagram = diagram;
    this.#space = space;
    this.#limit = limit;
    this.#mostNodes = diagram.size + MOST_NODES;
    this.#both = diagram.combine(
      (a, b) => a & b,
      (a, b) => {
        if (a === NOTHING || b === NOTHING) return NOTHING;
        if (a === ALL || a === b) return b;
        return b === ALL ? a : null;
      },
    );
    this.#without = diagram.combine(
      (a, b) => a & (1 - b),
      (a, b) => {
        if (a === NOTHING || b === ALL || a === b) return NOTHING;
        return b === NOTHING ? a : null;
      },
    );
  }

  /** `null` for too many. */
  of(root: NodeId): readonly (readonly ClassSet[])[] | null {
    return this.#chainsOf(root)?.map(setsOf) ?? null;
  }

  #chainsOf(id: NodeId): readonly Chain[] | null {
    if (id < 0) return id === NOTHING ? [] : [WHOLE];
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const fact = this.#diagram.factOf(id);
    const children = this.#children(id);
    const alone = this.#apart(fact, children);
    const shared = this.#maySearch(children, alone)
      ? this.#shared(fact, children, alone?.length ?? this.#limit + 1)
      : null;
    const best = shared ?? alone;
    const made = best === null || best.length > this.#limit ? null : best;
    this.#known.set(id, made);
    return made;
  }

  #maySearch(children: ReadonlyMap<NodeId, unknown>, alone: readonly Chain[] | null): boolean {
    return (
      alone !== null &&
      alone.length > 2 &&
      children.size > 1 &&
      children.size <= MAX_CHILDREN &&
      this.#diagram.size < this.#mostNodes
    );
  }

  /** Whether all classes of one are classes of the other. */
  #lies(a: NodeId, b: NodeId): boolean {
    if (a === NOTHING || b === ALL || a === b) return true;
    if (b === NOTHING || (a === ALL && b < 0)) return false;
    const known = this.#lying.get(a, b);
    if (known !== undefined) return known === 1;
    const [left, right] = [this.#diagram.factOf(a), this.#diagram.factOf(b)];
    const own = left <= right ? this.#diagram.runsOf(a) : NO_RUNS;
    const other = right <= left ? this.#diagram.runsOf(b) : NO_RUNS;
    let does = true;
    for (let i = 0, j = 0, from = 0; does && from < END_OF_CLASSES;) {
      does = this.#lies(own[i + 1] ?? a, other[j + 1] ?? b);
      const [mine, theirs] = [own[i + 2] ?? END_OF_CLASSES, other[j + 2] ?? END_OF_CLASSES];
      from = Math.min(mine, theirs);
      if (mine === from) i += 2;
      if (theirs === from) j += 2;
    }
    this.#lying.set(a, b, does ? 1 : 0);
    return does;
  }

  #children(id: NodeId): ReadonlyMap<NodeId, readonly number[]> {
    const out = groups(this.#diagram, id);
    out.delete(NOTHING);
    return out;
  }

  /** Each child's boxes, those that are the same below as one. */
  #apart(fact: number, children: ReadonlyMap<NodeId, readonly number[]>): readonly Chain[] | null {
    const parts: (readonly [Chain, readonly number[]])[] = [];
    for (const [child, classes] of children) {
      const below = this.#chainsOf(child);
      if (below === null) return null;
      for (const chain of below) parts.push([chain, classes]);
    }
    return this.#joined(fact, parts);
  }

  /** First what several children have in common, then what is left of each; `null` where that takes no fewer boxes. */
  #shared(
    fact: number,
    children: ReadonlyMap<NodeId, readonly number[]>,
    most: number,
  ): readonly Chain[] | null {
    const parts: (readonly [Chain, readonly number[]])[] = [];
    let left = children;
    while (left.size > 0) {
      const part = this.#mostShared(left);
      const below = this.#chainsOf(part);
      if (below === null) return null;
      const within: number[] = [];
      const next = new Map<NodeId, readonly number[]>();
      for (const [child, classes] of left) {
        const holds = this.#lies(part, child);
        if (holds) within.push(...classes);
        const rest = holds ? this.#without(child, part) : child;
        if (rest !== NOTHING) next.set(rest, [...(next.get(rest) ?? []), ...classes]);
      }
      within.sort((a, b) => a - b);
      for (const chain of below) parts.push([chain, within]);
      if (parts.length > 2 * most) return null;
      left = next;
    }
    const joined = this.#joined(fact, parts);
    return joined.length < most ? joined : null;
  }

  /** The child, or what is common to all, that lies within most of them; of several the one of fewest boxes. */
  #mostShared(children: ReadonlyMap<NodeId, readonly number[]>): NodeId {
    const all = [...children.keys()];
    const few = all.length <= MAX_COMPARED_IN_COMMON;
    const common = few ? all.reduce((sum, one) => this.#both(sum, one), ALL) : NOTHING;
    let [best, most, boxes] = [all[0] ?? NOTHING, 0, 0];
    for (const one of common === NOTHING || children.has(common) ? all : [common, ...all]) {
      const within = all.filter((other) => this.#lies(one, other)).length;
      const own = this.#chainsOf(one)?.length ?? this.#limit;
      if (within < most || (within === most && own >= boxes)) continue;
      [best, most, boxes] = [one, within, own];
    }
    return best;
  }

  #joined(fact: number, parts: readonly (readonly [Chain, readonly number[]])[]): readonly Chain[] {
    const below = new Map<Chain, readonly number[]>();
    for (const [chain, classes] of parts) {
      const known = below.get(chain);
      below.set(chain, known === undefined ? classes : [...known, ...classes].sort((a, b) => a - b));
    }
    return [...below].map(([rest, classes]) => this.#chain(fact, classes, rest));
  }

  #chain(fact: number, classes: readonly number[], rest: Chain): Chain {
    const count = this.#space.counts[fact] ?? 1;
    if (classes.length === count) return rest;
    const above = this.#chains.get(rest) ?? [];
    this.#chains.set(rest, above);
    const alike = (above[fact] ??= new Map());
    const key = setKey(classes, count);
    const known = alike.get(key);
    if (known !== undefined) return known;
    const made = { fact, classes, rest };
    alike.set(key, made);
    return made;
  }
}

function setsOf(chain: Chain): readonly ClassSet[] {
  const sets: ClassSet[] = Array.from({ length: FACT_COUNT }, () => null);
  for (let at: Chain | null = chain; at !== null && at.fact < DIMENSIONS; at = at.rest)
    sets[at.fact] = at.classes;
  return sets;
}

/** The classes of a node by the child that they lead to. */
export function groups(diagram: Diagram, id: NodeId): Map<NodeId, readonly number[]> {
  const out = new Map<NodeId, number[]>();
  for (const [index, child] of diagram.childrenOf(id).entries()) {
    const list = out.get(child);
    if (list === undefined) out.set(child, [index]);
    else list.push(index);
  }
  return out;
}
