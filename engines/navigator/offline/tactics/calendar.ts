// Calendars made of a head ("March 2026"), two buttons to turn the pages, and a grid of days.
import { normalise } from '#engines/language.ts';
import { parseDay, parseMonth, sameDay, type Day } from '#engines/navigator/offline/words/dates.ts';
import { actionable, has, type Item } from '#engines/navigator/offline/page/outline.ts';
import { seenValue } from '#engines/navigator/offline/page/seen.ts';
import { click, reached, type Move, type Situation } from '#engines/navigator/offline/page/situation.ts';

const NEXT = /\bnext\b|^[›»→▶>]+$/;
const PREVIOUS = /\b(?:prev|previous)\b|^[‹«←◀<]+$/;
const MAX_PAGES = 60;

/** One step nearer to the day; `null` where there is no calendar. `field`: opens it. */
export function calendarStep(situation: Situation, day: Day, field: Item | null): Move | null {
  const shown = field === null ? null : parseDay(field.node.value ?? '');
  if (field !== null && shown !== null && sameDay(shown, day)) return reached(0.95, seenValue(field));
  const { items } = situation.outline;
  const head = items.find((item) => monthAt(items, item) !== null);
  if (head === undefined) {
    const opened = situation.tried.filter(
      ({ entry }) => entry.proposal.ref === field?.node.ref && entry.proposal.ref !== null,
    ).length;
    return field === null || opened >= 2
      ? null
      : click(field, 0.88, `“${field.node.name}” opens its calendar`, true);
  }
  const at = monthAt(items, head);
  if (at === null) return null;
  const away = (day.year - at.year) * 12 + day.month - at.month;
  if (away !== 0) {
    if (situation.tried.length > MAX_PAGES)
      return { kind: 'STUCK', need: `the calendar does not come to ${day.month}/${day.year}` };
    const turn = turner(items, head, away > 0 ? NEXT : PREVIOUS);
    return turn === null
      ? null
      : click(turn, 0.9, `from ${at.month}/${at.year} to ${day.month}/${day.year}`, true);
  }
  const cells = items.filter(
    (item) =>
      item.index > head.index &&
      actionable(item) &&
      item.node.name.trim() === String(day.day) &&
      !has(item, 'disabled'),
  );
  // Days of the months around it stand at the ends.
  const cell = day.day > 15 ? cells.at(-1) : cells[0];
  return cell === undefined
    ? { kind: 'STUCK', need: `day ${day.day} cannot be chosen in this calendar` }
    : click(cell, 0.92, `day ${day.day} of the month that is shown`, false);
}

/** A head in one text, or month and year beside one another. */
function monthAt(items: readonly Item[], item: Item): ReturnType<typeof parseMonth> {
  if (item.node.options !== undefined || item.node.name.length > 24) return null;
  return (
    parseMonth(item.node.name) ??
    parseMonth(`${item.node.name} ${items[item.index + 1]?.node.name ?? ''}`.slice(0, 25))
  );
}

function turner(items: readonly Item[], head: Item, pattern: RegExp): Item | null {
  const found = items.filter(
    (item) =>
      actionable(item) &&
      ['button', 'link', 'generic'].includes(item.node.role) &&
      pattern.test(normalise(item.node.name || item.node.description || '')),
  );
  return (
    [...found].sort((a, b) => Math.abs(a.index - head.index) - Math.abs(b.index - head.index))[0] ?? null
  );
}
