// So many of a thing: by the number field, list or two buttons of its row, else by its own button pressed so often.
// INVARIANT: the number that its row shows is what counts; steps are counted only where no number is shown.
import { coverage, similarity } from '#engines/language.ts';
import { explore } from '#engines/navigator/offline/tactics/explore.ts';
import { numberOf, shownNumbers } from '#engines/navigator/offline/tactics/gauge.ts';
import type { GoalOf } from '#engines/navigator/offline/words/goals.ts';
import { FIELDS } from '#engines/navigator/offline/page/ground.ts';
import { isPressable } from '#engines/navigator/offline/page/locate.ts';
import { shownName } from '#engines/navigator/offline/page/names.ts';
import { actionable, textOf, type Item } from '#engines/navigator/offline/page/outline.ts';
import { seenText, seenValue } from '#engines/navigator/offline/page/seen.ts';
import { rowsOf, type Owned } from '#engines/navigator/offline/page/rows.ts';
import { optionMove } from '#engines/navigator/offline/tactics/options.ts';
import { isMore, isLess } from './steppers.ts';
import {
  click,
  reached,
  stuck,
  type,
  type Move,
  type Situation,
} from '#engines/navigator/offline/page/situation.ts';
import { listWhere } from '#engines/navigator/offline/words/target.ts';

const TAKES = /^(?:add|add to \w+|add to (?:basket|cart|order)|order|buy|choose|select|take)$/i;

export function pursueQuantity(situation: Situation, goal: GoalOf<'QUANTITY'>): Move {
  const things = thingsOf(situation, goal);
  for (const thing of things) {
    const move = takeOne(situation, thing.name, thing.row, thing.count);
    if (move.kind !== 'REACHED') return move;
  }
  return things.length > 0
    ? reached(0.93)
    : (explore(situation, goal.of) ??
        stuck(`nothing called “${goal.of}” of which one can take some was found`));
}

type Thing = { readonly name: string; readonly row: Owned; readonly count: number };

/** One row, several that are listed by name, or as many rows as fit the words where they say what kind it is. */
function thingsOf(situation: Situation, { of, count }: GoalOf<'QUANTITY'>): readonly Thing[] {
  const rows = quantityRows(situation);
  const whole = fitting(rows, of);
  const parts = listWhere(of, (part) => rows.some((row) => similarity(part, nameIn(row)) >= 0.9));
  if (whole.length === 0 && parts.length > 1) {
    const each = parts.map((part) => ({ part, row: fitting(rows, part)[0] }));
    return each.every(({ row }) => row !== undefined)
      ? each.flatMap(({ part, row }) => (row === undefined ? [] : [{ name: part, row, count }]))
      : [];
  }
  if (whole.length > 1 && count > 1)
    // Fewer kinds than are asked for: the first makes up the number.
    return whole.slice(0, count).map((row, at) => ({
      name: nameIn(row),
      row,
      count: at === 0 ? Math.max(1, count - whole.length + 1) : 1,
    }));
  return whole.slice(0, 1).map((row) => ({ name: of, row, count }));
}

/** What can be counted up, each with its row: number fields, lists of numbers, plus buttons, buttons that add. */
function quantityRows({ outline }: Situation): readonly Owned[] {
  const usable = outline.items.filter(actionable);
  const pools = [
    usable.filter(({ node }) => node.role === 'spinbutton'),
    usable.filter(({ node }) => node.options?.every((option) => /^\d+$/.test(option.trim())) === true),
    usable.filter((item) => isPressable(item) && isMore(item)),
    usable.filter((item) => isPressable(item) && TAKES.test(shownName(item).trim())),
  ];
  return rowsOf(outline, pools.find((pool) => pool.length > 0) ?? []);
}

/** Rows of that very name; else rows that say so in any of their words. */
function fitting(rows: readonly Owned[], phrase: string): readonly Owned[] {
  const named = rows.filter(({ span }) =>
    span.some(({ node }) => node.name !== '' && similarity(phrase, node.name) >= 0.9),
  );
  if (named.length > 0) return named;
  return rows.filter(({ span }) => span.some(({ node }) => coverage(phrase, node.name) >= 0.99));
}

const nameIn = ({ span }: Owned): string =>
  span.find(({ node }) => node.ref === null && /\p{L}{2}/u.test(node.name))?.node.name ?? '';

function takeOne(situation: Situation, name: string, { control, span }: Owned, count: number): Move {
  const { role, options, value } = control.node;
  if (options !== undefined)
    return value === String(count)
      ? reached(0.94, seenValue(control))
      : optionMove(control, String(count), true);
  if (FIELDS.includes(role))
    return value === String(count)
      ? reached(0.94, seenValue(control))
      : type(control, String(count), 0.9, `the number of “${name}”`, true);
  const pressed = situation.tried.filter(
    ({ entry }) => entry.proposal.ref === control.node.ref && ['done', 'unchanged'].includes(entry.outcome),
  ).length;
  const shown = shownIn(situation, span, control);
  const now = shown === null ? pressed : (numberOf(textOf(shown)) ?? pressed);
  if (now === count) return reached(0.92, shown === null ? undefined : seenText(textOf(shown), shown));
  if (now < count)
    return pressed > count + 2
      ? stuck(`“${name}” does not come to ${count}`)
      : click(control, 0.9, `“${name}”: from ${now} to ${count}`, true);
  const less = span.find((item) => isPressable(item) && isLess(item));
  return less === undefined
    ? stuck(`there are ${now} of “${name}” already`)
    : click(less, 0.88, `“${name}”: from ${now} to ${count}`, true);
}

/** The number between or beside the two buttons; a price is none. */
function shownIn(situation: Situation, span: readonly Item[], control: Item): Item | null {
  const { box } = control.node;
  const numbers = shownNumbers(situation.outline).filter(
    (item) =>
      (span.includes(item) || item.index === control.index + 1) &&
      /^\d{1,3}$/.test(textOf(item).trim()) &&
      (box === null ||
        item.node.box === null ||
        Math.abs(item.index - control.index) <= 2 ||
        Math.abs(item.node.box.y + item.node.box.height / 2 - box.y - box.height / 2) < box.height),
  );
  return numbers.length === 1 ? (numbers[0] ?? null) : null;
}
