// An answer of the tab's owner in a server's place. INVARIANT: it sets no cookie and changes nothing that outlives the document.
import { fail, ok, type Result } from '#policy/language/failure.ts';
import type { RouteAction } from '#policy/acts/tool-acts.ts';
import type { Header } from '#executors/guards/features/document-headers.ts';

export type Mock = {
  readonly status: number;
  readonly contentType: string;
  readonly headers: readonly Header[];
  readonly body: Buffer;
};

/** What reaches beyond the one answer: a cookie is COOKIE_WRITE, and a policy decides on that. */
const REFUSED =
  /^(?:set-cookie2?|clear-site-data|strict-transport-security|service-worker-allowed|origin-trial|content-disposition|nel|report-to|reporting-endpoints|proxy-.*|x-ghost-.*|transfer-encoding|content-encoding|content-length|connection)$/iu;
const NAME = /^[!#$%&'*+.^_`|~\dA-Za-z-]{1,200}$/u;
const VALUE = /^[\t\x20-\x7e\x80-\xff]{0,8000}$/u;
/** Status codes that have no body. */
const EMPTY = new Set([204, 205, 304]);

/** Errors: `act.bad-mock`. */
export function mockOf(
  { status, contentType, headers = {} }: Extract<RouteAction, { readonly type: 'ROUTE_MOCK' }>,
  body: string,
): Result<Mock> {
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    return bad(`\`${status}\` is no status of an answer`, 'use 200 to 599');
  }
  for (const [name, value] of Object.entries(headers)) {
    if (REFUSED.test(name))
      return bad(
        `an answer of ours has no header \`${name}\``,
        'leave it out; cookies are set with COOKIE_WRITE',
      );
    if (!NAME.test(name) || !VALUE.test(value))
      return bad(`\`${name}\` is no header`, 'a name, and a value on one line');
  }
  const own = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const type = own ?? contentType ?? guessed(body);
  if (!VALUE.test(type)) return bad(`\`${type}\` is no content type`, 'such as application/json');
  const bytes = EMPTY.has(status) ? Buffer.alloc(0) : Buffer.from(body, 'utf8');
  const rest = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-type');
  return ok({
    status,
    contentType: type,
    headers: [{ name: 'content-type', value: type }, ...rest.map(([name, value]) => ({ name, value }))],
    body: bytes,
  });
}

const bad = (message: string, help: string): Result<never> => fail('act.bad-mock', message, { help });

function guessed(body: string): string {
  if (/^\s*<(?:!doctype html|html)\b/iu.test(body)) return 'text/html; charset=utf-8';
  try {
    JSON.parse(body);
    return 'application/json';
  } catch {
    return 'text/plain; charset=utf-8';
  }
}
