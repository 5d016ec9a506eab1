// Goals that press several things one after the other: all of a kind, in an order, on the rows of somebody, or so many of them.
// INVARIANT: nothing is pressed twice; each thing is known by its ref, since equal rows bear equal names.
import { explore } from '#engines/navigator/offline/tactics/explore.ts';
import { openRowMenu } from '#engines/navigator/offline/tactics/row-menu.ts';
import type { GoalOf } from '#engines/navigator/offline/words/goals.ts';
import { MIN_SURE } from '#engines/navigator/offline/page/ground.ts';
import { isPressable, locate } from '#engines/navigator/offline/page/locate.ts';
import { shownName } from '#engines/navigator/offline/page/names.ts';
import { handleOf, type Item } from '#engines/navigator/offline/page/outline.ts';
import {
  click,
  reached,
  stuck,
  type Move,
  type Situation,
} from '#engines/navigator/offline/page/situation.ts';
import { parseTarget, type Target } from '#engines/navigator/offline/words/target.ts';

export function pursuePressEach(situation: Situation, goal: GoalOf<'PRESS_EACH'>): Move {
  const parsed = parseTarget(goal.what, true);
  const target: Target = { ...parsed, kind: parsed.kind ?? 'ITEM', nth: null, extreme: null };
  const pressed = situation.tried.filter(
    ({ entry, onTheWay }) =>
      entry.proposal.action === 'CLICK' &&
      ['done', 'unchanged'].includes(entry.outcome) &&
      (!onTheWay || entry.proposal.reasoning.includes(NEXT_IN_ORDER)),
  );
  if (goal.count !== undefined && pressed.length >= goal.count) return reached(0.93);
  const all = meant(situation, target);
  const numeric = all.filter((item) => /^-?\d+(?:[.,]\d+)?$/.test(item.node.name.trim()));
  const numbers = /\bnumbers?\b/i.test(goal.what) || (numeric.length > 0 && numeric.length >= all.length - 1);
  const refs = new Set(pressed.map(({ entry }) => entry.proposal.ref));
  const pool = (numbers ? numeric : all).filter(
    (item) => !refs.has(item.node.ref) && !refs.has(handleOf(item).node.ref),
  );
  const sign = goal.order === 'DESCENDING' ? -1 : 1;
  const ordered = goal.order === 'GIVEN' ? pool : [...pool].sort((a, b) => sign * compareNames(a, b));
  const next = ordered[0];
  const left = Math.min(ordered.length, (goal.count ?? Number.POSITIVE_INFINITY) - pressed.length);
  if (next !== undefined)
    return click(next, 0.9, `“${shownName(next) || target.name}” ${NEXT_IN_ORDER}`, left > 1);
  if (goal.count !== undefined)
    return stuck(`only ${pressed.length} of ${goal.count} were found for “${goal.what}”`);
  if (pressed.length > 0) return reached(0.9);
  return (
    openRowMenu(situation, target) ??
    explore(situation, goal.what) ??
    stuck(`nothing to press was found for “${goal.what}”`)
  );
}

const NEXT_IN_ORDER = 'is the next in order';

/** Those whose names come closest, in the order of the page: where some bear the very name, no others are meant. */
function meant(situation: Situation, target: Target): readonly Item[] {
  const found = locate(situation.outline, target, { every: true }).filter(({ score }) => score >= MIN_SURE);
  const best = found[0]?.score ?? 0;
  return found
    .filter(({ item, score }) => isPressable(item) && (target.name === '' || score >= best - 0.2))
    .map(({ item }) => item)
    .sort((a, b) => a.index - b.index);
}

const compareNames = (a: Item, b: Item): number => {
  const [x, y] = [Number(a.node.name.replace(',', '.')), Number(b.node.name.replace(',', '.'))];
  return Number.isNaN(x) || Number.isNaN(y) ? a.node.name.localeCompare(b.node.name, 'en') : x - y;
};
