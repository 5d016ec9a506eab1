// The exact difference of two effective policies: every class of requests that either tells apart is compared, and what
// changes is said in boxes, each with the entries that decide and a request that shows it. INVARIANT: nothing missed,
// nothing spurious, never sampled.
import { BudgetExceeded, WorkExceeded } from '#policy/collections/budget.ts';
import { MAX_CELLS, overBudget } from '#policy/engine/compile/layout.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { leaf } from '#policy/engine/space/node.ts';
import type { NodeId } from '#policy/engine/space/node.ts';
import type { Entry } from '#policy/engine/documents/document.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { contradicts, notContradicting } from '#policy/engine/compile/feasible.ts';
import { err, failure, ok } from '#policy/language/failure.ts';
import type { Failure, Result, Span } from '#policy/language/failure.ts';
import { lastsOn } from '#policy/engine/documents/days.ts';
import { cellAt, interpret } from '#policy/engine/deciding/interpret.ts';
import { witnessOf } from '#policy/engine/compile/prove.ts';
import {
  CAPABILITY_INDEX,
  DAY,
  DIMENSIONS,
  NEUTRAL_CLASS,
  dimensionName,
  factIndex,
} from '#policy/engine/space/space.ts';
import { stackOn } from '#policy/engine/layers/stack.ts';
import { severityOf } from '#policy/engine/documents/decision-words.ts';
import { boxesOf, classesOf, countOf } from './boxes.ts';
import type { Box } from './boxes.ts';
import type { Change, Changes, Direction } from '#policy/engine/layers/changes.ts';
import { Deciders } from './deciders.ts';
import { endingsOf } from './endings.ts';
import type { Ending } from './endings.ts';
import { guardsLost } from './guards.ts';
import type { Guard } from './guards.ts';
import { changesBetween, refine } from './refinement.ts';
import type { Refinement, Side } from './refinement.ts';
import { regionOf } from './region.ts';
import type { Region } from './region.ts';

/** An entry that speaks otherwise at the witness: why the decision there is another one. */
export type Cause = {
  readonly entry: string;
  readonly layer: string;
  readonly how:
    | 'added'
    | 'removed'
    | 'widened'
    | 'narrowed'
    | 'lasts longer'
    | 'ends earlier'
    | 'decides otherwise';
  /** Where it stands: in the new policy, or in the old one where it was removed. */
  readonly span: Span;
};

export type DiffRow = Change & {
  readonly region: Region;
  /** Request classes of the common refinement. */
  readonly classes: bigint;
  /** Whether every request of the region changes so; otherwise `classes` of them do. */
  readonly exact: boolean;
  /** Entries that decide somewhere in the row. Of an envelope: at the witness. Of a hull: that say so somewhere in it. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly causes: readonly Cause[];
  readonly witness: PolicyFacts;
  /** A day of the row, `YYYY-MM-DD`: on it the witness is decided so. */
  readonly day: string;
};

export type PolicyIdentity = { readonly layers: readonly string[]; readonly semantic: string };

export type PolicyDiff = {
  readonly old: PolicyIdentity;
  readonly new: PolicyIdentity;
  readonly compared: bigint;
  readonly differ: bigint;
  readonly rows: readonly DiffRow[];
  /** Invariants that only one of the two states: they decide nothing, and what is proved changes with them. */
  /** What changes on its own from today on, in either. */
  readonly endings?: { readonly old: readonly Ending[]; readonly new: readonly Ending[] };
  readonly invariants: { readonly added: readonly string[]; readonly removed: readonly string[] };
  /** What guarded the policy and does not any more, where there is such a thing. */
  readonly guards?: readonly Guard[];
};

/** Errors: `policy.unproven` where the common refinement is beyond the budget. */
export function diffPolicies(
  old: CompiledPolicy,
  renewed: CompiledPolicy,
  limits: { readonly cellBudget?: number; readonly maxBoxes?: number } = {},
): Result<PolicyDiff> {
  try {
    const diff = compare(refine(old, renewed, limits.cellBudget ?? MAX_CELLS), limits.maxBoxes);
    const guards = guardsLost(old, renewed);
    return ok(guards.length === 0 ? diff : { ...diff, guards });
  } catch (thrown) {
    if (!(thrown instanceof BudgetExceeded)) throw thrown;
    return err(unproven(thrown));
  }
}

