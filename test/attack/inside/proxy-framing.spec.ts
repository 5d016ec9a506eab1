// Whoever can reach a tab's proxy, and a page that has its browser speak to it: bytes that two servers read in two ways, tunnels
// that are used for something else, places that are taken without the password. By bare sockets, as the attacker has them.
import { createServer, type Server, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { allOf, startRawProxy, statusOf, type RawProxy } from '#test/fixtures/raw-proxy.ts';

let server: Server;
let raw: RawProxy;
/** All that reached the server, connection by connection. */
const seen: string[] = [];
let dialled = 0;
const SWITCH = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';

beforeAll(async () => {
  const open = new Set<Socket>();
  server = createServer((socket) => {
    dialled += 1;
    const at = seen.push('') - 1;
    open.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket));
    socket.setEncoding('latin1').on('data', (bytes: string) => {
      seen[at] += bytes;
      if (!bytes.startsWith('\x16') && (seen[at] ?? '').includes('\r\n\r\n'))
        socket.write(
          /upgrade: websocket/iu.test(bytes) ? SWITCH : 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
        );
    });
  });
  server.on('close', () => open.forEach((socket) => socket.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const at = { address: '127.0.0.1', port };
  raw = await startRawProxy({
    hostMap: { 'shop.test': at },
    limits: { firstBytesMs: 2_000, headerMs: 2_000, answerMs: 2_000 },
  });
});
beforeEach(() => {
  seen.length = 0;
  dialled = 0;
  raw.asked.length = 0;
  raw.rules.allow = () => true;
});
afterAll(async () => {
  await raw.proxy.close();
  server.close();
});

const request = (method: string, fields: readonly string[], body = ''): Promise<string> =>
  raw.say(
    [
      `${method} http://shop.test/x HTTP/1.1`,
      'Host: shop.test',
      raw.credentials,
      ...(fields.some((one) => one.startsWith('Connection')) ? [] : ['Connection: close']),
      ...fields,
    ],
    body,
  );
const SMUGGLED = 'GET /smuggled HTTP/1.1\r\nHost: shop.test\r\n\r\n';
const CHUNKED = `${SMUGGLED.length.toString(16)}\r\n${SMUGGLED}\r\n0\r\n\r\n`;

describe('network: framing, handshakes and places of the proxy', () => {
  test.each(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'])(
    'a body on %s reaches no server, chunked or by length',
    async (method) => {
      for (const [fields, body] of [
        [['Transfer-Encoding: chunked'], CHUNKED],
        [[`Content-Length: ${SMUGGLED.length}`], SMUGGLED],
      ] as const) {
        const said = await request(method, fields, body);
        expect([400, 501, 0]).toContain(statusOf(said));
      }
      expect(seen.join('')).toBe('');
    },
  );

  test.each([
    ['Connection: close, content-length', 'Content-Length: 5', 'hello'],
    ['Connection: Content-Length', 'Content-Length: 5', 'hello'],
    ['Connection: close, Transfer-Encoding', 'Transfer-Encoding: chunked', '5\r\nhello\r\n0\r\n\r\n'],
    ['Connection: close, host', 'Content-Length: 5', 'hello'],
    ['Connection: close', 'Transfer-Encoding: gzip, chunked', '5\r\nhello\r\n0\r\n\r\n'],
    ['Connection: close', 'Transfer-Encoding: identity', 'hello'],
  ])('`%s` with `%s` takes no framing away', async (connection, framing, body) => {
    expect([400, 0]).toContain(statusOf(await request('POST', [connection, framing], body)));
    expect(seen.join('')).toBe('');
  });

  test('a POST keeps its body, with one framing that is ours', async () => {
    expect(statusOf(await request('POST', ['Content-Length: 5', 'X-Mine: 1'], 'hello'))).toBe(200);
    expect(
      statusOf(await request('POST', ['Transfer-Encoding: chunked'], '5;x=y\r\nhello\r\n0\r\nX: y\r\n\r\n')),
    ).toBe(200);
    expect(statusOf(await request('DELETE', ['Content-Length: 0']))).toBe(200);
    const all = seen.join('\n');
    expect(all.match(/^content-length: 5\r$/gimu)).toHaveLength(1);
    expect(all.match(/^transfer-encoding: chunked\r$/gimu)).toHaveLength(1);
    expect(all).toMatch(/hello/u);
    expect(all).not.toMatch(/x=y|X: y|content-length: 0/iu);
  });

  test('a WebSocket in a tunnel to port 80 is decided with its path, before anybody is dialled', async () => {
    raw.rules.allow = ({ url }) => url === null || !url.endsWith('/secret');
    const handshake = (path: string): string =>
      `GET ${path} HTTP/1.1\r\nHost: shop.test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`;
    await raw.say(
      ['CONNECT shop.test:80 HTTP/1.1', 'Host: shop.test:80', raw.credentials],
      handshake('/secret'),
    );
    expect(raw.asked.map(({ scheme, url, method }) => [scheme, url, method])).toEqual([
      ['ws', 'ws://shop.test/secret', 'GET'],
    ]);
    expect(dialled).toBe(0);
    const socket = await raw.open(
      `CONNECT shop.test:80 HTTP/1.1\r\nHost: shop.test:80\r\n${raw.credentials}\r\n\r\n${handshake('/chat')}`,
    );
    await expect.poll(() => seen.join('')).toContain('GET /chat');
    socket.destroy();
    expect(raw.asked.at(-1)).toMatchObject({ scheme: 'ws', url: 'ws://shop.test/chat' });
  });

  test.each([
    ['plain HTTP', 'GET /x HTTP/1.1\r\nHost: shop.test\r\n\r\n'],
    ['another protocol', 'EHLO shop.test\r\n'],
    [
      'a handshake for another host',
      'GET / HTTP/1.1\r\nHost: evil.test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    ],
    ['TLS', Buffer.from('16030100050100000100', 'hex')],
  ])('a tunnel to port 80 carries no %s, and nobody is dialled for it', async (_name, bytes) => {
    await raw.say(['CONNECT shop.test:80 HTTP/1.1', 'Host: shop.test:80', raw.credentials], bytes);
    expect(dialled).toBe(0);
  });

  test.each([
    ['a WebSocket', ['http/1.1'], ['https', 'wss']],
    ['a request', ['h2', 'http/1.1'], ['https']],
  ])('a tunnel whose TLS is that of %s is decided as that', async (_name, ALPNProtocols, schemes) => {
    raw.rules.allow = ({ scheme }) => scheme !== 'wss';
    const tunnel = await raw.open(
      `CONNECT shop.test:443 HTTP/1.1\r\nHost: shop.test:443\r\n${raw.credentials}\r\n\r\n`,
    );
    await new Promise<void>((resolve) => tunnel.once('data', () => resolve()));
    const tls = connectTls({
      socket: tunnel,
      servername: 'shop.test',
      ALPNProtocols,
      rejectUnauthorized: false,
    });
    tls.on('error', () => tls.destroy());
    await expect.poll(() => raw.asked.length).toBe(schemes.length);
    expect(raw.asked.map(({ scheme }) => scheme)).toEqual(schemes);
    if (schemes.includes('wss')) {
      await expect.poll(() => tunnel.destroyed || tls.destroyed).toBe(true);
      expect(seen.join('')).toBe('');
      expect(raw.asked.at(-1)?.url ?? null).toBeNull();
    } else await expect.poll(() => seen.join('').length).toBeGreaterThan(100);
    tls.destroy();
  });

  test('a thousand half-open strangers take no place: the tab is answered, and they are gone soon', async () => {
    const strangers = await Promise.all(
      Array.from({ length: 1_000 }, () =>
        raw.open('GET http://shop.test/ HTTP/1.1\r\nHost:').catch(() => null),
      ),
    );
    for (const one of strangers) one?.resume();
    expect(statusOf(await request('GET', []))).toBe(200);
    const socket = await raw.open(
      `GET http://shop.test/y HTTP/1.1\r\nHost: shop.test\r\n${raw.credentials}\r\nConnection: close\r\n\r\n`,
    );
    expect(statusOf(await allOf(socket))).toBe(200);
    await expect
      .poll(() => strangers.filter((one) => one !== null && !one.destroyed).length, { timeout: 15_000 })
      .toBe(0);
  });
});
