// Files that clients' acts bring through the DevTools door: told, and handed over where the client may have them; refused ones end.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { RawCdp } from '#test/fixtures/cdp-client.ts';
import { openCdpDoor } from '#test/fixtures/cdp-door.ts';
import type { CdpDoor } from '#test/fixtures/cdp-door.ts';
import { UNTIRING } from '#test/fixtures/untiring.ts';

const MOST_MS = 200_000;
const attachment = (name: string, body: string) => ({
  headers: {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${name}"`,
  },
  body,
});
let door: CdpDoor;
beforeAll(async () => {
  door = await openCdpDoor({
    patience: UNTIRING,
    shop: {
      '/': '<title>Shop</title><a id=file href="/report">Report</a> <a id=never href="/never">Never</a>',
      '/report': attachment('report.txt', 'the report'),
      '/never': attachment('never.txt', 'never'),
    },
    layers: (directory) => {
      writeFileSync(
        join(directory, 'layer.yaml'),
        `policy: 1
id: takes-files
revision: 1
owner: test
extends: { id: demo-world }
rules:
  - id: supervised
    decision: ESCALATE
    when: { capability: FILE_DOWNLOAD, executor: HEADLESS_CHROMIUM }
    reason: A person approves each download.
  - id: never
    decision: DENY
    when: { capability: FILE_DOWNLOAD, host: shop.test, path: /never }
    reason: Nothing comes from there.
`,
      );
      return [join(directory, 'layer.yaml')];
    },
    consent: ({ answers }) =>
      Promise.resolve(answers.includes('ALLOW_TASK_SITE') ? 'ALLOW_TASK_SITE' : 'ALLOW_ONCE'),
  });
});
afterAll(() => door.close());

test('Playwright waits for a download, reads it and saves it; a refused one fails', async () => {
  const browser = await chromium.connectOverCDP(door.endpoint.http, { timeout: MOST_MS });
  try {
    const page = await (browser.contexts()[0] ?? (await browser.newContext())).newPage();
    page.setDefaultTimeout(MOST_MS);
    await page.goto('http://shop.test/');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#file')]);
    expect(download.suggestedFilename()).toBe('report.txt');
    expect(readFileSync(await download.path(), 'utf8')).toBe('the report');
    const saved = join(door.directory, 'saved.txt');
    await download.saveAs(saved);
    expect(readFileSync(saved, 'utf8')).toBe('the report');
    expect(await download.failure()).toBeNull();
    const [refused] = await Promise.all([page.waitForEvent('download'), page.click('#never')]);
    expect(refused.url()).toBe('http://shop.test/never');
    expect(await refused.failure()).toBe('canceled');
    await expect(refused.path()).rejects.toThrow('canceled');
    expect(await page.title()).toBe('Shop');
  } finally {
    await browser.close();
  }
});

const versioned = z.object({ webSocketDebuggerUrl: z.string() });
const opened = z.object({ targetId: z.string() });
const attached = z.object({ sessionId: z.string() });

test('a copy is written nowhere but into a temporary folder that others may not write to, and over nothing', async () => {
  const [own = '', open = ''] = ['own', 'open'].map((one) =>
    realpathSync(mkdtempSync(join(tmpdir(), `ghost-${one}-`))),
  );
  onTestFinished(() => {
    for (const folder of [own, open]) rmSync(folder, { recursive: true, force: true });
  });
  const below = join(door.directory, 'below');
  mkdirSync(below, { mode: 0o700 });
  chmodSync(open, 0o777);
  const mine = Array.from({ length: 20 }, (_, at) =>
    join(own, at === 0 ? 'report.txt' : `report (${at}).txt`),
  );
  for (const file of mine) writeFileSync(file, 'mine');
  const { webSocketDebuggerUrl } = versioned.parse(
    await (await fetch(`${door.endpoint.http}/json/version`)).json(),
  );
  await using client = await RawCdp.open(webSocketDebuggerUrl);
  const { targetId } = opened.parse(await client.must('Target.createTarget', { url: 'http://shop.test/' }));
  const { sessionId } = attached.parse(
    await client.must('Target.attachToTarget', { targetId, flatten: true }),
  );
  const told = () => client.heard.filter(({ method = '' }) => method.startsWith('Browser.download'));
  const brings = async (wish: object): Promise<string> => {
    client.heard.length = 0;
    await client.must('Browser.setDownloadBehavior', { eventsEnabled: true, ...wish });
    await client.call('Page.navigate', { url: 'http://shop.test/report' }, sessionId);
    const [began, ended] = told();
    expect(began?.params).toMatchObject({
      frameId: targetId,
      suggestedFilename: expect.stringMatching(/^report.*\.txt$/u),
    });
    expect(ended?.params).toMatchObject({
      state: 'completed',
      receivedBytes: 10,
      guid: began?.params?.['guid'],
    });
    return z.string().parse(ended?.params?.['filePath']);
  };
  const copy = await brings({ behavior: 'allowAndName', downloadPath: own });
  expect(copy.startsWith(own)).toBe(true);
  expect(readFileSync(copy, 'utf8')).toBe('the report');
  for (const wish of [
    { behavior: 'allow', downloadPath: own },
    { behavior: 'allowAndName', downloadPath: open },
    { behavior: 'allowAndName', downloadPath: below },
    { behavior: 'allowAndName', downloadPath: join(door.directory, 'none') },
    { behavior: 'allowAndName', downloadPath: process.cwd() },
    { behavior: 'allowAndName', downloadPath: '/proc/self/cwd' },
    { behavior: 'default', downloadPath: own },
    { behavior: 'allow' },
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const at = await brings(wish);
    expect(at.startsWith(join(door.directory, 'downloads')), at).toBe(true);
  }
  for (const file of mine) expect(readFileSync(file, 'utf8')).toBe('mine');
  expect(readdirSync(own)).toHaveLength(mine.length + 1);
  expect([readdirSync(open), existsSync(join(door.directory, 'none'))]).toEqual([[], false]);
  // Whoever does not ask for it is told nothing.
  client.heard.length = 0;
  await client.must('Browser.setDownloadBehavior', { behavior: 'allow' });
  await client.call('Page.navigate', { url: 'http://shop.test/report' }, sessionId);
  expect(told()).toEqual([]);
});
