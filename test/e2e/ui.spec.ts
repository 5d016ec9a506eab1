// The main job in the real UI against the real gateway: an intent, an escalation, an approval, a result, audit entries.
import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { launchTestBrowser } from '#test/fixtures/chromium.ts';
import type { TestBrowser } from '#test/fixtures/chromium.ts';
import { GhostHome } from '#test/fixtures/ghost.ts';

const SHOTS = process.env['GHOST_SHOTS'] ?? '/tmp/ghost-shots';
let home: GhostHome;
let browser: TestBrowser;
let page: Page;
let stop: () => Promise<number | null>;
const violations: string[] = [];

beforeAll(async () => {
  mkdirSync(SHOTS, { recursive: true });
  home = new GhostHome();
  const served = await home.serve();
  stop = served.stop;
  browser = await launchTestBrowser({ viewport: { width: 1280, height: 900 } });
  page = await browser.context.newPage();
  page.on('console', (message) => {
    if (/Content Security Policy/u.test(message.text())) violations.push(message.text());
  });
  await page.goto(served.url);
  await page.getByPlaceholder(/plain words/u).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await stop?.();
  home[Symbol.dispose]();
});

const submit = async (intent: string): Promise<void> => {
  await page.keyboard.press('Control+l');
  await page.keyboard.type(intent);
  await page.keyboard.press('Enter');
};

test('an intent crosses to a host that it did not name: consent, Allow once, result, audit rows', async () => {
  onTestFailed(async () => {
    await page.screenshot({ path: `${SHOTS}/failed.png` });
  });
  await submit(
    'look up mechanical keyboards in the encyclopedia, then open the maker’s site and tell me when it was founded',
  );
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { name: 'Go to another site' }).waitFor({ timeout: 90_000 });
  await page.screenshot({ path: `${SHOTS}/consent.png` });
  expect(await frame.getByText('keyboards.test').first().isVisible()).toBe(true);
  const allow = frame.getByRole('button', { name: 'Allow once' });
  // Where the window is short, what the answer covers is read to its end first.
  await frame.getByRole('heading', { name: 'Go to another site' }).hover();
  await page.mouse.wheel(0, 2_000);
  await expect.poll(() => allow.getAttribute('aria-disabled'), { timeout: 30_000 }).toBe('false');
  await allow.click();
  await page
    .getByText(/founded/iu)
    .last()
    .waitFor({ timeout: 90_000 });
  await page
    .getByText(/\b(18|19|20)\d\d\b/u)
    .last()
    .waitFor({ timeout: 90_000 });
  await page.screenshot({ path: `${SHOTS}/result.png` });
  await page
    .getByRole('link', { name: /audit/iu })
    .or(page.getByRole('tab', { name: /audit/iu }))
    .first()
    .click();
  await page.getByRole('button', { name: 'What people allowed' }).click();
  await page
    .getByText(/GRANTED|granted/u)
    .first()
    .waitFor();
  await page.getByRole('button', { name: /verify/iu }).click();
  await page
    .getByText(/verified to entry/iu)
    .first()
    .waitFor();
  await page.screenshot({ path: `${SHOTS}/audit.png` });
  expect(violations).toEqual([]);
}, 240_000);

test('the gateway stops cleanly, and leaves no browser and no profile', async () => {
  expect(await stop()).toBe(0);
  const verified = await home.run(['audit', 'verify', '--json']);
  expect(verified.json()).toMatchObject({ ok: true });
  const closed = await home.run(['audit', 'query', 'type:tab.closed', '-outcome:DONE', '--json']);
  expect(closed.json()).toMatchObject({ total: 0 });
});
