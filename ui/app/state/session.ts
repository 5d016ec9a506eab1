// The token of this start of the gateway. INVARIANT: what is in the address is gone from there when the first line of the app has run,
// and a code in it is of no use a second time.
import { API } from '#gateway/protocol/http.ts';
import { withoutQuote } from './route.ts';
import { askForKey } from './tab-key.ts';
import { keepText, keptText, TOKEN } from './kept/tab-storage.ts';

const PLACE = 'ghost.place';

const DEADLINE_MS = 10_000;

/** An address that brings a token, or a code for one. */
export const bringsToken = (hash: string): boolean => /^#(?:code|token)=./u.test(hash);

/** Where the person is in this tab: the link of another start of the gateway leads back there. What a page said goes into no store. */
export function keepPlace(): void {
  if (!bringsToken(location.hash)) keepText(PLACE, withoutQuote(location.hash));
}

/** Takes what the address brings into the tab's storage; else the token that is kept there; else that of another tab. */
export async function takeToken(): Promise<string | null> {
  const { hash } = location;
  if (bringsToken(hash)) {
    const given = new URLSearchParams(hash.slice(1));
    const place = keptText(PLACE) || '#/tasks';
    history.replaceState(null, '', `${location.pathname}${location.search}${place}`);
    const token = given.get('token') ?? (await tokenFor(given.get('code') ?? ''));
    if (token !== null) keepText(TOKEN, token);
  }
  const kept = keptToken();
  // An address that brings one which is of no use is told about, and not mended behind the person's back.
  if (kept !== null || bringsToken(hash)) return kept;
  const told = await askForKey();
  if (told !== null) keepText(TOKEN, told);
  return told;
}

/** `null`: the code was used or is too old, or nobody answers; the page then says how to come by a new one. */
async function tokenFor(code: string): Promise<string | null> {
  try {
    const response = await fetch(API.session.path, {
      method: API.session.method,
      headers: { authorization: `Bearer ${code}` },
      cache: 'no-store',
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    const data: unknown = response.ok ? await response.json() : null;
    return typeof data === 'object' && data !== null && 'token' in data && typeof data.token === 'string'
      ? data.token
      : null;
  } catch {
    return null;
  }
}

export const keptToken = (): string | null => keptText(TOKEN) || null;
