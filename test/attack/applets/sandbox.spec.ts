// Hostile applets against the check, and against the sandbox with the check switched off: each is first shown alive in a bare frame.
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Server as TcpServer } from 'node:net';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { Hono } from 'hono';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkApplet } from '#engines/maker/check/check.ts';
import { RUNTIME } from '#engines/maker/draw/runtime.generated.ts';
import { makeApplet } from '#engines/maker/offline/maker.ts';
import { appletOrigin } from '#gateway/surfaces/http/routes/applet-origin.ts';
import type { AppletOrigin } from '#gateway/surfaces/http/routes/applet-origin.ts';
import { scriptHashes } from '#gateway/extraction/script-hashes.ts';
import { securityHeaders } from '#gateway/surfaces/http/wire/headers.ts';
import { listenOnLoopback } from '#gateway/surfaces/http/wire/listening.ts';
import type { Listening } from '#gateway/surfaces/http/wire/listening.ts';
import { launchTestBrowser } from '#test/fixtures/chromium.ts';
import type { TestBrowser } from '#test/fixtures/chromium.ts';
import { sampled } from '#test/fixtures/how-much.ts';
import { need } from '#test/fixtures/tab.ts';
import { FREEZING, hostileApplets } from './hostile.ts';
import type { Hostile } from './hostile.ts';

const AT_ONCE = 20;
const WINDOW_MS = 6000;
/** What is quick in a bare frame is given so long in the sandbox. */
const LEAST_MS = 1500;
/** A connection that says nothing for so long says nothing at all. */
const SILENT_MS = 300;
const APP = 'app.ghost.localhost';
const APPLETS = 'ghost-applet.localhost';
const WATCH = `${stripTypeScriptTypes(
  readFileSync(new URL('../../../ui/app/applet/watch.ts', import.meta.url), 'utf8'),
)}\nObject.assign(globalThis, { watchApplet });`;

/** Whatever reaches the canary, by the name in its first bytes; a connection without a word counts for all that are tried. */
const contacts = new Set<string>();
let silent = 0;
let canary: TcpServer;
let bare: Server;
let browser: TestBrowser;
let applets: AppletOrigin;
let appletListening: Listening;
let app: Listening;
const portOf = (server: Server | TcpServer): number => (server.address() as AddressInfo).port;
const ports = { app: 0, applets: 0 };
const addressOf = (id: string): string => `http://127.0.0.1:${portOf(canary)}/hit-${id}-`;

const BARE_PAGES = new Map<string, string>();
const answerBare = (request: IncomingMessage, response: ServerResponse): void => {
  const path = request.url ?? '/';
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(BARE_PAGES.get(path) ?? '<!doctype html><title>bare</title><body>bare');
};

beforeAll(async () => {
  canary = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    const timer = setTimeout(() => {
      silent += 1;
      // Kept open, it would serve the next one that connects ahead, which then would seem to do nothing.
      socket.destroy();
    }, SILENT_MS);
    socket.once('data', (data) => {
      clearTimeout(timer);
      const id = /hit-([a-z-]+)-[^a-z]/u.exec(data.toString('latin1'))?.[1];
      if (id === undefined) silent += 1;
      else contacts.add(id);
      socket.end(
        'HTTP/1.1 200 OK\r\ncontent-length: 0\r\naccess-control-allow-origin: *\r\nconnection: close\r\n\r\n',
      );
    });
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  bare = createServer(answerBare);
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
  applets = appletOrigin({
    hosts: () => [`${APPLETS}:${ports.applets}`],
    origin: () => `http://${APPLETS}:${ports.applets}`,
    appOrigin: () => `http://${APP}:${ports.app}`,
    admits: () => true,
    now: () => performance.now(),
  });
  appletListening = need(await listenOnLoopback(applets.fetch, 0));
  ports.applets = appletListening.port;
  const hono = new Hono();
  hono.use(async (context, next) =>
    securityHeaders({ frameSrc: `http://${APPLETS}:${ports.applets}`, frameAncestors: "'none'" })(
      context,
      next,
    ),
  );
  hono.get('/watch.js', (context) => context.body(WATCH, 200, { 'content-type': 'text/javascript' }));
  hono.get('/', (context) =>
    context.html('<!doctype html><html lang="en"><title>app</title><body>secret of the app'),
  );
  app = need(await listenOnLoopback(hono.fetch, 0));
  ports.app = app.port;
  browser = await launchTestBrowser();
});
afterAll(async () => {
  await browser.close();
  await Promise.all([app.close(), appletListening.close()]);
  canary.close();
  bare.close();
});

/** A page that is led away may answer never. */
const ANSWER_MS = 5_000;

/** Puts a frame there and waits until its document is. */
const show = (page: Page, url: string, isHeld: boolean): Promise<void> =>
  Promise.race([
    page.waitForTimeout(ANSWER_MS),
    page.evaluate(
      ([address, held]) =>
        new Promise<void>((resolve) => {
          const frame = document.createElement('iframe');
          if (held) frame.setAttribute('sandbox', 'allow-scripts');
          frame.addEventListener('load', () => resolve(), { once: true });
          // One that leads its frame away at once may have none.
          setTimeout(resolve, 2000);
          frame.src = address;
          document.body.append(frame);
        }),
      [url, isHeld] as const,
    ),
  ]);

