// Searches a diagram for a leaf. INVARIANT: what it does not find is not there; no branch of a node is looked at twice.
import { END_OF_CLASSES, leaf, leafValue } from './node.ts';
import type { Effort, Found, NodeId } from './node.ts';
import { DIMENSIONS } from './space.ts';
import type { Space } from './space.ts';

export type Permitted = (fact: number, index: number) => boolean;
/** What is read of a diagram. */
type Graph = {
  factOf(id: NodeId): number;
  runsOf(id: NodeId): Int32Array;
};

/** The first way to a wanted leaf through permitted classes; `null` proves that there is none. `effort` is added to. */
export function findLeaf(
  graph: Graph,
  space: Space,
  root: NodeId,
  permitted: Permitted,
  wanted: (value: number) => boolean,
  effort: Effort,
): Found | null {
  const dead = new Set<NodeId>();
  const classes = new Int32Array(DIMENSIONS).fill(-1);
  const firstOf = firstPermitted(space, permitted);
  const search = (id: NodeId): number | null => {
    if (id < 0) return wanted(leafValue(id)) ? leafValue(id) : null;
    if (dead.has(id)) return null;
    const fact = graph.factOf(id);
    const tried = new Set<NodeId>();
    const runs = graph.runsOf(id);
    for (let at = 0; at < runs.length; at += 2) {
      const child = runs[at + 1] ?? leaf(0);
      if (tried.has(child)) continue;
      const index = firstOf(fact, runs[at] ?? 0);
      if (index >= (runs[at + 2] ?? END_OF_CLASSES)) continue;
      tried.add(child);
      effort.cells += 1;
      space.step(1);
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

/** The first permitted class of a fact from one on, `END_OF_CLASSES` where there is none. */
function firstPermitted(space: Space, permitted: Permitted): (fact: number, index: number) => number {
  const known: (Int32Array | undefined)[] = [];
  const listed = (fact: number): Int32Array => {
    const count = space.counts[fact] ?? 1;
    const next = new Int32Array(count);
    for (let index = count - 1, first = END_OF_CLASSES; index >= 0; index--) {
      if (permitted(fact, index)) first = index;
      next[index] = first;
    }
    return next;
  };
  // Most are permitted: the others are listed when the first one is met.
  return (fact, index) =>
    known[fact] === undefined && permitted(fact, index)
      ? index
      : ((known[fact] ??= listed(fact))[index] ?? END_OF_CLASSES);
}
