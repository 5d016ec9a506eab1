// Two diagrams walked as one over the classes that either side tells apart: what difference, comparison and search share.
// INVARIANT: exact. A pair of nodes is met once, and every class of every fact on the way is looked at.
import type { Budget } from '#policy/collections/budget.ts';
import type { CompiledPolicy } from './compiled-policy.ts';
import { contains } from '#policy/engine/documents/condition.ts';
import type { ValueSet } from '#policy/engine/documents/condition.ts';
import { DayClasses } from '#policy/engine/documents/days.ts';
import { leaf, leafValue } from '#policy/engine/space/node.ts';
import type { Diagram } from '#policy/engine/space/diagram.ts';
import type { Found, NodeId } from '#policy/engine/space/node.ts';
import type { Invariant } from '#policy/engine/documents/document.ts';
import { PairMemo } from '#policy/collections/pair-memo.ts';
import { DAY, DIMENSIONS, Space, factIndex } from '#policy/engine/space/space.ts';

/** A diagram, and common class → its own class for every fact; `null` where its classes are the common ones. */
export type Lifted = { readonly diagram: Diagram; readonly own: readonly Int32Array[] | null };

/** The classes of requests that either of two policies tells apart. */
export type CommonClasses = { readonly space: Space; readonly left: Lifted; readonly right: Lifted };

/** From the later of their days on: what was before is past in both. `sets`: further sets of values that the classes are to tell apart. */
export function commonClasses(
  left: CompiledPolicy,
  right: CompiledPolicy,
  sets: readonly ValueSet[] = [],
): CommonClasses {
  if (left === right && left.todayClass === 0 && sets.every((set) => isTold(set, left.space))) {
    const same: Lifted = { diagram: left.diagram, own: null };
    return { space: left.space, left: same, right: same };
  }
  const both = left === right ? [left] : [left, right];
  const from = left.today < right.today ? right.today : left.today;
  const days = new DayClasses(
    both.flatMap((one) => one.space.days.ends),
    from,
  );
  const space = new Space(
    // Those that have ended too: the classes of each are to be unions of these.
    both.flatMap(({ stack }) => [...stack.entries, ...stack.layers.flatMap(({ ended }) => ended)]),
    [...both.flatMap((one) => one.invariants), ...(sets.length === 0 ? [] : [boxOver(sets)])],
    undefined,
    days,
  );
  const lift = (one: CompiledPolicy): Lifted => ({ diagram: one.diagram, own: ownClasses(one, space) });
  const first = lift(left);
  return { space, left: first, right: left === right ? first : lift(right) };
}

/** Whether the classes tell a set of listed values apart already: no class lies partly in it. */
function isTold(set: ValueSet, space: Space): boolean {
  if (set.kind !== 'members' && set.kind !== 'ranges') return false;
  const fact = factIndex(set.fact);
  const classOf = space.classOfRaw[fact];
  const inside = new Map<number, boolean>();
  return space.raw(fact).every((value, position) => {
    const own = classOf?.[position] ?? 0;
    const known = inside.get(own);
    const is = contains(set, value);
    inside.set(own, is);
    return known === undefined || known === is;
  });
}

const boxOver = (over: readonly ValueSet[]): Invariant => ({
  kind: 'at-least',
  id: '',
  severity: 0,
  decision: 'ALLOW',
  over,
  span: { file: '', line: 1, column: 1 },
});

/** A common class lies in one class of the policy: that of any of its values. */
function ownClasses(policy: CompiledPolicy, space: Space): readonly Int32Array[] {
  return Array.from({ length: DIMENSIONS }, (_, fact) =>
    Int32Array.from({ length: space.counts[fact] ?? 1 }, (__, index) =>
      policy.space.classOf(fact, space.witness(fact, index)),
    ),
  );
}

/**
 * Joins two functions leaf by leaf into a diagram over the common classes. Remembers what it has done. `shortcut`: the
 * result where it is plain from the nodes, else `null`.
 */
