// Shows a URL as a person should see it: the registrable domain first, and what is odd about the host.
import { domainToUnicode } from 'node:url';
import { parse } from 'tldts';
import type { SiteView } from '#gateway/protocol/views/consent.ts';

/** The site of a URL; `null` where there is no host (`about:blank`). */
export function siteOf(url: string): SiteView | null {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.hostname === '') return null;
  const found = parse(parsed.hostname, { allowPrivateDomains: true });
  const host = parsed.port === '' ? parsed.hostname : `${parsed.hostname}:${parsed.port}`;
  return {
    url: parsed.href,
    host,
    registrableDomain: found.domain ?? parsed.hostname,
    warnings: warningsFor(parsed, found.isIp === true),
  };
}

function warningsFor(url: URL, isAddress: boolean): readonly string[] {
  const warnings: string[] = [];
  if (isAddress) warnings.push('ip-address');
  if (url.hostname.split('.').some((label) => label.startsWith('xn--'))) {
    warnings.push('punycode');
    if (hasMixedScripts(domainToUnicode(url.hostname))) warnings.push('mixed-script');
  }
  if (url.protocol !== 'https:') warnings.push('not-https');
  return warnings;
}

const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
];

/** More than one script within one label, as look-alike names use. */
function hasMixedScripts(host: string): boolean {
  return host.split('.').some((label) => SCRIPTS.filter((script) => script.test(label)).length > 1);
}
