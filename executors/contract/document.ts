// A document that a tab shows or is about to show, and which abilities it may have.
import type { PageActKind } from '#policy/language/vocabulary.ts';

/** A document that is about to be shown: asked before its first script runs. */
export type DocumentRequest = {
  readonly tabId: string;
  readonly url: string;
  /** URL of the page in the main frame, the same for the main frame itself. */
  readonly topUrl: string;
  readonly mainFrame: boolean;
};

/** The DOCUMENT rows of policy/acts/page-acts.ts that this document may use. Everything else is taken away from it. */
export type PageGrants = ReadonlySet<PageActKind>;

export type DocumentState = {
  /** CDP loader id of the main frame's document: another document has another id. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
};
