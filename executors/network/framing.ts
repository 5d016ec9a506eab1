// Delimits a request's body: it is read once from the browser's fields, and we write the framing ourselves. Pure.
// INVARIANT: what a server reads as the end of a request is what we read; a request that could be read in two ways is refused.
import type { IncomingMessage } from 'node:http';

export type Framing =
  | { readonly kind: 'NONE' }
  | { readonly kind: 'LENGTH'; readonly bytes: number }
  | { readonly kind: 'CHUNKED' };

/** No server has to read a body of these, and many read it as the next request (RFC 9110 9.3). */
const BODILESS = new Set(['CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'TRACE']);
/** What `Connection` may not take away: how the request ends, and whose it is. */
const NOT_HOP_BY_HOP = new Set(['content-length', 'content-type', 'host', 'transfer-encoding']);

/** `null`: not to be read in one way alone. */
export function framingOf({ method = '', httpVersion, headersDistinct }: IncomingMessage): Framing | null {
  const values = (name: string): readonly string[] => headersDistinct[name] ?? [];
  const [length, ...moreLengths] = values('content-length');
  const [coding, ...moreCodings] = values('transfer-encoding');
  const named = values('connection').flatMap((value) =>
    value.split(',').map((one) => one.trim().toLowerCase()),
  );
  if (httpVersion !== '1.1' || named.some((one) => NOT_HOP_BY_HOP.has(one))) return null;
  if (moreLengths.length > 0 || moreCodings.length > 0 || (length !== undefined && coding !== undefined))
    return null;
  if (coding !== undefined) {
    const chunked = coding.toLowerCase() === 'chunked';
    return chunked && !BODILESS.has(method) ? { kind: 'CHUNKED' } : null;
  }
  if (length === undefined) return { kind: 'NONE' };
  const bytes = /^\d{1,15}$/u.test(length) ? Number(length) : null;
  if (bytes === null || (bytes > 0 && BODILESS.has(method))) return null;
  return bytes === 0 && BODILESS.has(method) ? { kind: 'NONE' } : { kind: 'LENGTH', bytes };
}

/** The one field that says it. */
export function framingFields(framing: Framing): readonly string[] {
  switch (framing.kind) {
    case 'NONE':
      return [];
    case 'LENGTH':
      return ['Content-Length', String(framing.bytes)];
    case 'CHUNKED':
      return ['Transfer-Encoding', 'chunked'];
  }
}
