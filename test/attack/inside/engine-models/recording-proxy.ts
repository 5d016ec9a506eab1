// A proxy that writes down everything that it is asked for, by whomever: unlike the project's own it turns nobody away unheard.
// INVARIANT: only the named hosts are reached; everything else is written down and refused.
import { createServer, request as ask } from 'node:http';
import type { Server, Socket } from 'node:net';

export type RecordingProxy = {
  readonly port: number;
  /** `METHOD target`, in order. */
  readonly asked: readonly string[];
  readonly close: () => Promise<void>;
};

export async function startRecordingProxy(
  hosts: Readonly<Record<string, { readonly address: string; readonly port: number }>>,
  listener: { readonly port: number; readonly listener: Server } | null,
): Promise<RecordingProxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((incoming, response) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    const url = URL.parse(incoming.url ?? '');
    const at = url !== null && Object.hasOwn(hosts, url.hostname) ? hosts[url.hostname] : undefined;
    if (url === null || at === undefined) {
      response.writeHead(403, { 'content-length': 0 }).end();
      return;
    }
    const { method = 'GET', headers } = incoming;
    const going = ask({ host: at.address, port: at.port, path: url.pathname + url.search, method, headers });
    going.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    going.on('error', () => response.destroy());
    incoming.pipe(going);
  });
  server.on('connect', ({ url }, socket) => {
    asked.push(`CONNECT ${url}`);
    socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) =>
    listener === null ? server.listen(0, '127.0.0.1', resolve) : server.listen(listener.listener, resolve),
  );
  const bound = server.address();
  return {
    port: listener?.port ?? (typeof bound === 'object' && bound !== null ? bound.port : 0),
    asked,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
