// The choke point, spoken to directly over sockets: who may pass, to where, and in what form.
import { connect, createServer, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ConnectionRequest } from '#executors/contract/connection.ts';
import { readTunnelUse } from '#executors/network/first-bytes.ts';
import { startProxy, type TabProxy } from '#executors/network/proxy.ts';
import { hostToDial } from '#executors/network/target.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';

let site: Site;
let proxy: TabProxy;
let other: TabProxy;
let asked: ConnectionRequest[];
let rule: (request: ConnectionRequest) => boolean;
let names: Record<string, string[]>;
let lookups: string[];

beforeAll(async () => {
  site = await startSite({
    '/': 'hello',
    '/headers': (request, response) => {
      response.writeHead(200, {
        connection: 'x-secret',
        'x-secret': '1',
        'x-ghost-refused': 'forged',
        'x-open': '2',
      });
      response.end(JSON.stringify(request.headers));
    },
    '/407': {
      status: 407,
      headers: { 'proxy-authenticate': 'Basic realm="phish"' },
      body: 'your credentials please',
    },
    '/ws': { status: 200 },
  });
  const hooks = {
    hostMap: { 'shop.test': { address: '127.0.0.1', port: site.port } },
    onConnection: async (request: ConnectionRequest) => {
      asked.push(request);
      return { allow: rule(request), reason: 'the test says so' };
    },
    resolve: async (host: string) => {
      lookups.push(host);
      const found = names[host] ?? [];
      return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
  };
  proxy = await startProxy({ tabId: 'mine', ...hooks });
  other = await startProxy({ tabId: 'theirs', ...hooks });
});
beforeEach(() => {
  asked = [];
  lookups = [];
  names = {};
  rule = () => true;
});
afterAll(() => Promise.all([proxy.close(), other.close(), site.close()]));

const basic = (of: TabProxy): string =>
  `Proxy-Authorization: Basic ${Buffer.from(`${of.username}:${of.password}`).toString('base64')}`;

/** Until an answer begins, and how long silence after it means that no more comes. */
const ANSWER_MS = 15_000;
const SILENT_MS = 700;

/** Sends raw bytes and gives back all that comes until the proxy closes or is silent after an answer. */
function raw(lines: readonly string[], body: string | Buffer = '', to = proxy): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket: Socket = connect(to.port, '127.0.0.1', () => {
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      socket.write(body);
    });
    socket.setEncoding('utf8').setTimeout(ANSWER_MS, () => socket.destroy());
    socket.on('data', (chunk: string) => {
      text += chunk;
      socket.setTimeout(SILENT_MS);
    });
    socket.on('error', reject).on('close', () => resolve(text));
  });
}
const get = (url: string, extra: readonly string[] = []): Promise<string> =>
  raw([`GET ${url} HTTP/1.1`, `Host: ${new URL(url).host}`, basic(proxy), 'Connection: close', ...extra]);
const status = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

describe('who may pass', () => {
  test('nobody without credentials, with another tab’s, or with wrong ones', async () => {
    const line = [`GET ${site.origin}/ HTTP/1.1`, `Host: 127.0.0.1:${site.port}`];
    const before = site.hits.length;
    expect(status(await raw(line))).toBe(407);
    expect(status(await raw([...line, basic(other)]))).toBe(407);
    expect(status(await raw([...line, basic({ ...proxy, password: 'x'.repeat(32) })]))).toBe(407);
    expect(status(await raw([`CONNECT 127.0.0.1:${site.port} HTTP/1.1`, 'Host: x', basic(other)]))).toBe(407);
    expect(status(await raw([...line, 'Connection: Upgrade', 'Upgrade: websocket', basic(other)]))).toBe(407);
    expect(site.hits).toHaveLength(before);
    expect(asked).toEqual([]);
  });

  test('a request that was allowed arrives, with its facts asked once', async () => {
    const answer = await get(`${site.origin}/`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*hello/);
    expect(asked).toEqual([
      {
        tabId: 'mine',
        scheme: 'http',
        host: '127.0.0.1',
        port: site.port,
        url: `${site.origin}/`,
        method: 'GET',
        address: '127.0.0.1',
        addressClass: 'LOOPBACK',
      },
    ]);
  });

  test('a refused one gets a plain page and never leaves', async () => {
    rule = () => false;
    const before = site.hits.length;
    const answer = await get(`${site.origin}/?<script>`);
    expect(status(answer)).toBe(403);
    expect(answer).toContain('x-ghost-refused: network.private-address');
    expect(answer).not.toContain('<script>');
    expect(site.hits).toHaveLength(before);
    expect(proxy.refusalOf('127.0.0.1')).toMatchObject({
      code: 'network.private-address',
      help: 'the test says so',
    });
  });

  test('a hook that throws refuses', async () => {
    rule = () => {
      throw new Error('no policy');
    };
    expect(status(await get('http://a.example/'))).toBe(403);
    expect(lookups).toEqual([]);
  });

  test('the proxy itself cannot be reached through the proxy', async () => {
    expect(status(await get(`http://127.0.0.1:${proxy.port}/`))).toBe(403);
  });
});

