// A table as Markdown. INVARIANT: words of a page are words: no bar, mark-up, picture, link or order to
// a terminal of theirs comes to life.
import { headingOf } from './csv.ts';
import { shownWords } from './shown.ts';
import type { Cell, Table } from '../table.ts';

export function toMarkdown(table: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const head = line(table.columns.map((column) => plain(headingOf(column))));
  const rule = line(
    table.columns.map(({ type }) => (['money', 'number', 'rating'].includes(type) ? '---:' : '---')),
  );
  const rows = table.rows.map((row) => line(table.columns.map((_, at) => shown(row[at]))));
  const left = table.leftOut.map((sentence) => `- ${plain(sentence)}`);
  const from = table.sources.map(({ url, readAt }) => `- ${plain(url)} (${readAt})`);
  return `${[head, rule, ...rows, '', 'Read from', ...from, ...(left.length === 0 ? [] : ['', 'Left out', ...left])].join('\n')}\n`;
}

function shown(cell: Cell | undefined): string {
  if (cell === undefined) return '';
  if (cell.value === null) return plain(cell.quote);
  const value = typeof cell.value === 'boolean' ? (cell.value ? 'yes' : 'no') : String(cell.value);
  return plain(cell.unit === null ? value : `${value} ${cell.unit}`);
}

const plain = (text: string): string =>
  shownWords(text)
    .replaceAll(/\s+/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]{}#!|~>]/gu, String.raw`\$&`)
    // GFM makes links of bare addresses: what they begin with is written so that it reads the same and is none.
    .replaceAll(/:(?=\/\/)|(?<=\b(?:mailto|xmpp)):/giu, '&#58;')
    .replaceAll(/(?<=www)\./giu, '&#46;')
    .replaceAll(/(?<=\S)@/gu, '&#64;');
