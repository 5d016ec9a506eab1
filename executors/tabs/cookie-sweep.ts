// Cookies that come with answers to a document that has none: the network service keeps them before anybody is asked, so
// they are deleted again before the document is shown. INVARIANT: only cookies of the answer's own URL are touched.
import type { CdpSession } from '../cdp/connection.ts';
import type { DocumentGrants } from './document-grants.ts';
import type { Page } from './page.ts';

const KEEP_URLS = 500;

export async function sweepCookies(session: CdpSession, url: string): Promise<void> {
  const { cookies } = await session.send('Network.getCookies', { urls: [url] });
  await Promise.all(
    cookies.map(({ name, domain, path }) => session.send('Network.deleteCookies', { name, domain, path })),
  );
}

/** What a document without cookies loads does not leave any either. */
export function watchCookies(session: CdpSession, page: Page, grants: DocumentGrants): void {
  const urls = new Map<string, string>();
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    // A document's own answer is the gate's: it has the new document's grants, and this would have the old one's.
    if (type === 'Document') return;
    if (urls.size >= KEEP_URLS) urls.clear();
    urls.set(requestId, request.url);
  });
  session.on('Network.responseReceivedExtraInfo', ({ requestId, headers }) => {
    const url = urls.get(requestId);
    const sets = Object.keys(headers).some((name) => name.toLowerCase() === 'set-cookie');
    if (!sets || url === undefined || grants.ofDocument(page.url).has('COOKIES')) return;
    // A page that is gone leaves its cookies to its profile, which goes as well.
    grants.sweeping(sweepCookies(session, url).catch(() => page.waiter.changed()));
  });
}
