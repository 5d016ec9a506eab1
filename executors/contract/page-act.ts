// What a page starts by itself and waits for: navigations, requests, windows, downloads, dialogs.
import type { PageActKind } from '#policy/language/vocabulary.ts';
import type { RouteMark } from './tool-outcome.ts';
import type { DownloadLeave } from './download.ts';

/** How a navigation began, as far as the browser tells. */
export type NavigationStart =
  | 'LINK'
  | 'FORM'
  | 'SCRIPT'
  | 'META_REFRESH'
  | 'HISTORY'
  | 'RELOAD'
  | 'REDIRECT'
  | 'UNKNOWN';

/** What a request takes along, as read from the browser. Credential values never leave the executor. */
export type SentBody = {
  /** Size in bytes, at least 1 where the browser says that there is a body and not how large. */
  readonly bytes: number;
  readonly contentType: string;
  /** Fields of a form body, in order; a credential field has its length and no value. */
  readonly fields: readonly {
    readonly name: string;
    readonly value: string | null;
    readonly length: number;
  }[];
  /** The body as text, for the check on data that leaves; `null` where it is no text or larger than 1 MB. Never logged. */
  readonly text: string | null;
};

type DialogKind = 'alert' | 'confirm' | 'prompt' | 'beforeunload';

/**
 * `OPEN`: it waits for HANDLE_DIALOG, and the next act of another kind dismisses it. `CLOSED`: an alert, which can only be read.
 * `DISMISSED`: the page was told no, without an answer.
 */
export type DialogAnswer = 'OPEN' | 'CLOSED' | 'ACCEPTED' | 'DISMISSED';

export type PageDialog = {
  readonly dialog: DialogKind;
  /** In the page's own words, cut at 2,000 characters. */
  readonly message: string;
  /** What a prompt holds before anybody types. */
  readonly defaultText?: string;
  /** The document that asked: another one may be there when it is told. */
  readonly from: string;
  readonly answer: DialogAnswer;
};

/** An act that the page starts by itself. It waits until the verdict is there. */
export type PageAct = { readonly tabId: string; readonly documentUrl: string } & (
  | {
      readonly kind: 'NAVIGATE' | 'FRAME';
      readonly url: string;
      readonly method: string;
      readonly start: NavigationStart;
      /** `null` for none. */
      readonly body: SentBody | null;
      /** A credential field of the submitted form was filled. */
      readonly credentials: boolean;
      /** Hop of a redirect: the URL that sent here. */
      readonly redirectedFrom: string | null;
      /** A rule of the tab's owner takes it, if it may go. */
      readonly route?: RouteMark;
    }
  | { readonly kind: 'OPEN_WINDOW' | 'EXTERNAL_PROTOCOL'; readonly url: string }
  | {
      readonly kind: 'DOWNLOAD';
      readonly url: string;
      /** As the server or the page wants the file to be called. */
      readonly filename: string;
      /** What the server says of it; absent where no server speaks (`blob:`, `data:`) or does not say. */
      readonly mediaType?: string;
      readonly bytes?: number;
      /** By its request: the act that was decided on as a download of this address. */
      readonly coveredBy?: string;
    }
  | {
      readonly kind: 'DIALOG';
      readonly dialog: DialogKind;
      readonly message: string;
    }
  | { readonly kind: 'FILE_CHOOSER' }
  /** A request of a page or worker that is no document, seen at URL level (HTTPS included). */
  | {
      readonly kind: 'CONNECT';
      readonly url: string;
      readonly method: string;
      readonly body: SentBody | null;
      /** A value that is in a credential field goes along. */
      readonly credentials: boolean;
      /** Headers that the page may have written, a line each; credentials hidden. */
      readonly headers?: string;
      readonly route?: RouteMark;
    }
  /**
   * An ability that was taken away from the document (a DOCUMENT row of policy/acts/page-acts.ts) and that the page asked for.
   * Told for the log, at most once a kind and document; the page could make it up, and nothing follows from the verdict.
   */
  | { readonly kind: 'FEATURE'; readonly feature: PageActKind }
);

/** `download`: for a DOWNLOAD alone. INVARIANT: without it none is carried out, whatever `allow` says. */
export type PageActVerdict = {
  readonly allow: boolean;
  readonly reason: string;
  readonly download?: DownloadLeave;
};
