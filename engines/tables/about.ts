// The rows of a table that a person's words are about. Pure. INVARIANT: a row that goes is counted; where no row carries the words, all
// stay, since then they name the table and not its rows.
import { contentStems } from '../language.ts';
import type { Table } from './table.ts';

/** `thing`: `mechanical keyboards`. What follows "with" names columns and is no word of a row. */
export function onlyAbout(table: Table, thing: string): Table {
  const own = thing.replace(/\s+(?:with|including|and their)\s.*$/isu, '');
  const wanted = contentStems(own);
  const rows = table.rows.filter((row) => {
    const words = new Set(contentStems(row.map(({ quote }) => quote).join(' ')));
    return wanted.every((word) => words.has(word));
  });
  const gone = table.rows.length - rows.length;
  if (rows.length === 0 || gone === 0) return table;
  const hosts = [...new Set(table.sources.map(({ url }) => URL.parse(url)?.host ?? url))].join(', ');
  const said = `${hosts}: ${gone} ${gone === 1 ? 'row that does' : 'rows that do'} not say “${own.slice(0, 80)}” ${gone === 1 ? 'is' : 'are'} left out`;
  return { ...table, rows, leftOut: [...table.leftOut, said] };
}
