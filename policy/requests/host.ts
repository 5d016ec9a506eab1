// Hosts: one canonical form by the WHATWG URL parser, and the two forms of pattern that a policy may use.
// INVARIANT: `h` is exactly h and `*.h` its strict subdomains; no other string is a pattern. Nothing else in this project makes
// a host canonical or reads an address: `explain`, the boundary, the pages' requests and the proxy have one answer.
import ipaddr from 'ipaddr.js';
import { classifyHost, isAddress } from './address.ts';
import { isPathAmbiguous } from './url-parts/ambiguous-paths.ts';
import type { Result } from '#policy/language/failure.ts';
import { fail, ok } from '#policy/language/failure.ts';
import { NO_FRAGMENT, fragmentOfUrl } from './url-parts/fragments.ts';
import type { FragmentFacts } from './url-parts/fragments.ts';
import { canonicalPath } from './url-parts/paths.ts';
import { queryOfUrl } from './url-parts/query.ts';
import type { AddressClass, PortClass, Scheme } from '#policy/language/vocabulary.ts';

export type HostPattern = {
  /** As it is written: `h` or `*.h`. */
  readonly text: string;
  readonly host: string;
  /** `*.h`: strictly below the host. */
  readonly below: boolean;
};

/** What a target URL says: every fact that follows from one, and the address class that needs no resolution. */
export type UrlFacts = FragmentFacts & {
  readonly host: string;
  readonly scheme: Scheme;
  readonly portClass: PortClass;
  readonly port: string;
  readonly path: string;
  readonly pathAmbiguous: boolean;
  readonly query: string;
  readonly addressClass: AddressClass;
};

/**
 * The canonical ASCII host: lower case, punycode, dotted IPv4 (mapped IPv6 too), bracketed IPv6, no trailing dot.
 * `null` for whatever is not exactly one host.
 */
