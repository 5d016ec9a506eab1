// The DevTools endpoint on loopback: three documents over HTTP, and clients over WebSockets.
// INVARIANT: no page gets in, no other user of the machine, and nobody without an address that works once and ends soon; a connection has
// tabs of its own and takes them along.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { Hono } from 'hono';
import type { HttpBindings } from '@hono/node-server';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { peerSocket } from '#executors/system/sockets.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { Host } from '#gateway/surfaces/commands/call/call.ts';
import { SingleUse } from '#gateway/surfaces/http/identity/single-use.ts';
import { listenOnLoopback, LOOPBACK } from '#gateway/surfaces/http/wire/listening.ts';
import { CdpClient } from './client.ts';
import { grantedProtocol, versionOf } from './described.ts';

/** An address that nobody used by then leads nowhere. */
export const TOKEN_MS = 5 * 60_000;
const MOST_TOKENS = 64;
export const MOST_CONNECTIONS = 16;
export const MOST_MESSAGE_BYTES = 4 * 1024 * 1024;
/** Sent and not read; a client that leaves more is cut off. */
const MOST_BACKLOG_BYTES = 64 * 1024 * 1024;
const SOCKET_PATH = '/devtools/browser/';
const TOO_MUCH = 1009;
const NOT_TEXT = 1003;
/** Room for the part that is made for each connection. */
export const ENDPOINT_NAME = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,26}$/u;

export type CdpEndpoint = {
  readonly port: number;
  /** Works once, within minutes. */
  readonly ws: string;
  /** Base of `/json/version`, which gives an address that works once. */
  readonly http: string;
  /** Ends every connection with its tabs. */
  readonly close: () => Promise<void>;
};

export type CdpEndpointOptions = {
  /** Default: a free one. */
  readonly port?: number;
  /** By which name acts stand in the log, before a part of each connection's own. */
  readonly worker?: string;
  /** The time of a permission; default: the machine's. */
  readonly now?: () => number;
};

/** Errors: `http.port-in-use`, `command.bad-params`. */
export async function serveCdp(
  host: Host,
  { port = 0, worker = 'cdp', now }: CdpEndpointOptions = {},
): Promise<Result<CdpEndpoint>> {
  if (!ENDPOINT_NAME.test(worker))
    return fail('command.bad-params', `\`${worker.slice(0, 100)}\` is no name of a client`, {
      help: 'letters, digits, dots, hyphens and underscores, 27 at most',
    });
  const tokens = new SingleUse<true>(now, MOST_TOKENS);
  const clients = new Map<WebSocket, CdpClient>();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MOST_MESSAGE_BYTES,
    perMessageDeflate: false,
    clientTracking: false,
  });
  const open = { port: 0, ends: false };
  const address = (): string => `ws://${LOOPBACK}:${open.port}${SOCKET_PATH}${tokens.issue(true, TOKEN_MS)}`;

  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(async (context, next) => {
    const refusal = await turnedAway(context.env.incoming, open.port);
    if (refusal !== null) return context.text(refusal.why, refusal.status);
    context.header('Cache-Control', 'no-store');
    return next();
  });
  // Clients ask for it with and without a stroke at its end.
  for (const path of ['/json/version', '/json/version/'])
    app.get(path, (context) => context.json(versionOf(productOf(host), address())));
  for (const path of ['/json', '/json/', '/json/list', '/json/list/'])
    app.get(path, (context) => context.json([]));
  for (const path of ['/json/protocol', '/json/protocol/'])
    app.get(path, (context) => context.json(grantedProtocol()));

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    socket.on('error', () => socket.destroy());
    const refusal = await turnedAway(request, open.port);
    if (refusal !== null) return turnAway(socket, refusal.status, refusal.why);
    const path = request.url ?? '';
    // A token is used up by whoever brings it, in time or late, first or second.
    if (!path.startsWith(SOCKET_PATH) || tokens.redeem(path.slice(SOCKET_PATH.length)) === null)
      return turnAway(socket, 403, 'this address is used, too old, or was never given out');
    if (open.ends || clients.size >= MOST_CONNECTIONS)
      return turnAway(socket, 503, `${MOST_CONNECTIONS} clients are connected`);
    sockets.handleUpgrade(request, socket, head, (one) => serve(one));
  };

  const serve = (socket: WebSocket): void => {
    const client = new CdpClient(host, worker, (text) => {
      if (socket.bufferedAmount > MOST_BACKLOG_BYTES) return socket.close(TOO_MUCH);
      socket.send(text, () => undefined);
    });
    clients.set(socket, client);
    socket.on('message', (data, isBinary) => {
      if (isBinary) return socket.close(NOT_TEXT);
      client.receive(textOf(data));
    });
    // Of a message that is too long, or none: `close` follows.
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      void client.end().finally(() => clients.delete(socket));
    });
  };

  const listening = await listenOnLoopback(app.fetch, port, (request, socket, head) => {
    upgrade(request, socket, head).catch(() => socket.destroy());
  });
  if (!listening.ok) return listening;
  open.port = listening.value.port;
  return ok({
    port: open.port,
    ws: address(),
    http: `http://${LOOPBACK}:${open.port}`,
    close: async () => {
      open.ends = true;
      for (const socket of clients.keys()) socket.terminate();
      await Promise.all([...clients.values()].map((client) => client.end()));
      await listening.value.close();
    },
  });
}

type TurnedAway = { readonly status: 403 | 421; readonly why: string };

/** A page's request, one by another name, or another user's: `null` for none of them. */
async function turnedAway(request: IncomingMessage, port: number): Promise<TurnedAway | null> {
  const { headers, socket } = request;
  const names = [LOOPBACK, 'localhost', '[::1]'].map((name) => `${name}:${port}`);
  if (!names.includes(headers.host ?? ''))
    return { status: 421, why: 'this server answers on its loopback address only' };
  // Browsers write these by themselves, and no page can leave them out.
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined)
    return { status: 403, why: 'no page is a client of this endpoint' };
  const uid = process.getuid?.();
  if (process.platform !== 'linux' || uid === undefined) return null;
  const peer = await peerSocket(socket);
  return peer?.uid === uid
    ? null
    : { status: 403, why: 'this connection is not one of the gateway’s own user' };
}

function turnAway(socket: Duplex, status: 403 | 421 | 503, why: string): void {
  const words = { 403: 'Forbidden', 421: 'Misdirected Request', 503: 'Service Unavailable' }[status];
  const length = Buffer.byteLength(why);
  socket.end(
    `HTTP/1.1 ${status} ${words}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${length}\r\n\r\n${why}`,
  );
}

const textOf = (data: Buffer | ArrayBuffer | readonly Buffer[]): string =>
  Buffer.isBuffer(data)
    ? data.toString()
    : data instanceof ArrayBuffer
      ? Buffer.from(data).toString()
      : Buffer.concat([...data]).toString();

function productOf(host: Host): string | null {
  const { browser } = host.status();
  return 'error' in browser ? null : `Chrome/${browser.version}`;
}
