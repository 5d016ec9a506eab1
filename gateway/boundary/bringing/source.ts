// Where cookies may be brought from, and which of a source's cookies belong to one domain.
// INVARIANT: a cookie of a parent domain, a sibling, a public suffix, or kept for another site's frames belongs to none.
import { parse } from 'tldts';
import type { PassedCookie } from '#executors/contract/cookie.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { belongsTo } from '#policy/acts/storage-acts.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';

export interface CookieSource {
  /** By this name a caller asks for it. */
  readonly name: string;
  /** What it is, for the consent card. */
  readonly about: string;
  /** Everything that it has for the domain; what it hands out beyond that is left out by `cookiesOf`. */
  cookies(domain: string, signal: AbortSignal, task: TaskContext): Promise<Result<readonly PassedCookie[]>>;
}

export type CookieSources = ReadonlyMap<string, CookieSource>;

const registrable = (host: string): string | null => parse(host, { allowPrivateDomains: true }).domain;

/** Errors: `act.bad-domain` for a public suffix, a subdomain, an address, or what is no host at all. */
export function checkDomain(domain: string): Result<void> {
  const found = registrable(domain);
  if (found === domain) return ok(undefined);
  return fail('act.bad-domain', `\`${domain}\` is not a registrable domain`, {
    help: found === null ? 'a public suffix or an address has no cookies of its own' : `name \`${found}\``,
  });
}

/** Each by its registrable domain, once, whatever host or address a person named it by. Errors: `act.bad-domain`. */
export function lendable<Lend extends { readonly domain: string }>(
  asked: readonly Lend[],
): Result<readonly Lend[]> {
  const found = new Map<string, Lend>();
  for (const one of asked) {
    const domain = domainOf(one.domain);
    if (!domain.ok) return domain;
    found.set(domain.value, { ...one, domain: domain.value });
  }
  return ok([...found.values()]);
}

function domainOf(text: string): Result<string> {
  const host = (URL.parse(text) ?? URL.parse(`https://${text}`))?.hostname ?? '';
  const found = registrable(host);
  return found === null
    ? fail('act.bad-domain', `\`${text}\` names no site`, {
        help: 'name one like `shop.example`: an address or a public suffix has no session of its own',
      })
    : ok(found);
}

/** The domain's cookies alone, those that still live; the rest of what a source has never leaves this function. Errors: those of the source, `act.not-signed-in`. */
export async function cookiesOf(
  source: CookieSource,
  domain: string,
  now: number,
  task: TaskContext,
  signal: AbortSignal,
): Promise<Result<readonly PassedCookie[]>> {
  const read = await source.cookies(domain, signal, task);
  if (!read.ok) return read;
  const own = read.value.filter(
    ({ host, expires, partitionKey }) =>
      belongsTo(host, domain) &&
      registrable(host) === domain &&
      (expires === null || expires * 1_000 > now) &&
      (partitionKey === null || registrable(URL.parse(partitionKey.topLevelSite)?.hostname ?? '') === domain),
  );
  if (own.length > 0) return ok(own);
  return fail('act.not-signed-in', `\`${source.name}\` has no cookies of \`${domain}\``, {
    help: 'log in there first',
  });
}
