// A person's own pages: what Electron's hooks see is held until it is decided; tabs, search, size and downloads.
import { expect, test } from 'vitest';
import { ok, type Result } from '#policy/language/failure.ts';
import type { ForegroundAct } from '#gateway/protocol/desktop/gateway-side.ts';
import { Downloads, type DownloadLine } from '#ui/desktop/foreground/downloads.ts';
import { Guard, type Decide } from '#ui/desktop/foreground/guard.ts';
import { Tabs, type PageTab } from '#ui/desktop/foreground/tabs.ts';
import type { ViewPort } from '#ui/desktop/ports/electron.ts';
import {
  asContents,
  asDownload,
  asSession,
  FakeContents,
  FakeDownload,
  FakeSession,
} from '#test/fixtures/electron/contents.ts';

type Asked = Parameters<Decide>[0];
type Verdict = Result<{ allow: boolean; reason: string }>;

function world(decide: (asked: Asked) => boolean | Promise<Verdict> = () => true) {
  const session = new FakeSession('persist:foreground');
  const asked: Asked[] = [];
  const visits: { tab: string; url: string | null }[] = [];
  const contents = new Map<string, FakeContents>();
  const closed: string[] = [];
  const clock = { now: 100_000 };
  let front: string | null = null;
  let ids = 0;
  const ask: Decide = async (given) => {
    asked.push(given);
    const said = decide(given);
    return typeof said === 'boolean' ? ok({ allow: said, reason: said ? 'yes' : 'no' }) : said;
  };
  const guard: Guard = new Guard({
    decide: ask,
    tabOf: (id) => tabs.byContents(id),
    openTab: (url) => void tabs.open(url, false),
    onRefused: (tab, what) => tabs.refuse(tab, what),
    now: () => clock.now,
  });
  guard.watch(asSession(session));
  const tabs: Tabs = new Tabs({
    newView: () => {
      const made = new FakeContents(session);
      contents.set(`tab-${ids + 1}`, made);
      const view: ViewPort = {
        webContents: asContents(made),
        setBounds: () => undefined,
        setVisible: () => undefined,
      };
      return view;
    },
    newId: () => `tab-${(ids += 1)}`,
    guard: (tab: PageTab) => guard.attach(tab, tab.contents),
    onVisit: (tab, url) => void visits.push({ tab, url }),
    onFront: (tab) => (front = tab?.id ?? null),
    onClosed: ({ id }) => void closed.push(id),
    onChange: () => undefined,
  });
  const pageOf = (id: string): FakeContents => contents.get(id) ?? new FakeContents();
  return {
    session,
    asked,
    visits,
    tabs,
    clock,
    closed,
    pageOf,
    front: () => front,
    acts: () => asked.map(({ act }) => act),
  };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));
const address = (act: ForegroundAct | undefined): string =>
  act !== undefined && 'url' in act ? act.url : '';

test('an address that the person typed is theirs, and only its first request; what the page loads then is the page’s', async () => {
  const { tabs, asked, session, pageOf, visits } = world();
  tabs.open('https://shop.example/', true);
  await settled();
  await session.request({
    url: 'https://cdn.example/x.js',
    webContentsId: pageOf('tab-1').id,
    resourceType: 'script',
  });
  await session.request({
    url: 'https://shop.example/',
    webContentsId: pageOf('tab-1').id,
    resourceType: 'mainFrame',
  });
  expect(
    asked.map(({ byPerson, act, documentUrl }) => [act.kind, address(act), byPerson, documentUrl]),
  ).toEqual([
    ['NAVIGATE', 'https://shop.example/', true, 'about:blank'],
    ['CONNECT', 'https://cdn.example/x.js', false, 'https://shop.example/'],
    ['NAVIGATE', 'https://shop.example/', false, 'https://shop.example/'],
  ]);
  expect(visits).toEqual([{ tab: 'tab-1', url: 'https://shop.example/' }]);
});

test('a page’s own link, its frame, its socket and its form are decided before they go, with method and size', async () => {
  const { tabs, asked, session, pageOf } = world();
  tabs.open('https://shop.example/', true);
  await settled();
  const page = pageOf('tab-1');
  const of = { webContentsId: page.id } as const;
  expect(await page.leads('https://other.example/')).toBe(true);
  await session.request({ ...of, url: 'https://ads.example/', resourceType: 'subFrame' });
  await session.request({ ...of, url: 'wss://live.example/', resourceType: 'webSocket' });
  await session.request({
    ...of,
    url: 'https://other.example/buy',
    method: 'POST',
    resourceType: 'mainFrame',
    uploadData: [{ bytes: Buffer.from('a=1&b=22') }] as never,
  });
  expect(asked.slice(1).map(({ act }) => act)).toMatchObject([
    { kind: 'NAVIGATE', url: 'https://other.example/' },
    { kind: 'FRAME', url: 'https://ads.example/' },
    { kind: 'CONNECT', url: 'wss://live.example/' },
    { kind: 'NAVIGATE', method: 'POST', bodyBytes: 8 },
  ]);
  expect(asked.slice(1).every(({ byPerson }) => !byPerson)).toBe(true);
});

