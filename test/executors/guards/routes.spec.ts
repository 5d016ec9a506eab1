// Rules of a tab's owner for its requests: blocked, answered, listened to; after the boundary's decision, and never in its place.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Observed } from '#executors/contract/tool-outcome.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { PAGE_ACTS } from '#policy/language/vocabulary.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { openTestTab, type TestTab } from '#test/fixtures/tab.ts';

let site: Site;
let other: Site;
let t: TestTab;

beforeAll(async () => {
  site = await startSite({
    '/': '<title>Home</title><h1>Home</h1>',
    '/api/data': { headers: { 'content-type': 'application/json' }, body: '{"from":"server"}' },
    '/pic.png': { headers: { 'content-type': 'image/png' }, body: 'png' },
    '/large': 'x'.repeat(1_100_000),
  });
  other = await startSite(
    {
      '/api/data': 'other',
      '/api/shared': { headers: { 'access-control-allow-origin': '*' }, body: 'for all' },
      '/framed': 'theirs',
    },
    '127.0.0.1',
  );
  t = await openTestTab();
  await t.open(`${site.origin}/`);
});
afterAll(async () => {
  await t.tab.close();
  await site.close();
  await other.close();
});
beforeEach(async () => {
  t.rules.pageAct = () => true;
  await t.act({ type: 'ROUTE_REMOVE', id: null });
  site.hits.length = 0;
  other.hits.length = 0;
  t.acts.length = 0;
});

/** What reached a server, but for what a browser asks by itself. */
const hits = (): string[] => [...site.hits, ...other.hits].filter((hit) => !hit.endsWith('/favicon.ico'));

async function run(expression: string): Promise<unknown> {
  const outcome = await t.must({ type: 'EVALUATE', expression: '' }, expression);
  return outcome.kind === 'VALUE' ? outcome.value : outcome.kind;
}
const get = (url: string): Promise<unknown> =>
  run(`fetch(${JSON.stringify(url)}).then(async (a) => [a.status, await a.text()], (e) => e.name)`);
const mock = (
  pattern: string,
  body: string,
  more: Partial<Extract<BrowserAction, { type: 'ROUTE_MOCK' }>> = {},
) => t.must({ type: 'ROUTE_MOCK', pattern, status: 200, body: '', ...more }, body);
async function routes(bodies = true): Promise<Extract<Observed, { what: 'ROUTES' }>> {
  const outcome = await t.must({ type: 'OBSERVE', what: 'ROUTES', bodies });
  if (outcome.kind !== 'OBSERVED' || outcome.observed.what !== 'ROUTES') throw new Error(outcome.kind);
  return outcome.observed;
}
async function requests(): Promise<Extract<Observed, { what: 'REQUESTS' }>['entries']> {
  const outcome = await t.must({ type: 'OBSERVE', what: 'REQUESTS', last: 3 });
  if (outcome.kind !== 'OBSERVED' || outcome.observed.what !== 'REQUESTS') throw new Error(outcome.kind);
  return outcome.observed.entries;
}

test('a block keeps a request from the server, whatever asks for it, until it is removed', async () => {
  expect(await t.must({ type: 'ROUTE_BLOCK', pattern: '**/*.{png,jpg}' })).toMatchObject({
    kind: 'ROUTED',
    added: { kind: 'BLOCK', pattern: '**/*.{png,jpg}', hits: 0 },
  });
  const image =
    'new Promise((r) => { const i = new Image(); i.onload = () => r("shown"); i.onerror = () => r("failed"); i.src = "/pic.png?" + Math.random(); })';
  expect(await run(image)).toBe('failed');
  expect(await get('/pic.png')).toBe('TypeError');
  expect(await get('/api/data')).toEqual([200, '{"from":"server"}']);
  expect(hits()).toEqual(['GET /api/data']);
  const { rules } = await routes();
  expect(rules).toMatchObject([{ kind: 'BLOCK', hits: 2 }]);
  expect((await requests())[1]).toMatchObject({ failed: true, route: { kind: 'BLOCK', id: rules[0]?.id } });
  expect(await t.must({ type: 'ROUTE_REMOVE', id: rules[0]?.id ?? '' })).toMatchObject({
    removed: [{ hits: 2 }],
  });
  expect(await get('/pic.png')).toEqual([200, 'png']);
  expect(await t.act({ type: 'ROUTE_REMOVE', id: 'r99' })).toMatchObject({ error: { code: 'act.no-route' } });
});

test('a mock answers in the server’s place, to other origins too, and only what the boundary let go', async () => {
  await mock('**/api/data', '{"from":"mock"}', { status: 201, headers: { 'x-mine': 'yes' } });
  expect(await get('/api/data?x=1')).toEqual([201, '{"from":"mock"}']);
  expect(await get(`${other.origin}/api/data`)).toEqual([201, '{"from":"mock"}']);
  expect(
    await run(`fetch(${JSON.stringify(`${other.origin}/api/data`)}, { method: 'PUT', headers: { 'x-own': '1' }, body: '{}' })
      .then(async (a) => [a.status, await a.text()], (e) => e.name)`),
  ).toEqual([201, '{"from":"mock"}']);
  expect(hits()).toEqual([]);
  expect(t.acts.filter((act) => act.kind === 'CONNECT').every((act) => act.route?.kind === 'MOCK')).toBe(
    true,
  );
  expect((await requests()).find(({ method }) => method === 'PUT')).toMatchObject({
    status: 201,
    route: { kind: 'MOCK' },
  });
  t.rules.pageAct = () => false;
  expect(await get('/api/data')).toBe('TypeError');
  expect((await requests()).at(-1)).toMatchObject({ refused: 'the test says so', route: null });
});