/** The page calls out on the channel that is tried, and its title says that it heard somebody. */
const callOut = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const channel = new BroadcastChannel('spy');
    channel.addEventListener('message', () => (document.title = 'heard'));
    setInterval(() => channel.postMessage('the page'), 100);
  });

/** Frames in which something was got hold of, by their document's title. */
async function loot(page: Page): Promise<readonly string[]> {
  const frames = page.frames().filter((frame) => frame !== page.mainFrame());
  const found = await Promise.all(
    frames.map((frame) =>
      Promise.race([
        // A frame that is on its way elsewhere may answer never.
        page.waitForTimeout(1000).then(() => ''),
        frame.evaluate(() => ('loot' in self ? document.title : '')).catch(() => ''),
      ]),
    ),
  );
  return found.filter((one) => one !== '');
}

/** Waits until `enough` says so, or the window ends. How long that was. */
async function watch(page: Page, enough: () => Promise<boolean>): Promise<number> {
  const from = performance.now();
  for (let waited = 0; waited < WINDOW_MS && !(await enough()); waited += 100) await page.waitForTimeout(100);
  return performance.now() - from;
}

/** Those that did no harm where nothing holds them, and how long the others took. */
async function dead(
  hostile: readonly Hostile[],
): Promise<{ readonly ids: readonly string[]; readonly tookMs: number }> {
  const origin = `http://127.0.0.1:${portOf(bare)}`;
  hostile.forEach(({ id, html }) => BARE_PAGES.set(`/${id}`, html));
  const page = await browser.context.newPage();
  await page.goto(`${origin}/app`);
  await callOut(page);
  const before = silent;
  const found = new Set<string>();
  const missing = (): readonly Hostile[] => hostile.filter(({ id }) => !found.has(id) && !contacts.has(id));
  // One that leads the whole page away takes the call along.
  for (const { id } of hostile) await show(page, `${origin}/${id}`, false).catch(() => undefined);
  const tookMs = await watch(page, async () => {
    (await loot(page)).forEach((id) => found.add(id));
    if (hostile.length === 1 && silent > before) hostile.forEach(({ id }) => found.add(id));
    return missing().length === 0;
  });
  await closeOthers();
  return { ids: missing().map(({ id }) => id), tookMs };
}

/** Windows that were opened, too. A page that was led away may never say that it is closed. */
const closeOthers = async (): Promise<void> => {
  const [first, ...others] = browser.context.pages();
  const closed = others.filter((one) => one !== first).map((one) => one.close());
  await Promise.race([Promise.all(closed), first?.waitForTimeout(ANSWER_MS)]);
};
/** In a browser of its own, whatever becomes of that one. */
async function apart<T>(play: () => Promise<T>): Promise<T> {
  const shared = browser;
  browser = await launchTestBrowser();
  try {
    return await play();
  } finally {
    await browser.close();
    browser = shared;
  }
}

/** What they got hold of in the sandbox, with no check before it. */
async function harmDone(hostile: readonly Hostile[], bareMs: number): Promise<readonly string[]> {
  const page = await browser.context.newPage();
  // What the bare frame opened ahead is counted as its own.
  await page.waitForTimeout(2 * SILENT_MS);
  contacts.clear();
  const before = silent;
  const windows = browser.context.pages().length - 1;
  let served = 0;
  page.on('response', (response) => {
    if (response.url().startsWith(`http://${APPLETS}`) && response.status() === 200) served += 1;
  });
  await page.goto(`http://${APP}:${ports.app}/`);
  await callOut(page);
  for (const { html } of hostile)
    await show(page, applets.addressOf({ html, hashes: scriptHashes(html) }), true);
  expect(served).toBe(hostile.length);
  // As long as the slowest took in the bare frame, twice.
  await page.waitForTimeout(Math.max(LEAST_MS, 2 * bareMs));
  const title = await page.title();
  const harm = [
    ...contacts,
    ...(await loot(page)),
    ...(silent > before ? ['a connection without a word'] : []),
    ...(title === 'app' && page.url().startsWith(`http://${APP}`) ? [] : [`the app’s page: ${title}`]),
    ...(browser.context.pages().length > windows + 1 ? ['a window'] : []),
  ];
  await closeOthers();
  return harm;
}

/** Connections without a word cannot be told apart, and what leads the page away takes the others with it: one at a time. */
const SINGLE = /^(?:preconnect|webrtc|top)-/u;
/** What leads the whole page away keeps the next pages of its browser waiting: it is played in a browser of its own. */
const LEADS_AWAY = /^top-/u;
const IDS = hostileApplets(() => '').map(({ id }) => id);
const TOGETHER = IDS.filter((id) => !SINGLE.test(id));
const PARTS: readonly (readonly string[])[] = [
  ...Array.from({ length: Math.ceil(TOGETHER.length / AT_ONCE) }, (_, at) =>
    TOGETHER.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  ),
  ...IDS.filter((id) => SINGLE.test(id)).map((id) => [id]),
];
const accepted = (all: readonly Hostile[]): readonly string[] =>
  all.filter(({ html }) => checkApplet(html).accepted).map(({ id }) => id);
