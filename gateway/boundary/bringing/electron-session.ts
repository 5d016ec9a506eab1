// Reads cookies from the session of an Electron window that the person browses in. INVARIANT: it only reads, and only for one domain.
import type { PassedCookie } from '#executors/contract/cookie.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { CookieSource } from './source.ts';

/** What is used of `Electron.Session['cookies']` (electronjs.org/docs/latest/api/cookies). */
export type ElectronCookies = {
  get(filter: { domain: string }): Promise<
    readonly {
      readonly name: string;
      readonly value: string;
      readonly domain?: string | undefined;
      readonly hostOnly?: boolean | undefined;
      readonly path?: string | undefined;
      readonly secure?: boolean | undefined;
      readonly httpOnly?: boolean | undefined;
      readonly expirationDate?: number | undefined;
      readonly sameSite: 'unspecified' | 'no_restriction' | 'lax' | 'strict';
    }[]
  >;
};

const SAME_SITE = { unspecified: null, no_restriction: 'None', lax: 'Lax', strict: 'Strict' } as const;

/** Electron tells neither priority nor partition: a cookie gets the default priority and no partition. */
export function electronSession(name: string, cookies: ElectronCookies): CookieSource {
  return {
    name,
    about: 'the window that you browse in',
    async cookies(domain) {
      try {
        const found = await cookies.get({ domain });
        return ok(
          found.map((one): PassedCookie => ({
            name: one.name,
            value: one.value,
            host: (one.domain ?? '').replace(/^\./u, ''),
            hostOnly: one.hostOnly ?? !(one.domain ?? '').startsWith('.'),
            path: one.path ?? '/',
            secure: one.secure ?? false,
            httpOnly: one.httpOnly ?? false,
            sameSite: SAME_SITE[one.sameSite],
            expires: one.expirationDate ?? null,
            priority: 'Medium',
            partitionKey: null,
          })),
        );
      } catch (thrown) {
        return fail('act.no-source', 'the window’s cookies cannot be read', { cause: thrown });
      }
    },
  };
}
