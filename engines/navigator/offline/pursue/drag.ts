// Goals that move things: onto another thing, to a place in a list, a list into order. Verified by the order that is shown.
import { coverage, similarity } from '#engines/language.ts';
import type { GoalOf } from '#engines/navigator/offline/words/goals.ts';
import { confidenceOf } from '#engines/navigator/offline/page/ground.ts';
import { isPressable, locate } from '#engines/navigator/offline/page/locate.ts';
import { seenAt } from '#engines/navigator/offline/page/seen.ts';
import { ancestors, has, within, type Item } from '#engines/navigator/offline/page/outline.ts';
import { nameOf } from './press.ts';
import { containerOf } from '#engines/navigator/offline/page/relate.ts';
import {
  act,
  click,
  reached,
  stuck,
  type Move,
  type Situation,
} from '#engines/navigator/offline/page/situation.ts';
import { parseTarget } from '#engines/navigator/offline/words/target.ts';

const MAX_MOVES = 30;

export function pursueDrag(situation: Situation, goal: GoalOf<'DRAG'>): Move {
  if (situation.tried.length > MAX_MOVES) return stuck(`“${goal.what}” does not come to its place`);
  const found = locate(situation.outline, parseTarget(goal.what)).filter(
    ({ item }) => item.node.role !== 'button',
  );
  const named = locate(situation.outline, parseTarget(goal.what));
  const item = (found[0] ?? named[0])?.item ?? null;
  const position = /^#(-?\d+)$/.exec(goal.to)?.[1];
  if (position !== undefined) return toPosition(situation, goal, item, Number(position));
  if (item === null || (found[0]?.score ?? 0) < 0.6)
    return byButton(situation, goal) ?? stuck(`“${goal.what}” was not found`);
  const target = destination(situation, goal.to, item);
  const button = byButton(situation, goal);
  if (button !== null && !has(item, 'draggable')) return button;
  if (target === null) return button ?? stuck(`“${goal.to}” was not found`);
  return drag(
    item,
    target,
    Math.min(0.9, confidenceOf(found) + 0.05),
    `“${nameOf(item)}” goes to “${nameOf(target)}”`,
    false,
  );
}

const drag = (item: Item, to: Item, confidence: number, why: string, onTheWay: boolean): Move =>
  to.node.ref === null
    ? stuck(`“${nameOf(to)}” takes nothing`)
    : act('CLICK', item, `drag:${to.node.ref}`, confidence, why, onTheWay);

/** Any named thing with a place on the page may be where something goes. */
function destination(situation: Situation, phrase: string, item: Item): Item | null {
  const scored = situation.outline.items
    .filter(
      (other) =>
        other.node.ref !== null &&
        other !== item &&
        other.node.box !== null &&
        !ancestors(other).includes(item) &&
        // What it lies in already is no place that it could go to, though it has the words of every place in it.
        !ancestors(item).includes(other),
    )
    .map((other) => ({
      other,
      score: Math.max(
        similarity(phrase, other.node.name),
        similarity(phrase, (other.node.description ?? '').replace(/[-_]/g, ' ')) * 0.95,
      ),
    }))
    // What holds the place holds its words as well: the innermost is meant.
    .sort((a, b) => b.score - a.score || a.other.node.name.length - b.other.node.name.length);
  const best = scored[0];
  return best === undefined || best.score < 0.6 ? null : best.other;
}

/** Lists that move their entries by a button beside them. */
function byButton(situation: Situation, goal: GoalOf<'DRAG'>): Move | null {
  const words = goal.to.startsWith('#') ? 'up' : `move add ${goal.to}`;
  const buttons = situation.outline.items.filter(
    (item) =>
      item.node.role === 'button' &&
      isPressable(item) &&
      (coverage('move', item.node.name) > 0.9 || coverage(words, item.node.name) > 0.5),
  );
  const beside = locate(
    situation.outline,
    { ...parseTarget(''), kind: 'BUTTON', relations: [{ how: 'BESIDE', anchor: goal.what }] },
    { keep: (item) => buttons.includes(item) },
  )[0];
  return beside === undefined || beside.score < 0.6
    ? null
    : click(beside.item, 0.88, `“${nameOf(beside.item)}” moves “${goal.what}”`, false);
}

/** The entries of the list that the item is in, in the order that is shown. */
function siblings(situation: Situation, item: Item | null): readonly Item[] {
  const all = situation.outline.items.filter((other) => has(other, 'draggable'));
  if (item === null) return all;
  if (has(item, 'draggable'))
    return all.filter((other) => other.node.role === item.node.role && other.parent === item.parent);
  const entry = item.node.role === 'listitem' ? item : containerOf(item);
  return entry === null
    ? []
    : situation.outline.items.filter(
        (other) => other.node.role === entry.node.role && other.parent === entry.parent,
      );
}

function toPosition(situation: Situation, goal: GoalOf<'DRAG'>, item: Item | null, position: number): Move {
  const says = (other: Item): boolean =>
    [other, ...within(other)].some(
      ({ node }) =>
        similarity(goal.what, node.name) >= 0.85 ||
        (node.role !== 'button' && coverage(goal.what, node.name) >= 0.99),
    );
  const known =
    item ?? situation.outline.items.find((other) => other.node.role === 'listitem' && says(other)) ?? null;
  const list = siblings(situation, known);
  const from = list.findIndex(says);
  if (from < 0) return stuck(`“${goal.what}” is in no list that can be ordered`);
  const to = position < 0 ? list.length + position : position - 1;
  if (from === to) return reached(0.93, seenAt(list[from] ?? null, `place ${from + 1}`));
  const [moved, target] = [list[from], list[to]];
  if (moved === undefined || target === undefined) return stuck(`the list has no place ${position}`);
  if (has(moved, 'draggable'))
    return drag(moved, target, 0.85, `from place ${from + 1} to place ${to + 1}`, true);
  const pattern = to < from ? /\bup\b|^[▲↑⬆]/i : /\bdown\b|^[▼↓⬇]/i;
  const button = [...within(moved)].find((inner) => isPressable(inner) && pattern.test(inner.node.name));
  return button === undefined
    ? stuck(`“${goal.what}” cannot be moved`)
    : click(button, 0.87, `from place ${from + 1} on to place ${to + 1}`, true);
}

/** One move a step: the first entry that stands wrong gets what belongs there. */
export function pursueArrange(situation: Situation, goal: GoalOf<'ARRANGE'>): Move {
  const list = siblings(situation, null);
  if (list.length < 2) return stuck('there is no list whose entries can be moved');
  if (situation.tried.length > MAX_MOVES) return stuck('the list does not come into order');
  const sign = goal.down ? -1 : 1;
  const wanted = [...list].sort((a, b) => sign * compare(nameOf(a), nameOf(b)));
  const at = list.findIndex((item, i) => nameOf(item) !== nameOf(wanted[i] ?? item));
  if (at < 0) return reached(0.94, seenAt(list[0] ?? null, 'the first place'));
  const [target, moved] = [list[at], wanted[at]];
  return target === undefined || moved === undefined
    ? reached(0.6)
    : drag(moved, target, 0.85, `“${nameOf(moved)}” belongs to place ${at + 1}`, true);
}

const compare = (a: string, b: string): number => {
  const [x, y] = [
    Number(a.replace(/[^\d.-]/g, '') || Number.NaN),
    Number(b.replace(/[^\d.-]/g, '') || Number.NaN),
  ];
  return Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b, 'en') : x - y;
};
