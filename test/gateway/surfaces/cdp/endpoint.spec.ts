// Who gets in at the DevTools endpoint, and what a client is answered that has no tab: no browser is started for any of it.
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import { MOST_TOKENS, TOKEN_MS } from '#gateway/surfaces/cdp/admission.ts';
import { MOST_CONTEXTS } from '#gateway/surfaces/cdp/call/own-targets.ts';
import { MOST_CONNECTIONS, MOST_MESSAGE_BYTES, serveCdp } from '#gateway/surfaces/cdp/endpoint.ts';
import type { CdpEndpoint } from '#gateway/surfaces/cdp/endpoint.ts';
import { RawCdp, turnedAway } from '#test/fixtures/cdp-client.ts';
import { need } from '#test/fixtures/tab.ts';

let directory: string;
let gateway: Gateway;
let endpoint: CdpEndpoint;
let nowMs = 0;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-cdp-'));
  gateway = await openGateway({ dataDir: directory, config: { warmTabs: 0 } });
  endpoint = need(await serveCdp(gateway, { now: () => nowMs }));
});
afterAll(async () => {
  await endpoint.close();
  await gateway.close();
  rmSync(directory, { recursive: true, force: true });
});

const socket = z.object({ webSocketDebuggerUrl: z.string() });
/** An address that works once. */
const fresh = async ({ http } = endpoint): Promise<string> =>
  socket.parse(await (await fetch(`${http}/json/version`)).json()).webSocketDebuggerUrl;

/** As a browser would send it, which `fetch` does not let one write. */
function statusOf(path: string, headers: Readonly<Record<string, string>>, method = 'GET'): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  request(`${endpoint.http}${path}`, { headers, method }, (response) => {
    response.resume();
    resolve(response.statusCode ?? 0);
  })
    .on('error', reject)
    .end();
  return promise;
}