test('a document can be mocked, and has the same guards as a site’s', async () => {
  const asked = t.documents.length;
  t.rules.document = () => [];
  await mock('**/', '<!doctype html><title>Mine</title><p>by hand</p>');
  expect(await t.open(`${site.origin}/`)).toMatchObject({
    document: { title: 'Mine' },
    route: { kind: 'MOCK' },
  });
  expect(t.documents.slice(asked)).toMatchObject([{ url: `${site.origin}/`, mainFrame: true }]);
  // Without any storage of its own a document has no origin either.
  expect(await run('self.origin')).toBe('null');
  t.rules.document = () => PAGE_ACTS;
  expect(hits()).toEqual([]);
  await t.act({ type: 'ROUTE_REMOVE', id: null });
  await t.must({ type: 'ROUTE_BLOCK', pattern: '**/' });
  expect(await t.act({ type: 'NAVIGATE', url: `${site.origin}/` })).toMatchObject({
    error: { code: 'act.navigation-failed' },
  });
  await t.act({ type: 'ROUTE_REMOVE', id: null });
  expect(await t.open(`${site.origin}/`)).toMatchObject({ document: { title: 'Home' } });
});

test('a capture keeps what servers answered, up to a megabyte each, and lets it by', async () => {
  await t.must({ type: 'ROUTE_CAPTURE', pattern: '/**' });
  expect(await get('/api/data')).toEqual([200, '{"from":"server"}']);
  expect(await run('fetch("/large").then(async (a) => (await a.text()).length)')).toBe(1_100_000);
  await t.open(`${site.origin}/`);
  const { captured } = await routes();
  expect(
    captured.map(({ url, status, body, bytes }) => [
      URL.parse(url)?.pathname,
      status,
      body?.slice(0, 17) ?? null,
      bytes,
    ]),
  ).toEqual([
    ['/api/data', 200, '{"from":"server"}', 17],
    ['/large', 200, null, 1_100_000],
    ['/', 200, '<title>Home</titl', 32],
  ]);
  expect((await routes(false)).captured).toEqual([]);
});

test('a mock and a capture are for the origin that they were decided for, and no frame or page of another one', async () => {
  const asks = (name: string): string =>
    `<script>fetch('/api/data').then((a) => a.text()).then((text) => parent.postMessage({ ${name}: text }, '*'))</script>`;
  site.pages['/own'] = asks('own');
  other.pages['/foreign'] = asks('foreign');
  site.pages['/frames'] = `<script>said = {}; onmessage = ({ data }) => Object.assign(said, data)</script>
    <iframe src="/own"></iframe><iframe src="${other.origin}/foreign"></iframe>`;
  await mock('**/api/data', 'mine');
  await mock('**/framed', 'mine');
  await t.open(`${other.origin}/framed`);
  expect(await run('document.body.textContent')).toBe('theirs');
  expect(await get('/api/data')).toEqual([200, 'other']);
  await t.open(`${site.origin}/frames`);
  await expect.poll(() => run('said.own')).toBe('mine');
  // The other site's own request, beside the one of its page before.
  await expect.poll(() => hits().filter((hit) => hit === 'GET /api/data').length).toBe(2);
  expect(await run('said.foreign ?? "unheard"')).not.toBe('mine');
});

test('a capture reads nothing that the page itself may not read', async () => {
  const before = (await routes()).captured.length;
  await t.must({ type: 'ROUTE_CAPTURE', pattern: '**/api/**' });
  await run(`fetch(${JSON.stringify(`${other.origin}/api/data`)}, { mode: 'no-cors' }).then(() => 'sent')`);
  await run(`fetch(${JSON.stringify(`${other.origin}/api/shared`)}).then((answer) => answer.text())`);
  const { captured } = await routes();
  expect(captured.slice(before).map(({ url, body }) => [URL.parse(url)?.pathname, body])).toEqual([
    ['/api/data', null],
    ['/api/shared', 'for all'],
  ]);
});

test('a tab without a site takes no mock and no capture, and a block for any', async () => {
  await t.must({ type: 'NAVIGATE', url: 'about:blank' });
  for (const type of ['ROUTE_MOCK', 'ROUTE_CAPTURE'] as const)
    expect(await t.act({ type, pattern: '**', status: 200, body: '' }, 'x')).toMatchObject({
      error: { code: 'act.no-site' },
    });
  expect(await t.act({ type: 'ROUTE_BLOCK', pattern: '**/*.png' })).toMatchObject({ ok: true });
  await t.open(`${site.origin}/`);
});

test('the rule that came last counts; what is no rule is refused', async () => {
  await t.must({ type: 'ROUTE_BLOCK', pattern: '**' });
  await mock('/api/**', 'mine');
  expect(await get('/api/data')).toEqual([200, 'mine']);
  expect(await get('/pic.png')).toBe('TypeError');
  for (const bad of [
    { headers: { 'Set-Cookie': 'a=1' } },
    { headers: { 'x y': '1' } },
    { headers: { x: 'a\r\nb' } },
    { status: 99 },
  ])
    expect(
      await t.act({ type: 'ROUTE_MOCK', pattern: '**', status: 200, body: '', ...bad }, 'b'),
    ).toMatchObject({
      error: { code: 'act.bad-mock' },
    });
  expect(await t.act({ type: 'ROUTE_BLOCK', pattern: '{' })).toMatchObject({
    error: { code: 'act.bad-pattern' },
  });
});
