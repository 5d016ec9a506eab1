// What the DevTools door adds: Playwright's acts through it and on the same Chromium bare, in turns in one run; a message that the door
// answers by itself; a script by the protocol's own method, decided on; what a connection keeps in memory. No secret is saved.
import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { RawCdp } from '#test/fixtures/cdp-client.ts';
import { openCdpDoor } from '#test/fixtures/cdp-door.ts';
import { SCRIPTED } from '#test/fixtures/cdp-scripts.ts';
import { startPersonBrowser } from '#test/fixtures/person-browser.ts';
import { startSite } from '#test/fixtures/site.ts';
import { UNTIRING } from '#test/fixtures/untiring.ts';
import { median } from './report.ts';
import type { Bench } from './report.ts';

/** Of ten acts each. */
const ROUNDS = Number(process.env['GHOST_BENCH_ROUNDS'] ?? 10);
const MESSAGES = 200;
const CONNECTIONS = 8;
const SHOP = 'http://shop.test/';

async function tenActs(page: Page): Promise<void> {
  await page.goto(SHOP);
  await page.fill('#name', 'Ada');
  await page.selectOption('#list', 'two');
  await page.check('#box');
  await page.click('#go');
  await page.hover('#over');
  await page.textContent('#said');
  await page.title();
  await page.evaluate(() => document.querySelectorAll('input').length);
  await page.screenshot();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

const address = z.object({ webSocketDebuggerUrl: z.string() });
async function connect(http: string): Promise<RawCdp> {
  const { webSocketDebuggerUrl } = address.parse(await (await fetch(`${http}/json/version`)).json());
  return RawCdp.open(webSocketDebuggerUrl);
}

/** Milliseconds of a message that the door answers by itself, and of a script. */
async function messages(http: string) {
  await using client = await connect(http);
  const { targetId } = z
    .object({ targetId: z.string() })
    .parse(await client.must('Target.createTarget', { url: 'about:blank' }));
  const { sessionId } = z
    .object({ sessionId: z.string() })
    .parse(await client.must('Target.attachToTarget', { targetId, flatten: true }));
  await client.must('Page.navigate', { url: SHOP }, sessionId);
  const script = { expression: '1', returnByValue: true, awaitPromise: true };
  const passed: number[] = [];
  const decided: number[] = [];
  for (let at = 0; at < MESSAGES; at += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    passed.push(await timed(() => client.must('Browser.getVersion')));
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    decided.push(await timed(() => client.must('Runtime.evaluate', script, sessionId)));
  }
  return { passed, decided };
}

const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;

export const bench: Bench = async () => {
  await using ends = new AsyncDisposableStack();
  const site = await startSite(SCRIPTED);
  ends.defer(() => site.close());
  const bare = await startPersonBrowser([`--host-resolver-rules=MAP shop.test:80 127.0.0.1:${site.port}`]);
  ends.defer(() => bare.close());
  const door = await openCdpDoor({
    patience: UNTIRING,
    secrets: false,
    shop: SCRIPTED,
    consent: ({ answers }) =>
      Promise.resolve(answers.includes('ALLOW_TASK_SITE') ? 'ALLOW_TASK_SITE' : 'ALLOW_ONCE'),
  });
  ends.defer(() => door.close());
  const pageOf = async (endpoint: string): Promise<Page> => {
    const browser = await chromium.connectOverCDP(endpoint);
    ends.defer(() => browser.close());
    return (browser.contexts()[0] ?? (await browser.newContext())).newPage();
  };
  const pages = { bare: await pageOf(bare.endpoint), door: await pageOf(door.endpoint.http) };
  await tenActs(pages.bare);
  await tenActs(pages.door);
  const took = { bare: [] as number[], door: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    took.bare.push(await timed(() => tenActs(pages.bare))); // oxlint-disable-line no-await-in-loop -- in turns
    took.door.push(await timed(() => tenActs(pages.door))); // oxlint-disable-line no-await-in-loop -- in turns
  }
  const [through, beside] = [await messages(door.endpoint.http), await messages(bare.endpoint)];
  const before = process.memoryUsage().rss;
  const open = await Promise.all(Array.from({ length: CONNECTIONS }, () => connect(door.endpoint.http)));
  await Promise.all(open.map((client) => client.must('Browser.getVersion')));
  const each = (process.memoryUsage().rss - before) / CONNECTIONS / 1024 / 1024;
  for (const client of open) ends.use(client);
  return {
    rows: [
      { name: 'ten acts of Playwright, bare', value: median(took.bare), unit: 'ms' },
      { name: 'through the door', value: median(took.door), unit: 'ms' },
      {
        name: 'through the door, by bare',
        value: median(took.door) / median(took.bare),
        unit: '×',
        target: '≤ 1.3',
      },
      { name: 'a message without a decision', value: median(through.passed), unit: 'ms', target: '≤ 0.3' },
      { name: 'a script, decided on', value: median(through.decided), unit: 'ms' },
      { name: 'a script on a bare browser', value: median(beside.decided), unit: 'ms' },
      {
        name: 'what a decision adds, p95',
        value: p95(through.decided) - p95(beside.decided),
        unit: 'ms',
        target: '≤ 1',
      },
      { name: 'memory of a connection without a tab', value: each, unit: 'MB', target: '≤ 5' },
    ],
  };
};
