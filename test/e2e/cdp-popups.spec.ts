// Pages that a page opens, through the DevTools door: each is a target beside its opener, acted on whichever is in front, and ends alone.
import { chromium } from 'playwright-core';
import puppeteer from 'puppeteer-core';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { RawCdp } from '#test/fixtures/cdp-client.ts';
import { openCdpDoor } from '#test/fixtures/cdp-door.ts';
import type { CdpDoor } from '#test/fixtures/cdp-door.ts';
import { UNTIRING } from '#test/fixtures/untiring.ts';

const MOST_MS = 200_000;
const WINDOW = 'The page wants to open a window';
const AT = (top: number): string =>
  `style="position: fixed; left: 0; top: ${top}px; width: 200px; height: 40px"`;
let door: CdpDoor;
let asked: string[] = [];
let opens = true;
beforeAll(async () => {
  door = await openCdpDoor({
    patience: UNTIRING,
    popups: true,
    shop: {
      '/': `<title>Shop</title><button id=open ${AT(100)} onclick="window.open('/popup')">Open</button>
        <a href="/popup" target=_blank ${AT(200)}>Link</a>`,
      '/popup': `<title>Popup</title><button ${AT(100)} onclick="window.close()">Close</button>`,
    },
    consent: ({ title, answers }) => {
      asked.push(title);
      if (title === WINDOW && !opens) return Promise.resolve('DENY');
      return Promise.resolve(answers.includes('ALLOW_TASK_SITE') ? 'ALLOW_TASK_SITE' : 'ALLOW_ONCE');
    },
  });
});
afterAll(() => door.close());
beforeEach(() => {
  asked = [];
  opens = true;
});

const versioned = z.object({ webSocketDebuggerUrl: z.string() });
const opened = z.object({ targetId: z.string() });
const attachedTo = z.object({ sessionId: z.string() });
const came = z.object({
  sessionId: z.string(),
  targetInfo: z.object({ targetId: z.string(), openerId: z.string(), url: z.string() }),
});
const infos = z.object({ targetInfos: z.array(z.object({ targetId: z.string() })) });
const valued = z.object({ result: z.object({ value: z.unknown() }) });

