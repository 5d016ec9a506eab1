// Several tabs in one browser of ours: as much apart as tabs of their own are, but for the process that they share.
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { familyOf, listProcesses } from '#executors/browsers/processes/processes.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { openTestTab, sharedLauncher, type SharedLauncher, type TestTab } from '#test/fixtures/tab.ts';

const POLL = { timeout: 30_000 };
const ADDRESS = '127.0.0.47';
let site: Site;
let shared: SharedLauncher;
/** It stays, so that its browser does. */
let a: TestTab;

beforeAll(async () => {
  site = await startSite(
    {
      '/': '<title>Home</title><link rel="icon" href="data:,"><h1>Home</h1><button onclick="window.open(\'/popup\')">Open</button>',
      '/popup': '<title>Popup</title><h1>Popup</h1>',
      '/loop': '<title>Loop</title><link rel="icon" href="data:,"><h1>Loop</h1><script>for (;;);</script>',
      '/eats':
        '<title>Eats</title><link rel="icon" href="data:,"><h1>Eats</h1><script>kept = new Uint8Array(200e6).fill(1)</script>',
    },
    ADDRESS,
  );
  shared = await sharedLauncher();
  a = await open();
});
afterAll(async () => {
  await a.tab.close();
  expect(await readdir(shared.profileRoot)).toEqual([]);
  await site.close();
});

const open = async (): Promise<TestTab> => {
  const at = { address: ADDRESS, port: site.port };
  const t = await openTestTab({ shared, hostMap: { 'shop.test': at, 'other.test': at } });
  t.rules.pageAct = () => true;
  return t;
};
const renderers = async (pid: number): Promise<readonly number[]> =>
  (await familyOf(null, pid)).flatMap(({ args, pid: one }) =>
    args.includes('--type=renderer') ? [one] : [],
  );
const isGone = async (pid: number): Promise<boolean> =>
  !(await listProcesses()).some((entry) => entry.pid === pid && !entry.zombie);

test('they have one process, a way out each, and say that their profile is not their own', async () => {
  const b = await open();
  expect(b.tab.pid).toBe(a.tab.pid);
  for (const { tab } of [a, b])
    expect(tab.security).toMatchObject({
      sandbox_enabled: true,
      profile_isolated: false,
      storage_cleared: true,
    });
  await Promise.all([a.open('http://shop.test/'), b.open('http://shop.test/?b')]);
  expect(a.connections.map(({ url }) => url)).toContain('http://shop.test/');
  expect(b.connections.map(({ url }) => url)).toContain('http://shop.test/?b');
  expect([...a.connections, ...a.documents].filter(({ url }) => url?.endsWith('?b'))).toEqual([]);
  expect(await b.tab.close()).toEqual({ processesGone: true, profileRemoved: true, forced: false });
  expect(await b.act({ type: 'SNAPSHOT' })).toMatchObject({ error: { code: 'act.tab-closed' } });
  expect((await a.snapshot()).document.title).toBe('Home');
});

test('a window is asked of the tab whose page opens it, and of no other', async () => {
  const b = await open();
  await b.open('http://shop.test/');
  a.acts.length = 0;
  await b.must({ type: 'CLICK', ref: await b.ref('button', 'Open') });
  expect(b.acts.map(({ kind }) => kind)).toContain('OPEN_WINDOW');
  await expect.poll(async () => (await b.snapshot()).document.title, POLL).toBe('Popup');
  expect(a.acts).toEqual([]);
  expect(await b.tab.close()).toMatchObject({ processesGone: true });
});

test('a download is asked of the tab in whose page it begins, in whichever frame, and of no other', async () => {
  const saves = (name: string): string =>
    `<script>l = document.createElement("a"); l.href = "data:text/plain,x"; l.download = "${name}"; l.click()</script>`;
  site.pages['/elsewhere'] = `<title>Elsewhere</title>${saves('other-process.txt')}`;
  site.pages['/saves'] = `<title>Saves</title><link rel="icon" href="data:,">
    <a download="main.txt" href="data:text/plain,x">Main</a>
    <button onclick='f = document.createElement("iframe"); f.srcdoc = "<a download=child.txt href=data:text/plain,x></a>";
      f.onload = () => { f.contentDocument.querySelector("a").click() }; document.body.append(f)'>Frame</button>
    <button onclick='f = document.createElement("iframe"); f.src = "http://other.test/elsewhere"; document.body.append(f)'>Elsewhere</button>`;
  const b = await open();
  await b.open('http://shop.test/saves');
  a.acts.length = 0;
  const asked = (t: TestTab): readonly unknown[] =>
    t.acts.flatMap((act) =>
      act.kind === 'DOWNLOAD' ? [{ file: act.filename, at: act.documentUrl, tab: act.tabId }] : [],
    );
  const expected: unknown[] = [];
  for (const [role, name, file] of [
    ['link', 'Main', 'main.txt'],
    ['button', 'Frame', 'child.txt'],
    ['button', 'Elsewhere', 'other-process.txt'],
  ] as const) {
    expected.push({ file, at: 'http://shop.test/saves', tab: b.tab.id });
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await b.must({ type: 'CLICK', ref: await b.ref(role, name) });
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await expect.poll(() => asked(b), POLL).toEqual(expected);
  }
  // Whatever the other tab still had to do about it is done before it answers.
  await a.snapshot();
  expect(a.acts).toEqual([]);
  expect(await b.tab.close()).toMatchObject({ processesGone: true, profileRemoved: true });
});

