// A month that is drawn as a table of weeks, as what stands in its days: a record each, with its day. Pure.
// INVARIANT: a table is one only if its cells count the days; a day that says no more than its number is no record.
import type { CapturedDocument } from '#executors/perception/reading/captured.ts';
import { cellFrom, type Making, type RawCell } from './cell.ts';
import { cellsOf } from './parts.ts';
import type { FoundRow, RawRow, RawTable } from './table-grid.ts';
import { isControl, textOf, walk } from './walk.ts';

const DAYS_OF_WEEK = 7;
const FEWEST_WEEKS = 4;
const MOST_WEEKS = 6;
const MOST_RECORDS = 500;
const MAX_ELEMENTS_OF_RECORD = 60;
const DAY_NUMBER = /^\d{1,2}(?!\d)/u;
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/u;

/** Of a table's rows. `null`: it is no month, or nothing stands in its days. */
export function readMonth(making: Making, found: readonly FoundRow[]): RawTable | null {
  const { document } = making;
  const weeks = found.filter(({ group }) => group !== 'thead' && group !== 'tfoot');
  const days = weeks
    .filter(({ cells }) => cells.length === DAYS_OF_WEEK)
    .flatMap(({ cells }) => cells)
    .map((cell) => ({ cell, number: DAY_NUMBER.exec(textOf(document, cell, 12))?.[0] ?? null }))
    .filter(({ number }) => number !== null);
  if (days.length < FEWEST_WEEKS * DAYS_OF_WEEK || days.length > MOST_WEEKS * DAYS_OF_WEEK) return null;
  const numbers = days.map(({ number }) => Number(number));
  const breaks = numbers.filter((one, at) => at > 0 && one !== (numbers[at - 1] ?? 0) + 1);
  // From the month before into this one, and from this into the next.
  if (breaks.length > 2 || breaks.some((one) => one !== 1)) return null;
  const rows: RawRow[] = [];
  for (const { cell, number } of days) {
    const day = elementSaying(document, cell, number ?? '');
    for (const record of recordsIn(document, cell, number ?? '')) {
      if (rows.length >= MOST_RECORDS) break;
      const head = dayCell(making, cell, day);
      rows.push({
        cells: [head, ...cellsOf(making, [record], { most: MAX_ELEMENTS_OF_RECORD })],
        foot: false,
      });
    }
  }
  return rows.length < 2 ? null : { head: [], rows, rowsLeft: 0 };
}

/** Its number as it is drawn, and the whole date where the page says it. */
function dayCell(making: Making, cell: number, day: number): RawCell {
  const { document } = making;
  const made = cellFrom(making, day, cell, { key: 'day' });
  const told = document.attribute(cell, 'data-date') ?? document.attribute(day, 'data-date') ?? '';
  return {
    ...made,
    href: null,
    said: made.said === '' ? (document.attribute(cell, 'aria-label') ?? '') : made.said,
    machine: made.machine ?? (ISO_DAY.test(told) ? told : null),
  };
}

function elementSaying(document: CapturedDocument, cell: number, words: string): number {
  let found = cell;
  walk(document, cell, (node) => {
    if (!document.isElement(node)) return false;
    if (textOf(document, node, 12) === words) found = node;
    return found === cell || node === found;
  });
  return found;
}

/** Links and items, the outermost, that say more than the day's number. */
function recordsIn(document: CapturedDocument, cell: number, number: string): readonly number[] {
  const found: number[] = [];
  walk(document, cell, (node) => {
    if (!document.isElement(node) || (node !== cell && isControl(document, node))) return false;
    const tag = document.tag(node);
    if (tag !== 'a' && tag !== 'li') return true;
    const text = textOf(document, node, 40);
    if (text !== '' && text !== number && document.isDrawn(node)) found.push(node);
    return false;
  });
  return found;
}
