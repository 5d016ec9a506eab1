// Cookies that come with answers: the network service keeps them before anybody is asked. What was not granted is deleted again
// before a document is shown, and what is for a parent domain, which its siblings would share, is made the host's own.
// INVARIANT: only cookies of the answer's own URL are touched; one that came with a domain is host-only or gone.
import { namesDomain } from '#executors/network/host-only.ts';
import type { CdpSession } from '#executors/cdp/connection.ts';
import type { CdpResult } from '#executors/cdp/types.ts';
import type { DocumentGrants } from '#executors/guards/features/document-grants.ts';
import type { Page } from '#executors/page/page.ts';

type Cookie = CdpResult<'Network.getCookies'>['cookies'][number];

const MAX_URLS = 500;

export async function sweepCookies(session: CdpSession, url: string): Promise<void> {
  const { cookies } = await session.send('Network.getCookies', { urls: [url] });
  await Promise.all(cookies.map((cookie) => remove(session, cookie)));
}

/** `values`: of the answer's `Set-Cookie` fields. A domain of a plain http answer is taken away by the proxy already. */
export async function keepToHost(session: CdpSession, url: string, values: readonly string[]): Promise<void> {
  const named = values.filter(namesDomain).map((value) => (value.split('=', 1)[0] ?? '').trim());
  if (named.length === 0) return;
  const { cookies } = await session.send('Network.getCookies', { urls: [url] });
  const shared = cookies.filter(({ name, domain }) => domain.startsWith('.') && named.includes(name));
  await Promise.all(
    shared.map(async (cookie) => {
      await remove(session, cookie);
      const { name, value, path, secure, httpOnly, sameSite, expires, priority, partitionKey } = cookie;
      await session.send('Network.setCookie', {
        url,
        name,
        value,
        path,
        secure,
        httpOnly,
        priority,
        ...(sameSite === undefined ? {} : { sameSite }),
        ...(expires < 0 ? {} : { expires }),
        ...(partitionKey === undefined ? {} : { partitionKey }),
      });
    }),
  );
}

/** What a document without cookies loads does not leave any either, nor does what is of another origin than the document. */
export function watchCookies(session: CdpSession, page: Page, grants: DocumentGrants): void {
  const urls = new Map<string, string>();
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    // A document's own answer is the gate's: it has the new document's grants, and this would have the old one's.
    if (type === 'Document') return;
    if (urls.size >= MAX_URLS) urls.clear();
    urls.set(requestId, request.url);
  });
  session.on('Network.responseReceivedExtraInfo', ({ requestId, headers }) => {
    const url = urls.get(requestId);
    const set = Object.entries(headers).find(([name]) => name.toLowerCase() === 'set-cookie')?.[1];
    if (set === undefined || url === undefined) return;
    const origin = URL.parse(url)?.origin ?? '';
    const kept =
      URL.parse(page.url)?.origin === origin
        ? grants.ofDocument(page.url).has('COOKIES')
        : grants.ofOrigin(origin).has('COOKIES');
    const work = kept ? keepToHost(session, url, set.split('\n')) : sweepCookies(session, url);
    // A page that is gone leaves its cookies to its profile, which goes as well.
    grants.sweeping(work.catch(() => page.waiter.changed()));
  });
}

const remove = (session: CdpSession, { name, domain, path, partitionKey }: Cookie): Promise<unknown> =>
  session.send('Network.deleteCookies', {
    name,
    domain,
    path,
    ...(partitionKey === undefined ? {} : { partitionKey }),
  });
