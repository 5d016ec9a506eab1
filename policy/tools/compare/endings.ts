// What changes on its own, and when: the entries that end, and what is decided otherwise from the day after their last one.
// INVARIANT: exact, from today on. An entry whose end changes nothing is named as well, and said to change nothing.
import { BudgetExceeded } from '#policy/collections/budget.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { leaf, leafValue } from '#policy/engine/space/node.ts';
import type { NodeId } from '#policy/engine/space/node.ts';
import { placeOf } from '#policy/engine/documents/document.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { witnessOf } from '#policy/engine/compile/prove.ts';
import { boxesOf } from './boxes.ts';
import { Changes, changeInWords } from '#policy/engine/layers/changes.ts';
import type { Change } from '#policy/engine/layers/changes.ts';
import { regionOf, valuesInWords } from './region.ts';
import type { Region } from './region.ts';

export type Effect = Change & {
  readonly region: Region;
  readonly exact: boolean;
  readonly witness: PolicyFacts;
};

export type Ending = {
  /** The first day without the entries, in UTC. */
  readonly day: string;
  /** Each with the place where it stands. */
  readonly entries: readonly { readonly entry: string; readonly layer: string; readonly at: string }[];
  /** None: nothing is decided otherwise. `null`: not worked out, the day is far or the policy large. */
  readonly effects: readonly Effect[] | null;
};

/** More boxes than this for one day nobody would read: their hull is given. */
const MAX_BOXES = 16;
const MAX_EFFECTS_SHOWN = 4;
/** Days whose effects are worked out: each is a walk through the whole policy. */
const MAX_DAYS_WORKED_OUT = 40;
/** Working one out costs a walk, and a status is asked for again and again. */
const known = new WeakMap<CompiledPolicy, Ending[]>();

/** Of the policy from its day on, the next one first; no more than `most`. */
export function endingsOf(policy: CompiledPolicy, most: number = Infinity): readonly Ending[] {
  const made = known.get(policy) ?? [];
  known.set(policy, made);
  const { days } = policy.space;
  const left = Math.min(most, days.count - 1 - policy.todayClass);
  for (let later = made.length; later < left; later++) {
    const index = policy.todayClass + later + 1;
    const last = days.lastOf(index - 1);
    const entries = policy.stack.entries
      .filter(({ expires }) => expires !== null && expires === last)
      .map(({ ref, layer, span }) => ({ entry: ref, layer, at: placeOf(span) }));
    made.push({
      day: days.firstOf(index) ?? '',
      entries,
      effects: later < MAX_DAYS_WORKED_OUT ? effectsOf(policy, index) : null,
    });
  }
  return made.slice(0, left);
}

/** What the beginning of a class of days changes. */
function effectsOf(policy: CompiledPolicy, index: number): Ending['effects'] {
  const { diagram, space, outcomes } = policy;
  const changes = new Changes();
  const between = (root: NodeId, change: (before: number, after: number) => number): NodeId =>
    diagram.overDays(root, (id) => {
      if (id < 0) return leaf(0);
      const [before, after] = [diagram.childAt(id, index - 1), diagram.childAt(id, index)];
      return leaf(before === after ? 0 : change(leafValue(before), leafValue(after)));
    });
  try {
    const root = between(policy.decisionNode, (before, after) =>
      changes.ofOutcomes(outcomes.at(before), outcomes.at(after)),
    );
    return boxesOf(diagram, root, space, {
      groupOf: (id) => changes.groupOf(id),
      maxBoxes: MAX_BOXES,
    }).flatMap((box): readonly Effect[] => {
      const change = changes.together(box.values);
      const found = diagram.find(
        root,
        (fact, one) => box.sets[fact]?.includes(one) ?? true,
        (value) => box.values.has(value),
      );
      if (change === null || found === null) return [];
      const witness = witnessOf(found, [], space);
      return [{ ...change, region: regionOf(box.sets, space), exact: box.exact, witness }];
    });
  } catch (thrown) {
    if (!(thrown instanceof BudgetExceeded)) throw thrown;
    return null;
  }
}

/** `rules.guest ends: ALLOW -> ESCALATE, NAVIGATE_CROSS_ORIGIN, host guest.example`. */
export function endingInWords({ entries, effects }: Ending): string {
  const names = entries.map(({ entry }) => entry).join(', ');
  return `${names} ${entries.length === 1 ? 'ends' : 'end'}: ${effectsInWords(effects)}`;
}

function effectsInWords(effects: Ending['effects']): string {
  if (effects === null) return 'what that changes is worked out once fewer days are left before it';
  if (effects.length === 0) return 'nothing is decided otherwise';
  const all = [...new Set(effects.map(effectInWords))];
  const left = all.length - MAX_EFFECTS_SHOWN;
  return [...all.slice(0, MAX_EFFECTS_SHOWN), ...(left > 0 ? [`and ${left} more`] : [])].join('; ');
}

/** By the capability and the host; ordinary conditions are in the data. */
function effectInWords(effect: Effect): string {
  const { capability, host } = effect.region;
  return [
    changeInWords(effect),
    ...(capability === undefined ? [] : [valuesInWords('capability', capability)]),
    ...(host === undefined ? [] : [`host ${host.join(', ')}`]),
  ].join(', ');
}
