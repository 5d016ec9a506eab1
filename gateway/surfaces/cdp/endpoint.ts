// The DevTools endpoint on loopback: three documents over HTTP, and clients over WebSockets.
// INVARIANT: whoever is not let in by `admission.ts` keeps no connection; a client has tabs of its own and takes them along; when the
// endpoint is closed, nothing of it is open any more.
import { STATUS_CODES } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { Hono } from 'hono';
import type { HttpBindings } from '@hono/node-server';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { Host } from '#gateway/surfaces/commands/call/call.ts';
import { listenOnLoopback, LOOPBACK } from '#gateway/surfaces/http/wire/listening.ts';
import { Addresses, isHandshake, MOST_TOKENS, tellsUsers, turnedAway } from './admission.ts';
import type { TurnedAway } from './admission.ts';
import type { CdpClient } from './client.ts';
import { serveConnection } from './connection.ts';
import type { TellRefusal } from './refusals.ts';
import { grantedProtocol, productOf, versionOf } from './described.ts';

export const MOST_CONNECTIONS = 16;
export const MOST_MESSAGE_BYTES = 4 * 1024 * 1024;
/** Room for the part that is made for each connection. */
export const ENDPOINT_NAME = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,26}$/u;

export type CdpEndpoint = {
  readonly port: number;
  /** Works once, within minutes. */
  readonly ws: string;
  /** Base of `/json/version`. */
  readonly http: string;
  /** `/json/version` gives an address that works once; `false`: the printed one is the only one. */
  readonly givesAddresses: boolean;
  /** Ends every connection with its tabs. Idempotent. */
  readonly close: () => Promise<void>;
};

export type CdpEndpointOptions = {
  /** Default: a free one. */
  readonly port?: number;
  /** By which name acts stand in the log, before a part of each connection's own. */
  readonly worker?: string;
  /** Told of what was refused to a client, each once. */
  readonly onRefused?: TellRefusal;
  /** The time of a permission; default: the machine's. */
  readonly now?: () => number;
  /** Whether the system says whose a connection is; default: as it is. */
  readonly knowsUsers?: boolean;
};

/** Errors: `http.port-in-use`, `command.bad-params`. */
export async function serveCdp(
  host: Host,
  {
    port = 0,
    worker = 'cdp',
    onRefused = () => undefined,
    now,
    knowsUsers = tellsUsers(),
  }: CdpEndpointOptions = {},
): Promise<Result<CdpEndpoint>> {
  if (!ENDPOINT_NAME.test(worker))
    return fail('command.bad-params', `\`${worker.slice(0, 100)}\` is no name of a client`, {
      help: 'letters, digits, dots, hyphens and underscores, 27 at most',
    });
  const addresses = new Addresses(now);
  const clients = new Map<WebSocket, CdpClient>();
  /** Every connection that asked to speak another protocol, let in or not: HTTP knows nothing of them any more. */
  const upgraded = new Set<Duplex>();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MOST_MESSAGE_BYTES,
    perMessageDeflate: false,
    clientTracking: false,
  });
  const open = { port: 0, ends: false };
  const asked = (request: IncomingMessage) => turnedAway(request, { port: open.port, knowsUsers });

  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(async (context, next) => {
    const refusal = await asked(context.env.incoming);
    if (refusal !== null) return context.text(refusal.why, refusal.status);
    context.header('Cache-Control', 'no-store');
    return next();
  });
  // Clients ask for it with and without a stroke at its end.
  for (const path of ['/json/version', '/json/version/'])
    app.get(path, (context) => {
      const isGiven = knowsUsers && context.req.method === 'GET';
      const address = isGiven ? addresses.give(open.port) : null;
      return isGiven && address === null
        ? context.text(`${MOST_TOKENS} addresses wait to be used: use one, or wait until they end`, 503)
        : context.json(versionOf(productOf(host), address));
    });
  for (const path of ['/json', '/json/', '/json/list', '/json/list/'])
    app.get(path, (context) => context.json([]));
  for (const path of ['/json/protocol', '/json/protocol/'])
    app.get(path, (context) => context.json(grantedProtocol()));

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    socket.on('error', () => socket.destroy());
    if (open.ends) return void socket.destroy();
    upgraded.add(socket);
    socket.on('close', () => upgraded.delete(socket));
    const refusal = await asked(request);
    if (refusal !== null) return turnAway(socket, refusal);
    if (!isHandshake(request))
      return turnAway(socket, { status: 400, why: 'this is no beginning of a WebSocket' });
    if (open.ends || clients.size >= MOST_CONNECTIONS)
      return turnAway(socket, { status: 503, why: `${MOST_CONNECTIONS} clients are connected` });
    if (!addresses.redeem(request.url ?? ''))
      return turnAway(socket, {
        status: 403,
        why: 'this address is used, too old, or was never given out',
      });
    sockets.handleUpgrade(request, socket, head, (one) => {
      clients.set(one, serveConnection(one, { host, worker, onRefused, onGone: () => clients.delete(one) }));
    });
  };

  const listened = await listenOnLoopback(app.fetch, port, (request, socket, head) => {
    upgrade(request, socket, head).catch(() => socket.destroy());
  });
  if (!listened.ok) return listened;
  const listening = listened.value;
  open.port = listening.port;
  let closed: Promise<void> | null = null;
  return ok({
    port: open.port,
    ws: addresses.print(open.port),
    http: `http://${LOOPBACK}:${open.port}`,
    givesAddresses: knowsUsers,
    close: () => (closed ??= close()),
  });

  async function close(): Promise<void> {
    open.ends = true;
    for (const socket of upgraded) socket.destroy();
    await Promise.all([...clients.values()].map((client) => client.end()));
    await listening.close();
  }
}

/** Nothing is left of it once the answer is sent: its other end might never close it. */
function turnAway(socket: Duplex, { status, why }: TurnedAway): void {
  const length = Buffer.byteLength(why);
  socket.once('finish', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${length}\r\n\r\n${why}`,
  );
}
