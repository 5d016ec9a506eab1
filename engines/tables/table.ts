// What a table read from pages is: typed columns, and cells that each say which words of which page they rest on.
// INVARIANT: plain JSON; a cell without a quotation is empty, and no currency or unit is guessed.
import type { CellBox } from './grid.ts';

/** `rating`: out of `Column.outOf`. `date`: ISO 8601, as exact as the page said. `link`: an absolute http(s) URL. */
export const COLUMN_TYPES = ['text', 'money', 'number', 'rating', 'date', 'link', 'boolean'] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];

export type Column = {
  /** As the page heads it; else what its cells are (`Price`); unique within the table. */
  readonly name: string;
  readonly type: ColumnType;
  /** ISO 4217 for money (`$` where the page does not say whose), the unit as written for numbers; `null` where the cells have none, or do not share one. */
  readonly unit: string | null;
  /** Of a rating: the best there is; `null` where the page does not say, and for other types. */
  readonly outOf: number | null;
};

/** One page as it was read. */
export type TableSource = {
  readonly url: string;
  readonly title: string;
  /** ISO 8601, UTC. */
  readonly readAt: string;
};

export type Cell = {
  /** money, number, rating: a finite number; boolean: a boolean; else a string. `null`: the page says nothing here, or `quote` is no value of the column's type. */
  readonly value: string | number | boolean | null;
  /** The cell's own currency or unit where the column has no common one. */
  readonly unit: string | null;
  /** The words as they stand on the page; empty only where `value` is `null`. */
  readonly quote: string;
  /** Index into `Table.sources`. */
  readonly source: number;
  /** The element the words stand in: its ref when it was read, and its box in the document, CSS px; `null`: not known. */
  readonly place: {
    readonly ref: string | null;
    readonly box: CellBox | null;
  } | null;
};

export type Table = {
  readonly title: string;
  readonly columns: readonly Column[];
  /** Each row has one cell a column, in their order. */
  readonly rows: readonly (readonly Cell[])[];
  readonly sources: readonly TableSource[];
  /**
   * What is known to be left out, and what stands in it twice, each a sentence for the person: "1,240 more rows on 12 pages were not
   * read".
   */
  readonly leftOut: readonly string[];
};
