// Requests that a page makes ahead of any need (`<link rel=prefetch>`), told by the header that the browser puts on them:
// the only sign over HTTPS. Whatever else is paused here and is nobody's goes on, to the proxy's decision.
// INVARIANT: no document is let through here.
import type { CdpSession } from '../cdp/connection.ts';
import type { DocumentGrants } from './document-grants.ts';
import { failPaused, isResponse, type Interceptor, type Paused } from './interception.ts';
import type { Page } from './page.ts';

const AHEAD = /^(?:sec-purpose|purpose|x-moz)$/i;

export class PrefetchGuard implements Interceptor {
  /** The browser counts a prefetch among the calls of `fetch`. */
  readonly patterns = [{ urlPattern: '*', resourceType: 'Fetch', requestStage: 'Request' }] as const;
  readonly #grants: DocumentGrants;

  constructor(grants: DocumentGrants) {
    this.#grants = grants;
  }

  take(session: CdpSession, page: Page, paused: Paused): Promise<unknown> | null {
    // What the pattern calls `Fetch` is `XHR` in the event where a script called `fetch`.
    if (!['Fetch', 'XHR'].includes(paused.resourceType) || isResponse(paused)) return null;
    const { requestId, request } = paused;
    const ahead = Object.entries(request.headers).some(
      ([name, value]) => AHEAD.test(name) && /prefetch|prerender|preview/i.test(value),
    );
    if (ahead && !this.#grants.ofDocument(page.url).has('PREFETCH')) return failPaused(session, paused);
    return session.send('Fetch.continueRequest', { requestId });
  }
}
