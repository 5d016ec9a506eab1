// The outcome of an act, as its caller gets it.
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';
import type { StorageType } from '#policy/language/vocabulary.ts';
import type { ConsoleEntry, RouteMark, ToolOutcome } from './tool-outcome.ts';
import type { PageDialog } from './page-act.ts';
import type { KeptCookie } from './cookie.ts';
import type { DocumentState } from './document.ts';
import type { DownloadedFile } from './download.ts';
import type { PagePicture, PageSnapshot, SnapshotGrids } from './snapshot.ts';

/** By the browser's own names: `LayoutCount`, `ScriptDuration`, … Counts and seconds. */
export type PageMetrics = Readonly<Record<string, number>>;

/**
 * `dialogs`: what the page asked since the last act told of it. `errors`: what it wrote to its console as errors since then, the newest
 * few; told by acts that are DONE.
 */
export type ActOutcome = Outcome & {
  readonly dialogs?: readonly PageDialog[];
  readonly errors?: readonly ConsoleEntry[];
  /** The page asks for files, and the browser chose none: UPLOAD gives them to this element. */
  readonly chooser?: FileChooser;
};

/** `ref` names its file input. */
export type FileChooser = { readonly ref: string; readonly multiple: boolean };

type Outcome =
  | {
      readonly kind: 'DONE';
      readonly document: DocumentState;
      readonly navigated: boolean;
      /** It is there as far as it has come: the rest is on its way, or was cut off. */
      readonly loading?: true;
      readonly status: number | null;
      /** What the act started beyond its decision and that was refused: the act is done all the same. */
      readonly refused: readonly Failure[];
      /** Files that it brought. */
      readonly files?: readonly DownloadedFile[];
      /** A rule of the tab's owner that took the navigation: with a MOCK the document is no server's. */
      readonly route?: RouteMark;
      /** PRESS of a key that copies: what was selected. For the task's clipboard alone; it is handed to nobody. */
      readonly copied?: string;
      /** Of the document that is there now, where the act led to another one. */
      readonly metrics?: PageMetrics;
    }
  /** `picture`: of the same moment, where it was asked for and nothing that is secret can be in it. */
  | { readonly kind: 'SNAPSHOT'; readonly snapshot: PageSnapshot; readonly picture?: PagePicture }
  /** `next`: the character from which on the rest is read, where there is more. */
  | { readonly kind: 'TEXT'; readonly text: string; readonly document: DocumentState; readonly next?: number }
  /** EXTRACT as a table: what repeats on the page, before anybody says what it means. */
  | { readonly kind: 'GRIDS'; readonly page: SnapshotGrids; readonly document: DocumentState }
  | {
      readonly kind: 'IMAGE';
      readonly base64: string;
      /** A JPEG where no other format was asked for. */
      readonly mimeType: string;
      readonly width: number;
      readonly height: number;
      /** Of a whole page: the same in screens that overlap, from the top, in pixels of the page. */
      readonly screens?: readonly {
        readonly y: number;
        readonly height: number;
        readonly jpegBase64: string;
      }[];
      /** `false`: the page goes on below the last screen. */
      readonly complete?: boolean;
      /** The refs that are written on it. */
      readonly marks?: readonly string[];
      readonly document: DocumentState;
    }
  /** What a site keeps. Values are secrets: nobody but the caller gets them. */
  | {
      readonly kind: 'STORED';
      readonly storage: StorageType;
      readonly entries: readonly StoredEntry[];
      /** `false`: there was more than is handed out. */
      readonly complete: boolean;
      /** Of COOKIE_READ: the same with what says where each may go. */
      readonly cookies?: readonly KeptCookie[];
      /** Where that was all that was asked for. */
      readonly count?: number;
      readonly document: DocumentState;
    }
  /** Cookies that came from elsewhere: names alone. `refused`: the browser did not take them. */
  | {
      readonly kind: 'PASSED';
      readonly domain: string;
      readonly names: readonly string[];
      readonly refused: readonly string[];
      readonly document: DocumentState;
    }
  | ToolOutcome;

/** `key`: a cookie's name, a request's URL; in a database `DATABASE/STORE/KEY`, each part escaped as in a URL. */
export type StoredEntry = { readonly key: string; readonly value: string };

// INVARIANT: an act that may have had its effect although it failed is not made a second time by itself: whoever asked looks first.
const LOOK = 'look at the page before it is done again: it may have happened';

/** `act.uncertain`: nobody knows what came of it. */
export const uncertain = (message: string, cause?: unknown): Failure =>
  failure('act.uncertain', `${message}: it may have happened`, {
    help: LOOK,
    details: { mayHaveHappened: true },
    ...(cause === undefined ? {} : { cause }),
  });

/** The same of a failure that has a name of its own: the browser is gone, the time was over. The same call is not made again by itself. */
export const inDoubt = (error: Failure): Failure => ({
  ...error,
  retryable: false,
  help: error.help === undefined ? LOOK : `${error.help}; ${LOOK}`,
  details: { ...error.details, mayHaveHappened: true },
});

/** A failure after something was sent. One that says that nothing was done, so that it is begun again, does not say so then. */
export const afterSending = (error: Failure): Failure =>
  mayHaveHappened(error)
    ? error
    : error.code === 'act.changed'
      ? uncertain('the page changed while the act was under way', error.cause)
      : inDoubt(error);

export const mayHaveHappened = ({ details }: Failure): boolean => details?.['mayHaveHappened'] === true;
