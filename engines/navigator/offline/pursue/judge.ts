// Each number of the page by the one of two controls beside it that is true of it: odd or even.
// INVARIANT: numbers and pairs of controls are as many, or nothing is pressed; each pair is used once.
import { normalise } from '#engines/language.ts';
import type { GoalOf } from '#engines/navigator/offline/words/goals.ts';
import { CHECKABLE } from '#engines/navigator/offline/page/ground.ts';
import { isChecked, isPressable } from '#engines/navigator/offline/page/locate.ts';
import { shownName } from '#engines/navigator/offline/page/names.ts';
import { numberOf, shownNumbers } from '#engines/navigator/offline/tactics/gauge.ts';
import type { Item } from '#engines/navigator/offline/page/outline.ts';
import {
  click,
  reached,
  stuck,
  type Move,
  type Situation,
} from '#engines/navigator/offline/page/situation.ts';

export function pursueJudge(situation: Situation, { what, as }: GoalOf<'JUDGE'>): Move {
  const { outline, tried } = situation;
  const named = (word: string): readonly Item[] =>
    outline.items.filter(
      (item) => isPressable(item) && normalise(shownName(item) || (item.node.description ?? '')) === word,
    );
  const [first, second] = [named(as[0]), named(as[1])];
  const numbers = shownNumbers(outline).flatMap((item) => {
    const value = numberOf(item.node.value ?? item.node.name);
    return value === null ? [] : [value];
  });
  if (first.length === 0 || first.length !== second.length || first.length !== numbers.length)
    return stuck(
      `${numbers.length} of “${what}” and ${Math.min(first.length, second.length)} pairs of “${as.join('” and “')}” do not go together`,
    );
  const pressed = new Set(
    tried.flatMap(({ entry }) => (['done', 'unchanged'].includes(entry.outcome) ? [entry.proposal.ref] : [])),
  );
  for (const [at, value] of numbers.entries()) {
    const even = value % 2 === 0 ? 'even' : 'odd';
    const control = (as[0] === even ? first : second)[at];
    if (control === undefined) return stuck(`nothing says “${even}” beside ${value}`);
    if (CHECKABLE.includes(control.node.role) ? isChecked(control) : pressed.has(control.node.ref)) continue;
    return click(control, 0.9, `${value} is ${even}`, true);
  }
  return reached(0.92);
}