test('each hop of a redirect is decided, with where it came from', async () => {
  const { tabs, acts, session, pageOf } = world();
  tabs.open('https://shop.example/', true);
  await settled();
  const hop = { id: 77, webContentsId: pageOf('tab-1').id, resourceType: 'mainFrame' } as const;
  await session.request({ ...hop, url: 'https://a.example/' });
  await session.request({ ...hop, url: 'http://192.168.1.1/' });
  expect(acts().slice(-2)).toMatchObject([
    { redirectedFrom: null },
    { url: 'http://192.168.1.1/', redirectedFrom: 'https://a.example/' },
  ]);
});

test('what is refused does not go, stands on the frame, and is forgotten with its page', async () => {
  const { tabs, session, pageOf } = world(({ act }) => address(act) !== 'http://10.0.0.1/');
  tabs.open('https://shop.example/', true);
  await settled();
  expect(await session.request({ url: 'http://10.0.0.1/', webContentsId: pageOf('tab-1').id })).toBe(false);
  expect(tabs.view().refused).toEqual(['reach 10.0.0.1: no']);
  await pageOf('tab-1').leads('https://shop.example/2');
  expect(tabs.view().refused).toEqual([]);
});

test.each([
  ['a page that nobody knows', { url: 'https://shop.example/', webContentsId: 9_999 }],
  ['no page at all', { url: 'https://shop.example/' }],
  ['a file of the machine', { url: 'file:///etc/passwd', resourceType: 'mainFrame' as const }],
  ['a scheme of another program', { url: 'ghost-shell://shell/frame/index.html' }],
  ['no address', { url: 'not an address' }],
])('a request of %s goes nowhere, and nobody is asked', async (_, request) => {
  const { tabs, session, asked, pageOf } = world();
  tabs.open(null, false);
  const own =
    'webContentsId' in request || !('resourceType' in request) ? {} : { webContentsId: pageOf('tab-1').id };
  expect(await session.request({ ...request, ...own })).toBe(false);
  expect(asked).toEqual([]);
});

test('a worker that pages share asks by its origin, and never as the person', async () => {
  const { session, asked } = world();
  expect(
    await session.request({ url: 'https://api.example/x', initiatorOrigin: 'https://shop.example' }),
  ).toBe(true);
  expect(await session.request({ url: 'https://api.example/x', initiatorOrigin: 'null' })).toBe(false);
  expect(asked).toMatchObject([{ tab: 'workers', documentUrl: 'https://shop.example/', byPerson: false }]);
});

test('a decision that fails, or never comes to be, is a refusal', async () => {
  const { tabs, session, pageOf } = world(() => Promise.reject(new Error('the channel is broken')));
  tabs.open(null, false);
  expect(await session.request({ url: 'https://shop.example/', webContentsId: pageOf('tab-1').id })).toBe(
    false,
  );
  expect(await session.ask(pageOf('tab-1'), 'geolocation')).toBe(false);
});

test('a window never opens by itself: allowed, it becomes a tab without its opener; a press just before makes it the person’s', async () => {
  const { tabs, asked, pageOf, clock } = world(({ byPerson }) => byPerson);
  tabs.open('https://shop.example/', true);
  await settled();
  expect(pageOf('tab-1').opens('https://popup.example/')).toBe('deny');
  await settled();
  expect(tabs.view().tabs).toHaveLength(1);
  pageOf('tab-1').press();
  clock.now += 900;
  expect(pageOf('tab-1').opens('https://wanted.example/')).toBe('deny');
  await settled();
  // What was opened is the page's to load: the person pressed, and typed nothing.
  expect(asked.filter(({ act }) => act.kind === 'OPEN_WINDOW').map(({ byPerson }) => byPerson)).toEqual([
    false,
    true,
  ]);
  expect(tabs.view().tabs).toHaveLength(2);
  clock.now += 5_000;
  expect(pageOf('tab-1').opens('https://late.example/')).toBe('deny');
  await settled();
  expect(tabs.view().tabs).toHaveLength(2);
});

