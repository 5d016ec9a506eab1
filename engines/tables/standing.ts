// Whether words stand on a page as it was read, and tables made of nothing but such words.
// INVARIANT: a cell whose quotation does not stand on its page has no value; a proposed value counts for nothing, words alone do.
import { EMPTY_CELL, type GridCell, type PageGrids } from './grid.ts';
import { inferColumn, type Said } from './infer.ts';
import { uniqueNames } from './names.ts';
import type { Table } from './table.ts';

/** Quotations that are parts of longer texts are looked for one by one: so many. */
const MOST_SEARCHED = 5_000;

export class WordsOfPage {
  readonly #cells = new Map<string, GridCell>();
  readonly #all: string;
  #searched = 0;

  constructor({ title, grids }: Pick<PageGrids, 'title' | 'grids'>) {
    const texts = new Set<string>([title]);
    for (const { head, rows, title: caption } of grids) {
      texts.add(caption);
      for (const { cells } of [...head, ...rows])
        for (const cell of cells)
          for (const words of [cell.text, cell.said, cell.label, cell.machine ?? '']) {
            if (words === '') continue;
            texts.add(words);
            if (!this.#cells.has(words)) this.#cells.set(words, cell);
          }
    }
    this.#all = [...texts].join('\n');
  }

  /** The cell that says just this. */
  cellOf(quote: string): GridCell | null {
    return this.#cells.get(quote) ?? null;
  }

  has(quote: string): boolean {
    if (quote === '' || this.#cells.has(quote)) return quote !== '';
    if (this.#searched >= MOST_SEARCHED || quote.includes('\n')) return false;
    this.#searched += 1;
    return this.#all.includes(quote);
  }
}

/** Cells without their words on the page are emptied, and their number is said. `pages`: by index of the table's sources. */
export function onlyStanding(table: Table, pages: readonly WordsOfPage[]): Table {
  let dropped = 0;
  const rows = table.rows.map((row) =>
    row.map((cell) => {
      if (cell.quote === '' ? cell.value === null : pages[cell.source]?.has(cell.quote) === true) return cell;
      dropped += 1;
      return { ...cell, value: null, unit: null, quote: '', place: null };
    }),
  );
  if (dropped === 0) return table;
  const said = `${dropped} ${dropped === 1 ? 'cell' : 'cells'} whose words do not stand on the page ${dropped === 1 ? 'was' : 'were'} left out`;
  return { ...table, rows, leftOut: [...table.leftOut, said] };
}

/** What a model may propose: names of columns, and for each row the words that stand there. */
export type ProposedTable = {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

/** Its words as a table of ours: types and values are read from them by our own rules. */
export function adoptProposed(proposed: ProposedTable, page: PageGrids, readAt: string): Table {
  const words = new WordsOfPage(page);
  let dropped = 0;
  const found = proposed.rows.map((row) =>
    proposed.columns.map((_, at): Said | null => {
      const quote = (row[at] ?? '').trim().replaceAll(/\s+/gu, ' ');
      if (quote === '') return null;
      if (!words.has(quote)) {
        dropped += 1;
        return null;
      }
      return { text: quote, quote, cell: words.cellOf(quote) ?? { ...EMPTY_CELL, text: quote } };
    }),
  );
  const kept = found.filter((row) => row.some((cell) => cell !== null));
  const names = uniqueNames(proposed.columns);
  const columns = names.map((name, at) => ({
    name,
    cells: kept.map((row) => row[at] ?? null),
    inferred: inferColumn(
      kept.map((row) => row[at] ?? null),
      name,
      page,
    ),
  }));
  const said =
    dropped === 0
      ? []
      : [
          `${dropped} ${dropped === 1 ? 'cell' : 'cells'} whose words do not stand on the page ${dropped === 1 ? 'was' : 'were'} left out`,
        ];
  return {
    title: proposed.title,
    columns: columns.map(({ name, inferred: { type, unit, outOf } }) => ({ name, type, unit, outOf })),
    rows: kept.map((_, row) =>
      columns.map(({ cells, inferred }) => {
        const cell = cells[row] ?? null;
        const read = inferred.values[row];
        if (cell === null) return { value: null, unit: null, quote: '', source: 0, place: null };
        const { ref, box } = cell.cell;
        const place = ref === null && box === null ? null : { ref, box };
        return { value: read?.value ?? null, unit: read?.unit ?? null, quote: cell.quote, source: 0, place };
      }),
    ),
    sources: [{ url: page.url, title: page.title, readAt }],
    leftOut: [...page.leftOut, ...said],
  };
}
