// What a page's repeated structures are before anybody says what they mean: rows of cells as they stand, each with its place.
// INVARIANT: plain data; every text is the page's own, white space apart, and a field's value is never in it.

/** In the document, CSS pixels. */
export type CellBox = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

export type GridCell = {
  /** Which column of a table, which part of a record: cells with one key are of one kind. */
  readonly key: string;
  /** As it is drawn, white space collapsed. */
  readonly text: string;
  /** What is not drawn and told all the same: a picture's alternative text, an ARIA name. */
  readonly said: string;
  /** The word that the page sets before it: a `dt`, a `th` of its row. */
  readonly label: string;
  /** Absolute, http or https. */
  readonly href: string | null;
  /** What the page says for machines: `datetime`, `content`, `value`. */
  readonly machine: string | null;
  /** `itemprop`, and class words: what the page calls it behind its back. */
  readonly hint: string;
  readonly checked: boolean | null;
  /** A `th`, or a cell that heads its row or column. */
  readonly header: boolean;
  /** `h1` to `h6`. */
  readonly heading: boolean;
  /** Drawn with a line through it: an old price. */
  readonly struck: boolean;
  readonly ref: string | null;
  readonly box: CellBox | null;
};

/** Of which the page says nothing, and which stands nowhere. */
export const EMPTY_CELL: GridCell = {
  key: '',
  text: '',
  said: '',
  label: '',
  href: null,
  machine: null,
  hint: '',
  checked: null,
  header: false,
  heading: false,
  struck: false,
  ref: null,
  box: null,
};

export type GridRow = {
  readonly cells: readonly GridCell[];
  /** Of a table's foot. */
  readonly foot: boolean;
};

export type GridRegion = 'MAIN' | 'PAGE' | 'ASIDE' | 'NAVIGATION' | 'HEADER' | 'FOOTER';

export type Grid = {
  /** PAIRS: a record of names and values each row. */
  readonly kind: 'TABLE' | 'RECORDS' | 'PAIRS';
  /** Its caption or ARIA name, else the heading above it. */
  readonly title: string;
  readonly region: GridRegion;
  /** The rows that head its columns. */
  readonly head: readonly GridRow[];
  readonly rows: readonly GridRow[];
  /** Square pixels. */
  readonly area: number;
  /** Rows that are on the page or, as it says, behind it, and not in `rows`. */
  readonly rowsLeft: number;
};

/** One page, read once. */
export type PageGrids = {
  readonly url: string;
  readonly title: string;
  /** BCP 47, as the page says it; `''` where it does not. */
  readonly language: string;
  /** Codes of ISO 4217 that the page states for its prices. */
  readonly currencies: readonly string[];
  readonly grids: readonly Grid[];
  /** Where the page says that it goes on (`rel=next`), of whatever site: absolute, http or https. */
  readonly next?: string | null;
  /** Sentences: what of the page was not read. */
  readonly leftOut: readonly string[];
};
