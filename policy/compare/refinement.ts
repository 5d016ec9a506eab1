// What two policies decide, over the classes of requests that either tells apart. INVARIANT: within one class both decide
// alike on every request, so comparing classes is comparing all requests.
import { Budget } from '#policy/budget.ts';
import type { CompiledPolicy } from '#policy/compile.ts';
import { Diagram, leaf } from '#policy/diagram.ts';
import type { NodeId } from '#policy/diagram.ts';
import type { Severity } from '#policy/document.ts';
import { recordOf } from '#policy/levels.ts';
import { commonClasses, pairing } from '#policy/product-walk.ts';
import type { Lifted } from '#policy/product-walk.ts';
import { CAPABILITY, HOST } from '#policy/space.ts';
import type { Space } from '#policy/space.ts';
import { Changes } from './changes.ts';

/** One policy over the common classes. */
export type Side = Lifted & { readonly policy: CompiledPolicy };

export type Refinement = {
  readonly space: Space;
  readonly diagram: Diagram;
  readonly budget: Budget;
  readonly old: Side;
  readonly new: Side;
};

/** Throws `BudgetExceeded`, as do the functions below. */
export function refine(old: CompiledPolicy, renewed: CompiledPolicy, cellBudget: number): Refinement {
  const { space, left, right } = commonClasses(old, renewed);
  const budget = new Budget(cellBudget);
  const diagram = new Diagram(space, budget);
  return { space, diagram, budget, old: { policy: old, ...left }, new: { policy: renewed, ...right } };
}

/** Diagrams of what requests undergo: leaves are numbers of `changes`, 0 for nothing. */
export type ChangeDiagrams = {
  readonly changes: Changes;
  /** Of decisions, and of their terms where the decision is the same. */
  readonly decisions: NodeId;
  readonly envelopes: NodeId;
};

export function changesBetween(common: Refinement): ChangeDiagrams {
  const { old, new: renewed, diagram } = common;
  const [before, after] = [old.policy, renewed.policy];
  const changes = new Changes();
  const decisions = pairing(common, old, renewed, (a, b) =>
    changes.ofOutcomes(before.outcomes.at(a), after.outcomes.at(b)),
  )(before.decisionNode, after.decisionNode);
  const moved = pairing(common, old, renewed, (a, b) => (a === b ? 0 : 1 + a * 4 + b))(
    before.envelopeNode,
    after.envelopeNode,
  );
  if (moved === leaf(0)) return { changes, decisions, envelopes: moved };
  const severities = pairing(
    common,
    old,
    renewed,
    (a, b) => before.outcomes.severity(a) * 4 + after.outcomes.severity(b),
  )(before.decisionNode, after.decisionNode);
  const envelopes = diagram.combine(
    (pair, decided) => (pair === 0 ? 0 : changes.ofEnvelopes(bothOf(decided), bothOf(pair - 1))),
    (pair) => (pair === leaf(0) ? pair : null),
  )(moved, severities);
  return { changes, decisions, envelopes };
}

const bothOf = (pair: number): readonly [Severity, Severity] => [
  severityFrom(pair >> 2),
  severityFrom(pair & 3),
];

const severityFrom = (value: number): Severity => (value === 0 || value === 1 || value === 2 ? value : 3);

/**
 * Which entries decide, where the mask is not 0: leaves are 0 outside it and `1 + record` within. Only there is it worked
 * out: over the whole space the sets of entries multiply.
 */
export function decidersWithin(mask: NodeId, side: Side, common: Refinement): NodeId {
  const { diagram, space } = common;
  const { policy } = side;
  const own = side.own ?? [];
  const { slices, records } = policy;
  const outside = leaf(0);
  const within = pairing(
    common,
    { diagram, own: null },
    { diagram: slices.answers, own: side.own },
    (inside, answer) => (inside === 0 ? 0 : recordOf(answer) + 1),
    (inside) => (inside === outside ? outside : null),
  );
  const join = diagram.combine(
    (sum, floor) => (sum === 0 ? 0 : records.join(sum - 1, floor) + 1),
    (sum, floor) => (sum === outside || floor === leaf(0) ? sum : null),
  );
  const capabilities = policy.space.counts[CAPABILITY] ?? 1;
  const ownCapability = own[CAPABILITY] ?? new Int32Array(0);
  const columns = new Map<string, NodeId>();
  const columnWithin = (inside: NodeId, column: number): NodeId => {
    const key = `${inside} ${column}`;
    const known = columns.get(key);
    if (known !== undefined) return known;
    const children = diagram.factOf(inside) === CAPABILITY ? diagram.childrenOf(inside) : null;
    const made = diagram.make(
      CAPABILITY,
      ownCapability.map((capability, index) =>
        within(children?.[index] ?? inside, slices.at[column * capabilities + capability] ?? outside),
      ),
    );
    columns.set(key, made);
    return made;
  };
  const inside = diagram.factOf(mask) === HOST ? diagram.childrenOf(mask) : null;
  const base = diagram.make(
    HOST,
    Int32Array.from({ length: space.counts[HOST] ?? 1 }, (_, host) => {
      const here = inside?.[host] ?? mask;
      return here === outside
        ? outside
        : columnWithin(here, slices.columnOfHost[own[HOST]?.[host] ?? 0] ?? 0);
    }),
  );
  return policy.floors.reduce((sum, table) => {
    const offsets = table.offsets.map((offset, axis) =>
      Int32Array.from(own[table.facts[axis] ?? 0] ?? [], (index) => offset[index] ?? 0),
    );
    return join(
      sum,
      diagram.fromTable({ ...table, offsets }, (cell) => table.cells[cell] ?? 0),
    );
  }, base);
}