test('another program is never opened: the page stays, and what was tried is decided and logged', async () => {
  const { tabs, acts, pageOf } = world();
  tabs.open('https://shop.example/', true);
  await settled();
  for (const url of [
    'mailto:a@b.test',
    'zoommtg://join',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ghost://task/t-1',
  ])
    expect(await pageOf('tab-1').leads(url), url).toBe(false);
  await settled();
  expect(acts().filter(({ kind }) => kind === 'EXTERNAL_PROTOCOL')).toHaveLength(5);
  expect(pageOf('tab-1').getURL()).toBe('https://shop.example/');
});

test('a permission is asked for each ability, given to the origin that asked, and gone with the page', async () => {
  const { tabs, acts, session, pageOf } = world(
    ({ act }) => !(act.kind === 'PERMISSION' && act.feature === 'MICROPHONE'),
  );
  tabs.open('https://shop.example/', true);
  await settled();
  const page = pageOf('tab-1');
  const at = { requestingUrl: 'https://meet.example/frame' };
  expect(await session.ask(page, 'media', { ...at, mediaTypes: ['video'] })).toBe(true);
  expect(await session.ask(page, 'media', { ...at, mediaTypes: ['video', 'audio'] })).toBe(false);
  expect(await session.ask(page, 'geolocation', at)).toBe(true);
  expect(acts().flatMap((act) => (act.kind === 'PERMISSION' ? [act.feature] : []))).toEqual([
    'CAMERA',
    'CAMERA',
    'MICROPHONE',
    'GEOLOCATION',
  ]);
  expect(session.check(page, 'geolocation', 'https://meet.example')).toBe(true);
  expect(session.check(page, 'geolocation', 'https://shop.example')).toBe(false);
  expect(session.check(page, 'notifications', 'https://meet.example')).toBe(false);
  expect(session.check(null, 'geolocation', 'https://meet.example')).toBe(false);
  await page.leads('https://meet.example/other');
  expect(session.check(page, 'geolocation', 'https://meet.example')).toBe(false);
});

test('what no page ever gets is refused without asking anybody', async () => {
  const { tabs, asked, session, pageOf } = world();
  tabs.open(null, false);
  for (const permission of ['local-network-access', 'loopback-network', 'storage-access', 'unknown'] as const)
    expect(await session.ask(pageOf('tab-1'), permission)).toBe(false);
  expect(asked).toEqual([]);
  expect(tabs.view().refused).toHaveLength(4);
});

test('tabs are chosen, closed and gone through; closing the one in front goes to its neighbour, the last one to the app', async () => {
  const { tabs, visits, front, pageOf, closed } = world();
  tabs.open('https://a.example/', true);
  tabs.open('https://b.example/', true);
  await settled();
  expect(front()).toBe('tab-2');
  tabs.select('tab-1');
  await pageOf('tab-1').leads('https://a.example/2');
  expect(tabs.view()).toMatchObject({ active: 'tab-1', canGoBack: true, canGoForward: false });
  tabs.move('BACK');
  expect(pageOf('tab-1').getURL()).toBe('https://a.example/');
  expect(tabs.view().canGoForward).toBe(true);
  tabs.move('FORWARD');
  expect(pageOf('tab-1').getURL()).toBe('https://a.example/2');
  tabs.close('tab-1');
  expect(front()).toBe('tab-2');
  // A page may close itself.
  pageOf('tab-2').close();
  expect(front()).toBeNull();
  expect(closed).toEqual(['tab-1', 'tab-2']);
  expect(visits.filter(({ url }) => url === null)).toEqual([
    { tab: 'tab-1', url: null },
    { tab: 'tab-2', url: null },
  ]);
  for (let at = 0; at < 200; at += 1) tabs.open(null, false);
  expect(tabs.view().tabs).toHaveLength(100);
});

test('find counts, goes on with the same words, and ends; size has its bounds', async () => {
  const { tabs, pageOf } = world();
  tabs.open('https://a.example/', true);
  await settled();
  tabs.find('word', true);
  pageOf('tab-1').emit('found-in-page', {}, { activeMatchOrdinal: 1, matches: 3 });
  expect(tabs.view().find).toEqual({ text: 'word', match: 1, of: 3 });
  tabs.find('word', true);
  expect(pageOf('tab-1').found.map(({ options }) => options)).toEqual([
    { forward: true, findNext: true },
    { forward: true, findNext: false },
  ]);
  tabs.endFind();
  expect(tabs.view().find).toBeNull();
  for (let at = 0; at < 40; at += 1) tabs.zoom('IN');
  expect(pageOf('tab-1').zoom).toBe(8);
  for (let at = 0; at < 40; at += 1) tabs.zoom('OUT');
  expect(pageOf('tab-1').zoom).toBe(-6);
  tabs.zoom('RESET');
  expect(tabs.view().zoomPercent).toBe(100);
});

