// Other documents as the policy, in a real browser against the real gateway: the presets' cards, taking one, and a layer of one's own.
// Each is confirmed in the consent document, and nothing is written before.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openGateway, type Gateway } from '#gateway/main.ts';
import { POLICY_PRESETS } from '#gateway/protocol/views/policy.ts';
import { serveGateway, type Serving } from '#gateway/surfaces/http/server.ts';
import { PRESET_SAYS } from '#gateway/surfaces/http/settings/preset-words.ts';
import { axeFindings } from '#test/fixtures/axe.ts';
import { launchTestBrowser, type TestBrowser } from '#test/fixtures/chromium.ts';
import { UNTIRING } from '#test/fixtures/untiring.ts';
import { buildUi } from '#ui/build.ts';

const SHOTS = process.env['GHOST_SHOTS'] ?? '/tmp/ghost-shots';
/** The worker compiles eight policies one after the other. */
const COMPARED = { timeout: 120_000 };
const LOOKS = [
  ['light', 1100],
  ['dark', 1100],
  ['light', 320],
] as const;

let directory: string;
let gateway: Gateway;
let serving: Serving;
let browser: TestBrowser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  mkdirSync(SHOTS, { recursive: true });
  const built = await buildUi();
  if (!built.ok) throw new Error(built.error.message);
  directory = mkdtempSync(join(tmpdir(), 'ghost-presets-'));
  gateway = await openGateway({ dataDir: directory, patience: UNTIRING });
  const served = await serveGateway(gateway, {
    port: 0,
    assets: built.value.outDir,
    runtimeDir: gateway.paths.runtime,
  });
  if (!served.ok) throw new Error(served.error.message);
  serving = served.value;
  browser = await launchTestBrowser();
  browser.context.setDefaultTimeout(30_000);
});
afterAll(async () => {
  await browser?.close();
  await serving?.close();
  await gateway?.close();
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(async () => {
  complaints = [];
  page = await browser.context.newPage();
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/u.test(message.text()))
      complaints.push(message.text());
  });
  await page.setViewportSize({ width: 1100, height: 800 });
  await page.goto(serving.url);
  await page.getByRole('link', { name: 'Policy' }).click();
});
afterEach(async () => {
  await page.close();
  expect(complaints).toEqual([]);
});

const consent = () => page.frameLocator('iframe[title="Consent question"]');
const card = (name: string) => page.getByRole('article', { name, exact: true });
const openPresets = () =>
  page.getByRole('navigation', { name: 'Of the policy' }).getByRole('link', { name: 'Presets' }).click();

/** By Tab alone, as somebody does who has no pointer. */
async function tabTo(control: Locator): Promise<void> {
  await control.waitFor({ timeout: 60_000 });
  await expect
    .poll(
      async () => {
        if (await control.evaluate((element) => element === document.activeElement)) return true;
        await page.keyboard.press('Tab');
        return false;
      },
      { timeout: 60_000, interval: 20 },
    )
    .toBe(true);
}

/**
 * Enter, as often as the card asks for it: once for what is not in view yet, once more for what the shield holds back. No move of the
 * frame leads a key past its button.
 */
async function putInForce(): Promise<void> {
  const allow = consent().getByRole('button', { name: 'Put in force' });
  await tabTo(allow);
  await expect
    .poll(
      async () => {
        if (gateway.consents.list().length === 0) return true;
        await page.keyboard.press('Enter');
        return false;
      },
      { timeout: 60_000, interval: 700 },
    )
    .toBe(true);
}

