// An order by the names of the page alone: which controls, which values, how. The second reading, for what the grammar does not know.
// INVARIANT: a reading accounts for every word; one word that neither the page nor a table explains, or two things that fit alike, and
// there is none. Goals are in the person's words.
import { commits } from '#engines/navigator/question.ts';
import { hangsOnValue, isOnlyTold, waitsForMe } from '#engines/navigator/offline/grammar/told.ts';
import type { Outline } from '#engines/navigator/offline/page/outline.ts';
import type { Goal } from '#engines/navigator/offline/words/goals.ts';
import { mask } from '#engines/navigator/offline/words/clauses.ts';
import { boxGoals } from './boxes.ts';
import { isEachAsked } from './each-asked.ts';
import { fieldGoals } from './fields.ts';
import { indexOf } from './things.ts';
import { mentionsIn } from './mentions.ts';
import type { Order, Placed } from './order.ts';
import { partsOf, type Part } from './parts.ts';
import { pressGoals } from './presses.ts';
import { isRefused, MAX_WORDS } from './said/refused.ts';
import { tokensOf } from './said/tokens.ts';
import type { Act } from './said/words.ts';

/**
 * Goals in the order in which they are done; `null` where the page does not explain all of it. `isStrict`: also where a press has no verb, or
 * something that is named has no word of the order that asks for it.
 */
export function readByPage(order: string, outline: Outline, isStrict = false): readonly Goal[] | null {
  if (isRefused(order) || namesKey(order)) return null;
  // The grammar took it for no order; the names of a page make none of it where one of them pays or deletes.
  if (waitsForMe(order) || hangsOnValue(order) || (isOnlyTold(order) && commits({ name: order })))
    return null;
  const tokens = tokensOf(order);
  if (tokens.length === 0 || tokens.length > MAX_WORDS) return null;
  const index = indexOf(outline);
  if (index === null) return null;
  const { things } = index;
  const mentions = mentionsIn(tokens, index);
  const all = mentions === null ? null : partsOf(tokens, mentions);
  if (all === null || (isStrict && !isEachAsked(tokens, all))) return null;
  // What the page as a whole is about says only where the person is, behind a word for a place.
  const parts = all.filter(
    (part) =>
      part.is !== 'THING' ||
      part.thing.kind !== 'TEXT' ||
      part.thing.name !== outline.subject ||
      !part.isToward,
  );
  const left = new Set<Part>(
    parts.filter((part) => part.is !== 'KIND' && !(part.is === 'ACT' && PLAIN.has(part.act))),
  );
  const whole: Order = { parts, things, left, isStrict };
  const settings = [...boxGoals(whole), ...fieldGoals(whole)];
  const presses = pressGoals(whole, settings);
  if (presses === null || left.size > 0) return null;
  const goals = inOrder(settings, presses);
  return goals.length === 0 ? null : goals;
}

/** A key of the keyboard is no control of the page: "then the enter key" would be left out. */
const namesKey = (order: string): boolean => KEY.test(mask(order).text);
const KEY =
  /(?<!\p{L})(?:(?:enter|return|escape|esc|tab|intro|eingabe)[- ]?(?:key|taste)|tecla|(?:hit|press|push|tap|pulsa|presiona|dr(?:ü|ue)ck(?:e|en)?)(?: the| die| la)? (?:enter|return|escape|esc|intro))(?!\p{L})/iu;

/** Acts that a control's own affordance says better. */
const PLAIN: ReadonlySet<Act> = new Set(['CLICK', 'ENTER', 'TICK', 'CHOOSE']);

/** What sends a form comes behind what is set in it, wherever it is said. */
function inOrder(settings: readonly Placed[], presses: readonly Placed[]): readonly Goal[] {
  const sends = presses.filter(
    ({ goal }) => settings.length > 0 && goal.kind === 'PRESS' && isSending(goal.what),
  );
  const rest = [...settings, ...presses.filter((one) => !sends.includes(one))];
  return [...rest.toSorted((a, b) => a.at - b.at), ...sends].map(({ goal }) => goal);
}
const isSending = (what: string): boolean =>
  commits({ name: what }) ||
  /\b(?:save|ok|apply|search|continue|next|finish|done|go|log ?in|sign ?in|sign ?up|answer|weiter|speichern|guardar|buscar)\b/iu.test(
    what,
  );