test('a page that crashes costs its own tab, and is loaded anew as the person’s', async () => {
  const { tabs, asked, pageOf } = world();
  tabs.open('https://a.example/', true);
  await settled();
  pageOf('tab-1').crash();
  expect(tabs.view().tabs).toMatchObject([{ isGone: true }]);
  tabs.move('RELOAD');
  await settled();
  expect(asked.at(-1)).toMatchObject({ byPerson: true, act: { kind: 'NAVIGATE' } });
  expect(tabs.view().tabs).toMatchObject([{ isGone: false }]);
});

function downloading(allow = true) {
  const base = world();
  const asked: Asked[] = [];
  const ended: unknown[] = [];
  let lines: readonly DownloadLine[] = [];
  let quarantine: string | null = '/run/quarantine';
  let mayGoOn = true;
  let ids = 0;
  new Downloads({
    decide: async (given) => {
      asked.push(given);
      return ok({ allow, reason: allow ? 'yes' : 'the policy says no' });
    },
    tabOf: (id) => base.tabs.byContents(id),
    pathOf: (id) => (quarantine === null ? null : `${quarantine}/${id}.part`),
    received: async () => ok({ allow: mayGoOn, reason: 'too large' }),
    downloaded: async (download, outcome) => {
      ended.push([download, outcome]);
      return ok(outcome === 'ARRIVED' ? { name: 'invoice.pdf', folder: '/downloads' } : null);
    },
    newId: () => `d-${(ids += 1)}`,
    onChange: (now) => (lines = now),
  }).watch(asSession(base.session));
  base.tabs.open('https://shop.example/', true);
  return {
    ...base,
    downloadsAsked: asked,
    ended,
    lines: () => lines,
    close: () => (quarantine = null),
    stop: () => (mayGoOn = false),
  };
}
const item = (pressed = true) =>
  new FakeDownload({ url: 'https://shop.example/i', name: '../../../.bashrc', bytes: 9, pressed });

test('a download lands under a number of ours, waits for the answer, and gets its name once it was examined', async () => {
  const { session, pageOf, downloadsAsked, ended, lines } = downloading();
  const file = item();
  expect(session.download(file, pageOf('tab-1')).defaultPrevented).toBe(false);
  // In the very turn: before anything is written, and with nothing of the page's name in it.
  expect(file.path).toBe('/run/quarantine/d-1.part');
  expect(file.calls).toEqual(['path', 'pause']);
  await settled();
  expect(downloadsAsked).toMatchObject([
    { byPerson: true, act: { kind: 'DOWNLOAD', filename: '../../../.bashrc', bytes: 9 } },
  ]);
  expect(file.calls).toEqual(['path', 'pause', 'resume']);
  asDownload(file);
  file.done('completed');
  await settled();
  expect(ended).toEqual([['d-1', 'ARRIVED']]);
  expect(lines()).toEqual([{ name: 'invoice.pdf', words: 'in /downloads' }]);
});

test('a download that is refused is cancelled and never resumed; one without a press is the page’s', async () => {
  const { session, pageOf, downloadsAsked, lines } = downloading(false);
  const file = item(false);
  session.download(file, pageOf('tab-1'));
  await settled();
  expect(file.calls).toEqual(['path', 'pause', 'cancel']);
  expect(downloadsAsked[0]?.byPerson).toBe(false);
  expect(lines()[0]?.words).toBe('not downloaded: the policy says no');
});

test('one that grows too large ends, one that breaks is told, and without a gateway there is none', async () => {
  const { session, pageOf, ended, lines, close, stop } = downloading();
  const large = item();
  session.download(large, pageOf('tab-1'));
  await settled();
  stop();
  large.emit('updated', {}, 'progressing');
  await settled();
  expect(large.calls).toContain('cancel');
  expect(ended).toEqual([['d-1', 'FAILED']]);
  expect(lines()[0]?.words).toMatch(/too large|did not arrive/u);
  close();
  expect(session.download(item(), pageOf('tab-1')).defaultPrevented).toBe(true);
  expect(session.download(item(), { id: 9_999 }).defaultPrevented).toBe(true);
});