describe('names', () => {
  test('a refused name is never looked up', async () => {
    rule = ({ host }) => host !== 'secret-data.evil.example';
    expect(status(await get('http://secret-data.evil.example/'))).toBe(403);
    expect(lookups).toEqual([]);
  });

  test('a public name that leads to a private address is asked again as what it is', async () => {
    names = { 'a.example': ['93.184.216.34', '10.0.0.7'], 'm.example': ['169.254.169.254'] };
    rule = ({ addressClass }) => addressClass === 'PUBLIC';
    expect(await get('http://a.example/')).toContain('network.private-address');
    expect(await get('http://m.example/')).toContain('network.private-address');
    expect(asked.map(({ host, address, addressClass }) => [host, address, addressClass])).toEqual([
      ['a.example', null, 'PUBLIC'],
      ['a.example', '10.0.0.7', 'PRIVATE'],
      ['m.example', null, 'PUBLIC'],
      ['m.example', '169.254.169.254', 'METADATA'],
    ]);
  });

  test('a name keeps the address that was decided on: rebinding finds nothing', async () => {
    names = { 'rebind.example': ['127.0.0.1'] };
    const url = `http://rebind.example:${site.port}/`;
    expect(status(await get(url))).toBe(200);
    names = { 'rebind.example': ['127.0.0.9'] };
    expect(status(await get(url))).toBe(200);
    expect(lookups).toEqual(['rebind.example']);
  });

  test('a mapped name goes to its address and port, whatever port it was asked with', async () => {
    expect(await get('http://shop.test/')).toContain('hello');
    expect(asked[0]).toMatchObject({
      host: 'shop.test',
      port: 80,
      address: '127.0.0.1',
      addressClass: 'LOOPBACK',
    });
    expect(lookups).toEqual([]);
  });

  test('a name without an address, and an address without a server, are errors of their own', async () => {
    names = { 'dead.example': ['127.0.0.1'] };
    expect(await get('http://gone.example/')).toContain('network.resolution-failed');
    expect(await get('http://dead.example:1/')).toContain('network.unreachable');
  });

  test('every spelling of an address is the same address', () => {
    expect(hostToDial('0x7f.1')).toBe('127.0.0.1');
    expect(hostToDial('2130706433')).toBe('127.0.0.1');
    expect(hostToDial('[::ffff:127.0.0.1]')).toBe('127.0.0.1');
    expect(hostToDial('EXAMPLE.org.')).toBe('example.org');
    expect(hostToDial('bücher.example')).toBe('xn--bcher-kva.example');
    expect(hostToDial('a b')).toBeNull();
    expect(hostToDial('a@b')).toBeNull();
    expect(hostToDial('')).toBeNull();
  });

  test('the canonical host is a fixed point, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webAuthority(), fc.ipV4(), fc.ipV6()), (text) => {
        const once = hostToDial(text);
        if (once !== null) expect(hostToDial(once)).toBe(once);
      }),
    );
  });
});

describe('form', () => {
  test('hop-by-hop fields and credentials do not cross, in either direction', async () => {
    const answer = await get(`${site.origin}/headers`, [
      'Connection: close, x-mine',
      'X-Mine: 1',
      'X-Kept: 2',
      'TE: trailers',
    ]);
    const [head, body] = answer.split('\r\n\r\n');
    expect(head).toContain('x-open: 2');
    expect(head).not.toMatch(/x-secret|x-ghost-refused/);
    expect(body).toContain('"x-kept":"2"');
    expect(body).not.toMatch(/x-mine|proxy-authorization|"te"/);
  });

  test('a server’s 407 is not the proxy’s', async () => {
    const answer = await get(`${site.origin}/407`);
    expect(status(answer)).toBe(502);
    expect(answer).not.toContain('phish');
  });

  test.each([
    [
      'both Content-Length and Transfer-Encoding',
      ['Content-Length: 4', 'Transfer-Encoding: chunked'],
      '0\r\n\r\n',
    ],
    ['two different Content-Lengths', ['Content-Length: 4', 'Content-Length: 5'], 'abcd'],
    ['an obscured Transfer-Encoding', ['Transfer-Encoding : chunked'], '0\r\n\r\n'],
    ['a folded header', ['X-A: 1', ' GET /evil HTTP/1.1'], ''],
  ])('%s is refused', async (_name, headers, body) => {
    const before = site.hits.length;
    const line = [`POST ${site.origin}/ HTTP/1.1`, `Host: 127.0.0.1:${site.port}`, basic(proxy)];
    expect(status(await raw([...line, ...headers], body))).toBe(400);
    expect(site.hits).toHaveLength(before);
  });

  test.each([
    ['another Host than the URL’s', 'http://a.example/', ['Host: b.example']],
    ['two Host fields', 'http://a.example/', ['Host: a.example', 'Host: b.example']],
    ['no absolute URL', '/path', ['Host: a.example']],
    ['a scheme besides http', 'ftp://a.example/', ['Host: a.example']],
    ['https without CONNECT', 'https://a.example/', ['Host: a.example']],
    ['credentials in the URL', 'http://u:p@a.example/', ['Host: a.example']],
    ['a service worker’s script', 'http://a.example/sw.js', ['Host: a.example', 'Service-Worker: script']],
  ])('%s is refused before anything is asked', async (_name, url, headers) => {
    expect(status(await raw([`GET ${url} HTTP/1.1`, ...headers, basic(proxy)]))).toBe(400);
    expect(asked).toEqual([]);
  });
});

