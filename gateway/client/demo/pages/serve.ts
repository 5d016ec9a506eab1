// One demo site on one loopback address. INVARIANT: a site is a pure function of the request and its own state.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { describe } from '#policy/language/failure.ts';
import { STYLE } from './style.ts';

export type DemoRequest = {
  readonly method: string;
  readonly url: URL;
  /** Fields of a posted form; empty for GET. */
  readonly form: URLSearchParams;
  readonly body: string;
  readonly cookies: ReadonlyMap<string, string>;
};

export type DemoResponse = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
};

export type DemoSite = {
  readonly host: string;
  handle(request: DemoRequest): DemoResponse;
};

export const htmlResponse = (body: string, status = 200): DemoResponse => ({ status, body });

/** After a post: `303`, so that a reload does not post again. */
export const seeOther = (location: string, headers: Readonly<Record<string, string>> = {}): DemoResponse => ({
  status: 303,
  headers: { location, ...headers },
  body: '',
});

export const svgResponse = (body: string): DemoResponse => ({
  status: 200,
  headers: { 'content-type': 'image/svg+xml', 'cache-control': 'max-age=3600' },
  body,
});

const MAX_BODY_CHARACTERS = 64 * 1024;

export type ServeOptions = {
  readonly latencyMs: number;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
};

/** Listens; rejects with the `listen` error. Port 0 takes a free one. */
export async function listen(
  site: DemoSite,
  address: string,
  port: number,
  options: ServeOptions,
): Promise<{ server: Server; port: number }> {
  const server = createServer((request, response) => {
    answer(site, request, response, options).catch((thrown: unknown) => {
      options.log(`${site.host}: ${describe(thrown)}`);
      response.destroy();
    });
  });
  const opened = Promise.withResolvers<void>();
  server.once('error', opened.reject);
  server.listen(port, address, () => opened.resolve());
  await opened.promise;
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new TypeError('a TCP server has a port');
  return { server, port: bound.port };
}

async function answer(
  site: DemoSite,
  request: IncomingMessage,
  response: ServerResponse,
  options: ServeOptions,
): Promise<void> {
  const url = URL.parse(request.url ?? '/', `http://${site.host}`);
  const body = await readBody(request);
  if (options.latencyMs > 0) await delay(options.latencyMs, undefined, { signal: options.signal });
  const reply =
    url === null || body === null
      ? { status: 400, body: 'bad request' }
      : url.pathname === '/style.css'
        ? {
            status: 200,
            headers: { 'content-type': 'text/css', 'cache-control': 'max-age=3600' },
            body: STYLE,
          }
        : site.handle({
            method: request.method ?? 'GET',
            url,
            body,
            form: new URLSearchParams(request.method === 'POST' ? body : ''),
            cookies: parseCookies(request.headers.cookie ?? ''),
          });
  options.log(`${site.host} ${request.method ?? ''} ${request.url ?? ''} ${reply.status}`);
  response.writeHead(reply.status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    ...reply.headers,
  });
  response.end(request.method === 'HEAD' ? undefined : reply.body);
}

/** `null` when the body is longer than a demo form can be. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  let body = '';
  request.setEncoding('utf8');
  for await (const chunk of request) {
    body += String(chunk);
    if (body.length > MAX_BODY_CHARACTERS) return null;
  }
  return body;
}

function parseCookies(header: string): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const part of header.split(';')) {
    const at = part.indexOf('=');
    if (at > 0) cookies.set(part.slice(0, at).trim(), part.slice(at + 1).trim());
  }
  return cookies;
}
