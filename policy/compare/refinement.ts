// The classes of requests that either of two policies tells apart, and the policies' diagrams over them. INVARIANT: within
// one class both policies decide alike on every request, so comparing classes is comparing all requests.
import { Budget } from '#policy/budget.ts';
import type { CompiledPolicy } from '#policy/compile.ts';
import { Diagram, leaf, leafValue } from '#policy/diagram.ts';
import type { NodeId } from '#policy/diagram.ts';
import { recordOf } from '#policy/levels.ts';
import { CAPABILITY, FACT_COUNT, HOST, Space } from '#policy/space.ts';

/** One policy over the common classes. */
export type Side = {
  readonly policy: CompiledPolicy;
  /** Leaves: the policy's outcomes, and severities. */
  readonly decision: NodeId;
  readonly envelope: NodeId;
  /** Of every fact: common class → the policy's own. */
  readonly own: readonly Int32Array[];
};

export type Refinement = {
  readonly space: Space;
  readonly diagram: Diagram;
  readonly old: Side;
  readonly new: Side;
};

/** Throws `BudgetExceeded`. */
export function refine(old: CompiledPolicy, renewed: CompiledPolicy, cellBudget: number): Refinement {
  const space = new Space(
    [...old.stack.units, ...renewed.stack.units],
    [...old.invariants, ...renewed.invariants],
  );
  const diagram = new Diagram(space, new Budget(cellBudget));
  return { space, diagram, old: sideOf(old, space, diagram), new: sideOf(renewed, space, diagram) };
}

function sideOf(policy: CompiledPolicy, space: Space, diagram: Diagram): Side {
  const own = Array.from({ length: FACT_COUNT }, (_, fact) =>
    Int32Array.from({ length: space.counts[fact] ?? 1 }, (__, index) =>
      fact !== HOST
        ? policy.space.classOf(fact, space.witness(fact, index))
        : index === 0
          ? 0
          : policy.space.hosts.classOf(space.hosts.witness(index)),
    ),
  );
  const translate = translator(diagram, policy.diagram, own);
  return { policy, own, decision: translate(policy.decisionNode), envelope: translate(policy.envelopeNode) };
}

/** Copies diagrams over a policy's own classes into one over the common classes. */
function translator(
  into: Diagram,
  from: Diagram,
  own: readonly Int32Array[],
  value: (leaf: number) => number = (same) => same,
): (id: NodeId) => NodeId {
  const known = new Map<NodeId, NodeId>();
  const run = (id: NodeId): NodeId => {
    if (id < 0) return leaf(value(leafValue(id)));
    const done = known.get(id);
    if (done !== undefined) return done;
    const fact = from.factOf(id);
    const children = from.childrenOf(id);
    const map = own[fact] ?? new Int32Array(0);
    const made = into.make(
      fact,
      map.map((index) => run(children[index] ?? leaf(0))),
    );
    known.set(id, made);
    return made;
  };
  return run;
}

/**
 * Which entries decide, where the mask is not 0: leaves are 0 outside it and `1 + record` within. Only there is it worked
 * out: over the whole space the sets of entries multiply.
 */
export function decidersWithin(mask: NodeId, side: Side, { diagram, space }: Refinement): NodeId {
  const { policy, own } = side;
  const { slices, records } = policy;
  const outside = leaf(0);
  const clip = diagram.combine(
    (inside, record) => (inside === 0 ? 0 : record + 1),
    (inside) => (inside === outside ? outside : null),
  );
  const join = diagram.combine(
    (sum, floor) => (sum === 0 ? 0 : records.join(sum - 1, floor) + 1),
    (sum, floor) => (sum === outside || floor === leaf(0) ? sum : null),
  );
  const translate = translator(diagram, slices.answers, own, recordOf);
  const capabilities = policy.space.counts[CAPABILITY] ?? 1;
  const columns = new Map<number, NodeId>();
  const columnAt = (column: number): NodeId => {
    const known = columns.get(column);
    if (known !== undefined) return known;
    const made = diagram.make(
      CAPABILITY,
      Int32Array.from(own[CAPABILITY] ?? [], (capability) =>
        translate(slices.at[column * capabilities + capability] ?? outside),
      ),
    );
    columns.set(column, made);
    return made;
  };
  const base = diagram.make(
    HOST,
    Int32Array.from({ length: space.counts[HOST] ?? 1 }, (_, host) =>
      columnAt(slices.columnOfHost[own[HOST]?.[host] ?? 0] ?? 0),
    ),
  );
  return policy.floors.reduce(
    (sum, table) => {
      const offsets = table.offsets.map((offset, axis) =>
        Int32Array.from(own[table.facts[axis] ?? 0] ?? [], (index) => offset[index] ?? 0),
      );
      return join(
        sum,
        diagram.fromTable({ ...table, offsets }, (cell) => table.cells[cell] ?? 0),
      );
    },
    clip(mask, base),
  );
}
