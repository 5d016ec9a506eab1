// A look at a page: its accessibility tree as data, and how far the page has gone from it since.
import type { DocumentState } from './document.ts';

/** What happened on a page since its last look. Counted in the page, and never read from it. */
export type Staleness = {
  /** Of that look. */
  readonly generation: number;
  /** Everything that was noticed: nodes, attributes, texts, fields, focus, scrolling. 0: the look holds word for word. */
  readonly mutations: number;
  /** Nodes that something happened to, as a share of the elements that stood there: 0 to 1. */
  readonly share: number;
  /**
   * Another document or address, three nodes that came or went, or something that can be acted on (specification 000, 2.5);
   * scrolling too, since points and what is in view are others then.
   */
  readonly stale: boolean;
  readonly ageMs: number;
  /** Where the page is scrolled to now; `null` where it does not answer. */
  readonly scroll: PageSnapshot['scroll'] | null;
};

export type SnapshotNode = {
  readonly ref: string | null;
  readonly role: string;
  readonly name: string;
  readonly value?: string;
  readonly description?: string;
  readonly states: readonly string[];
  readonly depth: number;
  readonly box: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  } | null;
  readonly inView: boolean;
  /** For what can be acted on and is in view: a point that a click hits as the page stands; `null` where there is none. */
  readonly point?: { readonly x: number; readonly y: number } | null;
  /** What lies above it, where no point is free. */
  readonly coveredBy?: string;
  readonly url?: string;
  readonly options?: readonly string[];
  /** Of the frame that it is in, where that is of another origin than the page. */
  readonly origin?: string;
  /** Whose words its name is, where the structure of the page says so: the site's own, or those of its users. */
  readonly place?: 'SITE' | 'USERS';
  /** Its value is a choice that the site laid out, and no text that somebody wrote into a field. */
  readonly valuePlace?: 'SITE';
};

/** The normalised accessibility tree, flat, in document order. Values of credential fields are masked already. */
export type PageSnapshot = {
  readonly document: DocumentState;
  readonly generation: number;
  readonly nodes: readonly SnapshotNode[];
  readonly scroll: { readonly y: number; readonly height: number; readonly viewportHeight: number };
  /** HTTP status of the document, `null` where there is none. */
  readonly status: number | null;
  /** The page wanted to go there, was not let, and a page of ours is in its place. */
  readonly blocked?: { readonly url: string; readonly reason: string } | null;
  /** It shows much that has no text and few elements to act on (canvas, pictures, frames not read): only a picture tells. */
  readonly axDeficient?: boolean;
};

/** The viewport, small. Credential fields, values that the tab knows as secrets, and frames that are not read are black in it. */
export type PagePicture = {
  readonly jpeg: Uint8Array;
  /** Pixels of the picture. */
  readonly width: number;
  readonly height: number;
  /** Of the viewport's pixels. */
  readonly scale: number;
  /** Places that were filled. */
  readonly black: number;
};

/** A cell of what repeats on a page, as it stands. A field's value is never in it. */
export type GridCell = {
  /** Which column of a table, which part of a record. */
  readonly key: string;
  /** As it is drawn, white space collapsed. */
  readonly text: string;
  /** A picture's alternative text, an ARIA name. */
  readonly said: string;
  /** The word that the page sets before it: a `dt`. */
  readonly label: string;
  /** Absolute, http or https. */
  readonly href: string | null;
  /** `datetime`, `content`, `value`. */
  readonly machine: string | null;
  /** `itemprop` and class words. */
  readonly hint: string;
  readonly checked: boolean | null;
  readonly header: boolean;
  readonly heading: boolean;
  readonly struck: boolean;
  readonly ref: string | null;
  /** In the document, CSS pixels. */
  readonly box: SnapshotNode['box'];
};

export type GridRow = { readonly cells: readonly GridCell[]; readonly foot: boolean };

/** A table, a list of records, a list of names and values. */
export type SnapshotGrid = {
  readonly kind: 'TABLE' | 'RECORDS' | 'PAIRS';
  readonly title: string;
  readonly region: 'MAIN' | 'PAGE' | 'ASIDE' | 'NAVIGATION' | 'HEADER' | 'FOOTER';
  readonly head: readonly GridRow[];
  readonly rows: readonly GridRow[];
  readonly area: number;
  readonly rowsLeft: number;
};

/** What repeats on a page, and what it says of itself. */
export type SnapshotGrids = {
  readonly language: string;
  readonly currencies: readonly string[];
  readonly grids: readonly SnapshotGrid[];
  /** Where the page says that it goes on (`rel=next`), of whatever site: absolute, http or https. */
  readonly next?: string | null;
  readonly leftOut: readonly string[];
};