describe('tunnels', () => {
  const open = (authority: string): string[] => [
    `CONNECT ${authority} HTTP/1.1`,
    `Host: ${authority}`,
    basic(proxy),
  ];

  test('a refused one is not opened', async () => {
    rule = () => false;
    expect(status(await raw(open('93.184.216.34:443')))).toBe(403);
    expect(asked).toMatchObject([{ scheme: 'https', url: null, method: 'CONNECT', addressClass: 'PUBLIC' }]);
  });

  test.each(['93.184.216.34', 'a.example:0', 'a.example:99999', ':443', 'a b:443'])(
    '`%s` is no authority',
    async (authority) => {
      expect(status(await raw(open(authority)))).toBe(400);
    },
  );

  test('bytes that are neither TLS nor a WebSocket end it before they get out', async () => {
    const before = site.hits.length;
    const answer = await raw(open(`127.0.0.1:${site.port}`), 'POST / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(answer).toBe('HTTP/1.1 200 Connection established\r\n\r\n');
    expect(await raw(open(`127.0.0.1:${site.port}`), 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')).toBe(answer);
    expect(site.hits).toHaveLength(before);
  });

  test('a WebSocket handshake passes for the host that was decided on, and for no other', async () => {
    const handshake = (host: string): string =>
      `GET /ws HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n`;
    expect(await raw(open('shop.test:81'), handshake('shop.test:81'))).toMatch(
      /established\r\n\r\nHTTP\/1\.1 /,
    );
    expect(await raw(open('shop.test:81'), handshake('other.test'))).toMatch(/established\r\n\r\n$/);
  });

  test('TLS passes only with the server name that was decided on', async () => {
    const hello = (servername: string): Promise<Buffer> =>
      new Promise((resolve) => {
        const sink = createServer((socket) =>
          socket.once('data', (chunk) => {
            resolve(Buffer.from(chunk));
            socket.destroy();
            sink.close();
          }),
        ).listen(0, '127.0.0.1', () => {
          const at = sink.address();
          const port = typeof at === 'object' && at !== null ? at.port : 0;
          tlsConnect({ port, host: '127.0.0.1', servername }).on('error', () => sink.close());
        });
      });
    const right = await hello('shop.test');
    expect(readTunnelUse(right)).toEqual({
      use: 'TLS',
      serverName: 'shop.test',
      encryptedHello: false,
      http2: false,
    });
    expect(readTunnelUse(right.subarray(0, 40))).toEqual({ use: 'INCOMPLETE' });
    expect(readTunnelUse(Buffer.from('SSH-2.0'))).toEqual({ use: 'OTHER' });
    const before = site.hits.length;
    const fronted = await raw(open('shop.test:444'), await hello('front.test'));
    expect(fronted).toBe('HTTP/1.1 200 Connection established\r\n\r\n');
    expect(site.hits).toHaveLength(before);
    // The site speaks no TLS: that it complains shows that the bytes went through.
    expect(await raw(open('shop.test:444'), right)).toMatch(/established\r\n\r\nHTTP\/1\.1 400/);
  });

  test('no bytes make the reader of first bytes throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (bytes, hello) => {
        const made = hello
          ? Buffer.concat([Buffer.from([0x16, 3, 1, 0, 90, 1, 0, 0, 86]), bytes])
          : Buffer.from(bytes);
        expect(['TLS', 'WEBSOCKET', 'INCOMPLETE', 'OTHER']).toContain(readTunnelUse(made).use);
      }),
    );
  });
});
