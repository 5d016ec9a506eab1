// Goals for boxes: check boxes, switches, radio buttons; one, several, all, all but one.
// INVARIANT: a box that stands as it should is never pressed; what has no state of its own is not seen to be off.
import { coverage, normalise, similarity } from '#engines/language.ts';
import { explore } from '#engines/navigator/offline/tactics/explore.ts';
import type { GoalOf } from '#engines/navigator/offline/words/goals.ts';
import { CHECKABLE, confidenceOf, type Candidate } from '#engines/navigator/offline/page/ground.ts';
import { isChecked, locate } from '#engines/navigator/offline/page/locate.ts';
import { seenOn } from '#engines/navigator/offline/page/seen.ts';
import { actionable, has, inFrame, type Item } from '#engines/navigator/offline/page/outline.ts';
import { bare } from './choose.ts';
import { pursuePressEach } from './each.ts';
import { nameOf } from './press.ts';
import {
  act,
  click,
  failedOn,
  reached,
  stuck,
  type Move,
  type Situation,
} from '#engines/navigator/offline/page/situation.ts';
import { listOf, parseTarget } from '#engines/navigator/offline/words/target.ts';

const BOXES = [...CHECKABLE, 'button', 'option'];
const hasState = (item: Item): boolean => CHECKABLE.includes(item.node.role) || has(item, 'pressed');

export function pursueCheck(situation: Situation, goal: GoalOf<'CHECK'>): Move {
  const whole = boxes(situation, goal.what);
  const parts = listOf(goal.what).flatMap((part) => runTogether(situation, part));
  if (parts.length > 1 && (whole[0]?.score ?? 0) < 0.9) {
    for (const part of parts) {
      const move = checkOne(situation, goal, boxes(situation, part), part, true);
      if (move.kind !== 'REACHED') return move;
    }
    return reached(0.93);
  }
  return checkOne(situation, goal, whole, goal.what, false);
}

/** "Dates yoghurt and jam": names without a comma between them, where each is a box of this page and no box bears them together. */
function runTogether({ outline }: Situation, part: string): readonly string[] {
  const words = part.split(/\s+/u);
  if (words.length < 2 || words.length > MAX_RUN_WORDS || /["“”]/u.test(part)) return [part];
  const names = new Set(
    outline.items.flatMap(({ node }) =>
      CHECKABLE.includes(node.role) && node.name !== '' ? [normalise(node.name)] : [],
    ),
  );
  if (names.has(normalise(part))) return [part];
  const from = (at: number): readonly string[] | null => {
    if (at === words.length) return [];
    for (let to = words.length; to > at; to--) {
      const name = words.slice(at, to).join(' ');
      const rest = names.has(normalise(name)) ? from(to) : null;
      if (rest !== null) return [name, ...rest];
    }
    return null;
  };
  return from(0) ?? [part];
}
const MAX_RUN_WORDS = 12;

function boxes(situation: Situation, phrase: string): readonly Candidate[] {
  const target = parseTarget(phrase);
  const keep = (item: Item): boolean => !failedOn(situation, item);
  const ranked = locate(
    situation.outline,
    {
      ...target,
      kind: target.kind === 'BOX' || target.kind === 'SWITCH' || target.kind === 'RADIO' ? target.kind : null,
    },
    { roles: BOXES, keep },
  ).filter(({ item }) => item.node.role !== 'button' || has(item, 'pressed') || target.kind === null);
  return (ranked[0]?.score ?? 0) >= 0.6 ? ranked : locate(situation.outline, target, { keep });
}

function checkOne(
  situation: Situation,
  goal: GoalOf<'CHECK'>,
  ranked: readonly Candidate[],
  phrase: string,
  several: boolean,
): Move {
  const best = ranked[0];
  if (best === undefined || best.score < 0.6)
    return explore(situation, phrase) ?? stuck(`no check box “${bare(phrase)}” was found`);
  const { item } = best;
  if (hasState(item) || !goal.on) {
    // What has no state of its own is not seen to be off.
    if (isChecked(item) === goal.on)
      return hasState(item) ? reached(0.95, seenOn(item, goal.on)) : reached(0.6);
  } else if (
    situation.tried.some(
      ({ entry }) =>
        entry.outcome === 'done' &&
        entry.element?.name !== undefined &&
        coverage(bare(phrase), entry.element.name) >= 0.99,
    )
  )
    return reached(0.85);
  return click(
    item,
    confidenceOf(ranked),
    `“${nameOf(item)}” is to be ${goal.on ? 'ticked' : 'unticked'}`,
    several,
  );
}

/** Every box of the page, or of the kind that was said, but one. */
export function pursueCheckAll(situation: Situation, goal: GoalOf<'CHECK_ALL'>): Move {
  const all = situation.outline.items.filter(
    (item) =>
      ['checkbox', 'switch', 'menuitemcheckbox'].includes(item.node.role) &&
      actionable(item) &&
      !inFrame(item),
  );
  const except = goal.except === null ? [] : listOf(goal.except);
  const wanted = all.filter((item) => !except.some((one) => similarity(one, item.node.name) >= 0.85));
  // No boxes at all: things that are chosen by a press, which the words name ("every purple tile").
  if (all.length === 0 && goal.on && except.length === 0 && !/\bbox(?:es)?\b/i.test(goal.what)) {
    const each = pursuePressEach(situation, { kind: 'PRESS_EACH', what: goal.what, order: 'GIVEN' });
    if (each.kind !== 'STUCK') return each;
  }
  if (all.length === 0)
    return goal.on
      ? (explore(situation, goal.what) ?? stuck('there are no boxes on this page'))
      : reached(0.7);
  if (except.length > 0 && wanted.length === all.length)
    return stuck(`“${goal.except ?? ''}” is none of the boxes`);
  const left = wanted.filter((item) => isChecked(item) !== goal.on && !failedOn(situation, item))[0];
  const [one] = wanted;
  return left === undefined
    ? reached(0.93, one === undefined ? undefined : seenOn(one, goal.on))
    : act('CLICK', left, null, 0.92, `“${nameOf(left)}” is one of all`, true);
}
