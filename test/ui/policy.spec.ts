// The policy's page in a real browser against the real gateway: what is in force, findings as one types, the difference before
// anything is written, and the confirmation in the consent document.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { serveGateway } from '#gateway/surfaces/http/server.ts';
import type { Serving } from '#gateway/surfaces/http/server.ts';
import { openGateway } from '#gateway/main.ts';
import { UNTIRING } from '#test/fixtures/untiring.ts';
import type { Gateway } from '#gateway/main.ts';
import { launchTestBrowser } from '#test/fixtures/chromium.ts';
import type { TestBrowser } from '#test/fixtures/chromium.ts';
import { DEFAULT_TEXT, edited } from '#test/fixtures/policy/policies.ts';
import { buildUi } from '#ui/build.ts';

const SHOTS = process.env['GHOST_SHOTS'] ?? '/tmp/ghost-shots';
const OPENS = ['ACCESS_INDEXEDDB: [ESCALATE, ESCALATE]', 'ACCESS_INDEXEDDB: [ALLOW, ESCALATE]'] as const;
const TIGHTENS = ['CLOSE_TAB: [ALLOW, ALLOW]', 'CLOSE_TAB: [ESCALATE, ALLOW]'] as const;

let directory: string;
let file: string;
let gateway: Gateway;
let serving: Serving;
let browser: TestBrowser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  mkdirSync(SHOTS, { recursive: true });
  directory = mkdtempSync(join(tmpdir(), 'ghost-policy-ui-'));
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
  writeFileSync(file, DEFAULT_TEXT);
  const reset = await gateway.policyLife.reload({ by: 'test', trigger: 'asked', acknowledge: 'a new test' });
  if (!reset.ok) throw new Error(reset.error.message);
  complaints = [];
  page = await browser.context.newPage();
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/u.test(message.text()))
      complaints.push(message.text());
  });
  await page.setViewportSize({ width: 1360, height: 900 });
  await page.goto(serving.url);
  await page.getByRole('link', { name: 'Policy' }).click();
  await page.getByText('It loads, proves and passes its tests.').waitFor();
});
afterEach(async () => {
  await page.close();
  expect(complaints).toEqual([]);
});

const code = () => page.getByRole('textbox', { name: /^Text of / });
/** The whole text at once, as pasted. */
async function type(text: string): Promise<void> {
  await code().focus();
  await page.keyboard.press('Control+a');
  await code().evaluate((field, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
const give = (reason: string) => page.getByLabel('Reason, for the log').fill(reason);
const consent = () => page.frameLocator('iframe[title="Consent question"]');
/** As soon as the input shield lets it be pressed. */
async function pressAllow(name = 'Put in force'): Promise<void> {
  const allow = consent().getByRole('button', { name });
  await expect.poll(() => allow.getAttribute('aria-disabled'), { timeout: 30_000 }).toBe('false');
  await allow.click();
}

test('what is in force is shown, and editing asks nothing of the gateway', async () => {
  const policy = page.getByRole('region', { name: 'In force' });
  await policy.getByText('phase38-default@1').waitFor();
  const hashes = await policy.getByText(/^sha256:[0-9a-f]{64}$/u).allTextContents();
  expect(hashes).toHaveLength(2);
  await page.screenshot({ path: `${SHOTS}/policy.png`, fullPage: true });
  await type(String(edited(OPENS).text));
  await page.getByText('something is loosened').waitFor();
  const row = page.getByRole('list', { name: 'Changed decisions' }).getByRole('listitem').first();
  await row.getByText('ESCALATE → ALLOW').waitFor();
  await row.getByText('Decided by, and a request of these').click();
  await row.getByText(/"capability":"ACCESS_INDEXEDDB"/u).waitFor();
  await page.screenshot({ path: `${SHOTS}/policy-loosens.png` });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: `${SHOTS}/policy-dark.png`, fullPage: true });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 320, height: 700 });
  await page.screenshot({ path: `${SHOTS}/policy-320.png`, fullPage: true });
  expect(readFileSync(file, 'utf8')).toBe(DEFAULT_TEXT);
  expect(gateway.consents.list()).toEqual([]);
});

test('an error is shown at its line as one types, and its line is one press away', async () => {
  await type(DEFAULT_TEXT.replace('SCREENSHOT: [ALLOW', 'SCREENSHOTS: [ALLOW'));
  await page.getByText('It would be refused.').waitFor();
  const findings = page.locator('details', { hasText: 'Findings' });
  await findings
    .getByText(/SCREENSHOTS/u)
    .first()
    .waitFor();
  await findings.getByText('did you mean').first().waitFor();
  const fault = findings.getByRole('listitem').filter({ hasText: 'did you mean' }).first();
  await fault.getByRole('button', { name: /^line \d+$/u }).click();
  await page.locator('.cm-activeLine', { hasText: 'SCREENSHOTS' }).waitFor();
  expect(await page.locator('.cm-lint-marker-error').count()).toBeGreaterThan(0);
  await page.screenshot({ path: `${SHOTS}/policy-error.png` });
  await give('x');
  expect(await page.getByRole('button', { name: 'Change the policy…' }).getAttribute('aria-disabled')).toBe(
    'true',
  );
});

