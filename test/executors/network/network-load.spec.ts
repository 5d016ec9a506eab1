// The choke point under load: memory that stays constant, back-pressure both ways, bounded sockets, ends that are told.
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { allOf, startRawProxy, statusOf, type RawProxy } from '#test/fixtures/raw-proxy.ts';

const MB = 1_048_576;
const BLOCK = Buffer.alloc(MB, 'x');
let raw: RawProxy;
let http: Server;
let tcp: Server;
let handle: (request: IncomingMessage, response: ServerResponse) => void;
let onSocket: (socket: Socket) => void;

const portOf = (server: Server): number => z.object({ port: z.number() }).parse(server.address()).port;
const listen = (server: Server): Promise<void> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

beforeAll(async () => {
  http = createHttp({ keepAlive: true }, (request, response) => handle(request, response));
  tcp = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    onSocket(socket);
  });
  await Promise.all([listen(http), listen(tcp)]);
  raw = await startRawProxy({
    hostMap: {
      'files.test': { address: '127.0.0.1', port: portOf(http) },
      'talk.test': { address: '127.0.0.1', port: portOf(tcp) },
    },
    limits: { sockets: 200, perServer: 20 },
  });
});
beforeEach(() => {
  raw.ends.length = 0;
  raw.asked.length = 0;
});
afterAll(async () => {
  await raw.proxy.close();
  http.close();
  tcp.close();
});

const request = (path: string, more = 'Connection: close'): string =>
  `GET http://files.test${path} HTTP/1.1\r\nHost: files.test\r\n${raw.credentials}\r\n${more}\r\n\r\n`;

/** Writes `size` bytes as fast as they are taken; `taken` is how much the other side has let through. */
function pour(to: ServerResponse | Socket, size: number, taken: { bytes: number }): void {
  const more = (): void => {
    while (taken.bytes < size) {
      taken.bytes += BLOCK.length;
      if (!to.write(BLOCK)) {
        to.once('drain', more);
        return;
      }
    }
    to.end();
  };
  more();
}

function count(socket: Socket): Promise<number> {
  return new Promise((resolve) => {
    let bytes = 0;
    socket.on('data', (chunk: Buffer) => (bytes += chunk.length));
    socket.on('error', () => socket.destroy()).on('close', () => resolve(bytes));
  });
}

// A gigabyte is in `npm run bench -- boundary`; a quarter of one shows as well that nothing is kept.
test('a large download goes through at constant memory', async () => {
  const size = 256 * MB;
  handle = (_request, response) => {
    response.writeHead(200, { 'content-length': size });
    pour(response, size, { bytes: 0 });
  };
  // What is kept is kept each time; what the collector has not got to yet is not.
  const grown: number[] = [];
  while (grown.length < 3 && grown.every((bytes) => bytes >= 128 * MB)) {
    const before = process.memoryUsage.rss();
    let most = before;
    // oxlint-disable-next-line no-await-in-loop -- one after the other: they are measured
    const socket = await raw.open(request('/big'));
    let chunks = 0;
    socket.on('data', () => {
      chunks += 1;
      if (chunks % 200 === 0) most = Math.max(most, process.memoryUsage.rss());
    });
    // oxlint-disable-next-line no-await-in-loop
    expect(await count(socket)).toBeGreaterThan(size);
    grown.push(most - before);
  }
  expect(Math.min(...grown), `grown by ${grown.join(', ')}`).toBeLessThan(128 * MB);
});

test('a reader that stops holds the server back, and so does a server that stops a sender', async () => {
  const taken = { bytes: 0 };
  handle = (_request, response) => {
    response.writeHead(200, { 'content-length': 512 * MB });
    pour(response, 512 * MB, taken);
  };
  const socket = await raw.open(request('/slow'));
  socket.once('data', () => socket.pause());
  await stands(() => taken.bytes);
  expect(taken.bytes).toBeLessThan(64 * MB);
  socket.destroy();

  const sent = { bytes: 0 };
  const held = Promise.withResolvers<ServerResponse>();
  handle = (incoming, response) => {
    incoming.pause();
    held.resolve(response);
  };
  const up = await raw.open(
    `POST http://files.test/up HTTP/1.1\r\nHost: files.test\r\n${raw.credentials}\r\nContent-Length: ${512 * MB}\r\n\r\n`,
  );
  pour(up, 512 * MB, sent);
  const response = await held.promise;
  await stands(() => sent.bytes);
  expect(sent.bytes).toBeLessThan(64 * MB);
  response.destroy();
  up.destroy();
});

/** Resolves when the figure has not grown over several looks in a row. */
async function stands(read: () => number): Promise<void> {
  let last = -1;
  let same = 0;
  await expect
    .poll(
      () => {
        const now = read();
        same = now === last && now > 0 ? same + 1 : 0;
        last = now;
        return same;
      },
      { interval: 40, timeout: 30_000 },
    )
    .toBeGreaterThan(8);
}

