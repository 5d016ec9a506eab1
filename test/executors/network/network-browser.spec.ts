// The choke point with a real browser behind it: what Chromium sends through it, and what a page gets when it breaks.
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { readTunnelUse } from '#executors/network/first-bytes.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { openTestTab, type TestTab } from '#test/fixtures/tab.ts';

/** What the launcher started its tabs' proxies with, and got. */
const started = vi.hoisted(() => ({ proxies: [] as { lose: () => void; close: () => Promise<void> }[] }));
vi.mock(import('#executors/network/proxy.ts'), async (load) => {
  const real = await load();
  return {
    ...real,
    startProxy: async (options) => {
      const proxy = await real.startProxy(options);
      started.proxies.push({ lose: () => options.onLost?.('a test ended it'), close: proxy.close });
      return proxy;
    },
  };
});

let t: TestTab;
let site: Site;
let sink: Server;
const hellos: Buffer[] = [];

beforeAll(async () => {
  sink = createServer((socket) =>
    socket
      .on('error', () => socket.destroy())
      .on('data', (chunk) => {
        hellos.push(Buffer.from(chunk));
        socket.destroy();
      }),
  );
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  site = await startSite({
    '/': '<title>here</title>',
    '/slow': (_request, response) => void response.writeHead(200, { 'content-length': 100 }).write('half'),
  });
  const { port } = z.object({ port: z.number() }).parse(sink.address());
  t = await openTestTab({
    hostMap: {
      'tls.example': { address: '127.0.0.1', port },
      'shop.test': { address: '127.0.0.1', port: site.port },
    },
  });
});
afterAll(async () => {
  await t.tab.close();
  await site.close();
  sink.close();
});

test('Chromium’s own TLS names its host in the clear, and so passes', async () => {
  await t.act({ type: 'NAVIGATE', url: 'https://tls.example/' });
  const uses = hellos.map(readTunnelUse);
  expect(uses[0]).toEqual({ use: 'TLS', serverName: 'tls.example', encryptedHello: false, http2: true });
});

test('without its proxy a page reaches nothing, and what was on its way ends', async () => {
  const own = await openTestTab({ hostMap: { 'shop.test': { address: '127.0.0.1', port: site.port } } });
  await own.open('http://shop.test/');
  const waiting = own.act({ type: 'NAVIGATE', url: 'http://shop.test/slow' });
  await expect.poll(() => site.hits).toContain('GET /slow');
  await started.proxies.at(-1)?.close();
  await waiting;
  const hits = site.hits.length;
  expect(await own.act({ type: 'NAVIGATE', url: 'http://shop.test/again' })).toMatchObject({ ok: false });
  expect(site.hits).toHaveLength(hits);
  await own.tab.close();
});

test('a tab whose proxy is lost is closed: browser and profile are gone, and it says that it crashed', async () => {
  const own = await openTestTab();
  started.proxies.at(-1)?.lose();
  await expect.poll(() => own.crashes).toHaveLength(1);
  expect(await own.act({ type: 'SNAPSHOT' })).toMatchObject({
    ok: false,
    error: { code: 'browser.crashed' },
  });
  expect(await own.tab.close()).toMatchObject({ processesGone: true, profileRemoved: true });
});
