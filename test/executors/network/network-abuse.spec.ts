// The choke point against bad input: smuggled requests, tunnels that are no tunnels, names that change, servers that lie.
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { readTunnelUse } from '#executors/network/first-bytes.ts';
import { TargetResolver } from '#executors/network/target.ts';
import { allOf, startRawProxy, statusOf, type RawProxy } from '#test/fixtures/raw-proxy.ts';

/** A server that answers every connection alike and keeps what it was sent. */
type Echo = { readonly port: number; readonly seen: string[]; readonly server: Server };
let echo: Echo;
let raw: RawProxy;
let answer: (socket: Socket, bytes: string) => void;
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

beforeAll(async () => {
  const seen: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    socket.setEncoding('latin1').on('data', (bytes: string) => {
      seen.push(bytes);
      answer(socket, bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  echo = { port, seen, server };
  const at = { address: '127.0.0.1', port };
  raw = await startRawProxy({
    hostMap: { 'shop.test': at, 'xn--bcher-kva.test': at },
    limits: { headerMs: 400, firstBytesMs: 400, connectMs: 1_000, answerMs: 600, tunnelMs: 600 },
  });
});
beforeEach(() => {
  echo.seen.length = 0;
  raw.asked.length = 0;
  raw.lookups.length = 0;
  raw.rules.allow = () => true;
  raw.rules.addresses = () => [];
  answer = (socket) => socket.end(OK);
});
afterAll(async () => {
  await raw.proxy.close();
  await new Promise((resolve) => echo.server.close(resolve));
});

const get = (url: string, fields: readonly string[] = []): Promise<string> =>
  raw.say([
    `GET ${url} HTTP/1.1`,
    `Host: ${URL.parse(url)?.host ?? 'x'}`,
    raw.credentials,
    'Connection: close',
    ...fields,
  ]);
const post = (fields: readonly string[], body: string | Buffer = ''): Promise<string> =>
  raw.say(
    ['POST http://shop.test/ HTTP/1.1', 'Host: shop.test', raw.credentials, 'Connection: close', ...fields],
    body,
  );
const tunnel = (authority: string, bytes: string | Buffer = ''): Promise<string> =>
  raw.say([`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`, raw.credentials], bytes);
const OPENED = 'HTTP/1.1 200 Connection established\r\n\r\n';

describe('requests that two servers would read in two ways', () => {
  test.each<[string, string[], string]>([
    [
      'Content-Length and Transfer-Encoding',
      ['Content-Length: 3', 'Transfer-Encoding: chunked'],
      '0\r\n\r\nGET http://shop.test/evil HTTP/1.1\r\n\r\n',
    ],
    [
      'Transfer-Encoding and Content-Length',
      ['Transfer-Encoding: chunked', 'Content-Length: 40'],
      '0\r\n\r\n',
    ],
    ['one Content-Length twice', ['Content-Length: 4', 'Content-Length: 4'], 'abcd'],
    ['two values in one Content-Length', ['Content-Length: 4, 5'], 'abcd'],
    ['a signed Content-Length', ['Content-Length: +4'], 'abcd'],
    ['a hexadecimal Content-Length', ['Content-Length: 0x4'], 'abcd'],
    ['chunked that is not the last coding', ['Transfer-Encoding: chunked, identity'], '0\r\n\r\n'],
    ['an unknown coding', ['Transfer-Encoding: xchunked'], '0\r\n\r\n'],
    ['chunked twice', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], '0\r\n\r\n'],
    ['a space before the colon', ['Content-Length : 4'], 'abcd'],
    ['a folded field', ['X-A: 1', '\tContent-Length: 4'], 'abcd'],
    ['a field without a colon', ['X-A'], ''],
    ['a bare line feed in a field', ['X-A: 1\nHost: evil.test'], ''],
    ['a bare carriage return in a field', ['X-A: 1\rHost: evil.test'], ''],
    ['a NUL in a field', ['X-A: 1\0'], ''],
    ['a chunk size that is no number', ['Transfer-Encoding: chunked'], 'zz\r\nabcd\r\n0\r\n\r\n'],
    [
      'a chunk size beyond all numbers',
      ['Transfer-Encoding: chunked'],
      'fffffffffffffffff\r\nabcd\r\n0\r\n\r\n',
    ],
    ['a chunk without its line end', ['Transfer-Encoding: chunked'], '4\r\nabcdGET / HTTP/1.1\r\n0\r\n\r\n'],
    ['a bare line feed behind a chunk size', ['Transfer-Encoding: chunked'], '4\nabcd\r\n0\r\n\r\n'],
  ])('%s: the server sees no second request', async (_name, fields, body) => {
    const said = await post(fields, body);
    expect([400, 0]).toContain(statusOf(said));
    expect(echo.seen.join('')).not.toMatch(/evil|GET/);
    expect(echo.seen.join('').match(/HTTP\/1\.1/g)?.length ?? 0).toBeLessThanOrEqual(1);
  });

  test('chunk extensions and trailers are read and not passed on', async () => {
    const said = await post(
      ['Transfer-Encoding: chunked', 'Trailer: X-Evil'],
      '4;x="\\r\\nGET /evil"\r\nabcd\r\n0;y\r\nX-Evil: 1\r\n\r\n',
    );
    expect([200, 400]).toContain(statusOf(said));
    expect(echo.seen.join('')).not.toMatch(/evil|;x|;y/i);
  });

  test('what follows a refused request on the same connection is not read', async () => {
    raw.rules.allow = ({ url }) => url !== 'http://shop.test/no';
    const socket = await raw.open(
      `GET http://shop.test/no HTTP/1.1\r\nHost: shop.test\r\n${raw.credentials}\r\n\r\nGET http://shop.test/evil HTTP/1.1\r\nHost: shop.test\r\n\r\n`,
    );
    const said = await allOf(socket);
    expect(statusOf(said)).toBe(403);
    expect(said.match(/HTTP\/1\.1 \d+/g)).toHaveLength(1);
    expect(echo.seen).toEqual([]);
  });

  test('each request on one connection shows its own credentials and is asked on its own', async () => {
    const first = `GET http://shop.test/1 HTTP/1.1\r\nHost: shop.test\r\n${raw.credentials}\r\n\r\n`;
    const socket = await raw.open(
      `${first}GET http://shop.test/2 HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n`,
    );
    const said = await allOf(socket);
    expect(said.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 407']);
    expect(raw.asked.map(({ url }) => url)).toEqual(['http://shop.test/1']);
  });

  test('a header of a megabyte is refused, and one that never ends is cut off', async () => {
    expect([400, 0]).toContain(
      statusOf(await get('http://shop.test/', [`X-Long: ${'x'.repeat(1_000_000)}`])),
    );
    const slow = await raw.open(
      `GET http://shop.test/ HTTP/1.1\r\nHost: shop.test\r\n${raw.credentials}\r\nX-Slow: `,
    );
    expect([400, 0]).toContain(statusOf(await allOf(slow)));
    const silent = await raw.open('');
    expect([400, 0]).toContain(statusOf(await allOf(silent)));
    expect(raw.asked).toEqual([]);
    expect(echo.seen).toEqual([]);
  });

  test.each([
    ['HTTP/2’s preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['TLS', '\x16\x03\x01\x00\x05hello'],
    ['SOCKS', '\x05\x01\x00'],
    ['HTTP/0.9', 'GET http://shop.test/\r\n\r\n'],
    ['HTTP/3.0', 'GET http://shop.test/ HTTP/3.0\r\n\r\n'],
    ['a method of its own', 'EVIL http://shop.test/ HTTP/1.1\r\nHost: shop.test\r\n\r\n'],
  ])('%s to the proxy itself is refused', async (_name, bytes) => {
    expect([400, 407, 0]).toContain(statusOf(await allOf(await raw.open(bytes))));
    expect(raw.asked).toEqual([]);
  });
});

describe('tunnels', () => {
  const shake = (fields: readonly string[], start = 'GET /chat HTTP/1.1'): string =>
    [start, 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: x', ...fields, '', ''].join(
      '\r\n',
    );

  test.each<[string, string, string]>([
    ['plain HTTP at 443', 'shop.test:443', 'GET / HTTP/1.1\r\nHost: shop.test\r\n\r\n'],
    ['a WebSocket in the clear at 443', 'shop.test:443', shake(['Host: shop.test:443'])],
    ['plain HTTP at 80', 'shop.test:80', 'GET / HTTP/1.1\r\nHost: shop.test\r\n\r\n'],
    ['a POST at 80', 'shop.test:80', 'POST / HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 1\r\n\r\nx'],
    ['HTTP/2 in the clear at 80', 'shop.test:80', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['HTTP/2 in the clear at 443', 'shop.test:443', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an upgrade to HTTP/2', 'shop.test:80', 'GET / HTTP/1.1\r\nHost: shop.test\r\nUpgrade: h2c\r\n\r\n'],
    ['mail', 'shop.test:25', 'EHLO shop.test\r\n'],
    ['TLS without a server name to a name', 'shop.test:443', hello([])],
    ['TLS with another server name', 'shop.test:443', hello([name('evil.test')])],
    ['TLS with two server names', 'shop.test:443', hello([name('shop.test'), name('evil.test')])],
    ['TLS with an encrypted hello', 'shop.test:443', hello([name('shop.test'), [0xfe0d, Buffer.alloc(8)]])],
    ['TLS to port 80', 'shop.test:80', hello([name('shop.test')])],
    ['a WebSocket for another host', 'shop.test:81', shake(['Host: evil.test:81'])],
    ['a WebSocket for another port', 'shop.test:81', shake(['Host: shop.test:82'])],
    ['a WebSocket with two hosts', 'shop.test:81', shake(['Host: shop.test:81', 'Host: evil.test'])],
    [
      'a WebSocket with a host in its line',
      'shop.test:81',
      shake(['Host: shop.test:81'], 'GET http://evil.test/ HTTP/1.1'),
    ],
    [
      'a WebSocket with a host behind a line feed',
      'shop.test:81',
      shake(['Host: shop.test:81', 'X: 1\nHost: evil.test']),
    ],
    ['a WebSocket with a folded host', 'shop.test:81', shake(['Host: shop.test:81', ' evil.test'])],
    ['a WebSocket with a spaced host', 'shop.test:81', shake(['Host: shop.test:81', 'Host : evil.test'])],
    ['a WebSocket with a body', 'shop.test:81', shake(['Host: shop.test:81', 'Content-Length: 3'])],
    ['nothing at all', 'shop.test:443', ''],
    ['half a hello', 'shop.test:443', '\x16\x03'],
  ])('%s is closed before a byte gets out', async (_name, authority, bytes) => {
    expect(await tunnel(authority, typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)).toBe(
      OPENED,
    );
    expect(echo.seen).toEqual([]);
  });

  test('whoever is turned away and never closes their half is gone soon after', async () => {
    const { port } = raw.proxy;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const ended = once(socket, 'end');
    socket.on('error', () => undefined).resume();
    socket.write('CONNECT shop.test:443 HTTP/1.1\r\nHost: shop.test:443\r\n\r\n');
    await ended;
    // What is written to a connection that is there is taken, for as long as that is so.
    await expect
      .poll(() => socket.destroyed || (socket.write('.') && false), { timeout: 30_000, interval: 100 })
      .toBe(true);
  });

  test('TLS that names its host passes, and its bytes arrive as they are', async () => {
    answer = (socket) => socket.end('server hello');
    const bytes = hello([name('shop.test')]);
    expect(await tunnel('shop.test:443', bytes)).toBe(`${OPENED}server hello`);
    expect(echo.seen).toEqual([bytes]);
    // A hello without HTTP/2 is a WebSocket's.
    expect(raw.asked.map(({ scheme }) => scheme)).toEqual(['https', 'wss']);
  });

  test('a WebSocket at an odd port is asked again as what it is, with its whole address', async () => {
    answer = (socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\nhi');
    expect(await tunnel('shop.test:8080', shake(['Host: shop.test:8080']))).toContain('101 Switching');
    expect(raw.asked.map(({ scheme, url }) => [scheme, url])).toEqual([
      ['connect', null],
      ['ws', 'ws://shop.test:8080/chat'],
    ]);
    raw.rules.allow = ({ scheme }) => scheme !== 'ws';
    echo.seen.length = 0;
    expect(await tunnel('shop.test:8080', shake(['Host: shop.test:8080']))).toBe(OPENED);
    expect(echo.seen).toEqual([]);
  });

  test('what a client sends before the protocol is switched arrives after it', async () => {
    answer = (socket, bytes) => {
      if (bytes.includes('/chat')) socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
      else socket.end(`got ${bytes}`);
    };
    const said = await tunnel('shop.test:80', `${shake(['Host: shop.test'])}early`);
    expect(said.endsWith('got early')).toBe(true);
  });

  test('a server that does not switch protocols gets no further bytes', async () => {
    answer = (socket, bytes) => void (bytes.includes('/chat') && socket.write(OK));
    const socket = await raw.open(
      `CONNECT shop.test:81 HTTP/1.1\r\nHost: shop.test:81\r\n${raw.credentials}\r\n\r\n${shake(['Host: shop.test:81'])}GET /evil HTTP/1.1\r\nHost: evil.test\r\n\r\n`,
    );
    const said = await allOf(socket);
    expect(said).toContain('200 OK');
    expect(echo.seen.join('')).toContain('/chat');
    expect(echo.seen.join('')).not.toContain('evil');
    expect(raw.asked.map(({ scheme }) => scheme)).toEqual(['connect', 'ws']);
  });

  test('a tunnel on which nobody says anything ends', async () => {
    answer = () => {};
    expect(await tunnel('shop.test:443', hello([name('shop.test')]))).toBe(OPENED);
    expect(echo.seen).toHaveLength(1);
  });
});

describe('names and addresses', () => {
  test.each([
    ['0x7f.1', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['017700000001', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['0', '0.0.0.0'],
    ['[::1]', '::1'],
    ['[::ffff:127.0.0.1]', '127.0.0.1'],
    ['[0:0:0:0:0:ffff:7f00:1]', '127.0.0.1'],
    ['169.254.169.254.', '169.254.169.254'],
    ['0xa9fea9fe', '169.254.169.254'],
    ['[::ffff:a9fe:a9fe]', '169.254.169.254'],
    ['[64:ff9b::7f00:1]', '64:ff9b::7f00:1'],
    ['%31%32%37.0.0.1', '127.0.0.1'],
    ['１２７.0.0.1', '127.0.0.1'],
  ])('`%s` is asked for as `%s`, no public address, in every way in', async (spelled, canonical) => {
    raw.rules.allow = ({ addressClass }) => addressClass === 'PUBLIC';
    const line = Buffer.from(`GET http://${spelled}/ HTTP/1.1`).toString('latin1');
    const host = URL.parse(`http://${spelled}/`)?.host ?? '';
    expect([400, 403]).toContain(statusOf(await raw.say([line, `Host: ${host}`, raw.credentials])));
    expect([400, 403]).toContain(statusOf(await tunnel(`${Buffer.from(spelled).toString('latin1')}:443`)));
    expect(raw.asked.filter(({ addressClass }) => addressClass === 'PUBLIC')).toEqual([]);
    for (const { host: asked } of raw.asked) expect(asked).toBe(canonical);
    expect(raw.lookups).toEqual([]);
    expect(echo.seen).toEqual([]);
  });

  test('a final dot, capitals and Unicode are one name, decided once as that', async () => {
    for (const spelled of ['shop.test.', 'SHOP.test', 'ｓhop.test']) {
      raw.asked.length = 0;
      await tunnel(`${Buffer.from(spelled, 'latin1').toString('latin1')}:443`, hello([name('shop.test')]));
      for (const { host } of raw.asked) expect(['shop.test', 'xn--bcher-kva.test']).toContain(host);
    }
    await get('http://xn--bcher-kva.test/');
    expect(raw.asked.at(-1)?.host).toBe('xn--bcher-kva.test');
  });

  test('mixed answers count as the least public address among them, whatever their order', async () => {
    raw.rules.allow = ({ addressClass }) => addressClass === 'PUBLIC';
    const sets = [
      ['93.184.216.34', '10.0.0.1'],
      ['10.0.0.1', '93.184.216.34'],
      ['2606:2800::1', '::1'],
      ['93.184.216.34', '::ffff:169.254.169.254'],
      ['93.184.216.34', 'not an address'],
    ];
    for (const [at, addresses] of sets.entries()) {
      raw.rules.addresses = () => addresses;
      expect(statusOf(await get(`http://mixed-${at}.example/`)), addresses.join()).toBe(403);
      expect(raw.proxy.refusalOf(`mixed-${at}.example`)?.code).toBe('network.private-address');
    }
  });

  test('a name that could not be resolved is looked up again, and what it is then is asked then', async () => {
    raw.rules.allow = ({ addressClass }) => addressClass === 'PUBLIC';
    raw.rules.addresses = () => [];
    expect(statusOf(await get('http://late.example/'))).toBe(502);
    raw.rules.addresses = () => ['127.0.0.1'];
    expect(statusOf(await get(`http://late.example:${echo.port}/`))).toBe(403);
    expect(raw.lookups).toEqual(['late.example', 'late.example']);
    expect(echo.seen).toEqual([]);
  });

  test('a name server that throws, and one that never answers, are errors in their time', async () => {
    raw.rules.addresses = () => Promise.reject(new Error('SERVFAIL'));
    expect(statusOf(await get('http://broken.example/'))).toBe(502);
    vi.useFakeTimers();
    try {
      const resolver = new TargetResolver({}, () => new Promise(() => {}));
      const resolving = resolver.resolve('silent.example', 80);
      await vi.advanceTimersByTimeAsync(8_000);
      expect(await resolving).toMatchObject({ ok: false, error: { code: 'network.resolution-failed' } });
    } finally {
      vi.useRealTimers();
    }
  });

  test('nothing is looked up before a verdict, even while it is being thought over', async () => {
    const thinking = Promise.withResolvers<boolean>();
    raw.rules.allow = () => thinking.promise;
    raw.rules.addresses = () => ['93.184.216.34'];
    const said = get('http://wait.example/');
    await expect.poll(() => raw.asked.length).toBe(1);
    expect(raw.lookups).toEqual([]);
    thinking.resolve(false);
    expect(statusOf(await said)).toBe(403);
    expect(raw.lookups).toEqual([]);
  });
});

describe('servers that break', () => {
  test('one that resets in the middle of its answer: the answer is cut short, never completed', async () => {
    answer = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf', () => socket.resetAndDestroy());
    };
    const said = await get('http://shop.test/');
    expect(said.endsWith('half') || statusOf(said) === 502).toBe(true);
    answer = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n', () =>
        socket.destroy(),
      );
    };
    expect(await get('http://shop.test/')).not.toContain('0\r\n\r\n');
  });

  test.each([
    ['no HTTP', 'SSH-2.0-x\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc'],
    [
      'a length and chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a header of a megabyte', `HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(1_000_000)}\r\n\r\n`],
    ['nothing', ''],
  ])('one that answers with %s is unreachable', async (_name, bytes) => {
    answer = (socket) => void socket.end(bytes);
    expect(statusOf(await get('http://shop.test/'))).toBe(502);
    expect(raw.proxy.refusalOf('shop.test')?.code).toBe('network.unreachable');
  });

  test('one that never answers is given up', async () => {
    answer = () => {};
    expect(statusOf(await get('http://shop.test/'))).toBe(502);
  });

  test('one that closed a kept connection is asked once more, unseen', async () => {
    const kept: Socket[] = [];
    answer = (socket) => {
      kept.push(socket);
      socket.write(OK);
    };
    expect(statusOf(await get('http://shop.test/1'))).toBe(200);
    // It ends the connection at the very moment that it is used again.
    answer = (socket) => {
      if (kept.includes(socket)) socket.resetAndDestroy();
      else socket.end(OK);
    };
    expect(statusOf(await get('http://shop.test/2'))).toBe(200);
    expect(echo.seen.map((bytes) => bytes.split(' ')[1])).toEqual(['/1', '/2', '/2']);
  });

  test('a client that goes away in mid-answer takes its upstream connection along', async () => {
    const closed = Promise.withResolvers<void>();
    answer = (socket) => {
      socket.on('close', () => closed.resolve());
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nstart');
    };
    const socket = await raw.open(
      `GET http://shop.test/ HTTP/1.1\r\nHost: shop.test\r\n${raw.credentials}\r\n\r\n`,
    );
    socket.once('data', () => socket.destroy());
    await closed.promise;
  });
});

test('whatever bytes: the reader of first bytes says what they are, or nothing', () => {
  const good = hello([name('shop.test')]);
  for (let cut = 0; cut < good.length; cut += 1) {
    const bytes = Buffer.from(good.slice(0, cut), 'latin1');
    expect(readTunnelUse(bytes).use).toBe('INCOMPLETE');
  }
});

/** A ClientHello (RFC 8446 4.1.2) with these extensions and nothing else, as latin1. */
function hello(extensions: readonly (readonly [number, Buffer])[]): string {
  const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
  const list = Buffer.concat(extensions.flatMap(([type, data]) => [u16(type), u16(data.length), data]));
  const body = Buffer.concat([
    u16(0x0303),
    Buffer.alloc(32, 7),
    Buffer.from([0]),
    u16(2),
    u16(0x1301),
    Buffer.from([1, 0]),
    u16(list.length),
    list,
  ]);
  const message = Buffer.concat([Buffer.from([1, 0]), u16(body.length), body]);
  return Buffer.concat([Buffer.from([0x16, 3, 1]), u16(message.length), message]).toString('latin1');
}
/** RFC 6066 3. */
function name(host: string): readonly [number, Buffer] {
  const bytes = Buffer.from(host, 'latin1');
  return [0, Buffer.concat([Buffer.from([0, bytes.length + 3, 0, 0, bytes.length]), bytes])];
}
