// One origin's listeners, on both loopback addresses: a browser takes `::1` for a `.localhost` name first, and nobody else may sit
// there. INVARIANT: a client that does not finish its request in time loses its connection.
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { describe, fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

export const LOOPBACK = '127.0.0.1';
const LOOPBACK_6 = '::1';
const HEADERS_MS = 5_000;
/** Headers and body. */
const REQUEST_MS = 15_000;
const LOOK_MS = 1_000;
const KEEP_ALIVE_MS = 5_000;
const MOST_HEADER_BYTES = 16 * 1024;
const MAX_CONNECTIONS = 256;
/** A free port of one family may be taken in the other. */
const MAX_ATTEMPTS = 5;

export type Listening = { readonly port: number; close(): Promise<void> };
type Fetch = Parameters<typeof getRequestListener>[0];
/** Takes a connection that is to speak another protocol from here on. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** `port` 0 takes a free one. Without `upgrade`, nothing but HTTP is spoken. Errors: `http.port-in-use`. */
export async function listenOnLoopback(
  fetch: Fetch,
  port: number,
  upgrade: Upgrade | null = null,
): Promise<Result<Listening>> {
  const answer = { request: getRequestListener(fetch), upgrade };
  for (let attempt = 1; ; attempt += 1) {
    const four = await listen(answer, port, LOOPBACK);
    if (!four.ok) return inUse(port, four.error);
    const six = await listen(answer, four.value.port, LOOPBACK_6);
    const servers = [four.value.server, ...(six.ok ? [six.value.server] : [])];
    const close = async (): Promise<void> => {
      await Promise.all(servers.map(stop));
    };
    // A machine without IPv6 has no such address, for nobody.
    if (six.ok || six.error.code === 'EADDRNOTAVAIL' || six.error.code === 'EAFNOSUPPORT')
      return ok({ port: four.value.port, close });
    await close();
    if (port !== 0 || attempt === MAX_ATTEMPTS) return inUse(port, six.error);
  }
}

const inUse = (port: number, error: NodeJS.ErrnoException): Result<never> =>
  fail(
    'http.port-in-use',
    error.code === 'EADDRINUSE' ? `port ${port} is in use` : `cannot listen on port ${port}`,
    {
      cause: describe(error),
      help: 'give another one with `--port`, or `--port 0` for a free one; `ghost status` shows a gateway that runs already',
    },
  );

type Bound =
  | { readonly ok: true; readonly value: { readonly server: Server; readonly port: number } }
  | { readonly ok: false; readonly error: NodeJS.ErrnoException };

type Answering = {
  readonly request: (request: IncomingMessage, response: ServerResponse) => unknown;
  readonly upgrade: Upgrade | null;
};

function listen(answer: Answering, port: number, host: string): Promise<Bound> {
  const { promise, resolve } = Promise.withResolvers<Bound>();
  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: LOOK_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MOST_HEADER_BYTES,
    },
    (request, response) => void answer.request(request, response),
  );
  server.maxConnections = MAX_CONNECTIONS;
  if (answer.upgrade !== null) server.on('upgrade', answer.upgrade);
  server.on('error', (error: NodeJS.ErrnoException) => resolve({ ok: false, error }));
  server.listen({ port, host, exclusive: true, ipv6Only: true }, () => {
    const address = server.address();
    resolve({
      ok: true,
      value: { server, port: typeof address === 'object' ? (address?.port ?? port) : port },
    });
  });
  return promise;
}

async function stop(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeAllConnections();
  await promise;
}
