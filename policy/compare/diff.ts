// The exact difference of two effective policies: every class of requests that either tells apart is compared, and what
// changes is said in boxes, each with the entries that decide and a request that shows it. INVARIANT: nothing missed,
// nothing spurious, never sampled.
import { BudgetExceeded } from '#policy/budget.ts';
import { CELL_BUDGET } from '#policy/compile.ts';
import type { CompiledPolicy } from '#policy/compile.ts';
import { leaf } from '#policy/diagram.ts';
import type { NodeId } from '#policy/diagram.ts';
import type { Unit } from '#policy/document.ts';
import { FACT_NAMES } from '#policy/fact-table.ts';
import type { PolicyFacts } from '#policy/facts.ts';
import { err, failure, ok } from '#policy/failure.ts';
import type { Failure, Result, Span } from '#policy/failure.ts';
import { cellAt } from '#policy/interpret.ts';
import { neutralClass, witnessOf } from '#policy/prove.ts';
import { FACT_COUNT } from '#policy/space.ts';
import type { Space } from '#policy/space.ts';
import { boxesOf, classesOf, countOf, valuesIn } from './boxes.ts';
import type { Box } from './boxes.ts';
import type { Change, Direction } from './changes.ts';
import { changesBetween, decidersWithin, refine } from './refinement.ts';
import type { ChangeDiagrams, Refinement, Side } from './refinement.ts';
import { regionOf } from './region.ts';
import type { Region } from './region.ts';

/** An entry that speaks otherwise at the witness: why the decision there is another one. */
export type Cause = {
  readonly entry: string;
  readonly layer: string;
  readonly how: 'added' | 'removed' | 'widened' | 'narrowed' | 'decides otherwise';
  /** Where it stands: in the new policy, or in the old one where it was removed. */
  readonly span: Span;
};

export type DiffRow = Change & {
  readonly region: Region;
  /** Request classes of the common refinement. */
  readonly classes: bigint;
  /** Whether every request of the region changes so; otherwise `classes` of them do. */
  readonly exact: boolean;
  /** Entries that decide somewhere in the row. Of an envelope: at the witness. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly causes: readonly Cause[];
  readonly witness: PolicyFacts;
};

export type PolicyIdentity = { readonly layers: readonly string[]; readonly semantic: string };

export type PolicyDiff = {
  readonly old: PolicyIdentity;
  readonly new: PolicyIdentity;
  readonly compared: bigint;
  readonly differ: bigint;
  readonly rows: readonly DiffRow[];
  /** Invariants that only one of the two states: they decide nothing, and what is proved changes with them. */
  readonly invariants: { readonly added: readonly string[]; readonly removed: readonly string[] };
};

/** Errors: `policy.unproven` where the common refinement is beyond the budget. */
export function diffPolicies(
  old: CompiledPolicy,
  renewed: CompiledPolicy,
  limits: { readonly cellBudget?: number; readonly maxPaths?: number } = {},
): Result<PolicyDiff> {
  try {
    return ok(compare(refine(old, renewed, limits.cellBudget ?? CELL_BUDGET), limits.maxPaths));
  } catch (thrown) {
    if (!(thrown instanceof BudgetExceeded)) throw thrown;
    return err(unproven(thrown));
  }
}

function unproven(thrown: BudgetExceeded): Failure {
  const fact = FACT_NAMES[thrown.fact] ?? 'host';
  return failure(
    'policy.unproven',
    `the two policies have too many classes of requests to compare; \`${fact}\` grew them`,
    { help: `test \`${fact}\` in fewer rules, or name fewer of its values`, details: { fact } },
  );
}

function compare(common: Refinement, maxPaths: number | undefined): PolicyDiff {
  const { diagram, space } = common;
  const [before, after] = [common.old.policy, common.new.policy];
  const told = changesBetween(common);
  const { decisions, envelopes } = told;
  const any = diagram.combine((a, b) => (a === 0 && b === 0 ? 0 : 1))(decisions, envelopes);

  const speakers = [common.old, common.new].map((side) => decidersWithin(decisions, side, common));
  const rows = [
    ...boxesOf(diagram, decisions, space, maxPaths).map((box) => {
      const [left, right] = speakers.map((node, index) =>
        entriesIn(box, node, index === 0 ? common.old : common.new, common),
      );
      return rowOf(box, decisions, told, common, { before: left ?? [], after: right ?? [] });
    }),
    ...boxesOf(diagram, envelopes, space, maxPaths).map((box) => rowOf(box, envelopes, told, common, null)),
  ];
  return {
    old: identityOf(before),
    new: identityOf(after),
    compared: countOf(diagram, leaf(1), classesOf(space)),
    differ: countOf(diagram, any, classesOf(space)),
    rows: rows.toSorted(inOrder),
    invariants: invariantsOf(before, after),
  };
}

function rowOf(
  box: Box,
  root: NodeId,
  { changes }: ChangeDiagrams,
  common: Refinement,
  entries: { readonly before: readonly string[]; readonly after: readonly string[] } | null,
): DiffRow {
  const change = changes.at(box.value);
  if (change === null) throw new TypeError('a box of no change');
  const witness = witnessIn(box, root, common);
  return {
    ...change,
    region: regionOf(box.sets, common.space),
    classes: box.classes,
    exact: box.exact,
    before: entries?.before ?? speakersAt(common.old.policy, witness),
    after: entries?.after ?? speakersAt(common.new.policy, witness),
    causes: causesAt(common, witness),
    witness,
  };
}

