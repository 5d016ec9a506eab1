// CONNECT: TLS and WebSockets pass as bytes, after the verdict, and only if they are what they were asked for.
// INVARIANT: no byte of the browser reaches the server before its use of the tunnel is known and admitted.
import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { framingOf } from './framing.ts';
import { openPlainTunnel } from './plain-tunnel.ts';
import { readTunnelUse, type TunnelUse } from './first-bytes.ts';
import type { Gatekeeper } from './gatekeeper.ts';
import { refuseSocket, statusOf } from './refusal.ts';
import type { Passage } from './passage.ts';
import { hostToDial } from './target.ts';
import { dial } from './dial.ts';
import { passWhenSwitched } from './protocol-switch.ts';

type Scheme = 'https' | 'connect';
type Tunnel = {
  readonly client: Duplex;
  readonly server: Socket;
  readonly gate: Gatekeeper;
  readonly passage: Passage;
  readonly host: string;
  readonly port: number;
  readonly scheme: Scheme;
  /** Set by the first bytes. */
  use: 'NONE' | 'TLS' | 'WEBSOCKET';
  /** The browser was told that it is open. */
  open: boolean;
  failed: boolean;
};

export async function openTunnel(
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
  passage: Passage,
): Promise<void> {
  const { gate, ledger, limits } = passage;
  const authority = /^(.+):(\d{1,5})$/.exec(request.url ?? '');
  const host = hostToDial(authority?.[1] ?? '');
  const port = Number(authority?.[2]);
  if (host === null || port < 1 || port > 65_535 || framingOf(request)?.kind !== 'NONE') {
    refuseSocket(client, 400, 'network.denied');
    return;
  }
  if (port === 80) {
    openPlainTunnel(client, head, host, passage);
    return;
  }
  // Inside the tunnel nothing but the port tells the scheme; the first bytes are held against it.
  const scheme: Scheme = port === 443 ? 'https' : 'connect';
  const target = await gate.admit({ scheme, host, port, url: null, method: 'CONNECT' });
  if (!target.ok) {
    refuseSocket(client, statusOf(target.error), target.error.code);
    return;
  }
  if (client.destroyed) return;
  const waiting = passage.ahead.take(target.value.host, target.value.port);
  const server = waiting ?? dial(target.value, limits.connectMs);
  const state: Pick<Tunnel, 'use' | 'open' | 'failed'> = { use: 'NONE', open: false, failed: false };
  const tunnel: Tunnel = { client, server, gate, passage, host, port, scheme, ...state };
  client.on('error', () => server.destroy()).on('close', () => server.destroy());
  server.on('error', (thrown) => {
    tunnel.failed = true;
    const refused = gate.unreachable(host, thrown);
    if (tunnel.open) client.destroy();
    else refuseSocket(client, statusOf(refused), refused.code);
  });
  server.on('close', () => {
    if (tunnel.open) client.destroy();
    const { bytesWritten: up, bytesRead: down } = server;
    const seen = tunnel.use === 'NONE' ? scheme : tunnel.use === 'TLS' ? 'https' : 'ws';
    ledger.add({ scheme: seen, host, port, up, down, failed: tunnel.failed || tunnel.use === 'NONE' });
  });
  const connected = (): void => {
    server.setTimeout(limits.tunnelMs, () => {
      tunnel.failed = true;
      server.destroy();
    });
    tunnel.open = true;
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    passWhenKnown(tunnel, head);
  };
  if (server.connecting) server.once('connect', connected);
  else connected();
}

function passWhenKnown(tunnel: Tunnel, head: Buffer): void {
  const { client, server } = tunnel;
  let bytes = head;
  const giveUp = (): void => {
    tunnel.failed = true;
    client.destroy();
  };
  const timer = setTimeout(giveUp, tunnel.passage.limits.firstBytesMs);
  const look = (chunk: Buffer): void => {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
    const found = readTunnelUse(bytes);
    if (found.use === 'INCOMPLETE') return;
    clearTimeout(timer);
    client.off('data', look).pause();
    admitUse(tunnel, found).then((admitted) => {
      if (!admitted || client.destroyed) {
        giveUp();
        return;
      }
      if (tunnel.use === 'TLS') {
        server.write(bytes);
        client.pipe(server);
        server.pipe(client);
        return;
      }
      const end = bytes.indexOf('\r\n\r\n') + 4;
      server.write(bytes.subarray(0, end));
      passWhenSwitched(tunnel, bytes.subarray(end));
    }, giveUp);
  };
  client.on('close', () => clearTimeout(timer));
  client.on('data', look);
  if (head.length > 0) look(Buffer.alloc(0));
}

/** Whether the tunnel is used as it was decided. What turns out to be a WebSocket in the clear is asked for as what it is. */
async function admitUse(tunnel: Tunnel, found: TunnelUse): Promise<boolean> {
  const { host, port, scheme } = tunnel;
  if (found.use === 'TLS') {
    tunnel.use = 'TLS';
    // An address has no server name; a name must be the one that was decided on (no domain fronting, no hidden name).
    const named = found.serverName === host || (found.serverName === null && isIP(host) !== 0);
    return named && !found.encryptedHello && (found.http2 || (await admitSocket(tunnel)));
  }
  if (found.use !== 'WEBSOCKET' || scheme === 'https') return false;
  if (found.host !== host || found.port !== port) return false;
  tunnel.use = 'WEBSOCKET';
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const url = `ws://${authority}${found.path}`;
  return (await tunnel.gate.admit({ scheme: 'ws', host, port, url, method: 'GET' })).ok;
}

/**
 * A browser that does not offer HTTP/2 opens a WebSocket: what another request to this server was decided for is not what this
 * is. Of those that its pages have under way there, each must be admitted, since nothing tells which of them this is.
 */
async function admitSocket({ gate, passage, host, port }: Tunnel): Promise<boolean> {
  const known = await passage.socketsTo(host, port);
  for (const url of known.length === 0 ? [null] : known) {
    const { ok } = await gate.admit({ scheme: 'wss', host, port, url, method: 'GET' });
    if (!ok) return false;
  }
  return true;
}