/** A client at the shop that attaches to whatever comes. */
async function atShop() {
  const { webSocketDebuggerUrl } = versioned.parse(
    await (await fetch(`${door.endpoint.http}/json/version`)).json(),
  );
  const client = await RawCdp.open(webSocketDebuggerUrl);
  const { targetId } = opened.parse(await client.must('Target.createTarget', { url: 'http://shop.test/' }));
  const { sessionId } = attachedTo.parse(
    await client.must('Target.attachToTarget', { targetId, flatten: true }),
  );
  await client.must('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
  });
  const evaluate = async (expression: string, on = sessionId) =>
    valued.parse(
      await client.must('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true }, on),
    ).result.value;
  const press = async (y: number, on = sessionId) => {
    const at = { x: 100, y, button: 'left', clickCount: 1 };
    await client.must('Input.dispatchMouseEvent', { type: 'mousePressed', ...at }, on);
    // A page that ends by it answers as Chromium's does.
    await client.call('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at }, on);
  };
  const there = async () =>
    infos.parse(await client.must('Target.getTargets')).targetInfos.map((one) => one.targetId);
  const popup = async () => {
    const { params } = await client.hears(
      ({ method, params: told }) => method === 'Target.attachedToTarget' && came.safeParse(told).success,
    );
    client.heard.length = 0;
    const { sessionId: on, targetInfo } = came.parse(params);
    expect(targetInfo.openerId).toBe(targetId);
    return { on, id: targetInfo.targetId };
  };
  return { client, targetId, sessionId, evaluate, press, there, popup };
}

test.each([
  ['a script', 120],
  ['a link', 220],
])('%s opens a page beside its own: both are acted on in turn, and it is closed alone', async (_, y) => {
  const { client, targetId, evaluate, press, there, popup } = await atShop();
  await using clients = new AsyncDisposableStack();
  clients.use(client);
  await press(y);
  const { on, id } = await popup();
  expect(await there()).toEqual([targetId, id]);
  expect(await evaluate('document.title', on)).toBe('Popup');
  // Its opener is brought in front for what is done there, and has what it had.
  expect(await evaluate('document.title = "Mine"')).toBe('Mine');
  expect([await evaluate('document.title', on), await evaluate('document.title')]).toEqual(['Popup', 'Mine']);
  await client.must('Target.closeTarget', { targetId: id });
  expect(await there()).toEqual([targetId]);
  expect(await evaluate('document.title')).toBe('Mine');
});

test('a page that closes itself is a target no longer, and one whose opener is closed stays', async () => {
  const { client, targetId, evaluate, press, there, popup } = await atShop();
  await using clients = new AsyncDisposableStack();
  clients.use(client);
  await press(120);
  const first = await popup();
  await press(120, first.on);
  await client.hears(
    ({ method, params }) => method === 'Target.detachedFromTarget' && params?.['sessionId'] === first.on,
  );
  expect(await evaluate('document.title')).toBe('Shop');
  await press(120);
  const { on, id } = await popup();
  await client.must('Target.closeTarget', { targetId });
  expect(await there()).toEqual([id]);
  expect(await evaluate('document.title', on)).toBe('Popup');
  await client.must('Target.closeTarget', { targetId: id });
  expect(await there()).toEqual([]);
});

test('pages of one tab that are closed at once leave none, and what comes after is a tab of its own', async () => {
  const { client, targetId, press, there, popup } = await atShop();
  await using clients = new AsyncDisposableStack();
  clients.use(client);
  await press(120);
  const { id } = await popup();
  await Promise.all([
    client.must('Target.closeTarget', { targetId: id }),
    client.must('Target.closeTarget', { targetId }),
  ]);
  expect(await there()).toEqual([]);
  const next = opened.parse(await client.must('Target.createTarget', { url: 'http://shop.test/' }));
  expect(await there()).toEqual([next.targetId]);
});

test('a page whose dialog is open is closed for good, and its opener stays', async () => {
  const { client, targetId, evaluate, press, there, popup } = await atShop();
  await using clients = new AsyncDisposableStack();
  clients.use(client);
  await press(120);
  const { on, id } = await popup();
  await client.must('Page.enable', {}, on);
  await client.must('Runtime.evaluate', { expression: 'setTimeout(() => alert("Stay"))' }, on);
  await client.hears(({ method }) => method === 'Page.javascriptDialogOpening');
  await client.must('Target.closeTarget', { targetId: id });
  expect(await there()).toEqual([targetId]);
  expect(await evaluate('document.title')).toBe('Shop');
});

test('a window that is refused is no target', async () => {
  opens = false;
  const { client, targetId, press, there } = await atShop();
  await using clients = new AsyncDisposableStack();
  clients.use(client);
  await press(120);
  expect(asked).toContain(WINDOW);
  expect(await there()).toEqual([targetId]);
});

test('Playwright and Puppeteer have it as the popup of its page', async () => {
  const browser = await chromium.connectOverCDP(door.endpoint.http);
  try {
    const page = await (browser.contexts()[0] ?? (await browser.newContext())).newPage();
    await page.goto('http://shop.test/');
    const [popup] = await Promise.all([
      page.waitForEvent('popup', { timeout: MOST_MS }),
      page.mouse.click(100, 120),
    ]);
    await popup.waitForLoadState();
    expect([popup.url(), await popup.opener()]).toEqual(['http://shop.test/popup', page]);
    expect([await popup.title(), await page.title()]).toEqual(['Popup', 'Shop']);
    await popup.close();
    expect(page.context().pages()).toEqual([page]);
  } finally {
    await browser.close();
  }
  const other = await puppeteer.connect({ browserURL: door.endpoint.http, protocolTimeout: MOST_MS });
  try {
    const page = await other.newPage();
    await page.goto('http://shop.test/');
    const opening = Promise.withResolvers<Page | null>();
    page.once('popup', opening.resolve);
    await page.mouse.click(100, 120);
    const popup = await opening.promise;
    await popup?.waitForSelector('button', { timeout: MOST_MS });
    expect([await popup?.title(), await page.title()]).toEqual(['Popup', 'Shop']);
    await popup?.close();
    expect(await page.title()).toBe('Shop');
    await page.close();
  } finally {
    await other.disconnect();
  }
});
