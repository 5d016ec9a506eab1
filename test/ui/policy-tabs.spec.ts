// The policy's other tabs in a real browser against the real gateway: its tables, one request asked of it, and the way back.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import { serveGateway } from '#gateway/surfaces/http/server.ts';
import type { Serving } from '#gateway/surfaces/http/server.ts';
import { hashOfBytes } from '#policy/engine/reading/source.ts';
import { axeFindings } from '#test/fixtures/axe.ts';
import { launchTestBrowser } from '#test/fixtures/chromium.ts';
import type { TestBrowser } from '#test/fixtures/chromium.ts';
import { DEFAULT_TEXT, edited } from '#test/fixtures/policy/policies.ts';
import { UNTIRING } from '#test/fixtures/untiring.ts';
import { buildUi } from '#ui/build.ts';

const SHOTS = process.env['GHOST_SHOTS'] ?? '/tmp/ghost-shots';
const TIGHTENS = ['CLOSE_TAB: [ALLOW, ALLOW]', 'CLOSE_TAB: [ESCALATE, ALLOW]'] as const;
const LOOKS = [
  ['light', 1100],
  ['dark', 1100],
  ['light', 320],
] as const;

let directory: string;
let file: string;
let gateway: Gateway;
let serving: Serving;
let browser: TestBrowser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-policy-tabs-'));
  file = join(directory, 'policy.yaml');
  writeFileSync(file, DEFAULT_TEXT);
  const built = await buildUi();
  if (!built.ok) throw new Error(built.error.message);
  gateway = await openGateway({ dataDir: directory, policy: [file], patience: UNTIRING });
  const served = await serveGateway(gateway, {
    port: 0,
    assets: built.value.outDir,
    runtimeDir: gateway.paths.runtime,
  });
  if (!served.ok) throw new Error(served.error.message);
  serving = served.value;
  browser = await launchTestBrowser();
  browser.context.setDefaultTimeout(15_000);
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

const open = (tab: string) =>
  page.getByRole('navigation', { name: 'Of the policy' }).getByRole('link', { name: tab }).click();
