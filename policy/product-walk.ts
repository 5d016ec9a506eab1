// Two diagrams walked as one over the classes that either side tells apart: what difference, comparison and search share.
// INVARIANT: exact. A pair of nodes is met once, and every class of every fact on the way is looked at.
import type { Budget } from './budget.ts';
import type { CompiledPolicy } from './compile.ts';
import { contains } from './condition.ts';
import type { ValueSet } from './condition.ts';
import { leaf, leafValue } from './diagram.ts';
import type { Diagram, Found, NodeId } from './diagram.ts';
import type { Invariant } from './document.ts';
import { FACT_COUNT, Space, factIndex } from './space.ts';

/** A diagram, and common class → its own class for every fact; `null` where its classes are the common ones. */
export type Lifted = { readonly diagram: Diagram; readonly own: readonly Int32Array[] | null };

/** The classes of requests that either of two policies tells apart. */
export type CommonClasses = { readonly space: Space; readonly left: Lifted; readonly right: Lifted };

/** `sets`: further sets of values that the classes are to tell apart. */
export function commonClasses(
  left: CompiledPolicy,
  right: CompiledPolicy,
  sets: readonly ValueSet[] = [],
): CommonClasses {
  if (left === right && sets.every((set) => isTold(set, left.space))) {
    const same: Lifted = { diagram: left.diagram, own: null };
    return { space: left.space, left: same, right: same };
  }
  const both = left === right ? [left] : [left, right];
  const space = new Space(
    both.flatMap((one) => one.stack.units),
    [...both.flatMap((one) => one.invariants), ...(sets.length === 0 ? [] : [boxOver(sets)])],
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
  return Array.from({ length: FACT_COUNT }, (_, fact) =>
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
  into: { readonly diagram: Diagram; readonly space: Space; readonly budget: Budget },
  left: Lifted,
  right: Lifted,
  join: (left: number, right: number) => number,
  shortcut: (left: NodeId, right: NodeId) => NodeId | null = () => null,
): (left: NodeId, right: NodeId) => NodeId {
  const known = new Map<number, NodeId>();
  const walk = (a: NodeId, b: NodeId): NodeId => {
    const plain = shortcut(a, b);
    if (plain !== null) return plain;
    const key = pairKey(a, b);
    const done = known.get(key);
    if (done !== undefined) return done;
    const made = a < 0 && b < 0 ? leaf(join(leafValue(a), leafValue(b))) : branch(a, b);
    known.set(key, made);
    return made;
  };
  const branch = (a: NodeId, b: NodeId): NodeId => {
    const fact = Math.min(left.diagram.factOf(a), right.diagram.factOf(b));
    const length = into.space.counts[fact] ?? 1;
    into.budget.spend(fact, length);
    const [mine, theirs] = [childAt(left, a, fact), childAt(right, b, fact)];
    const children = new Int32Array(length);
    for (let index = 0; index < length; index++) children[index] = walk(mine(index), theirs(index));
    return into.diagram.make(fact, children);
  };
  return walk;
}

/** The first pair of leaves that is wanted, by permitted classes in the order given; `null` proves that there is none. */
export function findPair(
  { left, right }: CommonClasses,
  roots: readonly [NodeId, NodeId],
  permitted: (fact: number) => readonly number[],
  wanted: (left: number, right: number) => boolean,
): Found | null {
  const dead = new Set<number>();
  const classes = new Int32Array(FACT_COUNT).fill(-1);
  const walk = (a: NodeId, b: NodeId): boolean => {
    if (a < 0 && b < 0) return wanted(leafValue(a), leafValue(b));
    const key = pairKey(a, b);
    if (dead.has(key)) return false;
    const fact = Math.min(left.diagram.factOf(a), right.diagram.factOf(b));
    const [mine, theirs] = [childAt(left, a, fact), childAt(right, b, fact)];
    for (const index of permitted(fact)) {
      classes[fact] = index;
      if (walk(mine(index), theirs(index))) return true;
    }
    classes[fact] = -1;
    dead.add(key);
    return false;
  };
  for (let fact = 0; fact < FACT_COUNT; fact++) if (permitted(fact).length === 0) return null;
  return walk(...roots) ? { value: 0, classes } : null;
}

/** Nodes and leaves, each a number of 26 bits. */
const pairKey = (a: NodeId, b: NodeId): number => (a + 0x1000000) * 0x4000000 + (b + 0x1000000);

/** Where a node leads for a common class of a fact: itself where it does not look at the fact. */
function childAt({ diagram, own }: Lifted, id: NodeId, fact: number): (index: number) => NodeId {
  if (diagram.factOf(id) !== fact) return () => id;
  const children = diagram.childrenOf(id);
  const classes = own?.[fact];
  return classes === undefined
    ? (index) => children[index] ?? id
    : (index) => children[classes[index] ?? 0] ?? id;
}
