// What two policies decide, over the classes of requests that either tells apart. INVARIANT: within one class both decide
// alike on every request, so comparing classes is comparing all requests.
import { Budget } from '#policy/collections/budget.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { Diagram } from '#policy/engine/space/diagram.ts';
import { leaf } from '#policy/engine/space/node.ts';
import type { NodeId } from '#policy/engine/space/node.ts';
import type { Severity } from '#policy/engine/documents/document.ts';
import { withoutContradictions } from '#policy/engine/compile/feasible.ts';
import { commonClasses, pairing } from '#policy/engine/compile/product-walk.ts';
import type { Lifted } from '#policy/engine/compile/product-walk.ts';
import type { Space } from '#policy/engine/space/space.ts';
import { Changes } from '#policy/engine/layers/changes.ts';

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
  const ofRequests = (root: NodeId): NodeId => withoutContradictions(root, diagram, common.space);
  const decisions = ofRequests(
    pairing(common, old, renewed, (a, b) => changes.ofOutcomes(before.outcomes.at(a), after.outcomes.at(b)))(
      before.decisionNode,
      after.decisionNode,
    ),
  );
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
  return { changes, decisions, envelopes: ofRequests(envelopes) };
}

const bothOf = (pair: number): readonly [Severity, Severity] => [
  severityFrom(pair >> 2),
  severityFrom(pair & 3),
];

const severityFrom = (value: number): Severity => (value === 0 || value === 1 || value === 2 ? value : 3);