export function pairing(
  into: { readonly diagram: Diagram; readonly budget: Budget },
  left: Lifted,
  right: Lifted,
  join: (left: number, right: number) => number,
  shortcut: (left: NodeId, right: NodeId) => NodeId | null = () => null,
): (left: NodeId, right: NodeId) => NodeId {
  const known = new PairMemo();
  const [runsOfLeft, runsOfRight] = [commonRuns(left), commonRuns(right)];
  const walk = (a: NodeId, b: NodeId): NodeId => {
    const plain = shortcut(a, b);
    if (plain !== null) return plain;
    const done = known.get(a, b);
    if (done !== undefined) return done;
    const made = a < 0 && b < 0 ? leaf(join(leafValue(a), leafValue(b))) : branch(a, b);
    known.set(a, b, made);
    return made;
  };
  const branch = (a: NodeId, b: NodeId): NodeId => {
    const fact = Math.min(left.diagram.factOf(a), right.diagram.factOf(b));
    const mine = left.diagram.factOf(a) === fact ? runsOfLeft(a) : Int32Array.of(0, a);
    const theirs = right.diagram.factOf(b) === fact ? runsOfRight(b) : Int32Array.of(0, b);
    const starts = bothStarts(mine, theirs);
    into.budget.spend(fact, starts.length);
    let [i, j] = [0, 0];
    return into.diagram.branch(fact, starts, (index) => {
      while ((mine[i + 2] ?? END_OF_CLASSES) <= index) i += 2;
      while ((theirs[j + 2] ?? END_OF_CLASSES) <= index) j += 2;
      return walk(mine[i + 1] ?? a, theirs[j + 1] ?? b);
    });
  };
  return walk;
}

/** The first pair of leaves that is wanted, by permitted classes in the order given and on any day; `null` proves that there is none. */
export function findPair(
  { space, left, right }: CommonClasses,
  roots: readonly [NodeId, NodeId],
  permitted: (fact: number) => readonly number[],
  wanted: (left: number, right: number) => boolean,
): Found | null {
  const days = Array.from({ length: space.days.count }, (_, index) => index);
  const dead = new PairMemo();
  const classes = new Int32Array(DIMENSIONS).fill(-1);
  const permittedOn = (fact: number): readonly number[] => (fact === DAY ? days : permitted(fact));
  const walk = (a: NodeId, b: NodeId): boolean => {
    if (a < 0 && b < 0) return wanted(leafValue(a), leafValue(b));
    if (dead.get(a, b) !== undefined) return false;
    const fact = Math.min(left.diagram.factOf(a), right.diagram.factOf(b));
    for (const index of permittedOn(fact)) {
      classes[fact] = index;
      if (walk(childAt(left, a, fact, index), childAt(right, b, fact, index))) return true;
    }
    classes[fact] = -1;
    dead.set(a, b, 1);
    return false;
  };
  for (let fact = 0; fact < DAY; fact++) if (permitted(fact).length === 0) return null;
  return walk(...roots) ? { value: 0, classes } : null;
}

/** Beyond every class. */
const END_OF_CLASSES = 0x7fffffff;

/** Where either of two lists of runs has one begin. */
function bothStarts(mine: Int32Array, theirs: Int32Array): readonly number[] {
  const starts: number[] = [];
  for (let i = 0, j = 0; i < mine.length || j < theirs.length;) {
    const next = Math.min(mine[i] ?? END_OF_CLASSES, theirs[j] ?? END_OF_CLASSES);
    starts.push(next);
    if (mine[i] === next) i += 2;
    if (theirs[j] === next) j += 2;
  }
  return starts;
}

/** The runs of a node by common classes. */
function commonRuns({ diagram, own }: Lifted): (id: NodeId) => Int32Array {
  if (own === null) return (id) => diagram.runsOf(id);
  const same = own.map((classes) => classes.every((one, index) => one === index));
  const known = new Map<NodeId, Int32Array>();
  const lift = (id: NodeId): Int32Array => {
    const children = diagram.childrenOf(id);
    const runs: number[] = [];
    for (const [index, one] of (own[diagram.factOf(id)] ?? []).entries()) {
      const child = children[one] ?? id;
      if (runs.at(-1) !== child) runs.push(index, child);
    }
    return Int32Array.from(runs);
  };
  return (id) => {
    if (same[diagram.factOf(id)] === true) return diagram.runsOf(id);
    const runs = known.get(id) ?? lift(id);
    known.set(id, runs);
    return runs;
  };
}

/** Where a node leads for a common class of a fact: itself where it does not look at the fact. */
function childAt({ diagram, own }: Lifted, id: NodeId, fact: number, index: number): NodeId {
  if (diagram.factOf(id) !== fact) return id;
  const classes = own?.[fact];
  return diagram.childAt(id, classes === undefined ? index : (classes[index] ?? 0));
}
