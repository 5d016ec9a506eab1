// The form of filters: words that are typed, and for each column that it fits a choice of what stands there or the least and the most. Which
// there are follows from the rows alone. INVARIANT: amounts of two units share no bound; what says nothing is left out by a filter of its column.
import type { View } from '#engines/maker/catalogue.ts';
import { headOf, inWords, isMeasure, make } from './parts.ts';

const FEWEST_ROWS = 4;
const MOST_CHOICES = 12;
const MOST_COLUMNS = 6;

export type Filters = {
  readonly element: HTMLElement;
  /** Of all rows those that every filter keeps. */
  readonly kept: () => readonly number[];
};
type Test = (row: number) => boolean;
type Control = { readonly element: HTMLElement; readonly test: () => Test | null };

export function drawFilters(view: View, onChange: () => void): Filters {
  const all = view.rows.map((_, index) => index);
  const texts: (string | undefined)[] = [];
  const textOf = (row: number): string =>
    (texts[row] ??= (view.rows[row] ?? []).map(inWords).join('\n').toLowerCase());
  const words = make('input');
  words.type = 'search';
  const controls: readonly Control[] = [
    { element: labelled('Filter', words), test: () => wordsTest(words.value, textOf) },
    ...view.columns
      .flatMap((_, column) => choiceOf(view, column) ?? rangeOf(view, column) ?? [])
      .slice(0, all.length < FEWEST_ROWS ? 0 : MOST_COLUMNS),
  ];
  const [typed, ...others] = controls.map(({ element }) => element);
  const count = make('output');
  const kept = (): readonly number[] => {
    const tests = controls.flatMap(({ test }) => test() ?? []);
    const rows = tests.length === 0 ? all : all.filter((row) => tests.every((test) => test(row)));
    count.textContent =
      rows.length === all.length ? `${all.length} rows` : `${rows.length} of ${all.length} rows`;
    return rows;
  };
  const element = make('div', { className: 'tools' }, [...(typed === undefined ? [] : [typed]), count]);
  if (others.length > 0)
    element.append(
      make('details', { className: 'more' }, [
        make('summary', { text: 'More filters' }),
        make('div', { className: 'tools' }, others),
      ]),
    );
  element.addEventListener('input', onChange);
  return { element, kept };
}

function labelled(text: string, ...controls: readonly HTMLElement[]): HTMLElement {
  return make('label', { className: 'filter' }, [make('span', { text }), ...controls]);
}

function wordsTest(typed: string, textOf: (row: number) => string): Test | null {
  const words = typed
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
  return words.length === 0 ? null : (row) => words.every((word) => textOf(row).includes(word));
}

/** Of few values that come again; `null`: there are none, or too many. */
function choiceOf(view: View, column: number): Control | null {
  const head = view.columns[column];
  if (head === undefined || (head.type !== 'text' && head.type !== 'boolean')) return null;
  const values = new Map<string, string>();
  let told = 0;
  for (const row of view.rows) {
    const cell = row[column];
    if (cell === undefined || cell[0] === null) continue;
    told += 1;
    const key = String(cell[0]);
    if (!values.has(key)) values.set(key, inWords(cell));
    if (values.size > MOST_CHOICES) return null;
  }
  if (values.size < 2 || (head.type === 'text' && values.size * 2 > told)) return null;
  const select = make('select', {}, [
    option('', 'any'),
    ...[...values].map(([key, text]) => option(`=${key}`, text)),
  ]);
  return {
    element: labelled(headOf(head), select),
    test: () => {
      const wanted = select.value.slice(1);
      return select.value === '' ? null : (row) => String(view.rows[row]?.[column]?.[0] ?? null) === wanted;
    },
  };
}

function option(value: string, text: string): HTMLOptionElement {
  const one = make('option', { text });
  one.value = value;
  return one;
}

/** Of amounts of one unit, or of dates. */
function rangeOf(view: View, column: number): Control | null {
  const head = view.columns[column];
  if (head === undefined || (!isMeasure(head.type) && head.type !== 'date')) return null;
  const cells = view.rows.flatMap((row) =>
    row[column] === undefined || row[column][0] === null ? [] : [row[column]],
  );
  const values = new Set(cells.map(([value]) => value));
  if (values.size < 2 || new Set(cells.map(([, , , unit]) => unit ?? head.unit)).size > 1) return null;
  const bounds = (['at least', 'at most'] as const).map((name) => {
    const input = make('input');
    input.type = head.type === 'date' ? 'date' : 'number';
    if (head.type !== 'date') input.step = 'any';
    input.setAttribute('aria-label', `${headOf(head)}, ${name}`);
    input.placeholder = name;
    return input;
  });
  const fieldset = make('fieldset', { className: 'filter' }, [
    make('legend', { text: headOf(head) }),
    ...bounds,
  ]);
  const valueOf = (text: string): string | number => (head.type === 'date' ? text : Number(text));
  return {
    element: fieldset,
    test: () => {
      const [least = '', most = ''] = bounds.map(({ value }) => value);
      if (least === '' && most === '') return null;
      return (row) => {
        const value = view.rows[row]?.[column]?.[0] ?? null;
        if (value === null || typeof value === 'boolean') return false;
        return (least === '' || value >= valueOf(least)) && (most === '' || value <= valueOf(most));
      };
    },
  };
}
