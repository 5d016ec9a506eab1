// What counts as one site for data that leaves: the registrable domain; for an address or a bare name, host and port.
import { standsFor } from '#policy/requests/address.ts';
import { parse } from 'tldts';

/** A label that begins or ends with a hyphen is no proper one, and is led to the same owner all the same. */
const OWNERS = { allowPrivateDomains: true, validateHostname: false } as const;

/** `''` where there is no host. */
export function siteOfUrl(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.hostname === '') return '';
  return parse(parsed.hostname, OWNERS).domain ?? parsed.host;
}

/** Whoever gets what is sent there: its site; of an address or a bare name the host, whatever its port, and in one
 * spelling. `''` where there is no host. */
export function receiverOfUrl(url: string): string {
  const hostname = URL.parse(url)?.hostname ?? '';
  if (!hostname.startsWith('[')) return parse(hostname, OWNERS).domain ?? hostname;
  return standsFor(hostname.slice(1, -1)) ?? hostname;
}

/** The site's own name, and the labels below it; of an address all of it, of a name that is no site's each label. */
export function labelsOf(hostname: string): { readonly below: readonly string[]; readonly own: string } {
  const { isIp, subdomain, domainWithoutSuffix } = parse(hostname, OWNERS);
  if (isIp === true) return { below: [], own: hostname };
  const below = domainWithoutSuffix === null ? hostname : (subdomain ?? '');
  return { below: below.split('.').filter((label) => label !== ''), own: domainWithoutSuffix ?? '' };
}

/** `http://host:port`, `''` where there is none. */
export function originOf(url: string): string {
  const origin = URL.parse(url)?.origin ?? 'null';
  return origin === 'null' ? '' : origin;
}