test('there are more than 200 hostile applets that reach for something, and the check refuses each', () => {
  const all = hostileApplets(addressOf);
  expect(all.length).toBeGreaterThan(200);
  expect(accepted(all)).toEqual([]);
});

test('of those that freeze, the check refuses what sends; endless loops and slow patterns pass it, and are for who watches', () => {
  expect(accepted(FREEZING)).toEqual(['loop', 'loop-later', 'pattern']);
});

test.each(sampled(8, PARTS).map((ids) => [`${ids.length}, from ${ids[0] ?? ''} on`, ids] as const))(
  'each does its harm in a bare frame, and none in the sandbox without any check: %s',
  async (_, ids) => {
    const hostile = hostileApplets(addressOf).filter(({ id }) => ids.includes(id));
    const played = ids.some((id) => LEADS_AWAY.test(id)) ? apart : <T>(play: () => Promise<T>) => play();
    contacts.clear();
    const { ids: without, tookMs } = await played(() => dead(hostile));
    expect(without).toEqual([]);
    expect(await played(() => harmDone(hostile, tookMs))).toEqual([]);
  },
  60_000,
);

type Told = { readonly sizes: number; readonly ended: string | null; readonly frames: number };
async function watched(html: string, forMs: number, enough = Infinity): Promise<Told> {
  const page = await browser.context.newPage();
  await page.goto(`http://${APP}:${ports.app}/`);
  await page.addScriptTag({ url: '/watch.js', type: 'module' });
  await page.evaluate(
    (url) => {
      const told = { sizes: 0, ended: null as string | null };
      Object.assign(globalThis, { told });
      const frame = document.createElement('iframe');
      frame.setAttribute('sandbox', 'allow-scripts');
      frame.src = url;
      const on = {
        size: () => (told.sizes += 1),
        ended: (why: string) => (told.ended = why),
        closed: () => (told.ended = 'closed'),
      };
      // What freezes before it is read ends as what does so later, and need not take half a minute here.
      Reflect.get(globalThis, 'watchApplet')(frame, on, 8_000);
      document.body.append(frame);
    },
    applets.addressOf({ html, hashes: scriptHashes(html) }),
  );
  const read = (): Promise<Told> =>
    page.evaluate(() => ({
      ...Reflect.get(globalThis, 'told'),
      frames: document.querySelectorAll('iframe').length,
    }));
  let told = await read();
  for (let waited = 0; waited < forMs && told.ended === null && told.sizes < enough; waited += 250) {
    await page.waitForTimeout(250);
    // The app answers while the applet does not.
    told = await read();
  }
  await page.close();
  return told;
}

test.each(FREEZING.map((one) => [one.id, one.html] as const))(
  'the app stays alive beside an applet that takes the processor, ends it and says why: %s',
  async (_, html) => {
    const told = await watched(html.replace('<p>', `<script>${RUNTIME}</script><p>`), 20_000);
    expect(told).toMatchObject({ frames: 0 });
    expect(['frozen', 'flood', 'unopened']).toContain(told.ended);
  },
  40_000,
);

const script = (text: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x</title></head><body><p>x</p><script>${text}</script></body></html>`;
const byPort = (act: string): string =>
  script(`addEventListener("message",({ports:[port]})=>{if(port){${act}}})`);
test.each([
  ['flood', 'by the port', byPort('setInterval(()=>port.postMessage({width:1,height:1}),1)')],
  ['flood', 'by its window', script('setInterval(()=>parent.postMessage({width:1,height:1},"*"),1)')],
  ['message', 'by the port', byPort('port.postMessage({width:1,height:1,x:1})')],
  // Whose key was pressed is told by no size at all: all that it does is to close itself.
  ['closed', 'by the port', byPort('port.postMessage({width:0,height:0})')],
] as const)(
  'one that leaves the processor free is ended for what it sends: %s, %s',
  async (why, _, html) => {
    expect(await watched(html, 20_000)).toMatchObject({ ended: why, frames: 0 });
  },
  40_000,
);

test('an applet of ours tells its size, and nobody ends it', async () => {
  const made = need(makeApplet({ intent: 'compare', dataType: 'things', data: [{ name: 'x', price: 1 }] }));
  const told = await watched(made.html, 8000);
  expect(told).toMatchObject({ ended: null, frames: 1 });
  expect(told.sizes).toBeGreaterThan(2);
}, 40_000);

test('one of ours that draws nothing new is heard each time that it is opened', async () => {
  const made = need(makeApplet({ intent: 'compare', dataType: 'things', data: [{ name: 'x', price: 1 }] }));
  for (let time = 0; time < 12; time += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one applet runs at a time
    expect(await watched(made.html, 20_000, 1)).toMatchObject({ ended: null, sizes: 1 });
  }
}, 60_000);
