// How a tab reports to the boundary.
import type { ConnectionEnds, ConnectionRequest, ConnectionVerdict } from './connection.ts';
import type { DocumentRequest, PageGrants } from './document.ts';
import type { PageAct, PageActVerdict } from './page-act.ts';

/** How a tab reports to the boundary. A hook that throws counts as a refusal. */
export type TabHooks = {
  readonly onConnection: (request: ConnectionRequest) => Promise<ConnectionVerdict>;
  /** Told at intervals and at the tab's end. */
  readonly onConnectionEnds?: (ends: readonly ConnectionEnds[]) => void;
  /** `gone` is aborted when the act is no longer waiting: its page went elsewhere, was closed, or its browser ended. */
  readonly onPageAct: (act: PageAct, gone: AbortSignal) => Promise<PageActVerdict>;
  readonly onDocument: (document: DocumentRequest) => Promise<PageGrants>;
  /** Whether a frame of this address's origin may be in a look. Without it, none but those of the page's own origin. */
  readonly reads?: (url: string) => boolean;
  /** The browser is gone without having been closed by us. */
  readonly onCrash: (reason: string) => void;
};
