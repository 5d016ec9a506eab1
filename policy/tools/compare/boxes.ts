// The classes at which a diagram is not 0, as few readable boxes: for every fact the set of its classes. INVARIANT: the
// boxes are disjoint, each has values of one group throughout, and together they are exactly those classes.
import { leafValue } from '#policy/engine/space/node.ts';
import type { Diagram } from '#policy/engine/space/diagram.ts';
import type { NodeId } from '#policy/engine/space/node.ts';
import { DIMENSIONS } from '#policy/engine/space/space.ts';
import type { Space } from '#policy/engine/space/space.ts';
import { Cover, groups } from './cover.ts';
import { mergeBoxes } from './merge-boxes.ts';
import type { ClassSet } from './merge-boxes.ts';

export type Box = {
  /** What the diagram is in the box: of one group, and not 0. */
  readonly values: ReadonlySet<number>;
  readonly sets: readonly ClassSet[];
  readonly classes: bigint;
  /** Whether every class in the box has one of the values; otherwise `classes` of them have. */
  readonly exact: boolean;
};

/** More boxes than this for one group nobody would read: their hull is given. */
const MAX_BOXES = 128;

/** `groupOf`: values that may share a box have one number. */
export function boxesOf(
  diagram: Diagram,
  root: NodeId,
  space: Space,
  { groupOf = (value) => value, maxBoxes = MAX_BOXES }: BoxOptions = {},
): readonly Box[] {
  const sorts = new Map<number, Set<number>>();
  for (const value of valuesIn(diagram, root, []))
    if (value !== 0) sorts.set(groupOf(value), (sorts.get(groupOf(value)) ?? new Set()).add(value));
  const cover = new Cover(diagram, space, maxBoxes);
  return [...sorts.values()].flatMap((values): readonly Box[] => {
    const within = diagram.mapper(diagram, (value) => (values.has(value) ? 1 : 0))(root);
    const found = cover.of(within);
    if (found === null) return [hullOf(diagram, within, values, space)];
    return mergeBoxes(
      found.map((sets) => ({ value: 1, sets })),
      space,
    ).map(({ sets }) => ({
      values: values.size === 1 ? values : valuesIn(diagram, root, sets),
      sets,
      classes: sizeOf(sets, space),
      exact: true,
    }));
  });
}

export type BoxOptions = {
  readonly groupOf?: ((value: number) => number) | undefined;
  readonly maxBoxes?: number | undefined;
};

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
  return space.counts.reduce((size, count, fact) => size * BigInt(sets[fact]?.length ?? count), 1n);
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
    const set = sets[diagram.factOf(id)] ?? null;
    const runs = diagram.runsOf(id);
    if (set === null) for (let at = 1; at < runs.length; at += 2) walk(runs[at] ?? id);
    else for (const index of set) walk(diagram.childAt(id, index));
  };
  walk(root);
  return values;
}

/** The smallest box around the classes at which a diagram of 0 and 1 is 1. */
function hullOf(diagram: Diagram, within: NodeId, values: ReadonlySet<number>, space: Space): Box {
  const sets = hullWhere(diagram, within, { isWanted: (value) => value === 1, fixed: [] }, space);
  return { values, sets, classes: countOf(diagram, within, classesOf(space)), exact: false };
}

/** `fixed`: of these facts no other classes are looked at. */
type Wanted = {
  readonly isWanted: (value: number) => boolean;
  readonly fixed: readonly ClassSet[];
};

/** For every fact the classes with which a diagram has a wanted value somewhere. In time linear in its nodes. */
export function hullWhere(diagram: Diagram, root: NodeId, wanted: Wanted, space: Space): readonly ClassSet[] {
  const live = reaching(diagram, root, wanted);
  const marks = Array.from({ length: DIMENSIONS }, (_, fact) => new Uint8Array(space.counts[fact] ?? 1));
  const open = (from: number, to: number): void => {
    for (let fact = from; fact < to; fact++) marks[fact]?.fill(1);
  };
  if (live.has(root)) open(0, diagram.factOf(root));
  for (const id of live) {
    if (id < 0) continue;
    const fact = diagram.factOf(id);
    for (const [child, classes] of childrenOf(diagram, id, wanted)) {
      if (!live.has(child)) continue;
      for (const index of classes) marks[fact]?.fill(1, index, index + 1);
      open(fact + 1, diagram.factOf(child));
    }
  }
  return marks.map(
    (mark, fact): ClassSet =>
      wanted.fixed[fact] ??
      (mark.every((bit) => bit === 1)
        ? null
        : [...mark.entries()].flatMap(([index, bit]) => (bit === 1 ? [index] : []))),
  );
}

function childrenOf(
  diagram: Diagram,
  id: NodeId,
  { fixed }: Wanted,
): Iterable<readonly [NodeId, readonly number[]]> {
  const set = fixed[diagram.factOf(id)] ?? null;
  return set === null
    ? groups(diagram, id)
    : set.map((index) => [diagram.childAt(id, index), [index]] as const);
}

/** The nodes from which a wanted value is reached. */
function reaching(diagram: Diagram, root: NodeId, wanted: Wanted): ReadonlySet<NodeId> {
  const known = new Map<NodeId, boolean>();
  const reach = (id: NodeId): boolean => {
    const done = known.get(id);
    if (done !== undefined) return done;
    let any = id < 0 && wanted.isWanted(leafValue(id));
    if (id >= 0) for (const [child] of childrenOf(diagram, id, wanted)) any = reach(child) || any;
    known.set(id, any);
    return any;
  };
  reach(root);
  return new Set([...known].flatMap(([id, any]) => (any ? [id] : [])));
}
