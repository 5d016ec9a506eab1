// COOKIE_READ, COOKIE_WRITE and COOKIE_CLEAR. INVARIANT: a written cookie is the document's host's alone, and only cookies that
// the document's own requests carry are cleared.
import { fail, ok, type Result } from '#policy/language/failure.ts';
import type { StorageAction } from '#policy/acts/storage-acts.ts';
import { hostOfAddress } from '#policy/requests/host.ts';
import { CdpError } from '#executors/cdp/connection.ts';
import type { ActOutcome, StoredEntry } from '#executors/contract/outcome.ts';
import type { KeptCookie } from '#executors/contract/cookie.ts';
import type { CdpResult } from '#executors/cdp/types.ts';
import type { Page } from '#executors/page/page.ts';

type CookieAction = Extract<
  StorageAction,
  { readonly type: 'COOKIE_READ' | 'COOKIE_WRITE' | 'COOKIE_CLEAR' }
>;

/** Errors: `act.no-storage` where the document is no site's, or the browser refuses the cookie; `act.changed` at another host than meant. */
export async function useCookies(
  page: Page,
  action: CookieAction,
  value: string,
): Promise<Result<ActOutcome>> {
  const { session, url } = page;
  const web = /^https?:/u.test(url);
  if (!web) return fail('act.no-storage', `\`${url}\` has no cookies`, { help: 'go to a site first' });
  if (action.type !== 'COOKIE_READ' && action.host !== undefined && action.host !== hostOfAddress(url))
    return fail('act.changed', `the page is no longer at \`${action.host}\``, {
      help: 'go to that site and ask again; nothing was done',
    });
  const outcome = (entries: readonly StoredEntry[], kept?: readonly KeptCookie[]): Result<ActOutcome> =>
    ok({
      kind: 'STORED',
      storage: 'COOKIES',
      entries,
      ...(kept === undefined ? {} : { cookies: kept }),
      complete: true,
      document: page.document(),
    });
  switch (action.type) {
    case 'COOKIE_READ': {
      const { cookies } = await session.send('Network.getCookies', { urls: [action.url ?? url] });
      if (action.count === true)
        return ok({
          kind: 'STORED',
          storage: 'COOKIES',
          entries: [],
          complete: true,
          count: cookies.length,
          document: page.document(),
        });
      const entries = cookies.map(({ name, value: held }) => ({ key: name, value: held }));
      return outcome(entries, cookies.map(keptOf));
    }
    case 'COOKIE_WRITE': {
      const { name, path = '/', ...rest } = action.cookie;
      try {
        const { success } = await session.send('Network.setCookie', { ...rest, url, name, value, path });
        if (success) return outcome([]);
        return refusedCookie(name);
      } catch (thrown) {
        if (thrown instanceof CdpError) return refusedCookie(name, thrown);
        throw thrown;
      }
    }
    case 'COOKIE_CLEAR': {
      const { cookies } = await session.send('Network.getCookies', { urls: [url] });
      const going = cookies.filter(({ name }) => action.name === undefined || name === action.name);
      for (const { name, domain, path, partitionKey } of going) {
        await session.send('Network.deleteCookies', {
          name,
          domain,
          path,
          ...(partitionKey === undefined ? {} : { partitionKey }),
        });
      }
      return outcome([]);
    }
  }
}

const refusedCookie = (name: string, cause?: unknown): Result<never> =>
  fail('act.no-storage', `the browser does not take the cookie \`${name}\``, {
    ...(cause === undefined ? {} : { cause }),
    help: 'SameSite=None needs Secure, and a __Host- name needs Secure and the path /',
  });

type Held = CdpResult<'Network.getCookies'>['cookies'][number];

function keptOf({
  name,
  value,
  domain,
  path,
  expires,
  size,
  httpOnly,
  secure,
  session,
  sameSite,
}: Held): KeptCookie {
  const sent = sameSite === undefined ? {} : { sameSite };
  return { name, value, domain, path, expires, size, httpOnly, secure, session, ...sent };
}
