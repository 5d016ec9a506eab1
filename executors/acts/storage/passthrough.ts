// COOKIE_PASSTHROUGH: puts the cookies that were handed over into the tab's browser, exactly as they were.
// INVARIANT: a cookie of any other domain than the authorised one ends the act before any is set.
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { belongsTo } from '#policy/acts/storage-acts.ts';
import { CdpError } from '#executors/cdp/connection.ts';
import type { CdpParams } from '#executors/cdp/types.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { PassedCookie } from '#executors/contract/cookie.ts';
import type { Page } from '#executors/page/page.ts';

type CookieParam = CdpParams<'Network.setCookie'>;

export async function passCookies(page: Page, domain: string, text: string): Promise<Result<ActOutcome>> {
  const cookies = parseCookies(text);
  const foreign = cookies.find(({ host }) => !belongsTo(host, domain));
  if (foreign !== undefined) {
    return fail('act.bad-domain', `a cookie of \`${foreign.host}\` is none of \`${domain}\``, {
      help: 'nothing was set',
    });
  }
  const names: string[] = [];
  const refused: string[] = [];
  for (const cookie of cookies) {
    const taken = await setCookie(page, cookie);
    (taken ? names : refused).push(cookie.name);
  }
  return ok({ kind: 'PASSED', domain, names, refused, document: page.document() });
}

/** `false`: the browser does not take it. */
export async function setCookie(page: Page, cookie: PassedCookie): Promise<boolean> {
  try {
    return (await page.session.send('Network.setCookie', paramOf(cookie))).success;
  } catch (thrown) {
    // The browser's own rules for a cookie of this name and these attributes; the outcome names it.
    if (thrown instanceof CdpError) return false;
    throw thrown;
  }
}

/** Without `domain` it is host-only; the URL then says the host. */
function paramOf(cookie: PassedCookie): CookieParam {
  const { name, value, host, hostOnly, path, secure, httpOnly, sameSite, expires, priority, partitionKey } =
    cookie;
  return {
    name,
    value,
    url: `${secure ? 'https' : 'http'}://${host}${path}`,
    ...(hostOnly ? {} : { domain: `.${host}` }),
    path,
    secure,
    httpOnly,
    ...(sameSite === null ? {} : { sameSite }),
    ...(expires === null ? {} : { expires }),
    priority,
    ...(partitionKey === null ? {} : { partitionKey }),
  };
}

// Written by the gateway from checked cookies, and bound by its digest to the authorisation.
const parseCookies = (text: string): readonly PassedCookie[] => JSON.parse(text) as readonly PassedCookie[];