export function canonicalHost(text: string): string | null {
  if (text.length > 1000 || /[\s\p{Cc}/\\?#@]/u.test(text)) return null;
  // A port; nothing but an IPv6 address may hold a colon.
  if (text.includes(':') && !text.endsWith(']')) return null;
  const url = URL.parse(`http://${text}/`);
  return url === null ? null : hostOfUrl(url);
}

/** The canonical host of a parsed URL; `''` where it has none, `null` where its labels are not a host's. */
export function hostOfUrl(url: URL): string | null {
  if (url.hostname === '') return '';
  const name = url.hostname.endsWith('.') ? url.hostname.slice(0, -1) : url.hostname;
  if (name.startsWith('[')) return canonicalIpv6(name);
  const labels = name.split('.');
  if (name.length > 253 || labels.some((label) => !/^[a-z0-9_-]{1,63}$/.test(label))) return null;
  return name;
}

/** An address that the URL parser has found valid. */
function canonicalIpv6(bracketed: string): string {
  const address = ipaddr.IPv6.parse(bracketed.slice(1, -1));
  return address.isIPv4MappedAddress() ? address.toIPv4Address().toString() : bracketed;
}

/** Parses a pattern of a document. The failure's help says how it would be written. */
export function parseHostPattern(text: string): Result<HostPattern> {
  const below = text.startsWith('*.');
  const bare = below ? text.slice(2) : text;
  const host = canonicalHost(bare);
  if (host === bare && !(below && isAddress(host))) return ok({ text, host, below });
  return fail('policy.bad-host', `\`${text}\` is not a host pattern`, { help: helpFor(text) });
}

function helpFor(text: string): string {
  const forms = 'use a host (`example.com`) or its strict subdomains (`*.example.com`)';
  const guess = guessPattern(text);
  return guess === null ? forms : `did you mean \`${guess}\`? ${forms}`;
}

function guessPattern(text: string): string | null {
  const authority = text
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/+/i, '')
    .replace(/[/?#].*/s, '');
  const stripped = authority.slice(authority.lastIndexOf('@') + 1);
  const below = /^(?:\*+\.|\.)/.test(stripped);
  const bare = stripped.replace(/^(?:\*+\.|\.)+/, '').replace(/:\d*$/, '');
  const host = bare.includes('*') ? null : canonicalHost(bare);
  if (host === null) return null;
  return below && !isAddress(host) ? `*.${host}` : host;
}

/** Whether a canonical host is in the pattern. */
export function hostMatches(pattern: HostPattern, host: string): boolean {
  return pattern.below
    ? host.length > pattern.host.length + 1 && host.endsWith(`.${pattern.host}`)
    : host === pattern.host;
}

const SCHEME_OF: Readonly<Record<string, Scheme>> = {
  'https:': 'HTTPS',
  'http:': 'HTTP',
  'wss:': 'WSS',
  'ws:': 'WS',
};

/**
 * The facts of a target URL. Errors (`policy.bad-request`): what does not parse, user information, spaces, control
 * characters and backslashes (each a way to show one host and reach another), and every scheme but http(s), ws(s)
 * and `about:blank`.
 */
export function urlFacts(text: string): Result<UrlFacts> {
  if (text === 'about:blank') return ok({ ...NOWHERE, scheme: 'NONE' });
  const bad = (why: string, help?: string) =>
    fail('policy.bad-request', `\`${text.slice(0, 200)}\` ${why}`, help === undefined ? {} : { help });
  // A query and a fragment are opaque: what is there says nothing of the host.
  const [place = ''] = text.split(/[?#]/u, 1);
  if (/[\s\p{Cc}]/u.test(text)) return bad('holds spaces or control characters');
  const url = URL.parse(text);
  if (url === null) return bad('is not an absolute URL', 'write it in full, as in `https://example.com/`');
  const scheme = Object.hasOwn(SCHEME_OF, url.protocol) ? SCHEME_OF[url.protocol] : undefined;
  if (scheme === undefined)
    return bad(`has the forbidden scheme \`${url.protocol}\``, 'use http, https, ws or wss');
  const [beginning = '', authority = ''] = /^[a-z]+:\/\/([^/]*)/i.exec(place) ?? [];
  if (authority === '' || place.includes('\\'))
    return bad('does not spell out its host', 'write `scheme://host/path` with forward slashes');
  if (authority.includes('@')) return bad('carries user information', 'leave out what stands before the `@`');
  const host = hostOfUrl(url);
  const path = canonicalPath(url.pathname);
  // These schemes' paths have a canonical form always.
  if (host === null || path === null) return bad('has no valid host');
  // As it is written: the parser has resolved what others would read twice.
  const pathAmbiguous = isPathAmbiguous(place.slice(beginning.length));
  return ok({
    host,
    scheme,
    ...portFacts(url, scheme),
    path,
    pathAmbiguous,
    ...behindPath(url),
    addressClass: classifyHost(host),
  });
}

const behindPath = ({ search, hash }: URL): FragmentFacts & { readonly query: string } => ({
  query: search === '' ? '' : queryOfUrl(search),
  ...(hash === '' ? NO_FRAGMENT : fragmentOfUrl(hash)),
});

/** No host has this form: a request for it is malformed, and denied by every policy. */
const NO_SUCH_HOST = '\\';

/**
 * The facts of whatever is on its way somewhere: as `urlFacts` has them, and for what that refuses facts that lead to a refusal.
 * Another scheme is a fact of its own (OTHER), for policies to speak of; an odd spelling of a web address is malformed.
 */
export function targetFacts(text: string): UrlFacts {
  const read = urlFacts(text);
  if (read.ok) return read.value;
  const url = URL.parse(text);
  if (url === null || Object.hasOwn(SCHEME_OF, url.protocol)) return { ...NOWHERE, host: NO_SUCH_HOST };
  const host = hostOfUrl(url) ?? NO_SUCH_HOST;
  const path = canonicalPath(url.pathname) ?? '/';
  const pathAmbiguous = isPathAmbiguous(url.pathname);
  return {
    host,
    path,
    pathAmbiguous,
    ...behindPath(url),
    scheme: 'OTHER',
    ...portFacts(url, 'OTHER'),
    addressClass: classifyHost(host),
  };
}

const NOWHERE: UrlFacts = {
  host: '',
  path: '/',
  pathAmbiguous: false,
  query: '',
  ...NO_FRAGMENT,
  scheme: 'OTHER',
  portClass: 'NONE',
  port: '',
  addressClass: 'PUBLIC',
};

/** Canonical host of an address, `''` where it has none: `about:blank`, a `data:` document, what is no address. */
export function hostOfAddress(address: string): string {
  const url = URL.parse(address);
  return url === null ? '' : (hostOfUrl(url) ?? '');
}

/** The host as sockets take it: an IPv6 address without its brackets. */
export const dialledHost = (host: string): string => (host.startsWith('[') ? host.slice(1, -1) : host);

/** Ports on which sites stand beside their schemes' own. */
const WEB_ALTERNATES: readonly number[] = [8000, 8008, 8080, 8443, 8888];

/** The ports that go without saying. */
const OWN_PORT: Readonly<Partial<Record<Scheme, string>>> = {
  HTTPS: '443',
  WSS: '443',
  HTTP: '80',
  WS: '80',
};

/** The port of a scheme itself, `''` for one that has none. */
export const ownPort = (scheme: Scheme): string => OWN_PORT[scheme] ?? '';

/** A port in decimal digits without zeros before them, `null` for what is none. */
export const canonicalPort = (text: string): string | null =>
  /^[1-9]\d{0,4}$/u.test(text) && Number(text) <= 65_535 ? text : null;

/** The class of a port, seen from a scheme. */
export function classOfPort(port: string, scheme: Scheme): PortClass {
  if (port === '') return 'NONE';
  if (port === ownPort(scheme)) return 'DEFAULT';
  if (WEB_ALTERNATES.includes(Number(port))) return 'WEB_ALTERNATE';
  return Number(port) < 1024 ? 'WELL_KNOWN' : 'OTHER';
}

/** Port and class of a URL. One without a host has neither. */
export function portFacts(url: URL, scheme: Scheme): Pick<UrlFacts, 'port' | 'portClass'> {
  if (url.hostname === '') return { port: '', portClass: 'NONE' };
  const port = url.port === '' ? ownPort(scheme) : url.port;
  // A scheme of no web address says no port; what it means by none is its own.
  return { port, portClass: url.port === '' ? 'DEFAULT' : classOfPort(port, scheme) };
}

/** Canonical host of a URL, `''` where it has none. One that has no canonical form stays as it is: the policy denies it. */
export function hostOf(url: URL | null): string {
  return url === null ? '' : (hostOfUrl(url) ?? url.hostname);
}

/** `https://host:port`; `null` where there is none. */
export function originOf(url: string): string | null {
  const origin = URL.parse(url)?.origin ?? 'null';
  return origin === 'null' ? null : origin;
}

/**
 * What documents are told apart by: the origin, or the whole address of what has none. INVARIANT: two addresses without an origin
 * (`data:`, `about:`, what is no URL) are never alike by it.
 */
export const originOrAddress = (url: string): string => originOf(url) ?? url;
