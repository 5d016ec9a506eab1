// What changes for requests from one policy to the next, and whether that needs an acknowledgement. INVARIANT: exact, by the
// same walk as `ghost policy diff`. What does not fit the budget is `unproven`, never "the same".
import { BudgetExceeded } from '#policy/collections/budget.ts';
import { countOf, valuesIn } from '#policy/tools/compare/boxes.ts';
import { changeInWords } from '#policy/engine/layers/changes.ts';
import type { Change } from '#policy/engine/layers/changes.ts';
import { guardsLost } from '#policy/tools/compare/guards.ts';
import type { Guard } from '#policy/tools/compare/guards.ts';
import { changesBetween, refine } from '#policy/tools/compare/refinement.ts';
import type { Refinement } from '#policy/tools/compare/refinement.ts';
import { dayIn } from '#policy/tools/compare/diff.ts';
import { ChangeRegions } from './change-region.ts';
import type { Region } from '#policy/tools/compare/region.ts';
import { MAX_CELLS } from '#policy/engine/compile/layout.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { leaf, leafValue } from '#policy/engine/space/node.ts';
import type { NodeId } from '#policy/engine/space/node.ts';
import { FACT_NAMES } from '#policy/language/fact-table.ts';
import type { FactName } from '#policy/language/fact-table.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { witnessOf } from '#policy/engine/compile/prove.ts';
import { CAPABILITY_INDEX, DAY, dimensionName } from '#policy/engine/space/space.ts';

export type DecisionChange = Change & {
  readonly capabilities: readonly string[];
  /** Where it is undergone, beyond its capability and its days. */
  readonly region: Region;
  /** How many requests: classes of the facts whose values have no end, times the values of every other fact. */
  readonly requests: bigint;
  readonly witness: PolicyFacts;
  /** A day on which the witness is decided so, `YYYY-MM-DD`. */
  readonly day: string;
  /** On which days requests undergo it, each on some of them; empty for all from today on. */
  readonly days: readonly string[];
};

export type Comparison =
  | {
      readonly proven: true;
      readonly changes: readonly DecisionChange[];
      /** Requests of which something is loosened: a decision, a duty, who may answer and how long, what a lower layer could get. */
      readonly loosened: bigint;
      /** Requests of which something is tightened, and nothing loosened. */
      readonly tightened: bigint;
      /** What guarded the policy and does not any more, where there is such a thing. */
      readonly guards?: readonly Guard[];
    }
  /** The fact that grew the space beyond the budget. */
  | { readonly proven: false; readonly fact: string };

/** `DENY -> ALLOW for NAVIGATE_CROSS_ORIGIN, from 2027-01-01 on`. */
export function decisionChangeInWords(
  change: DecisionChange,
  most: number = Infinity,
  joint = ' for ',
): string {
  const days = change.days.length === 0 ? '' : `, ${change.days.join(' and ')}`;
  return `${changeInWords(change)}${joint}${change.capabilities.slice(0, most).join(', ')}${days}`;
}

/** Whether a policy comes into force only when somebody has said that its loosening is meant. */
export const needsAcknowledgement = (compared: Comparison): boolean =>
  !compared.proven || compared.loosened > 0n || guardsIn(compared).length > 0;

export const guardsIn = (compared: Comparison): readonly Guard[] =>
  compared.proven ? (compared.guards ?? []) : [];

/** `null` where nothing was proved: which guards went was not looked for. */
export const knownGuards = (compared: Comparison): readonly Guard[] | null =>
  compared.proven ? guardsIn(compared) : null;

/** Requests, and what guards the policy. */
export function compareDecisions(
  before: CompiledPolicy,
  after: CompiledPolicy,
  cellBudget: number = MAX_CELLS,
): Comparison {
  const compared = compareOutcomes(before, after, cellBudget);
  const guards = compared.proven ? guardsLost(before, after) : [];
  return compared.proven && guards.length > 0 ? { ...compared, guards } : compared;
}

/** Requests alone. */
function compareOutcomes(
  before: CompiledPolicy,
  after: CompiledPolicy,
  cellBudget: number = MAX_CELLS,
): Comparison {
  try {
    return compare(refine(before, after, cellBudget));
  } catch (thrown) {
    if (!(thrown instanceof BudgetExceeded)) throw thrown;
    return { proven: false, fact: dimensionName(thrown.fact) };
  }
}

/** Whether a decision is loosened on some request whose values are permitted; a value stands for its class. `true` where it is unproven. */
export function loosensWithin(
  before: CompiledPolicy,
  after: CompiledPolicy,
  permitted: (fact: FactName, value: string | boolean | number) => boolean,
): boolean {
  try {
    const common = refine(before, after, MAX_CELLS);
    const { changes, decisions } = changesBetween(common);
    const { diagram, space } = common;
    const found = diagram.find(
      decisions,
      (fact, index) => fact === DAY || permitted(FACT_NAMES[fact] ?? 'host', space.witness(fact, index)),
      (value) => changes.at(value)?.direction === 'LOOSENED',
    );
    return found !== null;
  } catch (thrown) {
    if (!(thrown instanceof BudgetExceeded)) throw thrown;
    return true;
  }
}

