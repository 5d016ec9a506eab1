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
import type { RecordTable } from '#policy/tables.ts';
import { valuesIn } from './boxes.ts';
import { Changes } from './changes.ts';
import type { ClassSet } from './merge-boxes.ts';

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
 * The entries that are heard at a severity somewhere in a box. Of a box in which that is the decision throughout: those that
 * decide. Slices and tables of floors are asked one by one: what they are together would be worked out for nothing.
 * `known` remembers tables of one side.
 */
export function decidersIn(
  sets: readonly ClassSet[],
  severity: Severity,
  { policy, own }: Side,
  known: Map<string, ReadonlySet<number>>,
): readonly string[] {
  const { slices, records, space } = policy;
  const classes = sets.map((set, fact) => {
    const mine = own?.[fact];
    if (set === null) return null;
    return [...new Set(mine === undefined ? set : set.map((index) => mine[index] ?? 0))];
  });
  const all = (fact: number): readonly number[] =>
    classes[fact] ?? Array.from({ length: space.counts[fact] ?? 1 }, (_, index) => index);
  const found = new Set<number>();
  const columns = new Set(all(HOST).map((host) => slices.columnOfHost[host] ?? 0));
  const capabilities = space.counts[CAPABILITY] ?? 1;
  const roots = new Set<NodeId>();
  for (const column of columns)
    for (const capability of all(CAPABILITY))
      roots.add(slices.at[column * capabilities + capability] ?? leaf(0));
  for (const root of roots)
    for (const answer of valuesIn(slices.answers, root, classes)) found.add(recordOf(answer));
  for (const [index, table] of policy.floors.entries()) {
    const key = `${index} ${table.facts.map((fact) => classes[fact]?.join() ?? '').join(' ')}`;
    let records = known.get(key);
    if (records === undefined) known.set(key, (records = recordsIn(table, classes)));
    for (const record of records) found.add(record);
  }
  const refs = [...found]
    .filter((record) => records.severity(record) === severity)
    .flatMap((record) => records.voices(record).map(({ unit }) => unit.ref));
  return [...new Set(refs)].sort();
}

function recordsIn(table: RecordTable, classes: readonly ClassSet[]): ReadonlySet<number> {
  let bases: readonly number[] = [0];
  for (const [axis, fact] of table.facts.entries()) {
    const offsets = table.offsets[axis] ?? new Int32Array(0);
    const steps = [...new Set(classes[fact]?.map((index) => offsets[index] ?? 0) ?? offsets)];
    bases = bases.flatMap((base) => steps.map((step) => base + step));
  }
  return new Set(bases.map((cell) => table.cells[cell] ?? 0));
}