test('a page in a loop takes from its own tab, disturbs no other, and ends with its tab', async () => {
  await a.open('http://shop.test/');
  const before = new Set(await renderers(a.tab.pid));
  const b = await open();
  const leaving = new AbortController();
  const went = b.act({ type: 'NAVIGATE', url: 'http://shop.test/loop' }, undefined, leaving.signal);
  await expect.poll(() => site.hits, POLL).toContain('GET /loop');
  await Promise.all([a.tab.usage(), b.tab.usage()]);
  expect((await a.snapshot()).document.title).toBe('Home');
  const taken = async (): Promise<number> => {
    const [ofA, ofB] = await Promise.all([a.tab.usage(), b.tab.usage()]);
    return (ofB?.cpuPercent ?? 0) - (ofA?.cpuPercent ?? 0);
  };
  await expect.poll(taken, POLL).toBeGreaterThan(1);
  leaving.abort();
  expect(await went).toMatchObject({ ok: false });
  expect(await b.tab.close()).toMatchObject({ processesGone: true, profileRemoved: true });
  await expect
    .poll(async () => (await renderers(a.tab.pid)).filter((pid) => !before.has(pid)), POLL)
    .toEqual([]);
});

test('what a page keeps is counted as its own tab’s', async () => {
  await a.open('http://shop.test/');
  const b = await open();
  await b.open('http://shop.test/eats');
  const [ofA, ofB] = [await a.tab.usage(), await b.tab.usage()];
  expect(ofB?.memoryBytes).toBeGreaterThan(200e6);
  expect(ofA?.memoryBytes).toBeGreaterThan(1e6);
  expect(ofA?.memoryBytes).toBeLessThan(200e6);
  await b.tab.close();
});

test('a page’s process that ends is a crash of its own tab alone', async () => {
  await a.open('http://shop.test/');
  const before = new Set(await renderers(a.tab.pid));
  const b = await open();
  await b.open('http://shop.test/');
  const own = (await renderers(a.tab.pid)).filter((pid) => !before.has(pid));
  expect(own.length).toBeGreaterThan(0);
  for (const pid of own) process.kill(pid, 'SIGKILL');
  await expect.poll(() => b.crashes.length, POLL).toBe(1);
  expect(await b.act({ type: 'SNAPSHOT' })).toMatchObject({ error: { code: 'browser.crashed' } });
  expect(await b.tab.close()).toMatchObject({ processesGone: true, profileRemoved: true });
  expect(a.crashes).toEqual([]);
  expect((await a.snapshot()).document.title).toBe('Home');
});

test('a launch that is cancelled leaves nothing of it in the browser', async () => {
  const aborted = AbortSignal.abort();
  await expect(openTestTab({ shared, signal: aborted })).rejects.toThrow(/cancelled/u);
  const soon = new AbortController();
  const opening = openTestTab({ shared, signal: soon.signal });
  setImmediate(() => soon.abort());
  await expect(opening).rejects.toThrow(/cancelled/u);
  // One directory of the browser's own, and one of the tab that stays.
  await expect.poll(() => readdir(shared.profileRoot), POLL).toHaveLength(2);
});

test('the browser’s end is each tab’s, told once; the next tab has another browser', async () => {
  const b = await open();
  const { pid } = a.tab;
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => [a.crashes.length, b.crashes.length], POLL).toEqual([1, 1]);
  const c = await open();
  expect(c.tab.pid).not.toBe(pid);
  expect(await a.tab.close()).toMatchObject({ processesGone: true, profileRemoved: true });
  expect(await b.tab.close()).toMatchObject({ processesGone: true, profileRemoved: true });
  await expect.poll(() => isGone(pid), POLL).toBe(true);
  a = c;
  await c.open('http://shop.test/');
  expect((await c.snapshot()).document.title).toBe('Home');
});
