// The only way out of a tab's browser: a forward proxy on loopback, with a port and credentials of its own.
// INVARIANT: without this tab's credentials nothing happens; with them, nothing without a verdict.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type IncomingMessage, createServer } from 'node:http';
import type { Server, Socket } from 'node:net';
import { fail, failure, ok, type Failure, type Result } from '#policy/language/failure.ts';
import type { ConnectionEnds, ConnectionRequest, ConnectionVerdict } from '../contract/connection.ts';
import { Preconnections, PreconnectedAgent } from './preconnections.ts';
import { forwardRequest, forwardUpgrade } from './forward.ts';
import { Gatekeeper, type Ask, type Seen } from './gatekeeper.ts';
import { Ledger } from './ledger.ts';
import { LIMITS, type Limits } from './limits.ts';
import type { Passage } from './passage.ts';
import { refuseRequest, refuseSocket } from './refusal.ts';
import { resolveBySystem, type ResolveName } from './names/look-up.ts';
import { hostToDial, TargetResolver, type HostMap } from './target.ts';
import { Slots } from './slots.ts';
import { openTunnel } from './tunnel.ts';

/** A name of ours: the tab opens it once, so that the browser learns the credentials. It answers 204 and goes nowhere. */
export const GREETING_URL = 'http://ghost-tab.invalid/';
/** Longer than the browser keeps an idle connection to use again. */
const KEEP_ALIVE_MS = 330_000;
const CHALLENGE = 'Basic realm="ghost"';

export type ProxyOptions = {
  readonly tabId: string;
  readonly hostMap: HostMap;
  readonly onConnection: (request: ConnectionRequest) => Promise<ConnectionVerdict>;
  /** Whether a page of the tab has asked for something at this host; without it, every call counts as a page's. */
  readonly wanted?: (host: string) => Promise<boolean>;
  /** Addresses of the WebSockets that pages of the tab have under way to a server; without it, none is known. */
  readonly socketsTo?: (host: string, port: number) => Promise<readonly string[]>;
  /** What is known of a request beyond what is in it. */
  readonly look?: (ask: Ask) => Seen;
  readonly resolve?: ResolveName;
  /** A socket that listens already, in the network namespace of the tab's browser; else one is made on loopback. */
  readonly listener?: { readonly port: number; readonly listener: Server };
  readonly onConnectionEnds?: (ends: readonly ConnectionEnds[]) => void;
  /** The proxy ended without having been closed: whoever uses it has no way out any more. */
  readonly onLost?: (reason: string) => void;
  readonly limits?: Partial<Limits>;
};

export type TabProxy = {
  readonly port: number;
  readonly username: string;
  readonly password: string;
  /** Why the latest connection to the host was refused or failed. */
  readonly refusalOf: (host: string) => Failure | null;
  /** Opens a connection to where a request is likely to go, decided like any other. Errors: `act.bad-url`, `network.*`. */
  readonly prefetch: (url: string) => Promise<Result<void>>;
  readonly close: () => Promise<void>;
};

export async function startProxy(options: ProxyOptions): Promise<TabProxy> {
  const { tabId } = options;
  const password = randomBytes(24).toString('base64url');
  const expected = Buffer.from(`Basic ${Buffer.from(`${tabId}:${password}`).toString('base64')}`);
  const targets = new TargetResolver(options.hostMap, options.resolve ?? resolveBySystem);
  const wanted = options.wanted ?? (() => Promise.resolve(true));
  const gate = new Gatekeeper(tabId, targets, options.onConnection, wanted, options.look);
  const limits: Limits = { ...LIMITS, ...options.limits };
  const ahead = new Preconnections();
  const agent = new PreconnectedAgent(ahead, {
    keepAlive: true,
    autoSelectFamily: true,
    maxSockets: limits.perServer,
    maxTotalSockets: limits.upstream,
  });
  const ledger = new Ledger((ends) => options.onConnectionEnds?.(ends));
  const socketsTo = options.socketsTo ?? (() => Promise.resolve([]));
  const passage: Passage = { gate, agent, ahead, ledger, limits, socketsTo };
  let closing = false;
  const slots = new Slots(limits);

  const isOurs = (request: IncomingMessage): boolean => {
    const given = Buffer.from(request.headers['proxy-authorization'] ?? '');
    const ours = given.length === expected.length && timingSafeEqual(given, expected);
    return ours && slots.admit(request.socket);
  };

  const server = createServer({
    insecureHTTPParser: false,
    requestTimeout: 0,
    headersTimeout: limits.headerMs,
    connectionsCheckingInterval: Math.min(5_000, limits.headerMs),
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  server.on('connection', (socket) => {
    slots.open(socket);
    socket.on('error', () => socket.destroy());
  });
  server.on('request', (request, response) => {
    if (!isOurs(request)) {
      response.writeHead(407, { 'proxy-authenticate': CHALLENGE, 'content-length': 0 }).end();
    } else if (request.url === GREETING_URL) {
      response.writeHead(204).end();
    } else {
      forwardRequest(request, response, passage).catch((thrown: unknown) =>
        refuseRequest(
          response,
          failure('network.denied', 'the request could not be decided', { cause: thrown }),
        ),
      );
    }
  });
  const onSocket =
    (handle: typeof openTunnel) =>
    (request: IncomingMessage, socket: Socket, head: Buffer): void => {
      socket.on('error', () => socket.destroy());
      if (!isOurs(request)) {
        refuseSocket(socket, 407, 'network.denied', [`Proxy-Authenticate: ${CHALLENGE}`]);
        return;
      }
      handle(request, socket, head, passage).catch(() => socket.destroy());
    };
  server.on('connect', onSocket(openTunnel));
  server.on('upgrade', onSocket(forwardUpgrade));
  server.on('clientError', (_thrown, socket) => {
    if (socket.writable) refuseSocket(socket, 400, 'network.denied');
    else socket.destroy();
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    if (options.listener === undefined) server.listen(0, '127.0.0.1', resolve);
    else server.listen(options.listener.listener, resolve);
  });
  const lost = (reason: string): void => {
    if (!closing) options.onLost?.(reason);
  };
  server.on('error', (thrown) => lost(thrown.message)).on('close', () => lost('its proxy ended'));
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : 0;
  const port = options.listener?.port ?? bound;
  // In a namespace the same number on our side is somebody else's.
  gate.ownPort = options.listener === undefined ? port : null;
  return {
    port,
    username: tabId,
    password,
    refusalOf: (host) => gate.refusalOf(host),
    prefetch: (url) => prefetch(passage, url),
    close: () => {
      closing = true;
      agent.destroy();
      ahead.close();
      targets.close();
      const ended = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      slots.close();
      return ended.then(() => ledger.flush());
    },
  };
}

/** The server is decided on; what will be asked of it is not known yet, so the address is its root. */
async function prefetch({ gate, ahead, limits }: Passage, text: string): Promise<Result<void>> {
  const url = URL.parse(text);
  const scheme = url?.protocol === 'https:' ? 'https' : url?.protocol === 'http:' ? 'http' : null;
  const host = url === null ? null : hostToDial(url.hostname);
  if (url === null || scheme === null || host === null)
    return fail('act.bad-url', `\`${text}\` is no web address`);
  const port = url.port === '' ? (scheme === 'https' ? 443 : 80) : Number(url.port);
  const target = await gate.admit({
    scheme,
    host,
    port,
    url: scheme === 'http' ? `${url.origin}/` : null,
    method: 'PREFETCH',
  });
  if (!target.ok) return target;
  ahead.open(target.value, limits.connectMs);
  return ok(undefined);
}
