// Holds every document request of every frame until it is decided; each hop of a redirect is decided separately.
// INVARIANT: a request goes on only if the current act covers it or the boundary allowed it; an error refuses it, and so
// does anything that ends its waiting.
import { describe } from '#policy/language/failure.ts';
import type { CdpSession } from '#executors/cdp/connection.ts';
import type { NavigationStart, PageAct, PageActVerdict } from '#executors/contract/page-act.ts';
import { blockedPage } from './documents/blocked-page.ts';
import type { Expectation } from '#executors/page/expectation.ts';
import { type Interceptor, type Paused, failPaused, isResponse } from '#executors/guards/routes/paused.ts';
import type { ReleasedRequests } from '#executors/network/released-requests.ts';
import type { Routes } from './routes/routes.ts';
import type { CredentialsOfTab } from './known-credentials.ts';
import type { Page } from '#executors/page/page.ts';
import { HIDDEN, outgoing, readSent, takesAlong, withoutCredentials } from './sent-body.ts';

export type GuardOptions = {
  readonly tabId: string;
  /** `gone` is aborted when nothing waits for the verdict any more. */
  readonly ask: (act: PageAct, gone: AbortSignal) => Promise<PageActVerdict>;
  /** What the act that runs now covers; `null` between acts. */
  readonly expectation: () => Expectation | null;
  readonly known: CredentialsOfTab;
  readonly letGo: ReleasedRequests;
  readonly routes: Routes;
  /** For whoever asks later why a request failed. */
  readonly refused: (page: Page, networkId: string | undefined, reason: string) => void;
};

/** As many as a browser follows redirects: navigations of a page's own, in a row, that no act was in between. */
const MAX_OWN_NAVIGATIONS = 20;
const MAX_CHAINS = 1_000;
/** What a page starts with nobody there; a link that somebody followed in a browser of their own is answered with a page that says why. */
const BY_ITSELF: ReadonlySet<NavigationStart> = new Set(['FORM', 'META_REFRESH', 'SCRIPT']);

export class NavigationGuard implements Interceptor {
  readonly patterns = [{ urlPattern: '*', resourceType: 'Document', requestStage: 'Request' }] as const;
  readonly #options: GuardOptions;
  /** The last URL of each chain of redirects. */
  readonly #chains = new Map<string, string>();
  /** Requests that wait, by their id. */
  readonly #held = new Map<string, AbortController>();
  /** Pages whose first document was asked for. */
  readonly #begun = new WeakSet<Page>();
  readonly #watched = new WeakSet<CdpSession>();

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  take(session: CdpSession, page: Page, paused: Paused): Promise<void> | null {
    if (paused.resourceType !== 'Document' || isResponse(paused)) return null;
    page.wants(paused.request.url);
    this.#watch(session);
    const given = new AbortController();
    const key = keyOf(paused);
    this.#held.set(key, given);
    return this.#decide(session, page, paused, AbortSignal.any([given.signal, page.gone.signal])).finally(
      () => {
        if (this.#held.get(key) === given) this.#held.delete(key);
      },
    );
  }