/** The beginning of a WebSocket, as it is written; `null`: that line is left out. */
const handshake = (path: string, port: number, more: Readonly<Record<string, string | null>> = {}): string =>
  [
    `GET ${path} HTTP/1.1`,
    ...Object.entries({
      Host: `127.0.0.1:${port}`,
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version': '13',
      ...more,
    }).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`])),
    '',
    '',
  ].join('\r\n');

/** A connection whose own end stays open whatever the other one does. */
async function halfOpen(port: number, text: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

describe('who gets in', () => {
  test('whoever is turned away keeps no connection, though their own end stays open', async () => {
    const own = need(await serveCdp(gateway));
    const socket = await halfOpen(own.port, handshake('/devtools/browser/none', own.port));
    let heard = '';
    socket.on('data', (data) => (heard += data.toString()));
    await once(socket, 'end');
    expect(heard).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/u);
    // Nothing is left at the other end: what is written to it is answered with a reset.
    const gone = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
    const poke = setInterval(() => socket.write('x'), 10);
    await gone;
    clearInterval(poke);
    await own.close();
  });

  test('an endpoint that is closed leaves nobody connected who was turned away', async () => {
    const own = need(await serveCdp(gateway));
    const socket = await halfOpen(own.port, handshake('/devtools/browser/none', own.port));
    await once(socket, 'readable');
    await own.close();
    socket.destroy();
  });

  test('looks do not use up the address that was printed, and one without a reader gives none', async () => {
    const own = need(await serveCdp(gateway));
    for (let looks = 0; looks < MOST_TOKENS; looks += 1) await fresh(own);
    expect((await fetch(`${own.http}/json/version`)).status).toBe(503);
    expect((await fetch(`${own.http}/json/version`, { method: 'HEAD' })).status).toBe(200);
    await using client = await RawCdp.open(own.ws);
    expect(await client.must('Browser.getVersion')).toHaveProperty('product');
    await own.close();
  });

  test.each([
    ['another protocol', { Upgrade: 'h2c' }],
    ['no key', { 'Sec-WebSocket-Key': null }],
    ['a key that is none', { 'Sec-WebSocket-Key': 'short' }],
    ['another version', { 'Sec-WebSocket-Version': '7' }],
  ])('what is no beginning of a WebSocket uses up no address: %s', async (_, more) => {
    const url = await fresh();
    const socket = await halfOpen(endpoint.port, handshake(new URL(url).pathname, endpoint.port, more));
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /u);
    socket.destroy();
    await using client = await RawCdp.open(url);
    expect(await client.must('Browser.getVersion')).toHaveProperty('product');
  });

  test('where the system does not tell users, the printed address is the only one', async () => {
    const own = need(await serveCdp(gateway, { knowsUsers: false }));
    expect(own.givesAddresses).toBe(false);
    const told: unknown = await (await fetch(`${own.http}/json/version`)).json();
    expect(told).not.toHaveProperty('webSocketDebuggerUrl');
    await using client = await RawCdp.open(own.ws);
    expect(await client.must('Browser.getVersion')).toHaveProperty('product');
    await own.close();
  });

  test('an address works once, the second connection on it is turned away', async () => {
    const url = await fresh();
    await using client = await RawCdp.open(url);
    expect(await turnedAway(url)).toBe(403);
    expect(await client.must('Browser.getVersion')).toMatchObject({ protocolVersion: '1.3' });
  });

  test('the address that was printed works until its time is over', async () => {
    const url = await fresh();
    nowMs += TOKEN_MS + 1;
    expect(await turnedAway(url)).toBe(403);
  });

  test.each(['/devtools/browser/', '/devtools/browser/AAAA', '/', '/devtools/page/AAAA'])(
    'no address that was not given out leads in: %s',
    async (path) => {
      expect(await turnedAway(endpoint.http.replace('http:', 'ws:') + path)).toBe(403);
    },
  );

  test('no page gets in, and its address is not used up by trying', async () => {
    const url = await fresh();
    expect(await turnedAway(url, { origin: 'http://shop.test' })).toBe(403);
    expect(await turnedAway(url, { origin: `http://127.0.0.1:${endpoint.port}` })).toBe(403);
    expect(await turnedAway(url, { headers: { host: 'rebound.test' } })).toBe(421);
    await using client = await RawCdp.open(url);
    expect(await client.must('Browser.getVersion')).toHaveProperty('product');
  });

  test('no page reads an address that works', async () => {
    expect(await statusOf('/json/version', { origin: 'http://shop.test' })).toBe(403);
    expect(await statusOf('/json/version', { 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await statusOf('/json/version', { host: `rebound.test:${endpoint.port}` })).toBe(421);
    expect(await statusOf('/json/version', {}, 'HEAD')).toBe(200);
  });

  test('nothing is there but what Chromium has for reading', async () => {
    expect(await (await fetch(`${endpoint.http}/json/list`)).json()).toEqual([]);
    for (const path of [
      '/json/new?http://shop.test/',
      '/json/activate/AAAA',
      '/json/close/AAAA',
      '/devtools/',
    ])
      expect((await fetch(`${endpoint.http}${path}`, { method: 'PUT' })).status, path).toBe(404);
  });

  test('there is room for so many clients and no more; a closed endpoint ends them all', async () => {
    const own = need(await serveCdp(gateway));
    const clients: RawCdp[] = [];
    while (clients.length < MOST_CONNECTIONS) clients.push(await RawCdp.open(await fresh(own)));
    expect(await turnedAway(await fresh(own))).toBe(503);
    const ends = clients.map((client) => client.closed());
    await own.close();
    expect(await Promise.all(ends)).toHaveLength(MOST_CONNECTIONS);
    await expect(fetch(own.http)).rejects.toThrow();
  });

  test('a name that would be no client’s is refused', async () => {
    const refused = await serveCdp(gateway, { worker: '../other' });
    expect(refused).toMatchObject({ ok: false, error: { code: 'command.bad-params' } });
  });
});