test('a tightening change is confirmed in the consent document, written, and in force', async () => {
  const before = gateway.policy.ok ? gateway.policy.value.semanticHash : '';
  const text = String(edited(TIGHTENS).text);
  await type(text);
  await page.getByText('nothing is loosened').waitFor();
  await give('ticket 8');
  await page.getByRole('button', { name: 'Change the policy…' }).click();
  await consent().getByRole('heading', { name: 'Change the policy' }).waitFor();
  expect(readFileSync(file, 'utf8')).toBe(DEFAULT_TEXT);
  await pressAllow();
  await page.getByText('In force: nothing is loosened, something is tightened.').waitFor();
  expect(readFileSync(file, 'utf8')).toBe(text);
  expect(gateway.policy.ok && gateway.policy.value.semanticHash).not.toBe(before);
});

test('a loosening change waits until it is typed out, and a denial writes nothing', async () => {
  await type(String(edited(OPENS).text));
  await page.getByText('something is loosened').waitFor();
  await give('ticket 9');
  await page.getByRole('button', { name: 'Loosen the policy…' }).click();
  await consent().getByRole('heading', { name: 'Loosen the policy' }).waitFor();
  await consent().getByLabel('To allow this, type: every site').waitFor();
  await consent().getByText('from now on, without asking').waitFor();
  await consent()
    .getByText(/^Use the site’s database, asked until now; where .*executor HEADED_CHROMIUM/u)
    .waitFor();
  await page.screenshot({ path: `${SHOTS}/policy-confirm.png` });
  await consent().getByRole('button', { name: 'Deny', exact: true }).click();
  await page.getByText('The change of the policy was not confirmed.').waitFor();
  expect(readFileSync(file, 'utf8')).toBe(DEFAULT_TEXT);
  await page.getByRole('button', { name: 'Loosen the policy…' }).click();
  await consent().getByLabel('To allow this, type: every site').fill('every site');
  await pressAllow();
  await page.getByText(/^In force: something is loosened, /u).waitFor();
  expect(gateway.policyLife.view().acknowledged).toEqual({ by: 'person:ui', reason: 'ticket 9' });
});

test('a request is tried on the draft, and the last real ones are decided again', async () => {
  await page
    .getByRole('textbox', { name: 'Try a request' })
    .fill('capability=ACCESS_PASSWORDS executor=HEADLESS_CHROMIUM url=https://a.example/');
  const tried = page.getByRole('region', { name: 'Try a request' });
  await tried.getByText('denied').first().waitFor();
  await tried.getByText('decided by').first().waitFor();
  await page.getByRole('button', { name: 'Decide the last 500 requests again' }).click();
  await page.getByText(/decided again: each as before/u).waitFor();
});

test('what cannot be decided again is named, with why', async () => {
  const noted = await gateway.audit.append({
    type: 'decision',
    taskId: null,
    requestId: null,
    who: 'client:test',
    what: 'an entry of another program',
    where: '',
    verdict: 'DENY',
    why: '',
    outcome: null,
    details: { gates: 'lost' },
  });
  const seq = noted.ok ? noted.value.seq : 0;
  await page.getByRole('button', { name: 'Decide the last 500 requests again' }).click();
  const replay = page.getByRole('region', { name: 'Replay' });
  await replay.getByText('1 entry could not be decided again').waitFor();
  await replay.getByText('Which, and why').click();
  await replay.getByText(`entry ${seq} does not hold the facts that were decided on`).waitFor();
});

test('a refused file and a candidate in shadow are shown, each with its reason', async () => {
  const other = join(directory, 'candidate.yaml');
  writeFileSync(other, String(edited(TIGHTENS).text));
  expect((await gateway.policyLife.shadowWith([other], 'person:terminal')).ok).toBe(true);
  writeFileSync(file, DEFAULT_TEXT.replace('SCREENSHOT: [ALLOW', 'SCREENSHOTS: [ALLOW'));
  await gateway.policyLife.reload({ by: 'person:terminal', trigger: 'asked', acknowledge: null });
  const policy = page.getByRole('region', { name: 'In force' });
  await policy.getByText(/^Refused .*: the policy before it stays in force$/u).waitFor();
  await policy
    .getByText(/policy\.yaml:\d+:\d+/u)
    .first()
    .waitFor();
  const shadow = page.getByRole('region', { name: 'In shadow' });
  await shadow.getByText('With it, nothing is loosened, something is tightened.').waitFor();
  await shadow.getByText('By kinds of requests').click();
  await shadow.getByText(/^Exactly, of all possible requests 0 are loosened, [\d,]+ tightened\.$/u).waitFor();
  await shadow.getByText('ALLOW → ESCALATE').waitFor();
  await gateway.policyLife.shadowWith([], 'person:terminal');
});