test('a hundred downloads at once all arrive whole, over a bounded number of connections', async () => {
  let open = 0;
  let most = 0;
  const watch = (socket: Socket): void => {
    open += 1;
    most = Math.max(most, open);
    socket.on('close', () => (open -= 1));
  };
  http.on('connection', watch);
  handle = (_request, response) => {
    response.writeHead(200, { 'content-length': MB });
    response.end(BLOCK);
  };
  const sizes = await Promise.all(
    Array.from({ length: 100 }, async (_, at) => count(await raw.open(request(`/file-${at}`)))),
  );
  expect(sizes.filter((size) => size < MB)).toEqual([]);
  expect(most).toBeLessThanOrEqual(20);
  expect(raw.asked).toHaveLength(100);
  http.off('connection', watch);
});

test('a thousand messages of a WebSocket cross in order and whole, both ways', async () => {
  onSocket = (socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
      socket.pipe(socket);
    });
  };
  const handshake = `GET /chat HTTP/1.1\r\nHost: talk.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n`;
  const socket = await raw.open(
    `CONNECT talk.test:80 HTTP/1.1\r\nHost: talk.test:80\r\n${raw.credentials}\r\n\r\n${handshake}`,
  );
  const messages = Array.from({ length: 1000 }, (_, at) => `message ${at};`).join('');
  let text = '';
  let sent = false;
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
    if (!sent && text.includes('101')) {
      sent = true;
      for (const message of messages.split(/(?<=;)/)) socket.write(message);
    }
    if (text.endsWith('message 999;')) socket.destroy();
  });
  await new Promise((resolve) => socket.on('close', resolve));
  expect(text.split('\r\n\r\n').at(-1)).toBe(messages);
});

test('a thousand connections of strangers: few are held, and not for long, and the next one of ours is served', async () => {
  const sockets = Array.from({ length: 1000 }, () => connect(raw.proxy.port, '127.0.0.1'));
  let closed = 0;
  for (const socket of sockets) socket.on('error', () => socket.destroy()).on('close', () => (closed += 1));
  await expect.poll(() => closed, { timeout: 30_000 }).toBeGreaterThanOrEqual(1000 - 128);
  for (const socket of sockets) socket.destroy();
  handle = (_request, response) => response.end('still here');
  await expect
    .poll(async () => statusOf(await allOf(await raw.open(request('/after')))), { timeout: 30_000 })
    .toBe(200);
});

test('how connections ended is told by server, added up, and at the latest when the proxy closes', async () => {
  const own = await startRawProxy({
    hostMap: { 'files.test': { address: '127.0.0.1', port: portOf(http) } },
  });
  handle = ({ url }, response) => (url === '/cut' ? response.destroy() : response.end('1234567890'));
  for (const path of ['/a', '/b', '/cut']) {
    await own.say([
      `GET http://files.test${path} HTTP/1.1`,
      'Host: files.test',
      own.credentials,
      'Connection: close',
    ]);
  }
  own.rules.allow = () => false;
  await own.say(['GET http://files.test/no HTTP/1.1', 'Host: files.test', own.credentials]);
  await own.proxy.close();
  const sum = { connections: 0, failed: 0, up: 0, down: 0 };
  for (const { scheme, host, port, ...figures } of own.ends) {
    expect([scheme, host, port]).toEqual(['http', 'files.test', 80]);
    sum.connections += figures.connections;
    sum.failed += figures.failed;
    sum.up += figures.up;
    sum.down += figures.down;
  }
  expect(sum).toMatchObject({ connections: 3, failed: 1 });
  expect(sum.down).toBeGreaterThan(2 * 'HTTP/1.1 200 OK'.length + 20);
  expect(sum.up).toBeGreaterThan(3 * 'GET /a HTTP/1.1\r\nHost: files.test'.length);
});

test('a proxy that closes in mid-request fails the request, and nobody answers at its port any more', async () => {
  const own = await startRawProxy({
    hostMap: { 'files.test': { address: '127.0.0.1', port: portOf(http) } },
  });
  const asked = Promise.withResolvers<void>();
  handle = (_request, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('half');
    asked.resolve();
  };
  const said = own.say(['GET http://files.test/ HTTP/1.1', 'Host: files.test', own.credentials]);
  await asked.promise;
  await own.proxy.close();
  expect(await said).not.toMatch(/half.{96}/s);
  await expect(own.open('')).rejects.toThrow(/ECONNREFUSED/);
});

test('a proxy that was closed is not lost: nobody is told', async () => {
  const lost: string[] = [];
  const own = await startRawProxy({ hostMap: {}, onLost: (reason) => void lost.push(reason) });
  await own.proxy.close();
  expect(lost).toEqual([]);
});
