// One TCP port that answers whatever is spoken to it: HTTP, HTTPS, WebSockets over both, or nothing at all.
// INVARIANT: every connection is a contact, even one that never says a word.
import { createHash } from 'node:crypto';
import { createServer as createHttp } from 'node:http';
import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Certificate } from '#test/fixtures/certificate.ts';

const TLS_HANDSHAKE = 0x16;
/** A connection that is silent for so long is counted as a bare one. */
const SILENT_MS = 150;

export type Door = {
  readonly certificate: Certificate;
  readonly onRequest: RequestListener;
  readonly onUpgrade: (request: IncomingMessage) => void;
  /** A connection that spoke no HTTP: silent, or bytes of something else. */
  readonly onBare: (detail: string) => void;
};

export type OpenDoor = { readonly port: number; readonly close: () => Promise<void> };

/** Listens on the first address and, with the same port, on those of the others that this machine has. */
export async function openDoor(addresses: readonly string[], door: Door): Promise<OpenDoor> {
  const sockets = new Set<Duplex>();
  const plain = createHttp(door.onRequest);
  const secure = createHttps({ key: door.certificate.key, cert: door.certificate.cert }, door.onRequest);
  for (const server of [plain, secure]) {
    server.on('upgrade', (request, socket) => {
      door.onUpgrade(request);
      keep(socket);
      acceptWebSocket(request, socket);
    });
    server.on('clientError', (_thrown, socket) => socket.destroy());
  }
  secure.on('tlsClientError', () => door.onBare('TLS handshake'));
  const keep = (socket: Duplex): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const receive = (socket: Socket): void => {
    keep(socket);
    const silent = setTimeout(() => door.onBare('a silent connection'), SILENT_MS);
    socket.on('close', () => clearTimeout(silent));
    socket.once('end', () => door.onBare('a connection without a word'));
    socket.once('data', (first: Buffer) => {
      clearTimeout(silent);
      socket.removeAllListeners('end');
      socket.pause();
      const tls = first[0] === TLS_HANDSHAKE;
      const http = /^[A-Z]{3,10} /u.test(first.toString('latin1', 0, 12));
      if (!tls && !http) {
        door.onBare(`${first.length} bytes that are no HTTP`);
        socket.destroy();
        return;
      }
      (tls ? secure : plain).emit('connection', socket);
      socket.unshift(first);
      process.nextTick(() => socket.resume());
    });
  };
  const servers: Server[] = [];
  let port = 0;
  for (const address of addresses) {
    const server = createServer(receive);
    const listening = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, address, () => resolve(true));
    });
    if (!listening) continue;
    servers.push(server);
    port ||= portOf(server.address());
  }
  if (servers.length === 0) throw new Error(`no canary can listen on ${addresses.join(', ')}`);
  return {
    port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await Promise.all(
        servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))),
      );
    },
  };
}

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;

/** RFC 6455 4.2.2. */
function acceptWebSocket(request: IncomingMessage, socket: Duplex): void {
  const key = `${request.headers['sec-websocket-key'] ?? ''}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const accept = createHash('sha1').update(key).digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
}
