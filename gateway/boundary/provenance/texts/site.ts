// What counts as one site for data that leaves: the registrable domain; for an address or a bare name, host and port.
import { parse } from 'tldts';

/** `''` where there is no host. */
export function siteOfUrl(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.hostname === '') return '';
  const found = parse(parsed.hostname, { allowPrivateDomains: true });
  return found.domain ?? parsed.host;
}

/** `http://host:port`, `''` where there is none. */
export function originOf(url: string): string {
  const origin = URL.parse(url)?.origin ?? 'null';
  return origin === 'null' ? '' : origin;
}