const [SAME, LOOSENED, TIGHTENED] = [0, 1, 2];

function compare(common: Refinement): Comparison {
  const { diagram } = common;
  const { changes, decisions, envelopes } = changesBetween(common);
  const directionAt = (change: number): number => {
    const direction = changes.at(change)?.direction;
    return direction === 'LOOSENED' ? LOOSENED : direction === 'TIGHTENED' ? TIGHTENED : SAME;
  };
  const gravest = (both: readonly number[]): number =>
    both.find((one) => one === LOOSENED) ?? both.find((one) => one === TIGHTENED) ?? SAME;
  const onDays = diagram.combine((a, b) => gravest([directionAt(a), directionAt(b)]))(decisions, envelopes);
  // A request that is loosened on one day is loosened.
  const any = overAllDays(common, onDays, gravest);
  const values = valuesPerClass(common);
  const regions = new ChangeRegions(common);
  return {
    proven: true,
    changes: [decisions, envelopes].flatMap((root) =>
      [...valuesIn(diagram, root, [])]
        .flatMap((id) => {
          const change = changes.at(id);
          return change === null ? [] : [{ id, change }];
        })
        .toSorted((a, b) => a.id - b.id)
        .flatMap(({ id, change }) => byCapability(common, regions, root, id, change, values)),
    ),
    loosened: countOf(diagram, any, values, LOOSENED),
    tightened: countOf(diagram, any, values, TIGHTENED),
  };
}

/** What requests undergo, whatever day it is. */
const overAllDays = (
  { diagram }: Refinement,
  root: NodeId,
  join: (values: readonly number[]) => number,
): NodeId =>
  diagram.overDays(root, (id) =>
    id < 0
      ? id
      : leaf(join([...diagram.runsOf(id)].flatMap((child, at) => (at % 2 === 1 ? leafValue(child) : [])))),
  );

/** A change, one for every class of capabilities that undergoes it. */
function byCapability(
  common: Refinement,
  regions: ChangeRegions,
  root: NodeId,
  id: number,
  change: Change,
  values: readonly Int32Array[],
): readonly DecisionChange[] {
  const { diagram, space } = common;
  const some = overAllDays(common, root, (all) => (all.includes(id) ? id : 0));
  return Array.from({ length: space.counts[CAPABILITY_INDEX] ?? 1 }, (_, own) => own).flatMap((own) => {
    const found = diagram.find(
      root,
      (fact, index) => fact !== CAPABILITY_INDEX || index === own,
      (value) => value === id,
    );
    if (found === null) return [];
    found.classes[CAPABILITY_INDEX] = own;
    const alone = values.map((sizes, fact) =>
      fact === CAPABILITY_INDEX ? sizes.map((size, index) => (index === own ? size : 0)) : sizes,
    );
    return [
      {
        ...change,
        capabilities: space
          .raw(CAPABILITY_INDEX)
          .filter((name) => space.classOf(CAPABILITY_INDEX, name) === own)
          .map(String),
        region: regions.of(root, id, own, change.to),
        requests: countOf(diagram, some, alone, id),
        witness: witnessOf(found, [], space),
        day: dayIn(common, found.classes[DAY] ?? -1),
        days: daysOf(common, root, id, own),
      },
    ];
  });
}

/** On which days a change is undergone with a capability, in words; none where it is on all. */
function daysOf({ diagram, space }: Refinement, root: NodeId, id: number, own: number): readonly string[] {
  const { count } = space.days;
  const found = new Set<number>();
  const seen = new Set<NodeId>();
  const walk = (node: NodeId): void => {
    if (seen.has(node)) return;
    seen.add(node);
    const fact = diagram.factOf(node);
    const runs = fact > DAY ? Int32Array.of(0, node) : diagram.runsOf(node);
    if (fact === CAPABILITY_INDEX) return walk(diagram.childAt(node, own));
    for (let at = 0; at < runs.length; at += 2) {
      const child = runs[at + 1] ?? node;
      if (fact < DAY) walk(child);
      else if (leafValue(child) === id)
        for (let day = runs[at] ?? 0; day < (runs[at + 2] ?? count); day++) found.add(day);
    }
  };
  walk(root);
  return found.size === count ? [] : space.days.inWords([...found].sort((a, b) => a - b));
}

/** How many values each class of each fact has; 1 where they have no end, and for days. */
function valuesPerClass({ space }: Refinement): readonly Int32Array[] {
  return Array.from(space.counts, (_, fact) => {
    const sizes = new Int32Array(space.counts[fact] ?? 1);
    for (const own of space.classOfRaw[fact] ?? []) sizes[own] = (sizes[own] ?? 0) + 1;
    return sizes.map((size) => Math.max(1, size));
  });
}
