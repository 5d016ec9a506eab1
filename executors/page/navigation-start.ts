// How each navigation of a page began, as the browser tells before the request is paused.
// INVARIANT: a start that the browser did not tell is UNKNOWN; nothing is decided by it alone.
import { forgetOldest } from '#policy/collections/forget-oldest.ts';
import type { CdpPayload } from '#executors/cdp/types.ts';
import type { NavigationStart } from '#executors/contract/page-act.ts';

type Requested = Pick<CdpPayload<'Page.frameRequestedNavigation'>, 'frameId' | 'reason' | 'url'>;
type Started = CdpPayload<'Page.frameStartedNavigating'>;

const MAX_REMEMBERED_NAVIGATIONS = 200;

const BY_REASON = {
  anchorClick: 'LINK',
  formSubmissionGet: 'FORM',
  formSubmissionPost: 'FORM',
  httpHeaderRefresh: 'META_REFRESH',
  initialFrameNavigation: 'UNKNOWN',
  metaTagRefresh: 'META_REFRESH',
  other: 'UNKNOWN',
  pageBlockInterstitial: 'UNKNOWN',
  reload: 'RELOAD',
  scriptInitiated: 'SCRIPT',
} as const satisfies Record<Requested['reason'], NavigationStart>;

const BY_TYPE = {
  reload: 'RELOAD',
  reloadBypassingCache: 'RELOAD',
  restore: 'HISTORY',
  restoreWithPost: 'HISTORY',
  historySameDocument: 'HISTORY',
  historyDifferentDocument: 'HISTORY',
  sameDocument: null,
  differentDocument: null,
} as const satisfies Record<Started['navigationType'], NavigationStart | null>;

export class NavigationStarts {
  /** The last request of each frame that no navigation has taken up yet. */
  readonly #requested = new Map<string, Requested>();
  readonly #byLoader = new Map<string, NavigationStart>();

  requested({ frameId, reason, url }: Requested): void {
    this.#requested.set(frameId, { frameId, reason, url });
    forgetOldest(this.#requested, MAX_REMEMBERED_NAVIGATIONS);
  }

  started({ frameId, loaderId, url, navigationType }: Started): void {
    const asked = this.#requested.get(frameId);
    const fits = asked !== undefined && asked.url === url;
    if (fits) this.#requested.delete(frameId);
    this.#byLoader.set(loaderId, BY_TYPE[navigationType] ?? (fits ? BY_REASON[asked.reason] : 'UNKNOWN'));
    forgetOldest(this.#byLoader, MAX_REMEMBERED_NAVIGATIONS);
  }

  /** By the id of the document's request, which is its loader's. */
  of(loaderId: string | undefined): NavigationStart {
    return this.#byLoader.get(loaderId ?? '') ?? 'UNKNOWN';
  }
}
