// The classes at which a diagram is not 0, as few readable boxes: for every fact the set of its classes. INVARIANT: the
// boxes are disjoint, each has one value throughout, and together they are exactly those classes.
import { leafValue } from '#policy/diagram.ts';
import type { Diagram, NodeId } from '#policy/diagram.ts';
import { FACT_COUNT } from '#policy/space.ts';
import type { Space } from '#policy/space.ts';
import { mergeBoxes } from './merge-boxes.ts';
import type { ClassSet } from './merge-boxes.ts';

export type Box = {
  readonly value: number;
  readonly sets: readonly ClassSet[];
  readonly classes: bigint;
  /** Whether every class in the box has the value; otherwise `classes` of them have. */
  readonly exact: boolean;
};

/** With more ways than this to what has changed, boxes would no longer be readable: their hulls are given. */
const MAX_PATHS = 4096;

export function boxesOf(
  diagram: Diagram,
  root: NodeId,
  space: Space,
  maxPaths: number = MAX_PATHS,
): readonly Box[] {
  if (paths(diagram, root) > maxPaths) return hullsOf(diagram, root, space);
  const found: { value: number; sets: ClassSet[] }[] = [];
  const sets: ClassSet[] = Array.from({ length: FACT_COUNT }, () => null);
  const walk = (id: NodeId): void => {
    if (id < 0) {
      if (leafValue(id) !== 0) found.push({ value: leafValue(id), sets: [...sets] });
      return;
    }
    const fact = diagram.factOf(id);
    for (const [child, classes] of groups(diagram, id)) {
      sets[fact] = classes;
      walk(child);
    }
    sets[fact] = null;
  };
  walk(root);
  return mergeBoxes(found, space).map((box) => ({ ...box, classes: sizeOf(box.sets, space), exact: true }));
}

/** For every fact how much each of its classes counts. */
export type Weights = readonly Int32Array[];

/** Every class counts once: how many classes there are. */
export const classesOf = (space: Space): Weights =>
  Array.from(space.counts, (count) => new Int32Array(count).fill(1));

/** How much there is at which a diagram is not 0, or at which it is `value`. */
export function countOf(
  diagram: Diagram,
  root: NodeId,
  weights: Weights,
  value: number | null = null,
): bigint {
  const totals = weights.map((own) => BigInt(own.reduce((sum, one) => sum + one, 0)));
  const known = new Map<NodeId, bigint>();
  const free = (from: number, to: number): bigint =>
    totals.slice(from, to).reduce((product, one) => product * one, 1n);
  /** Of the facts from the node's own on. */
  const below = (id: NodeId): bigint => {
    if (id < 0) return (value === null ? leafValue(id) !== 0 : leafValue(id) === value) ? 1n : 0n;
    const done = known.get(id);
    if (done !== undefined) return done;
    const fact = diagram.factOf(id);
    const own = weights[fact] ?? new Int32Array(0);
    let sum = 0n;
    for (const [child, classes] of groups(diagram, id)) {
      const weight = classes.reduce((total, index) => total + (own[index] ?? 0), 0);
      if (weight > 0) sum += BigInt(weight) * free(fact + 1, diagram.factOf(child)) * below(child);
    }
    known.set(id, sum);
    return sum;
  };
  return free(0, diagram.factOf(root)) * below(root);
}

export function sizeOf(sets: readonly ClassSet[], space: Space): bigint {
  return sets.reduce((size, set, fact) => size * BigInt(set?.length ?? space.counts[fact] ?? 1), 1n);
}

/** The values that a diagram has somewhere in a box. */
export function valuesIn(diagram: Diagram, root: NodeId, sets: readonly ClassSet[]): ReadonlySet<number> {
  const values = new Set<number>();
  const seen = new Set<NodeId>();
  const walk = (id: NodeId): void => {
    if (seen.has(id)) return;
    seen.add(id);
    if (id < 0) {
      values.add(leafValue(id));
      return;
    }
    const children = diagram.childrenOf(id);
    const set = sets[diagram.factOf(id)] ?? null;
    if (set === null) for (const child of children) walk(child);
    else for (const index of set) walk(children[index] ?? id);
  };
  walk(root);
  return values;
}

/** The classes of a node by the child that they lead to. */
function groups(diagram: Diagram, id: NodeId): ReadonlyMap<NodeId, readonly number[]> {
  const out = new Map<NodeId, number[]>();
  for (const [index, child] of diagram.childrenOf(id).entries()) {
    const list = out.get(child);
    if (list === undefined) out.set(child, [index]);
    else list.push(index);
  }
  return out;
}

function paths(diagram: Diagram, root: NodeId): number {
  const known = new Map<NodeId, number>();
  const count = (id: NodeId): number => {
    if (id < 0) return leafValue(id) === 0 ? 0 : 1;
    const done = known.get(id);
    if (done !== undefined) return done;
    let sum = 0;
    for (const child of groups(diagram, id).keys()) sum += count(child);
    known.set(id, sum);
    return sum;
  };
  return count(root);
}

/** For every value the smallest box around the classes that have it. */
function hullsOf(diagram: Diagram, root: NodeId, space: Space): readonly Box[] {
  const values = [...valuesIn(diagram, root, [])].filter((value) => value !== 0);
  return values.map((value) => {
    const live = reaching(diagram, root, value);
    const marks = Array.from({ length: FACT_COUNT }, (_, fact) => new Uint8Array(space.counts[fact] ?? 1));
    const open = (from: number, to: number): void => {
      for (let fact = from; fact < to; fact++) marks[fact]?.fill(1);
    };
    open(0, diagram.factOf(root));
    for (const id of live) {
      if (id < 0) continue;
      const fact = diagram.factOf(id);
      for (const [child, classes] of groups(diagram, id)) {
        if (!live.has(child)) continue;
        for (const index of classes) marks[fact]?.fill(1, index, index + 1);
        open(fact + 1, diagram.factOf(child));
      }
    }
    const sets = marks.map((mark): ClassSet =>
      mark.every((bit) => bit === 1)
        ? null
        : [...mark.entries()].flatMap(([index, bit]) => (bit === 1 ? [index] : [])),
    );
    return { value, sets, classes: countOf(diagram, root, classesOf(space), value), exact: false };
  });
}

/** The nodes from which a value is reached. */
function reaching(diagram: Diagram, root: NodeId, value: number): ReadonlySet<NodeId> {
  const known = new Map<NodeId, boolean>();
  const reach = (id: NodeId): boolean => {
    if (id < 0) {
      known.set(id, leafValue(id) === value);
      return leafValue(id) === value;
    }
    const done = known.get(id);
    if (done !== undefined) return done;
    let any = false;
    for (const child of groups(diagram, id).keys()) any = reach(child) || any;
    known.set(id, any);
    return any;
  };
  reach(root);
  return new Set([...known].flatMap(([id, any]) => (any ? [id] : [])));
}
