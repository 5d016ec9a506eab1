// CONNECT: TLS and WebSockets pass as bytes, after the verdict, and only if they are what they were asked for.
import type { IncomingMessage } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { readTunnelUse } from './first-bytes.ts';
import type { Gatekeeper } from './gatekeeper.ts';
import { refuseSocket, statusOf } from './refusal.ts';
import { canonicalHost, pinnedLookup, type Target } from './target.ts';

const CONNECT_DEADLINE_MS = 10_000;
const FIRST_BYTES_DEADLINE_MS = 10_000;

export async function openTunnel(
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
  gate: Gatekeeper,
): Promise<void> {
  const authority = /^(.+):(\d{1,5})$/.exec(request.url ?? '');
  const host = canonicalHost(authority?.[1] ?? '');
  const port = Number(authority?.[2]);
  if (host === null || port < 1 || port > 65_535) {
    refuseSocket(client, 400, 'network.denied');
    return;
  }
  // Inside the tunnel nothing but the port tells the scheme; the first bytes are held against it.
  const scheme = port === 443 ? 'https' : port === 80 ? 'ws' : 'connect';
  const target = await gate.admit({ scheme, host, port, url: null, method: 'CONNECT' });
  if (!target.ok) {
    refuseSocket(client, statusOf(target.error), target.error.code);
    return;
  }
  const server = dial(target.value);
  client.on('error', () => server.destroy()).on('close', () => server.destroy());
  server.on('error', (thrown) => {
    const refused = gate.unreachable(host, thrown);
    if (server.connecting || server.bytesRead === 0) refuseSocket(client, statusOf(refused), refused.code);
    else client.destroy();
  });
  server.on('close', () => client.destroy());
  server.once('connect', () => {
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    passWhenKnown(client, server, head, host, scheme);
  });
}

export function dial(target: Target): Socket {
  const socket = connect({
    host: target.host,
    port: target.port,
    lookup: pinnedLookup(target),
    autoSelectFamily: true,
    timeout: CONNECT_DEADLINE_MS,
  });
  socket.once('timeout', () => socket.destroy(new Error('no connection in time')));
  socket.once('connect', () => socket.setTimeout(0));
  return socket;
}

function passWhenKnown(client: Duplex, server: Socket, head: Buffer, host: string, scheme: string): void {
  let bytes = head;
  const timer = setTimeout(() => client.destroy(), FIRST_BYTES_DEADLINE_MS);
  const look = (chunk: Buffer): void => {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
    const found = readTunnelUse(bytes);
    if (found.use === 'INCOMPLETE') return;
    clearTimeout(timer);
    client.off('data', look);
    // An address has no server name; a name must be the one that was decided on (no domain fronting).
    const asDecided =
      found.use === 'TLS'
        ? scheme !== 'ws' && (found.serverName === host || (found.serverName === null && isIP(host) !== 0))
        : found.use === 'WEBSOCKET' && scheme !== 'https' && found.host === host;
    if (!asDecided) {
      client.destroy();
      return;
    }
    server.write(bytes);
    client.pipe(server);
    server.pipe(client);
  };
  client.on('close', () => clearTimeout(timer));
  client.on('data', look);
  if (head.length > 0) look(Buffer.alloc(0));
}
