// One batch on its way to the proxy. INVARIANT: the token goes to the proxy of the settings alone, and no redirect takes it elsewhere.
import { EVENTS_PATH } from '#cloud/wire/events.ts';
import { askedInHeader } from '#engines/model/service-error.ts';

/** `REFUSED`: no form of it will ever be taken. */
export type Posted =
  | { readonly is: 'TAKEN' | 'REFUSED' }
  /** `isToken`: the proxy does not take the token. */
  | { readonly is: 'LATER'; readonly askedMs: number; readonly isToken: boolean };

const CALL_MS = 15_000;
/** What another time may mend: who calls, how often, or how the network is. */
const PASSING: readonly number[] = [401, 403, 408, 425, 429];

/** Never rejects. */
export async function posted(
  text: string,
  { baseUrl, token }: { readonly baseUrl: string; readonly token: string },
  signal: AbortSignal,
): Promise<Posted> {
  try {
    const response = await fetch(`${baseUrl.replace(/(?<!\/)\/+$/u, '')}${EVENTS_PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: text,
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]),
    });
    await response.body?.cancel();
    const { status } = response;
    if (response.ok) return { is: 'TAKEN' };
    if (status < 500 && !PASSING.includes(status)) return { is: 'REFUSED' };
    return { is: 'LATER', askedMs: askedInHeader(response.headers), isToken: status === 401 };
  } catch {
    return { is: 'LATER', askedMs: 0, isToken: false };
  }
}
