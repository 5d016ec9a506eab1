// Cards and the timeline: a list of things, each with its values. INVARIANT: a part of a long list is drawn, and a button draws more;
// each thing is one stop of the tab key, and arrows go to its values.
import type { View } from '#engines/maker/catalogue.ts';
import { compare, headOf, inWords, make } from './parts.ts';
import type { Drawn } from './table.ts';

const AT_ONCE = 120;

export function drawList(
  view: View,
  kind: 'cards' | 'timeline',
  onCell: (row: number, column: number) => void,
): Drawn {
  const isTimeline = kind === 'timeline';
  const list = make(isTimeline ? 'ol' : 'ul', { className: isTimeline ? 'line' : 'cards' });
  const more = make('button', { text: 'Show more' });
  more.type = 'button';
  let rows: readonly number[] = [];
  let shown = 0;
  const { along, label } = view;

  const item = (index: number): HTMLElement => {
    const row = view.rows[index] ?? [];
    const title = label === null ? undefined : row[label];
    const when = along === null ? undefined : row[along];
    const values = make('dl');
    row.forEach((cell, column) => {
      const head = view.columns[column];
      const text = inWords(cell);
      if (head === undefined || text === '' || column === label || (isTimeline && column === along)) return;
      values.append(make('dt', { text: headOf(head) }), chosen(make('dd', { text }), index, column));
    });
    const name = make('h2', { text: title === undefined ? `${index + 1}` : inWords(title) });
    const one = make('li', {}, [label === null ? name : chosen(name, index, label)]);
    if (isTimeline && when !== undefined) {
      const time = make('time', { text: inWords(when) });
      if (typeof when[0] === 'string') time.dateTime = when[0];
      one.prepend(along === null ? time : chosen(time, index, along));
    }
    one.append(values);
    one.tabIndex = 0;
    one.addEventListener('focus', () => onCell(index, label ?? 0));
    one.addEventListener('keydown', (event) => {
      const step = STEPS[event.key];
      if (step === undefined) return;
      const stops = [one, ...one.querySelectorAll<HTMLElement>('[tabindex="-1"]')];
      const at = stops.findIndex((stop) => stop === document.activeElement);
      const next = stops[at + step];
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    });
    return one;
  };
  /** By a click or by arrows. */
  const chosen = (element: HTMLElement, row: number, column: number): HTMLElement => {
    element.tabIndex = -1;
    element.addEventListener('focus', () => onCell(row, column));
    return element;
  };
  const draw = (): void => {
    list.append(...rows.slice(shown, shown + AT_ONCE).map(item));
    shown = Math.min(rows.length, shown + AT_ONCE);
    more.hidden = shown >= rows.length;
  };
  more.addEventListener('click', draw);
  return {
    element: make('div', {}, [list, more]),
    show: (found) => {
      rows =
        isTimeline && along !== null
          ? [...found].sort(
              (one, other) => compare(view.rows[one]?.[along], view.rows[other]?.[along], 1) || one - other,
            )
          : found;
      shown = 0;
      list.replaceChildren();
      draw();
    },
  };
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