  /** A request that its page gave up (it goes elsewhere, its frame is removed) fails in the browser by itself. */
  #watch(session: CdpSession): void {
    if (this.#watched.has(session)) return;
    this.#watched.add(session);
    session.on('Network.loadingFailed', ({ requestId }) => this.#held.get(requestId)?.abort());
  }

  async #decide(session: CdpSession, page: Page, paused: Paused, gone: AbortSignal): Promise<void> {
    const { request, frameId } = paused;
    const redirectedFrom = this.#redirectedFrom(page, paused);
    const running = this.#options.expectation();
    const expectation = running?.acts === true ? running : null;
    const isNew = frameId === page.id && !this.#begun.has(page);
    // A window's first document waits for the window's own verdict, which covers it.
    const admitted = await page.admit(frameId === page.id ? request.url : '');
    if (admitted === null) return failPaused(session, paused);
    const first = redirectedFrom === null && this.#takeFirst(page, paused, admitted);
    const { tabId, routes } = this.#options;
    const route = routes.markOf(page, paused);
    const foreign = this.#options.known.foreignTo(request.url);
    const covered =
      redirectedFrom === null &&
      expectation !== null &&
      expectation.take({ ...outgoing(request), frameId, isNew }) &&
      (expectation.credentials || !takesAlong(request, foreign));
    if (first || covered) {
      this.#options.letGo.goes(request.method, request.url);
      if (route !== null && expectation !== null) expectation.route = route;
      await routes.go(session, page, paused);
      return;
    }
    const mainFrame = frameId === page.id;
    const known = this.#options.known.known();
    const sent = readSent(request, known, foreign);
    const from = redirectedFrom === null ? null : withoutCredentials(redirectedFrom, known);
    const verdict = this.#isTooMany(page, mainFrame)
      ? { allow: false, reason: `the page went elsewhere by itself ${MAX_OWN_NAVIGATIONS} times in a row` }
      : await this.#ask(
          {
            kind: mainFrame ? 'NAVIGATE' : 'FRAME',
            tabId,
            documentUrl: page.url,
            url: sent.url,
            method: request.method,
            start: redirectedFrom === null ? page.starts.of(paused.networkId) : 'REDIRECT',
            body: sent.body,
            credentials: sent.credentials,
            redirectedFrom: from,
            ...(route === null ? {} : { route }),
          },
          gone,
        );
    if (gone.aborted) return failPaused(session, paused);
    if (verdict.allow) {
      this.#options.letGo.goes(request.method, request.url);
      await routes.go(session, page, paused);
      return;
    }
    this.#options.refused(page, paused.networkId, verdict.reason);
    // Whoever went back to a page that leads itself away is not led away again: its document stands.
    const again = page.isBack && BY_ITSELF.has(page.starts.of(paused.networkId));
    if (mainFrame && expectation === null && !again)
      return this.#block(session, page, paused, sent.url, verdict.reason);
    if (mainFrame) expectation?.refuse('NAVIGATE', sent.url, verdict.reason, from);
    await failPaused(session, paused);
  }

  #takeFirst(page: Page, { request, frameId }: Paused, admitted: string): boolean {
    if (frameId !== page.id || this.#begun.has(page)) return false;
    this.#begun.add(page);
    return admitted !== '' && request.url === admitted && request.method === 'GET';
  }

  #redirectedFrom(page: Page, paused: Paused): string | null {
    const chain = keyOf(paused);
    const from = paused.redirectedRequestId === undefined ? null : (this.#chains.get(chain) ?? page.url);
    if (this.#chains.size > MAX_CHAINS) this.#chains.clear();
    this.#chains.set(chain, paused.request.url);
    return from;
  }

  /** A page that leads itself around is stopped; every act of the navigator's begins the count again. */
  #isTooMany(page: Page, mainFrame: boolean): boolean {
    return mainFrame && page.navigatedItself() > MAX_OWN_NAVIGATIONS;
  }

  async #ask(act: PageAct, gone: AbortSignal): Promise<PageActVerdict> {
    try {
      return await this.#options.ask(Object.freeze(act), gone);
    } catch (thrown) {
      return { allow: false, reason: describe(thrown) };
    }
  }

  /** Nobody's act: the page is answered with a plain page that says so. */
  async #block(session: CdpSession, page: Page, paused: Paused, url: string, reason: string): Promise<void> {
    page.block(paused.networkId ?? paused.requestId, url, reason);
    try {
      await session.send('Fetch.fulfillRequest', {
        requestId: paused.requestId,
        ...blockedPage(url.replaceAll(HIDDEN, '…'), reason),
      });
    } catch {
      // The page went elsewhere meanwhile, and its request with it.
    }
  }
}

const keyOf = (paused: Paused): string => paused.networkId ?? paused.requestId;