async function inEachLook(name: string): Promise<void> {
  for (const [colorScheme, width] of LOOKS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    expect(await axeFindings(page), `${colorScheme} ${width}`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.screenshot({ path: `${SHOTS}/policy-${name}-${colorScheme}-${width}.png`, fullPage: true });
  }
}

test('the matrix says of each site what the engine decides, and a site is added by its name or address', async () => {
  await open('Matrix');
  const table = page.getByRole('region', { name: 'Sites and capabilities' });
  await table.getByRole('button', { name: 'any other site' }).waitFor();
  expect(page.url()).toContain('#/policy/matrix');
  const row = (name: string) => table.getByRole('row', { name });
  expect(await row('look at the page').innerText()).toContain('allowed');
  expect(await row('read saved passwords').innerText()).toContain('never');
  await page.getByLabel('Another site').fill('https://shop.example/x');
  await page.keyboard.press('Enter');
  await table.getByRole('button', { name: 'shop.example' }).waitFor();
  await page.getByRole('heading', { name: 'The whole tables of shop.example' }).waitFor();
  await page.getByText('Storage', { exact: true }).click();
  await page.getByRole('region', { name: 'Storage' }).waitFor();
  // What leads to a cloud's own data is another answer than what leads to the internet.
  const before = await row('go to the site').innerText();
  await page.getByLabel('Its name leads to').selectOption('METADATA');
  await expect.poll(() => row('go to the site').innerText()).not.toBe(before);
  await inEachLook('matrix');
});

test('one request is asked of the policy: the answer follows who named the site, and says what would have to be otherwise', async () => {
  await open('What if');
  await page.getByLabel('At the site or address').fill('https://shop.example/');
  const answer = page.getByText('It would be');
  await answer.getByText('asked').waitFor();
  await page.getByText('it would be allowed with').waitFor();
  await page.getByLabel('You named this site in the task').focus();
  await page.keyboard.press('Space');
  await answer.getByText('allowed').waitFor();
  await page.getByText('Every fact of the request').click();
  await page.getByText('namedByUser').waitFor();
  await page.getByLabel('At the site or address').fill('https://');
  await page.getByText('Not a request').waitFor();
  await page.getByLabel('At the site or address').fill('https://shop.example/');
  await page.getByLabel('You named this site in the task').uncheck();
  await answer.getByText('asked').waitFor();
  await inEachLook('what-if');
});

test('an address holds what is asked, and a change of the form holds over another tab', async () => {
  await page.evaluate(() => {
    location.hash =
      '#/policy/what-if?capability=SCREENSHOT&executor=HEADLESS_CHROMIUM&url=https%3A%2F%2Fbank.example%2F&namedByUser=true';
  });
  const site = page.getByLabel('At the site or address');
  await expect.poll(() => site.inputValue(), { timeout: 30_000 }).toBe('https://bank.example/');
  expect(await page.getByLabel('You named this site in the task').isChecked()).toBe(true);
  await site.fill('https://other.example/');
  await page.getByRole('link', { name: 'Matrix' }).click();
  await page.getByRole('heading', { name: 'Who may do what where' }).waitFor();
  await page.getByRole('link', { name: 'What if', exact: true }).click();
  expect(await site.inputValue()).toBe('https://other.example/');
});

test('a request that is tried asks where the name leads and who named it, and the words stay a person’s to change', async () => {
  const field = page.getByRole('textbox', { name: 'Try a request' });
  await field.fill('capability=NAVIGATE_CROSS_ORIGIN executor=HEADLESS_CHROMIUM url=https://a.example/');
  const tried = page.getByRole('region', { name: 'Try a request' });
  await tried.getByText('asked', { exact: true }).waitFor();
  await tried.getByLabel('the person named this site in the task').check();
  await tried.getByText('allowed', { exact: true }).waitFor();
  expect(await field.inputValue()).toMatch(/ namedByUser=true$/u);
  await tried.getByLabel('The site’s name leads to').selectOption('METADATA');
  await tried.getByText('denied', { exact: true }).waitFor();
  await field.fill('capability=SCREENSHOT executor=HEADLESS_CHROMIUM addressClass=PRIVATE');
  expect(await tried.getByLabel('The site’s name leads to').inputValue()).toBe('PRIVATE');
  expect(await tried.getByLabel('the person named this site in the task').isChecked()).toBe(false);
  await inEachLook('try');
});

test('a text that is no YAML any more is said to be refused, and the page breaks no rule of its own', async () => {
  const field = page.getByRole('textbox', { name: /^Text of / });
  await page.getByText('It loads, proves and passes its tests.').waitFor();
  await field.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.insertText('a: [b: {"\n\t- c');
  await page.getByText('It would be refused.').waitFor();
  await page.locator('.cm-lint-marker-error').first().hover();
  await page.locator('.cm-tooltip').first().waitFor();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByText('It loads, proves and passes its tests.').waitFor();
});

test('a policy that was in force before is brought back once its difference is seen and a person confirms it', async () => {
  writeFileSync(file, edited(TIGHTENS).text);
  const tightened = await gateway.policyLife.reload({ by: 'test', trigger: 'asked', acknowledge: null });
  expect(tightened.ok).toBe(true);
  await open('History');
  const versions = page.getByRole('list', { name: /Policies that were in force/u }).locator('> li');
  await page.getByText('in force now').waitFor();
  expect(await versions.count()).toBe(2);
  expect(await versions.first().innerText()).toContain('tightened');
  await versions.nth(1).getByRole('button', { name: 'Revert to this…' }).click();
  await page.getByText('something is loosened').waitFor();
  await page.getByText('ESCALATE → ALLOW').first().waitFor();
  await inEachLook('history');
  await page.setViewportSize({ width: 1360, height: 900 });
  expect(readFileSync(file, 'utf8')).not.toBe(DEFAULT_TEXT);
  await page.getByLabel('Reason, for the log').fill('the tabs are asked about too often');
  const compared = await page
    .getByRole('region', { name: 'Difference from what is in force' })
    .elementHandle({ timeout: 30_000 });
  const happened = page.locator('[aria-label="What happened"] p');
  const before = await happened.count();
  await page.getByRole('button', { name: 'Loosen the policy…' }).click();
  const consent = page.frameLocator('iframe[title="Consent question"]');
  await consent.getByLabel('To allow this, type: every site').fill('every site');
  // Its own question was said: the comparison is not made anew for that.
  await expect.poll(() => happened.count()).toBeGreaterThan(before);
  expect(await compared.evaluate((section) => section.isConnected)).toBe(true);
  const allow = consent.getByRole('button', { name: 'Put in force' });
  await expect.poll(() => allow.getAttribute('aria-disabled'), { timeout: 30_000 }).toBe('false');
  // A press on a card that moved meanwhile is none: a person presses once more.
  const pressed = async (): Promise<string> => {
    if (await allow.isEnabled({ timeout: 1_000 }).catch(() => false))
      await allow.click({ timeout: 5_000 }).catch(() => undefined);
    return readFileSync(file, 'utf8');
  };
  await expect.poll(pressed, { timeout: 90_000, interval: 2_000 }).toBe(DEFAULT_TEXT);
  await expect.poll(() => versions.count()).toBe(3);
  expect(await versions.first().innerText()).toContain('the tabs are asked about too often');
  // Reading the history is in the log, each time.
  const reads = gateway.audit.query({ text: 'type:audit.read "policy.loaded"', limit: 10 });
  expect(reads.ok && reads.value.total).toBeGreaterThanOrEqual(2);
});

test('a file with an edit that is not in force is no policy in force: going back says what is decided, and what is written over', async () => {
  const earlier = async (): Promise<void> => {
    await page.reload();
    await open('History');
    const versions = page.getByRole('list', { name: /Policies that were in force/u }).locator('> li');
    await page.getByText('in force now').waitFor();
    await versions.last().getByRole('button', { name: 'Revert to this…' }).click();
  };
  writeFileSync(file, edited(TIGHTENS).text);
  const tightened = await gateway.policyLife.reload({ by: 'test', trigger: 'asked', acknowledge: null });
  expect(tightened.ok).toBe(true);
  // What loosens is not taken over by itself.
  writeFileSync(file, DEFAULT_TEXT);
  await earlier();
  await page.getByText('ESCALATE → ALLOW').first().waitFor();
  expect(await page.getByText('It is written over').count()).toBe(0);
  writeFileSync(file, `${DEFAULT_TEXT}# half an edit\n`);
  await earlier();
  await page.getByText('It is written over').waitFor();
  await page.screenshot({ path: `${SHOTS}/policy-written-over.png`, fullPage: true });
});

test('a policy that includes a file of lists is brought back with the lists of then', async () => {
  const NAME = 'partners.policy-lists.yaml';
  const lists = join(directory, NAME);
  const [two, one] = ['[a.example, b.example]', '[a.example]'].map(
    (hosts) => `lists:\n  partners: ${hosts}\n`,
  );
  const including = (held: string): string =>
    DEFAULT_TEXT.replace(
      '\nfloors:\n',
      `\ninclude:\n  - { file: ${NAME}, hash: '${hashOfBytes(held)}' }\nfloors:\n  - id: no-files\n    decision: DENY\n    when: { capability: FILE_UPLOAD, hostList: partners }\n    reason: Files go there otherwise.\n`,
    );
  for (const held of [two ?? '', one ?? '']) {
    writeFileSync(lists, held);
    writeFileSync(file, including(held));
    const taken = await gateway.policyLife.reload({ by: 'test', trigger: 'asked', acknowledge: 'test' });
    expect(taken.ok).toBe(true);
  }
  await open('History');
  const versions = page.getByRole('list', { name: /Policies that were in force/u }).locator('> li');
  await page.getByText('in force now').waitFor();
  await versions.nth(1).getByRole('button', { name: 'Revert to this…' }).click();
  await page.getByText('With its lists, as they were then').waitFor();
  await page.getByText('ESCALATE → DENY').first().waitFor();
  await page.getByLabel('Reason, for the log').fill('b.example is a partner still');
  await page.getByRole('button', { name: 'Change the policy…' }).click();
  const consent = page.frameLocator('iframe[title="Consent question"]');
  await consent.getByText(lists).waitFor();
  const allow = consent.getByRole('button', { name: 'Put in force' });
  const pressed = async (): Promise<string> => {
    if (await allow.isEnabled({ timeout: 1_000 }).catch(() => false))
      await allow.click({ timeout: 5_000 }).catch(() => undefined);
    return readFileSync(lists, 'utf8');
  };
  await expect.poll(pressed, { timeout: 90_000, interval: 2_000 }).toBe(two);
  await expect.poll(() => readFileSync(file, 'utf8')).toBe(including(two ?? ''));
  await expect.poll(() => gateway.policyLife.files()[0]?.listsInForce).toEqual([{ name: NAME, text: two }]);
});
