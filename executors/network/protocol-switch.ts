// Passes a WebSocket on once the server has switched protocols.
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** The most of a server's answer to a WebSocket handshake. */
const MAX_RESPONSE_HEAD_BYTES = 16_384;
const SWITCHED = /^HTTP\/1\.1 101[ \r]/;

/** A server that does not switch protocols would read what follows as further requests: nothing follows then. */
export function passWhenSwitched(
  { client, server }: { readonly client: Duplex; readonly server: Socket },
  early: Buffer,
): void {
  let bytes = Buffer.alloc(0);
  const look = (chunk: Buffer): void => {
    bytes = Buffer.concat([bytes, chunk]);
    const text = bytes.toString('latin1', 0, MAX_RESPONSE_HEAD_BYTES);
    const whole = text.includes('\r\n\r\n');
    if (!whole && bytes.length < MAX_RESPONSE_HEAD_BYTES) return;
    server.off('data', look).pause();
    client.write(bytes);
    server.pipe(client);
    if (!whole || !SWITCHED.test(text)) return;
    server.write(early);
    client.pipe(server);
  };
  server.on('data', look);
}
