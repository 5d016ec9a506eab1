// The server of the boundary's bench, in a process of its own: a page with 40 subresources, files, and a WebSocket that echoes.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { Duplex } from 'node:stream';

const MB = 1_048_576;
const BLOCK = Buffer.alloc(MB, 'x');
const IMAGE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const parts = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('');
const PAGE = `<!doctype html><title>bench</title>${parts(10, (at) => `<link rel="stylesheet" href="/s${at}.css">`)}${parts(10, (at) => `<script src="/s${at}.js"></script>`)}<p>text</p>${parts(20, (at) => `<img src="/i${at}.gif" alt="">`)}`;
const TEXT: Readonly<Record<string, readonly [string, string]>> = {
  css: ['text/css', `/* ${'x'.repeat(6_000)} */`],
  js: ['text/javascript', `/* ${'x'.repeat(12_000)} */`],
};

const server = createServer({ keepAliveTimeout: 60_000 }, ({ url = '/' }, response) => {
  response.setHeader('cache-control', 'no-store');
  const size = /^\/file\/(\d+)/.exec(url)?.[1];
  const text = TEXT[url.split('.').at(-1) ?? ''];
  if (size !== undefined) {
    let left = Number(size);
    response.setHeader('content-length', left * MB);
    const more = (): void => {
      while (left > 0) {
        left -= 1;
        if (!response.write(BLOCK)) {
          response.once('drain', more);
          return;
        }
      }
      response.end();
    };
    more();
  } else if (text !== undefined) response.setHeader('content-type', text[0]).end(text[1]);
  else if (url.endsWith('.gif')) response.setHeader('content-type', 'image/gif').end(IMAGE);
  else response.setHeader('content-type', 'text/html').end(PAGE);
});
server.on('upgrade', (request, socket) => {
  const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const accept = createHash('sha1').update(key).digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  echo(socket);
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.on('disconnect', () => process.exit(0));

/** RFC 6455 5.2, for frames of less than 126 bytes: unmasked and sent back. */
function echo(socket: Duplex): void {
  let bytes = Buffer.alloc(0);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    for (;;) {
      const size = (bytes[1] ?? 0) & 0x7f;
      if (bytes.length < 6 + size) return;
      const mask = bytes.subarray(2, 6);
      const body = bytes.subarray(6, 6 + size).map((byte, at) => byte ^ (mask[at % 4] ?? 0));
      socket.write(Buffer.concat([Buffer.from([bytes[0] ?? 0, size]), body]));
      bytes = bytes.subarray(6 + size);
    }
  });
}
