// Who gets in at the DevTools endpoint, and what a client is answered that has no tab: no browser is started for any of it.
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import { MOST_CONNECTIONS, MOST_MESSAGE_BYTES, serveCdp, TOKEN_MS } from '#gateway/surfaces/cdp/endpoint.ts';
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
function statusOf(path: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  request(`${endpoint.http}${path}`, { headers }, (response) => {
    response.resume();
    resolve(response.statusCode ?? 0);
  })
    .on('error', reject)
    .end();
  return promise;
}

describe('who gets in', () => {
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
    expect(await statusOf('/json/version', {})).toBe(200);
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
    const download = await client.call('Browser.setDownloadBehavior', {
      behavior: 'allow',
      downloadPath: '/tmp',
    });
    expect(download.error?.code).toBe(-32602);
    expect(await client.must('Browser.setDownloadBehavior', { behavior: 'default' })).toEqual({});
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