function unproven(thrown: BudgetExceeded): Failure {
  if (thrown instanceof WorkExceeded) return overBudget(thrown, undefined);
  const fact = dimensionName(thrown.fact);
  return failure(
    'policy.unproven',
    `the two policies have too many classes of requests to compare; \`${fact}\` grew them`,
    { help: `test \`${fact}\` in fewer rules, or name fewer of its values`, details: { fact } },
  );
}

function compare(common: Refinement, maxBoxes: number | undefined): PolicyDiff {
  const { diagram, space } = common;
  const [before, after] = [common.old.policy, common.new.policy];
  const told = changesBetween(common);
  const { decisions, envelopes } = told;
  const any = diagram.combine((a, b) => (a === 0 && b === 0 ? 0 : 1))(decisions, envelopes);

  const made = diagram.restriction();
  const entries = entriesOf(common);
  const options = { groupOf: (id: number) => told.changes.groupOf(id), maxBoxes };
  const rows = [decisions, envelopes].flatMap((root) =>
    boxesOf(diagram, root, space, options).flatMap(
      (box) => rowOf(box, root, told.changes, common, entries) ?? [],
    ),
  );
  return {
    old: identityOf(before),
    new: identityOf(after),
    compared: countOf(diagram, leaf(1), classesOf(space)),
    differ: countOf(diagram, made(any, notContradicting(diagram, space)), classesOf(space)),
    rows: rows.toSorted(inOrder),
    endings: { old: endingsOf(before), new: endingsOf(after) },
    invariants: invariantsOf(before, after),
  };
}

function rowOf(
  box: Box,
  root: NodeId,
  changes: Changes,
  common: Refinement,
  entries: Entries,
): DiffRow | null {
  const change = changes.together(box.values);
  if (change === null) throw new TypeError('a box of no change');
  const shown = witnessIn(box, root, common);
  // Of what nobody can ask for there is nothing to tell.
  if (shown === null) return null;
  const [witness, day] = shown;
  const [before, after] =
    change.about === 'envelope'
      ? [speakersAt(common.old.policy, witness, day), speakersAt(common.new.policy, witness, day)]
      : [
          entries.before.in(box.sets, severityOf(change.from)),
          entries.after.in(box.sets, severityOf(change.to)),
        ];
  return {
    ...change,
    region: regionOf(box.sets, common.space),
    classes: box.classes,
    exact: box.exact,
    before,
    after,
    causes: causesAt(entries, witness, day),
    witness,
    day,
  };
}

/** A request of the box, with neutral values where it holds them, and a day. Within a hull it is searched for. */
function witnessIn(box: Box, root: NodeId, common: Refinement): readonly [PolicyFacts, string] | null {
  const { space, diagram } = common;
  const on = (classes: Int32Array): string => dayIn(common, classes[DAY] ?? -1);
  if (!box.exact) {
    const found = diagram.find(
      root,
      () => true,
      (value) => box.values.has(value),
    );
    if (found === null) throw new TypeError('a change without a request');
    return [witnessOf(found, [], space), on(found.classes)];
  }
  const classes = new Int32Array(DIMENSIONS).fill(-1);
  for (const [fact, set] of box.sets.entries()) if (set !== null) classes[fact] = preferred(set);
  // A box may hold, beside others, navigations to another origin on the same one: nobody makes them.
  const origins = box.sets[ORIGIN] ?? null;
  for (const capability of [classes[CAPABILITY_INDEX] ?? -1, ...(box.sets[CAPABILITY_INDEX] ?? [])]) {
    const origin = origins?.find((index) => !contradicts(capability, index, space));
    if (origins !== null && origin === undefined) continue;
    classes[CAPABILITY_INDEX] = capability;
    if (origin !== undefined)
      classes[ORIGIN] =
        origins?.includes(NEUTRAL_CLASS) === true && !contradicts(capability, NEUTRAL_CLASS, space)
          ? NEUTRAL_CLASS
          : origin;
    return [witnessOf({ value: 0, classes }, [], space), on(classes)];
  }
  return null;
}

