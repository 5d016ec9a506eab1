// Cards and the timeline: a list of things, each with its values. INVARIANT: a part of a long list is drawn, and a button draws more.
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
      const value = make('dd', { text });
      value.addEventListener('click', () => onCell(index, column));
      values.append(make('dt', { text: headOf(head) }), value);
    });
    const one = make('li', {}, [make('h2', { text: title === undefined ? `${index + 1}` : inWords(title) })]);
    if (isTimeline && when !== undefined) {
      const time = make('time', { text: inWords(when) });
      if (typeof when[0] === 'string') time.dateTime = when[0];
      one.prepend(time);
    }
    one.append(values);
    one.tabIndex = 0;
    one.addEventListener('focus', () => onCell(index, label ?? 0));
    return one;
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