test('a draft is tried in shadow, ended, tried again and put in force, each confirmed in the consent document', async () => {
  const text = String(edited(TIGHTENS).text);
  const shadow = page.getByRole('region', { name: 'In shadow' });
  await type(text);
  await page.getByText('nothing is loosened').waitFor();
  const begin = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Try it in shadow…' }).click();
    await consent().getByRole('heading', { name: 'Put a draft in shadow' }).waitFor();
    await pressAllow('Put in shadow');
    await shadow.getByText('So far it would have decided nothing otherwise.').waitFor();
  };
  await begin();
  await page.screenshot({ path: `${SHOTS}/policy-shadow.png` });
  await shadow.getByRole('button', { name: 'End the shadow…' }).click();
  await consent().getByRole('heading', { name: 'End the shadow' }).waitFor();
  await pressAllow('End the shadow');
  await shadow.waitFor({ state: 'detached' });
  expect(readFileSync(file, 'utf8')).toBe(DEFAULT_TEXT);

  await begin();
  const promote = shadow.getByRole('button', { name: 'Put it in force…' });
  expect(await promote.getAttribute('aria-disabled')).toBe('true');
  await shadow.getByLabel('Reason, for the log').fill('ticket 10');
  await promote.click();
  await consent().getByText('in shadow it').waitFor();
  await pressAllow();
  await shadow.waitFor({ state: 'detached' });
  expect(readFileSync(file, 'utf8')).toBe(text);
  await page.getByText('Nothing is changed yet.').waitFor();
  expect(gateway.policyLife.view().shadow).toBeNull();
});

test('a change of the file on the disk is told of, and the draft stays', async () => {
  const mine = `# mine\n${DEFAULT_TEXT}`;
  await type(mine);
  await page.getByText('No request is decided otherwise.').waitFor();
  writeFileSync(file, String(edited(TIGHTENS).text));
  await page.getByText(/changed by somebody else since you began/u).waitFor();
  await code().press('Control+Home');
  await page.locator('.cm-line', { hasText: '# mine' }).waitFor();
  expect(await page.locator('.cm-line').first().textContent()).toBe('# mine');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.locator('.cm-line', { hasText: '# mine' }).waitFor({ state: 'detached' });
});

test('what a word means is told at the pointer, and at a key for the keyboard', async () => {
  const help = page.getByRole('tooltip');
  await type(
    'policy: 1\nid: mine\nextends: { id: phase38-default }\nrules:\n  - id: a\n    decision: DENY\n    when: { capability: SCREENSHOT }\n',
  );
  await code().focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('F1');
  await help.getByText('Version of the document format: 1.').waitFor();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.getByText('capability', { exact: true }).first().hover();
  await help.getByText('What the act needs to be allowed to do.').waitFor();
  await help.getByText(/^One of NAVIGATE_SAME_ORIGIN, /u).waitFor();
  await page.screenshot({ path: `${SHOTS}/policy-help.png` });
});

test('what was typed survives another view, an intent and a reload, and goes when it is discarded', async () => {
  const text = String(edited(TIGHTENS).text);
  await type(text);
  await page.getByRole('button', { name: 'Discard changes' }).waitFor();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('heading', { name: 'Audit log' }).waitFor();
  await page.getByRole('link', { name: 'Policy', exact: true }).click();
  const line = page.locator('.cm-line', { hasText: TIGHTENS[1] });
  await page.getByRole('button', { name: 'Discard changes' }).waitFor();
  // An intent brings the tasks to the screen; it names no place to begin, and starts no browser.
  await page.keyboard.press('Control+l');
  await page.keyboard.type('frobnicate');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'frobnicate' }).waitFor();
  await page.getByRole('link', { name: 'Policy', exact: true }).click();
  await page.getByRole('button', { name: 'Discard changes' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Discard changes' }).waitFor();
  await page.locator('.cm-content').evaluate((element) => element.scrollIntoView());
  expect(readFileSync(file, 'utf8')).toBe(DEFAULT_TEXT);
  await page.getByText('nothing is loosened').waitFor();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByText('Nothing is changed yet.').waitFor();
  expect(await line.count()).toBe(0);
  await page.reload();
  await page.getByText('Nothing is changed yet.').waitFor();
});
