// Requests that are no documents, with their whole address, before they leave: the only place where HTTPS shows one. What is
// made ahead of any need is told by the header that the browser puts on it.
// INVARIANT: nothing over https goes on without a verdict, over plain http nothing that sends something along; an error
// refuses. What is not seen here (a WebSocket over TLS) has its tunnel's verdict alone.
import { isSameOrigin } from '#policy/acts/gate.ts';
import { READING_METHODS } from '#policy/acts/page-acts.ts';
import type { CdpSession } from '#executors/cdp/connection.ts';
import type { PageAct, PageActVerdict } from '#executors/contract/page-act.ts';
import type { DocumentGrants } from './features/document-grants.ts';
import { type Interceptor, type Paused, failPaused, isResponse } from '#executors/guards/routes/paused.ts';
import type { ReleasedRequests } from '#executors/network/released-requests.ts';
import type { Routes } from './routes/routes.ts';
import type { CredentialsOfTab } from './known-credentials.ts';
import type { Page } from '#executors/page/page.ts';
import { readSent, takesAlong } from './sent-body.ts';

export type RequestGuardOptions = {
  readonly tabId: string;
  readonly grants: DocumentGrants;
  /** `gone` is aborted when nothing waits for the verdict any more. */
  readonly ask: (act: PageAct, gone: AbortSignal) => Promise<PageActVerdict>;
  readonly known: CredentialsOfTab;
  readonly letGo: ReleasedRequests;
  readonly routes: Routes;
  /** For whoever asks later why a request failed. */
  readonly refused: (page: Page, networkId: string | undefined, reason: string) => void;
};

const AHEAD = /^(?:sec-purpose|purpose|x-moz)$/i;
/** Over plain http the choke point sees every address; here only what may have a body, or be ahead of need. */
const MAY_SEND = ['XHR', 'Fetch', 'Ping', 'CSPViolationReport', 'Other'] as const;

export class RequestGuard implements Interceptor {
  readonly patterns = [
    { urlPattern: 'https://*', requestStage: 'Request' },
    ...MAY_SEND.map(
      (resourceType) => ({ urlPattern: 'http://*', resourceType, requestStage: 'Request' }) as const,
    ),
  ] as const;
  readonly #options: RequestGuardOptions;

  constructor(options: RequestGuardOptions) {
    this.#options = options;
  }

  take(session: CdpSession, page: Page, paused: Paused): Promise<unknown> | null {
    if (paused.resourceType === 'Document' || isResponse(paused)) return null;
    const { request, requestId } = paused;
    const ahead = Object.entries(request.headers).some(
      ([name, value]) => AHEAD.test(name) && /prefetch|prerender|preview/i.test(value),
    );
    if (ahead && !this.#options.grants.ofDocument(page.url).has('PREFETCH'))
      return failPaused(session, paused);
    const { routes } = this.#options;
    const sends =
      request.hasPostData === true || !READING_METHODS.has(request.method) || this.#takesAlong(paused);
    // What never gets to the choke point because of a rule is decided here.
    if (!sends && !request.url.startsWith('https://') && routes.markOf(page, paused) === null)
      return session.send('Fetch.continueRequest', { requestId });
    return this.#decide(session, page, paused);
  }

  /** Headers that a script wrote, or a credential of another site: more than its address goes along. */
  #takesAlong({ request }: Paused): boolean {
    const { known } = this.#options;
    const foreign = known.foreignTo(request.url);
    return readSent(request, known.known()).headers !== undefined || takesAlong(request, foreign);
  }

  async #decide(session: CdpSession, page: Page, paused: Paused): Promise<unknown> {
    const { request, requestId, networkId } = paused;
    const { tabId, known, letGo, ask, routes, refused } = this.#options;
    const route = routes.markOf(page, paused);
    const { url, body, credentials, headers } = readSent(
      request,
      known.known(),
      known.foreignTo(request.url),
    );
    const { method } = request;
    const act: PageAct = {
      kind: 'CONNECT',
      tabId,
      documentUrl: issuerOf(request, page.url),
      url,
      method,
      body,
      credentials,
      ...(headers === undefined ? {} : { headers }),
      ...(route === null ? {} : { route }),
    };
    const { allow, reason } = await ask(Object.freeze(act), page.gone.signal);
    if (allow) {
      letGo.goes(method, request.url);
      return routes.go(session, page, paused);
    }
    refused(page, networkId, reason);
    return session.send('Fetch.failRequest', { requestId, errorReason: 'Failed' });
  }
}

/**
 * The document that a request is from. What a document leaves behind when it goes may wait until another one is there already,
 * and is not that one's: the header says whose it is, and no script writes it. INVARIANT: it never makes a request its server's own.
 */
function issuerOf({ headers, url }: Paused['request'], documentUrl: string): string {
  const origin = Object.entries(headers).find(([name]) => name.toLowerCase() === 'origin')?.[1];
  if (origin === undefined || !isSameOrigin(url, documentUrl) || isSameOrigin(origin, documentUrl))
    return documentUrl;
  return URL.parse(origin)?.href ?? 'about:blank';
}