test('each preset says in a sentence what it allows, asks and refuses, and which acts it decides otherwise than now', async () => {
  await openPresets();
  expect(page.url()).toContain('#/policy/presets');
  const list = page.getByRole('list', { name: 'Presets' });
  await card('Default').getByText('in force', { exact: true }).waitFor();
  expect(await list.getByRole('article').count()).toBe(POLICY_PRESETS.length);
  for (const preset of POLICY_PRESETS) await list.getByText(PRESET_SAYS[preset]).waitFor();
  const otherwise = (name: string) =>
    card(name).getByRole('list', { name: 'Decided otherwise than now' }).getByRole('listitem');
  await expect.poll(() => otherwise('Read only').count(), COMPARED).toBeGreaterThan(3);
  await expect.poll(() => otherwise('Developer').count(), COMPARED).toBe(1);
  const forms = otherwise('Read only').filter({ hasText: 'enter and send data' });
  expect((await forms.innerText()).replaceAll(/\s+/gu, ' ')).toBe(
    'enter and send data allowed → until now, then denied',
  );
  const elsewhere = otherwise('Shopping').filter({ hasText: 'enter and send data' });
  expect(await elsewhere.innerText()).toContain('at a site that you did not name');
  // What looks at single requests is not called the same.
  await card('Careful').getByText('depends on the single request').waitFor();
  await page.screenshot({ path: `${SHOTS}/presets.png`, fullPage: true });
  await card('Careful').getByRole('button', { name: 'Show every change' }).click();
  await card('Careful').getByText('nothing is loosened').waitFor(COMPARED);
  for (const [colorScheme, width] of LOOKS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    expect(await axeFindings(page), `${colorScheme} ${width}`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.screenshot({ path: `${SHOTS}/presets-${colorScheme}-${width}.png`, fullPage: true });
  }
  expect(gateway.consents.list()).toEqual([]);
});

test('by keyboard alone a preset is taken through its card and is in force, and the one before is typed back', async () => {
  const hash = () => (gateway.policy.ok ? gateway.policy.value.semanticHash : '');
  const before = hash();
  await openPresets();
  await card('Default').getByText('in force', { exact: true }).waitFor();
  await tabTo(card('Read only').getByRole('button', { name: 'Take this policy…' }));
  await page.keyboard.press('Enter');
  await consent().getByRole('heading', { name: 'Take another policy' }).waitFor({ timeout: 60_000 });
  expect(existsSync(gateway.paths.config)).toBe(false);
  await putInForce();
  await card('Read only').getByText('in force', { exact: true }).waitFor();
  expect(readFileSync(gateway.paths.config, 'utf8')).toContain('read-only');
  const taken = hash();
  expect(taken).not.toBe(before);
  // The keyboard goes on where it was.
  await page.locator('iframe').waitFor({ state: 'detached' });
  const back = card('Default').getByRole('button', { name: 'Take this policy…' });
  await tabTo(back);
  await page.keyboard.press('Enter');
  await consent().getByRole('heading', { name: 'Take another policy' }).waitFor({ timeout: 60_000 });
  await page.keyboard.press('Escape');
  await card('Default').getByRole('alert').getByText('consent.refused').waitFor();
  expect(hash()).toBe(taken);
  await page.locator('iframe').waitFor({ state: 'detached' });
  await tabTo(back);
  await page.keyboard.press('Enter');
  await tabTo(consent().getByLabel(/To allow this, type/u));
  await page.keyboard.type(gateway.consents.list()[0]?.card.retype ?? '');
  await putInForce();
  await card('Default').getByText('in force', { exact: true }).waitFor();
  expect(hash()).toBe(before);
  expect(await axeFindings(page)).toEqual([]);
});

test('a layer of one’s own is started from the editor, and is there to be edited', async () => {
  const start = page.getByRole('button', { name: 'Start my own layer' });
  await start.focus();
  await page.keyboard.press('Enter');
  await consent().getByRole('heading', { name: 'Start a policy layer of your own' }).waitFor();
  await putInForce();
  const own = join(gateway.paths.data, 'my-policy.yaml');
  expect(existsSync(own)).toBe(true);
  const chosen = page.getByRole('combobox', { name: 'Document' }).locator('option:checked');
  await expect.poll(() => chosen.innerText()).toMatch(/my-policy\.yaml$/u);
  expect(await page.getByText('Read-only:').count()).toBe(0);
  expect(await page.getByRole('button', { name: /Start my own layer|You are asked/u }).count()).toBe(0);
});

test('under a plain start a rule is changed in one’s own layer and is in force, and is as before after a revert', async () => {
  const hash = () => (gateway.policy.ok ? gateway.policy.value.semanticHash : '');
  const before = hash();
  const own = join(gateway.paths.data, 'my-policy.yaml');
  const text = readFileSync(own, 'utf8');
  const code = page.getByRole('textbox', { name: /^Text of .*my-policy/u });
  await page.getByText('It loads, proves and passes its tests.').waitFor(COMPARED);
  await code.focus();
  await page.keyboard.press('Control+a');
  await code.evaluate(
    (field, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    text.replace('CLOSE_TAB: [ALLOW, ALLOW]', 'CLOSE_TAB: [ESCALATE, ALLOW]'),
  );
  await page.getByText('nothing is loosened').waitFor(COMPARED);
  await page.getByLabel('Reason, for the log').fill('tabs are closed too early');
  await page.getByRole('button', { name: 'Change the policy…' }).press('Enter');
  await putInForce();
  await expect.poll(hash).not.toBe(before);
  expect(readFileSync(own, 'utf8')).not.toBe(text);
  await page.locator('iframe').waitFor({ state: 'detached' });

  await page
    .getByRole('navigation', { name: 'Of the policy' })
    .getByRole('link', { name: 'History' })
    .click();
  const versions = page.getByRole('list', { name: /Policies that were in force/u }).locator('> li');
  await page.getByText('in force now').waitFor();
  await versions.nth(1).getByRole('button', { name: 'Revert to this…' }).press('Enter');
  await page.getByText('something is loosened').waitFor(COMPARED);
  await page.getByLabel('Reason, for the log').fill('they are asked about too often');
  await page.getByRole('button', { name: 'Loosen the policy…' }).press('Enter');
  await tabTo(consent().getByLabel(/To allow this, type/u));
  await page.keyboard.type(gateway.consents.list()[0]?.card.retype ?? '');
  await putInForce();
  await expect.poll(hash).toBe(before);
  expect(readFileSync(own, 'utf8')).toBe(text);
});
