// A table for a terminal: columns that stand under each other. INVARIANT: nothing that a terminal obeys is in it; what is cut ends in `…`.
import { headingOf } from './csv.ts';
import { shownWords } from './shown.ts';
import type { Cell, Table } from '../table.ts';

const MOST_CELL_CHARACTERS = 40;
const GAP = '  ';
const RIGHT: ReadonlySet<string> = new Set(['money', 'number', 'rating']);

/** Columns in which no row has anything are not shown. */
export function toAligned(table: Table): string {
  const columns = table.columns.flatMap((column, at) => {
    const cells = table.rows.map((row) => shown(row[at]));
    const head = cut(oneLine(headingOf(column)));
    if (cells.every((text) => text === '')) return [];
    const width = [head, ...cells].reduce((most, text) => Math.max(most, lengthOf(text)), 0);
    const put = (text: string): string => {
      const space = ' '.repeat(width - lengthOf(text));
      return RIGHT.has(column.type) ? space + text : text + space;
    };
    return [{ head: put(head), cells: cells.map(put) }];
  });
  const line = (texts: readonly string[]): string => texts.join(GAP).trimEnd();
  const head = line(columns.map((column) => column.head));
  const rows = table.rows.map((_, at) => line(columns.map(({ cells }) => cells[at] ?? '')));
  const from = table.sources.map(({ url }) => `read from ${oneLine(url)}`);
  const left = table.leftOut.map(oneLine);
  return `${[head, '-'.repeat(lengthOf(head)), ...rows, '', ...from, ...left].join('\n')}\n`;
}

function shown(cell: Cell | undefined): string {
  if (cell === undefined) return '';
  if (cell.value === null) return cut(oneLine(cell.quote));
  const value = typeof cell.value === 'boolean' ? (cell.value ? 'yes' : 'no') : String(cell.value);
  return cut(oneLine(cell.unit === null ? value : `${value} ${cell.unit}`));
}

const oneLine = (text: string): string => shownWords(text).replaceAll(/\s+/gu, ' ');
const lengthOf = (text: string): number => [...text].length;
const cut = (text: string): string => {
  const characters = [...text];
  return characters.length <= MOST_CELL_CHARACTERS
    ? text
    : `${characters.slice(0, MOST_CELL_CHARACTERS - 1).join('')}…`;
};