/** A request of the box, with neutral values where it holds them. Within a hull it is searched for. */
function witnessIn(box: Box, root: NodeId, { space, diagram }: Refinement): PolicyFacts {
  if (!box.exact) {
    const found = diagram.find(
      root,
      () => true,
      (value) => value === box.value,
    );
    if (found === null) throw new TypeError('a change without a request');
    return witnessOf(found, [], space);
  }
  const classes = new Int32Array(FACT_COUNT).fill(-1);
  for (const [fact, set] of box.sets.entries()) if (set !== null) classes[fact] = preferred(set, fact, space);
  return witnessOf({ value: 0, classes }, [], space);
}

function preferred(set: readonly number[], fact: number, space: Space): number {
  const neutral = neutralClass(fact, space);
  return set.includes(neutral) ? neutral : (set[0] ?? 0);
}

function entriesIn(box: Box, node: NodeId, { policy }: Side, { diagram }: Refinement): readonly string[] {
  const refs = new Set<string>();
  for (const value of valuesIn(diagram, node, box.sets))
    if (value > 0) for (const voice of policy.records.voices(value - 1)) refs.add(voice.unit.ref);
  return [...refs].sort();
}

/** What lets a lower layer relax a request, or holds it. */
function speakersAt(policy: CompiledPolicy, facts: PolicyFacts): readonly string[] {
  const delegations = policy.stack.layers
    .flatMap((layer) => layer.delegate)
    .filter((unit) => cellAt(unit, facts) !== null);
  const deciding = policy.decide(facts).because.map((reason) => reason.entry);
  return [...new Set([...delegations.map((unit) => unit.ref), ...deciding])].sort();
}

function causesAt({ old, new: renewed }: Refinement, facts: PolicyFacts): readonly Cause[] {
  const key = (unit: Unit): string => `${unit.layer} ${unit.ref}`;
  const before = new Map(old.policy.stack.units.map((unit) => [key(unit), unit]));
  const after = new Map(renewed.policy.stack.units.map((unit) => [key(unit), unit]));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((one): readonly Cause[] => {
    const [left, right] = [before.get(one), after.get(one)];
    const [was, is] = [left && cellAt(left, facts), right && cellAt(right, facts)].map(
      (cell) => cell ?? null,
    );
    const unit = right ?? left;
    if (unit === undefined || (was ?? null) === (is ?? null)) return [];
    const because = (how: Cause['how']): readonly Cause[] => [
      { entry: unit.ref, layer: unit.layer, how, span: (is ?? was)?.span ?? unit.span },
    ];
    if (is === null || is === undefined) return because(right === undefined ? 'removed' : 'narrowed');
    if (was === null || was === undefined) return because(left === undefined ? 'added' : 'widened');
    const same =
      was.severity === is.severity &&
      was.violation === is.violation &&
      JSON.stringify([left?.obligations, left?.escalate]) ===
        JSON.stringify([right?.obligations, right?.escalate]);
    // A floor that says ALLOW says nothing.
    return same ? [] : because('decides otherwise');
  });
}

const ORDER: readonly Direction[] = ['LOOSENED', 'CHANGED', 'TIGHTENED'];
const SUBJECTS: readonly Change['about'][] = ['decision', 'terms', 'envelope'];

function inOrder(a: DiffRow, b: DiffRow): number {
  return (
    ORDER.indexOf(a.direction) - ORDER.indexOf(b.direction) ||
    SUBJECTS.indexOf(a.about) - SUBJECTS.indexOf(b.about) ||
    a.to.localeCompare(b.to, 'en') ||
    a.from.localeCompare(b.from, 'en') ||
    Number(b.classes > a.classes) - Number(b.classes < a.classes)
  );
}

const identityOf = (policy: CompiledPolicy): PolicyIdentity => ({
  layers: policy.layers,
  semantic: policy.semanticHash,
});

function invariantsOf(before: CompiledPolicy, after: CompiledPolicy): PolicyDiff['invariants'] {
  const keysOf = (policy: CompiledPolicy): ReadonlyMap<string, string> =>
    new Map(policy.invariants.map((one) => [JSON.stringify({ ...one, span: null }), one.id]));
  const [old, renewed] = [keysOf(before), keysOf(after)];
  const only = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): readonly string[] =>
    [...one].flatMap(([key, id]) => (other.has(key) ? [] : [id]));
  return { added: only(renewed, old), removed: only(old, renewed) };
}

export const DIFF_EXIT = { same: 0, tightened: 2, loosened: 3, unproven: 4 } as const;

/** 0 same, 2 nothing loosened, 3 something loosened. 4, unproven, is the failure of `diffPolicies`. */
export function diffExit(diff: PolicyDiff): 0 | 2 | 3 {
  if (diff.rows.some((row) => row.direction === 'LOOSENED')) return DIFF_EXIT.loosened;
  return diff.rows.length > 0 ? DIFF_EXIT.tightened : DIFF_EXIT.same;
}