/** A day of a class; today where it is in it. */
export function dayIn({ space, old, new: renewed }: Refinement, index: number): string {
  const today = old.policy.today < renewed.policy.today ? renewed.policy.today : old.policy.today;
  return index < 0 || index === space.days.classOf(today) ? today : space.days.witness(index);
}

const ORIGIN = factIndex('origin');

const preferred = (set: readonly number[]): number =>
  set.includes(NEUTRAL_CLASS) ? NEUTRAL_CLASS : (set[0] ?? 0);

/** What lets a lower layer relax a request, or holds it. */
function speakersAt(policy: CompiledPolicy, facts: PolicyFacts, day: string): readonly string[] {
  const delegations = policy.stack.layers
    .flatMap((layer) => layer.delegate)
    .filter((entry) => cellAt(entry, facts) !== null);
  const deciding = interpret(stackOn(policy.stack, day), facts).winners.map(({ entry }) => entry.ref);
  return [...new Set([...delegations.map((entry) => entry.ref), ...deciding])].sort();
}

/** Every entry of the two policies: in the old one, in the new one, and whether both say the same of duties and terms. */
type Entries = {
  readonly all: readonly {
    readonly left: Entry | undefined;
    readonly right: Entry | undefined;
    readonly alike: boolean;
  }[];
  readonly before: Deciders;
  readonly after: Deciders;
};

function entriesOf({ old, new: renewed }: Refinement): Entries {
  const heir = heirsOf(old.policy, renewed.policy);
  const byKey = ({ policy }: Side): ReadonlyMap<string, Entry> =>
    new Map(
      [...policy.stack.entries, ...policy.stack.layers.flatMap(({ ended }) => ended)].map((entry) => [
        `${heir.get(entry.layer) ?? entry.layer} ${entry.ref}`,
        entry,
      ]),
    );
  const [before, after] = [byKey(old), byKey(renewed)];
  const all = [...new Set([...before.keys(), ...after.keys()])].map((key) => {
    const [left, right] = [before.get(key), after.get(key)];
    const alike =
      JSON.stringify([left?.obligations, left?.escalate]) ===
      JSON.stringify([right?.obligations, right?.escalate]);
    return { left, right, alike };
  });
  return { all, before: new Deciders(old), after: new Deciders(renewed) };
}

/**
 * By its name, each layer of the new policy that stands in the place of one that is gone, with that one's name: what both say has
 * neither been removed nor added.
 */
function heirsOf(old: CompiledPolicy, renewed: CompiledPolicy): ReadonlyMap<string, string> {
  const [before, after] = [old, renewed].map(({ stack }) => stack.layers.map(({ document }) => document.id));
  return new Map(
    (after ?? []).flatMap((id, at): readonly [string, string][] => {
      const gone = before?.[at];
      return gone === undefined || before?.includes(id) === true || after?.includes(gone) === true
        ? []
        : [[id, gone]];
    }),
  );
}

function causesAt(entries: Entries, facts: PolicyFacts, day: string): readonly Cause[] {
  return entries.all.flatMap(({ left, right, alike }): readonly Cause[] => {
    const [was, is] = [left, right].map((one) =>
      one !== undefined && lastsOn(one.expires, day) ? cellAt(one, facts) : null,
    );
    const entry = right ?? left;
    if (entry === undefined || (was ?? null) === (is ?? null)) return [];
    const because = (how: Cause['how']): readonly Cause[] => [
      { entry: entry.ref, layer: entry.layer, how, span: (is ?? was)?.span ?? entry.span },
    ];
    const over = (one: Entry): boolean => !lastsOn(one.expires, day);
    if (is === null || is === undefined)
      return because(right === undefined ? 'removed' : over(right) ? 'ends earlier' : 'narrowed');
    if (was === null || was === undefined)
      return because(left === undefined ? 'added' : over(left) ? 'lasts longer' : 'widened');
    const same = alike && was.severity === is.severity && was.violation === is.violation;
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

/** 0 same, 2 nothing loosened, 3 something loosened or a guard gone. 4, unproven, is the failure of `diffPolicies`. */
export function diffExit(diff: PolicyDiff): 0 | 2 | 3 {
  if (diff.rows.some((row) => row.direction === 'LOOSENED') || diff.guards !== undefined)
    return DIFF_EXIT.loosened;
  return diff.rows.length > 0 ? DIFF_EXIT.tightened : DIFF_EXIT.same;
}
