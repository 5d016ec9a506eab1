// The comparison table: sorted by its heads, only the rows in view are there. INVARIANT: however many rows there are, the document holds a
// windowful of them, and says how many there are.
import type { View } from '#engines/maker/catalogue.ts';
import { compare, headOf, inWords, isMeasure, make } from './parts.ts';

const ROW_PX = 33;
const SPARE_ROWS = 8;
const FIRST_ROWS = 40;

export type Drawn = { readonly element: HTMLElement; readonly show: (rows: readonly number[]) => void };
type Options = { readonly view: View; readonly onCell: (row: number, column: number) => void };

export function drawTable({ view, onCell }: Options): Drawn {
  let rows: readonly number[] = [];
  let sorted: { at: number; direction: 1 | -1 } | null = null;
  let order: readonly number[] = [];
  let active = { row: 0, column: 0 };
  let whole = false;
  const body = make('tbody');
  const heads = view.columns.map((column, at) => {
    const button = make('button', { text: headOf(column) });
    button.type = 'button';
    button.addEventListener('click', () => {
      sorted = { at, direction: sorted?.at === at && sorted.direction === 1 ? -1 : 1 };
      heads.forEach((head, index) => {
        const way = index === at ? sorted?.direction : undefined;
        head.setAttribute('aria-sort', way === 1 ? 'ascending' : way === -1 ? 'descending' : 'none');
        const mark = way === 1 ? ' ▲' : way === -1 ? ' ▼' : '';
        head.firstElementChild?.replaceChildren(`${headOf(view.columns[index] ?? column)}${mark}`);
      });
      arrange();
    });
    const head = make('th', { className: isMeasure(column.type) ? 'number' : '' }, [button]);
    head.scope = 'col';
    head.setAttribute('aria-sort', 'none');
    return head;
  });
  const table = make('table', {}, [
    make('caption', { text: view.title, className: 'hidden' }),
    make('thead', {}, [make('tr', {}, heads)]),
    body,
  ]);
  table.caption?.setAttribute('hidden', '');
  table.setAttribute('aria-label', view.title);
  table.setAttribute('aria-colcount', String(view.columns.length));
  const scroll = make('div', { className: 'scroll' }, [table]);
  scroll.tabIndex = 0;
  scroll.setAttribute('role', 'region');
  scroll.setAttribute('aria-label', 'rows');

  const [above, below] = [spaceOf(view), spaceOf(view)];
  /** Rows that stand there, by their places: what is in view already is left as it is. */
  const standing = new Map<number, HTMLElement>();
  const rowOf = (index: number, position: number): HTMLElement => {
    const cells = (view.rows[index] ?? []).map((cell, column) => {
      const text = inWords(cell);
      const td = make('td', { text, className: isMeasure(view.columns[column]?.type ?? '') ? 'number' : '' });
      if (text.length > 40) td.title = text.slice(0, 1000);
      td.dataset['at'] = `${position},${column}`;
      td.tabIndex = -1;
      return td;
    });
    const row = make('tr', {}, cells);
    row.setAttribute('aria-rowindex', String(position + 2));
    return row;
  };
  const draw = (): void => {
    const height = scroll.clientHeight || FIRST_ROWS * ROW_PX;
    const first = whole ? 0 : Math.max(0, Math.floor(scroll.scrollTop / ROW_PX) - SPARE_ROWS);
    const last = whole
      ? order.length
      : Math.min(order.length, first + Math.ceil(height / ROW_PX) + 2 * SPARE_ROWS);
    for (const [position, row] of standing)
      if (position < first || position >= last) {
        row.remove();
        standing.delete(position);
      }
    if (above.isNeeded(first * ROW_PX)) body.prepend(above.row);
    if (below.isNeeded((order.length - last) * ROW_PX)) body.append(below.row);
    let behind: Element | null = below.row.parentElement === null ? null : below.row;
    for (let position = last - 1; position >= first; position -= 1) {
      let row = standing.get(position);
      if (row === undefined) {
        row = rowOf(order[position] ?? 0, position);
        standing.set(position, row);
        body.insertBefore(row, behind);
      }
      behind = row;
    }
    const reached = body.querySelector<HTMLElement>('td[tabindex="0"]');
    const wanted = standing.get(active.row)?.children[active.column];
    if (reached === wanted) return;
    reached?.setAttribute('tabindex', '-1');
    wanted?.setAttribute('tabindex', '0');
  };
  const arrange = (): void => {
    const by = sorted;
    order =
      by === null
        ? rows
        : [...rows].sort(
            (one, other) =>
              compare(view.rows[one]?.[by.at], view.rows[other]?.[by.at], by.direction) || one - other,
          );
    table.setAttribute('aria-rowcount', String(order.length + 1));
    active = { row: 0, column: 0 };
    scroll.scrollTop = 0;
    standing.forEach((row) => row.remove());
    standing.clear();
    draw();
  };
  const placeOf = (target: EventTarget | null): { row: number; column: number } | null => {
    const at =
      target instanceof HTMLElement ? target.closest<HTMLElement>('td[data-at]')?.dataset['at'] : undefined;
    const [row, column] = (at ?? '').split(',').map(Number);
    return at === undefined || row === undefined || column === undefined ? null : { row, column };
  };
  const go = (row: number, column: number): void => {
    active = {
      row: Math.min(Math.max(row, 0), order.length - 1),
      column: Math.min(Math.max(column, 0), view.columns.length - 1),
    };
    const top = active.row * ROW_PX;
    if (top < scroll.scrollTop) scroll.scrollTop = top;
    else if (top + 3 * ROW_PX > scroll.scrollTop + scroll.clientHeight)
      scroll.scrollTop = top + 3 * ROW_PX - scroll.clientHeight;
    draw();
    body.querySelector<HTMLElement>('td[tabindex="0"]')?.focus({ preventScroll: true });
  };
  body.addEventListener('focusin', ({ target }) => {
    const at = placeOf(target);
    if (at !== null) onCell(order[at.row] ?? 0, at.column);
  });
  body.addEventListener('click', ({ target }) => {
    const at = placeOf(target);
    if (at !== null) go(at.row, at.column);
  });
  body.addEventListener('keydown', (event) => {
    const at = placeOf(event.target);
    const step = STEPS[event.key];
    if (at === null || step === undefined) return;
    event.preventDefault();
    go(at.row + step[0], at.column + step[1]);
  });
  let planned = false;
  scroll.addEventListener('scroll', () => {
    if (planned) return;
    planned = true;
    requestAnimationFrame(() => {
      planned = false;
      draw();
    });
  });
  // On paper every row stands.
  addEventListener('beforeprint', () => ((whole = true), draw()));
  addEventListener('afterprint', () => ((whole = false), draw()));
  return {
    element: scroll,
    show: (found) => {
      rows = found;
      arrange();
    },
  };
}

/** Room for rows that are not there. `isNeeded`: whether it has to be put in; without any it is gone. */
function spaceOf({ columns }: View): {
  readonly row: HTMLElement;
  readonly isNeeded: (height: number) => boolean;
} {
  const cell = make('td');
  cell.colSpan = Math.max(1, columns.length);
  const row = make('tr', { className: 'space' }, [cell]);
  row.setAttribute('aria-hidden', 'true');
  return {
    row,
    isNeeded: (height) => {
      cell.style.height = `${height}px`;
      if (height === 0) row.remove();
      return height > 0 && row.parentElement === null;
    },
  };
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  PageDown: [15, 0],
  PageUp: [-15, 0],
};
