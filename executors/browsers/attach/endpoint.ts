// Where a running browser is reached: a debugging port on this machine. INVARIANT: nothing but loopback, whatever was named.
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { canonicalEndpoint } from '#policy/requests/names.ts';

export type Endpoint = {
  /** As a policy names it: `http://127.0.0.1:9222`. */
  readonly url: string;
  /** `127.0.0.1:9222`, for addresses made from it. */
  readonly host: string;
  readonly address: string;
  readonly port: number;
  /** Of the browser's own socket, where it was named: `/devtools/browser/UUID`. */
  readonly path: string | null;
};

const SOCKET_PATH = /^\/devtools\/browser(?:\/[A-Za-z0-9-]{1,64})?$/;
const HELP = 'name a debugging port of this machine, e.g. `http://127.0.0.1:9222`';

/** From `http://…`, or the browser's socket `ws://…`, which count as one endpoint. Errors: `attach.bad-endpoint`. */
export function parseEndpoint(text: string): Result<Endpoint> {
  const bad = (why: string): Result<never> =>
    fail('attach.bad-endpoint', `\`${text}\` ${why}`, { help: HELP });
  const url = URL.parse(canonicalEndpoint(text) ?? '');
  if (url === null || !['http:', 'ws:'].includes(url.protocol)) return bad('is no http or ws address');
  const address = url.hostname === 'localhost' ? '127.0.0.1' : url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (!/^127(?:\.\d{1,3}){3}$/.test(address) && address !== '::1') {
    return bad('is not on this machine: what runs there cannot be seen from here');
  }
  const path = url.pathname === '/' ? null : url.pathname;
  if (url.search !== '' || (path !== null && !SOCKET_PATH.test(path)))
    return bad('is no browser’s own socket');
  const port = Number(url.port || 80);
  const host = `${address.includes(':') ? `[${address}]` : address}:${port}`;
  return ok({ url: `http://${host}`, host, address, port, path });
}
