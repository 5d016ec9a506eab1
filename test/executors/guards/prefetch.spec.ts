// A connection that is opened ahead of need: after a verdict, with nothing sent, used once by whoever comes first.
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ConnectionRequest } from '#executors/contract/connection.ts';
import { startProxy, type TabProxy } from '#executors/network/proxy.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { openTestTab } from '#test/fixtures/tab.ts';

let server: Server;
let connections: number;
let requests: string[];
let asked: ConnectionRequest[];
let proxy: TabProxy;

beforeEach(async () => {
  connections = 0;
  requests = [];
  asked = [];
  server = createServer((incoming, response) => {
    requests.push(incoming.url ?? '');
    response.end('here');
  });
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  proxy = await startProxy({
    tabId: 'tab',
    hostMap: { 'shop.test': { address: '127.0.0.1', port: address.port } },
    onConnection: async (one) => {
      asked.push(one);
      return { allow: one.host === 'shop.test', reason: 'the test says so' };
    },
  });
});
afterEach(async () => {
  await proxy.close();
  server.closeAllConnections();
  server.close();
});

const credentials = (): string => `Basic ${Buffer.from(`tab:${proxy.password}`).toString('base64')}`;

async function get(url: string): Promise<IncomingMessage> {
  const headers = { host: new URL(url).host, 'proxy-authorization': credentials() };
  const asking = request({ port: proxy.port, path: url, headers }).end();
  const [answer]: IncomingMessage[] = await once(asking, 'response');
  if (answer === undefined) throw new Error('no answer');
  answer.resume();
  await once(answer, 'end');
  return answer;
}

test('it is decided first, sends nothing, and the first request goes over it', async () => {
  expect(await proxy.prefetch('http://shop.test/orders/7?q=1')).toMatchObject({ ok: true });
  await expect.poll(() => connections).toBe(1);
  expect(requests).toEqual([]);
  expect(asked).toMatchObject([
    { method: 'PREFETCH', host: 'shop.test', port: 80, url: 'http://shop.test/' },
  ]);
  expect((await get('http://shop.test/orders/7')).statusCode).toBe(200);
  expect(connections).toBe(1);
  expect(requests).toEqual(['/orders/7']);
  expect(asked).toHaveLength(2);
});

test('a tunnel takes it as well, connected already or not', async () => {
  expect(await proxy.prefetch('http://shop.test/')).toMatchObject({ ok: true });
  const opening = request({
    port: proxy.port,
    method: 'CONNECT',
    path: 'shop.test:80',
    headers: { 'proxy-authorization': credentials() },
  }).end();
  const [answer, socket] = await once(opening, 'connect');
  expect(answer.statusCode).toBe(200);
  expect(connections).toBe(1);
  socket.destroy();
});

test('what the policy refuses is not looked up, not dialled, and said so', async () => {
  expect(await proxy.prefetch('https://elsewhere.test/')).toMatchObject({
    ok: false,
    error: { code: 'network.denied' },
  });
  expect(asked).toHaveLength(1);
  expect(await proxy.prefetch('file:///etc/passwd')).toMatchObject({
    ok: false,
    error: { code: 'act.bad-url' },
  });
  expect(asked).toHaveLength(1);
});

test('one connection waits for a server however often it is asked for, and ends with the tab', async () => {
  await Promise.all([1, 2, 3].map(() => proxy.prefetch('http://shop.test/')));
  await expect.poll(() => connections).toBe(1);
  const closed = new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
  expect(await closed).toBe(1);
  await proxy.close();
  await expect
    .poll(() => new Promise((resolve) => server.getConnections((_error, count) => resolve(count))))
    .toBe(0);
});

test('a page: pictures and fonts are not fetched until a picture of it is wanted, then all are', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  );
  const picture: Site['pages'][string] = (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).end(png);
  };
  const site = await startSite({
    '/': `<link rel="icon" href="data:,"><link rel="stylesheet" href="/style.css"><style>h1 { background: url(/heading.png) }
      @font-face { font-family: Own; src: url(/own.woff2) } h1 { font-family: Own }</style>
      <h1>Shop</h1><img src="/one.png"><img srcset="/two.png 1x"><script src="/script.js"></script><script>debugger;
      onload = () => { const late = document.createElement('p'); late.style.background = 'url(/late.png)'; document.body.append(late); };</script>`,
    '/style.css': { headers: { 'content-type': 'text/css' }, body: 'body { background: url(/body.png) }' },
    '/script.js': { headers: { 'content-type': 'text/javascript' }, body: 'document.title = "run"' },
    ...Object.fromEntries(['heading', 'one', 'two', 'body', 'late'].map((name) => [`/${name}.png`, picture])),
  });
  const t = await openTestTab({ withhold: ['IMAGE', 'FONT', 'MEDIA'] });
  const opened = await t.open(`${site.origin}/`);
  expect(opened).toMatchObject({ kind: 'DONE', metrics: { LayoutCount: expect.any(Number) } });
  expect(site.hits.toSorted()).toEqual(['GET /', 'GET /script.js', 'GET /style.css']);
  await t.must({ type: 'SCREENSHOT', asLoaded: true });
  expect(site.hits).toHaveLength(3);
  await t.must({ type: 'SCREENSHOT' });
  for (const path of ['heading.png', 'one.png', 'two.png', 'body.png', 'own.woff2']) {
    expect(site.hits, path).toContain(`GET /${path}`);
  }
  // The next document is not looked at yet.
  site.hits.length = 0;
  await t.must({ type: 'RELOAD' });
  expect(site.hits).not.toContain('GET /one.png');
  expect(await t.tab.usage()).toMatchObject({ processes: expect.any(Number) });
  await t.tab.close();
  expect(await t.tab.usage()).toBeNull();
  await site.close();
});
