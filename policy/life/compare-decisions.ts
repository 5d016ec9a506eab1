// Which requests two policies decide differently: both diagrams over the common refinement of their classes, compared leaf
// by leaf. INVARIANT: exact. Nothing is sampled; what does not fit the budget is `unproven`, never "the same".
import { Budget, BudgetExceeded } from '#policy/budget.ts';
import { CELL_BUDGET } from '#policy/compile.ts';
import type { CompiledPolicy } from '#policy/compile.ts';
import { Diagram, leaf, leafValue } from '#policy/diagram.ts';
import type { NodeId } from '#policy/diagram.ts';
import { FACT_NAMES } from '#policy/fact-table.ts';
import type { PolicyFacts } from '#policy/facts.ts';
import { witnessOf } from '#policy/prove.ts';
import { CAPABILITY, FACT_COUNT, HOST, Space } from '#policy/space.ts';
import { BROWSER_DECISIONS } from '#policy/vocabulary.ts';
import type { BrowserDecision } from '#policy/vocabulary.ts';

export type DecisionChange = {
  readonly from: BrowserDecision;
  readonly to: BrowserDecision;
  readonly direction: 'LOOSENED' | 'TIGHTENED';
  readonly capabilities: readonly string[];
  /** How many requests: classes of hosts times the values of every other fact. */
  readonly requests: bigint;
  readonly witness: PolicyFacts;
};

export type Comparison =
  | {
      readonly proven: true;
      readonly changes: readonly DecisionChange[];
      readonly loosened: bigint;
      readonly tightened: bigint;
    }
  /** The fact that grew the space beyond the budget. */
  | { readonly proven: false; readonly fact: string };

const DECISIONS = BROWSER_DECISIONS.length;

export function compareDecisions(
  before: CompiledPolicy,
  after: CompiledPolicy,
  cellBudget: number = CELL_BUDGET,
): Comparison {
  try {
    return compare(before, after, new Budget(cellBudget));
  } catch (thrown) {
    if (!(thrown instanceof BudgetExceeded)) throw thrown;
    return { proven: false, fact: FACT_NAMES[thrown.fact] ?? 'host' };
  }
}

function compare(before: CompiledPolicy, after: CompiledPolicy, budget: Budget): Comparison {
  const space = new Space(
    [...before.stack.units, ...after.stack.units],
    [...before.invariants, ...after.invariants],
  );
  const diagram = new Diagram(space, budget);
  // Leaf 0: the same decision. Any other: the pair.
  const pair = diagram.combine((a, b) => (a === b ? 0 : 1 + a * DECISIONS + b));
  const root = pair(lift(before, space, diagram), lift(after, space, diagram));
  const changes: DecisionChange[] = [];
  for (let code = 1; code <= DECISIONS * DECISIONS; code++) {
    const [from, to] = [Math.floor((code - 1) / DECISIONS), (code - 1) % DECISIONS];
    for (let own = 0; own < (space.counts[CAPABILITY] ?? 0); own++) {
      const permitted = (fact: number, index: number): boolean => fact !== CAPABILITY || index === own;
      const found = diagram.find(root, permitted, (value) => value === code);
      if (found === null) continue;
      found.classes[CAPABILITY] = own;
      changes.push({
        from: BROWSER_DECISIONS[from] ?? 'DENY',
        to: BROWSER_DECISIONS[to] ?? 'DENY',
        direction: to < from ? 'LOOSENED' : 'TIGHTENED',
        capabilities: space
          .raw(CAPABILITY)
          .filter((name) => space.classOf(CAPABILITY, name) === own)
          .map(String),
        requests: countOf(diagram, space, root, code, own),
        witness: witnessOf(found, [], space),
      });
    }
  }
  const sum = (direction: DecisionChange['direction']): bigint =>
    changes
      .filter((change) => change.direction === direction)
      .reduce((total, { requests }) => total + requests, 0n);
  return { proven: true, changes, loosened: sum('LOOSENED'), tightened: sum('TIGHTENED') };
}

/** A policy's severities over finer classes: a class of the refinement lies in one class of the policy. */
function lift(policy: CompiledPolicy, space: Space, diagram: Diagram): NodeId {
  const ownClass = FACT_NAMES.map((_, fact) =>
    Array.from({ length: space.counts[fact] ?? 1 }, (__, index) => {
      const witness = space.witness(fact, index);
      return fact === HOST
        ? policy.space.hosts.classOf(String(witness))
        : policy.space.classOf(fact, witness);
    }),
  );
  const known = new Map<NodeId, NodeId>();
  const run = (id: NodeId): NodeId => {
    if (id < 0) return leaf(policy.outcomes.severity(leafValue(id)));
    const done = known.get(id);
    if (done !== undefined) return done;
    const fact = policy.diagram.factOf(id);
    const children = policy.diagram.childrenOf(id).map(run);
    const made = diagram.make(
      fact,
      Int32Array.from(ownClass[fact] ?? [], (own) => children[own] ?? leaf(0)),
    );
    known.set(id, made);
    return made;
  };
  return run(policy.decisionNode);
}

/** The requests with one capability class that lead to one leaf. */
function countOf(diagram: Diagram, space: Space, root: NodeId, code: number, capability: number): bigint {
  const weights = FACT_NAMES.map((_, fact): readonly bigint[] => {
    const size: bigint[] = Array.from({ length: space.counts[fact] ?? 1 }, () => (fact === HOST ? 1n : 0n));
    if (fact !== HOST) for (const own of space.classOfRaw[fact] ?? []) size[own] = (size[own] ?? 0n) + 1n;
    return fact === CAPABILITY ? size.map((one, index) => (index === capability ? one : 0n)) : size;
  });
  const totals = weights.map((size) => size.reduce((total, one) => total + one, 0n));
  const skipped = (from: number, to: number): bigint =>
    totals.slice(from, to).reduce((product, one) => product * one, 1n);
  const known = new Map<NodeId, bigint>();
  const below = (id: NodeId): bigint => {
    if (id < 0) return leafValue(id) === code ? 1n : 0n;
    const done = known.get(id);
    if (done !== undefined) return done;
    const fact = diagram.factOf(id);
    let sum = 0n;
    for (const [index, child] of diagram.childrenOf(id).entries()) {
      const weight = weights[fact]?.[index] ?? 0n;
      if (weight > 0n) sum += weight * skipped(fact + 1, diagram.factOf(child)) * below(child);
    }
    known.set(id, sum);
    return sum;
  };
  return skipped(0, Math.min(diagram.factOf(root), FACT_COUNT)) * below(root);
}
