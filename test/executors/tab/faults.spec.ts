// What breaks around a tab: chains without an end, a renderer that never answers, a pipe that is lost. The tab ends, or goes on
// as decided; it is never left open.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { openTestTab, type TestTab } from '#test/fixtures/tab.ts';

/** The pipes of the browsers that were started. */
const started = vi.hoisted(() => ({ pipes: [] as { close: () => void }[] }));
vi.mock(import('#executors/browsers/launch/browser-process.ts'), async (load) => {
  const real = await load();
  return {
    ...real,
    startBrowser: async (start, signal) => {
      const browser = await real.startBrowser(start, signal);
      if (browser.ok) started.pipes.push(browser.value.connection);
      return browser;
    },
  };
});

let site: Site;
let t: TestTab;

beforeAll(async () => {
  let hop = 0;
  site = await startSite({
    '/': '<title>Home</title><h1>Home</h1>',
    '/hop': (_request, response) => {
      hop += 1;
      response.writeHead(302, { location: `/hop?${hop}` }).end();
    },
    '/fetches': `<title>Fetches</title><h1>Fetches</h1><script>
      fetch('/hop', { method: 'POST', body: 'a' }).catch(() => { document.title = 'gave up'; });</script>`,
    '/busy': '<title>Busy</title><h1>Busy</h1><button onclick="for (;;);">Hang</button>',
  });
  t = await openTestTab();
});
beforeEach(() => {
  t.acts.length = 0;
  site.hits.length = 0;
  t.rules.pageAct = () => true;
});
afterAll(async () => {
  await t.tab.close();
  await site.close();
});

test('redirects without an end: each hop is asked, the browser gives up, and no site stands there', async () => {
  const went = await t.act({ type: 'NAVIGATE', url: `${site.origin}/hop` });
  expect(went).toMatchObject({
    ok: false,
    error: { code: 'act.navigation-failed', cause: 'net::ERR_TOO_MANY_REDIRECTS' },
  });
  const hops = t.acts.filter((act) => act.kind === 'NAVIGATE' && act.start === 'REDIRECT');
  expect(hops.length).toBe(site.hits.length - 1);
  expect(hops.length).toBeLessThanOrEqual(20);
  expect(t.tab.document().url).toBe('about:blank');
});

test('nor does a request follow them for ever', async () => {
  await t.open(`${site.origin}/fetches`);
  await expect.poll(async () => (await t.snapshot()).document.title, { timeout: 20_000 }).toBe('gave up');
  expect(site.hits.filter((hit) => hit.includes('/hop')).length).toBeLessThanOrEqual(21);
  expect(await t.act({ type: 'NAVIGATE', url: `${site.origin}/` })).toMatchObject({ ok: true });
});

test('a renderer that never answers holds nobody: an act ends with its signal, the tab with its browser', async () => {
  const own = await openTestTab();
  await own.open(`${site.origin}/busy`);
  const ref = await own.ref('button', 'Hang');
  const soon = AbortSignal.timeout(1_500);
  expect(await own.act({ type: 'CLICK', ref }, undefined, soon)).toMatchObject({
    ok: false,
    error: { code: 'task.cancelled' },
  });
  expect(await own.tab.close()).toMatchObject({ processesGone: true, profileRemoved: true });
  expect(await own.act({ type: 'SNAPSHOT' })).toMatchObject({ ok: false, error: { code: 'act.tab-closed' } });
});

test('a pipe that is lost ends the browser that nobody watches any more', async () => {
  const own = await openTestTab();
  await own.open(`${site.origin}/`);
  started.pipes.at(-1)?.close();
  expect(await own.act({ type: 'SNAPSHOT' })).toMatchObject({
    ok: false,
    error: { code: 'browser.crashed' },
  });
  expect(own.crashes).toHaveLength(1);
  expect(await own.tab.close()).toMatchObject({ processesGone: true, profileRemoved: true });
});
