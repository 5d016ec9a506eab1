// CONNECT to port 80: a WebSocket in the clear. The browser is told that the tunnel is open before anything is decided, since only
// then does it say where the handshake goes. INVARIANT: nobody is dialled, and no name looked up, before the handshake was decided
// with its whole address; nothing else goes through.
import type { Duplex } from 'node:stream';
import { readTunnelUse } from './first-bytes.ts';
import type { Passage } from './passage.ts';
import { passWhenSwitched } from './protocol-switch.ts';
import { dial } from './dial.ts';

export function openPlainTunnel(client: Duplex, head: Buffer, host: string, passage: Passage): void {
  const { gate, ledger, limits } = passage;
  let bytes = head;
  const late = setTimeout(() => client.destroy(), limits.firstBytesMs);
  client.on('error', () => client.destroy()).on('close', () => clearTimeout(late));
  const look = (chunk: Buffer): void => {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
    const found = readTunnelUse(bytes);
    if (found.use === 'INCOMPLETE') return;
    clearTimeout(late);
    client.off('data', look).pause();
    if (found.use !== 'WEBSOCKET' || found.host !== host || found.port !== 80) {
      client.destroy();
      return;
    }
    pass(found.path).catch(() => client.destroy());
  };
  const pass = async (path: string): Promise<void> => {
    const url = `ws://${host.includes(':') ? `[${host}]` : host}${path}`;
    const target = await gate.admit({ scheme: 'ws', host, port: 80, url, method: 'GET' });
    if (!target.ok || client.destroyed) {
      client.destroy();
      return;
    }
    const server =
      passage.ahead.take(target.value.host, target.value.port) ?? dial(target.value, limits.connectMs);
    let failed = false;
    client.on('close', () => server.destroy());
    server.on('error', (thrown) => {
      failed = true;
      gate.unreachable(host, thrown);
    });
    server.on('close', () => {
      client.destroy();
      ledger.add({ scheme: 'ws', host, port: 80, up: server.bytesWritten, down: server.bytesRead, failed });
    });
    const connected = (): void => {
      server.setTimeout(limits.tunnelMs, () => server.destroy());
      const end = bytes.indexOf('\r\n\r\n') + 4;
      server.write(bytes.subarray(0, end));
      passWhenSwitched({ client, server }, bytes.subarray(end));
    };
    if (server.connecting) server.once('connect', connected);
    else connected();
  };
  client.write('HTTP/1.1 200 Connection established\r\n\r\n');
  client.on('data', look);
  if (head.length > 0) look(Buffer.alloc(0));
}