describe('messages', () => {
  let client: RawCdp;
  beforeAll(async () => {
    client = await RawCdp.open(await fresh());
  });
  afterAll(() => client[Symbol.asyncDispose]());

  test('no JSON is answered as such', async () => {
    client.write('{"id":');
    expect(await client.hears(({ error }) => error?.code === -32700)).not.toHaveProperty('id');
  });

  test.each([
    '{"id":7001}',
    '{"id":7001,"method":7}',
    '{"id":7001,"method":"Browser.getVersion","params":[]}',
    '{"id":7001,"method":"Browser.getVersion","more":1}',
    '{"id":7001,"method":"Browser.getVersion","sessionId":1}',
  ])('%s is no command', async (text) => {
    client.heard.length = 0;
    client.write(text);
    expect(await client.hears(({ id }) => id === 7001)).toMatchObject({ error: { code: -32600 } });
  });

  test.each(['Browser.invented', 'Invented.enable', 'constructor', '__proto__', 'Page.toString', ''])(
    'a method that Chromium does not have is unknown: `%s`',
    async (method) => {
      const { error } = await client.call(method);
      expect(error).toEqual({ code: -32601, message: `'${method}' wasn't found` });
    },
  );

  test('what the table refuses is refused with its reason and its mend', async () => {
    const { error } = await client.call('Target.exposeDevToolsProtocol', { targetId: 'A' });
    expect(error?.code).toBe(-32000);
    expect(error?.message).toBe(
      'Ghost Browser refuses `Target.exposeDevToolsProtocol`, never through this door: it makes a way to a browser or to the network that does not lead through the boundary; use targets of your own, and `Page.navigate`',
    );
  });

  test('a parameter that would not be honoured is named, not left out', async () => {
    const { error } = await client.call('Target.createTarget', {
      url: 'about:blank',
      enableBeginFrameControl: true,
    });
    expect(error).toMatchObject({ code: -32602, message: 'Invalid parameters' });
    expect(error?.data).toContain('enableBeginFrameControl');
    const download = await client.call('Browser.setDownloadBehavior', { behavior: 'deny' });
    expect(download.error?.code).toBe(-32602);
  });

  test('what libraries ask for of downloads by default is answered, and no file goes where they say', async () => {
    const before = readdirSync(directory);
    for (const behavior of ['default', 'allow', 'allowAndName'])
      expect(
        await client.must('Browser.setDownloadBehavior', {
          behavior,
          downloadPath: directory,
          eventsEnabled: true,
        }),
      ).toEqual({});
    expect(readdirSync(directory)).toEqual(before);
  });

  test('a session that is not this connection’s is none, whatever is asked of it', async () => {
    for (const method of ['Page.navigate', 'Browser.getVersion', 'Browser.close'])
      expect((await client.call(method, {}, 'AAAA')).error, method).toEqual({
        code: -32001,
        message: 'Session with given id not found.',
      });
  });

  test('without a target there is no page', async () => {
    const { error } = await client.call('Page.navigate', { url: 'http://shop.test/' });
    expect(error).toEqual({ code: -32601, message: "'Page.navigate' wasn't found" });
    expect(
      (await client.call('Target.attachToTarget', { targetId: 'A', flatten: true })).error?.message,
    ).toBe('No target with given id found');
    expect(await client.must('Target.getTargets')).toEqual({ targetInfos: [] });
  });

  test('sessions of a client are bounded', async () => {
    await using hoarder = await RawCdp.open(await fresh());
    let refused = 0;
    for (let attached = 0; attached < 300; attached += 1)
      if ((await hoarder.call('Target.attachToBrowserTarget')).error !== undefined) refused += 1;
    expect(refused).toBe(300 - 255);
  });

  test('contexts of a client are bounded', async () => {
    await using hoarder = await RawCdp.open(await fresh());
    for (let made = 0; made < MOST_CONTEXTS; made += 1) await hoarder.must('Target.createBrowserContext');
    const { error } = await hoarder.call('Target.createBrowserContext');
    expect(error?.message).toBe('64 contexts are there: dispose of one');
  });

  test('what needs no wait is answered however much of it comes at once', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => client.call('Browser.getVersion')));
    expect(answers.filter(({ error }) => error !== undefined)).toEqual([]);
  });

  test.each([
    '{"id":7002,"method":"Browser.getVersion","params":{"__proto__":{"a":1}}}',
    '{"id":7002,"method":"Target.getTargets","params":{"filter":[{"__proto__":1}]}}',
  ])('a parameter that a reader would leave out is refused: %s', async (text) => {
    client.heard.length = 0;
    client.write(text);
    expect(await client.hears(({ id }) => id === 7002)).toMatchObject({ error: { code: -32600 } });
  });

  test('nothing that comes behind what ends a connection is acted on', async () => {
    const late = await RawCdp.open(await fresh());
    late.write(Buffer.from('binary'));
    late.write(JSON.stringify({ id: 1, method: 'Target.createTarget', params: { url: 'about:blank' } }));
    // What it would have decided is looked for in the log, at the end of this file.
    expect(await late.closed()).toBe(1003);
    expect(late.heard).toEqual([]);
  });

  test('a message that is too long, and one that is no text, end the connection', async () => {
    const long = await RawCdp.open(await fresh());
    long.write(JSON.stringify({ id: 1, method: 'x'.repeat(MOST_MESSAGE_BYTES) }));
    expect(await long.closed()).not.toBe(1000);
    const binary = await RawCdp.open(await fresh());
    binary.write(Buffer.from('{"id":1,"method":"Browser.getVersion"}'));
    expect(await binary.closed()).toBe(1003);
  });
});

test('nothing of all that reached the log as an act', () => {
  const acts = gateway.audit
    .since(0, 1_000)
    .filter(({ type }) => type === 'decision' || type === 'authorization.issued');
  expect(acts).toEqual([]);
});
