// What counts as one site for data that leaves: the registrable domain; for an address or a bare name, host and port.
import { parse } from 'tldts';

/** `''` where there is no host. */
export function siteOfUrl(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.hostname === '') return '';
  const found = parse(parsed.hostname, { allowPrivateDomains: true });
  return found.domain ?? parsed.host;
}

/** The site's own name, and the labels below it; of an address all of it, of a name that is no site's each label. */
export function labelsOf(hostname: string): { readonly below: readonly string[]; readonly own: string } {
  const { isIp, subdomain, domainWithoutSuffix } = parse(hostname, { allowPrivateDomains: true });
  if (isIp === true) return { below: [], own: hostname };
  const below = domainWithoutSuffix === null ? hostname : (subdomain ?? '');
  return { below: below.split('.').filter((label) => label !== ''), own: domainWithoutSuffix ?? '' };
}

/** `http://host:port`, `''` where there is none. */
export function originOf(url: string): string {
  const origin = URL.parse(url)?.origin ?? 'null';
  return origin === 'null' ? '' : origin;
}
