// A session of the person's own page lent to a task, through everything but Electron's binary: the desktop's main process on a fake
// foreground session of two sites, the gateway's real process, the consent document in a real Chromium, a real Ghost Tab.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Desktop } from '#ui/desktop/desktop.ts';
import { WINDOWS } from '#ui/desktop/tables/windows.ts';
import { launchTestBrowser, type TestBrowser } from '#test/fixtures/chromium.ts';
import { startChild, type ChildGateway } from '#test/fixtures/electron/child-gateway.ts';
import type { FakeContents } from '#test/fixtures/electron/contents.ts';
import { asElectron, FakeElectron } from '#test/fixtures/electron/electron.ts';
import { GhostHome } from '#test/fixtures/ghost.ts';

const CHILD = fileURLToPath(new URL('../fixtures/electron/two-sites-child.ts', import.meta.url));
const PATIENT = { timeout: 120_000 };
const SECRET = 'v41ue-0f-a-s3ssion';

let directory: string;
let fake: FakeElectron;
let desktop: Desktop;
let browser: TestBrowser;
let consent: Page;
let seenAt = '';
let child: ChildGateway;
let quits = 0;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-lending-'));
  browser = await launchTestBrowser({ viewport: { width: 560, height: 900 } });
  consent = await browser.context.newPage();
  fake = new FakeElectron();
  const sid = (domain: string) => ({
    name: 'sid',
    value: `${SECRET}-${domain}`,
    domain,
    hostOnly: true,
    path: '/',
    httpOnly: true,
    sameSite: 'lax' as const,
  });
  fake.session(WINDOWS.PAGE.partition).jar = [sid('account.test'), sid('forum.test')];
  desktop = new Desktop({
    electron: asElectron(fake),
    startGateway: () => {
      child = startChild(CHILD, [join(directory, 'data'), '127.0.0.61'], {
        ...process.env,
        XDG_RUNTIME_DIR: directory,
      });
      child.child.on('message', (message) => {
        const told = z.object({ seenAt: z.string() }).safeParse(message);
        if (told.success) seenAt = told.data.seenAt;
      });
      return child;
    },
    preloads: '/preload',
    servePages: () => undefined,
    now: () => performance.now(),
    clock: (at) => at.slice(11, 16),
    log: () => undefined,
    quit: () => (quits += 1),
  });
  desktop.begin({ hidden: true, link: null });
});
afterAll(async () => {
  await desktop?.close();
  await browser?.close();
  rmSync(directory, { recursive: true, force: true });
  expect(quits).toBe(1);
});
/** What the window of questions is shown, a real page is shown. */
const mirrored = new WeakSet<FakeContents>();
let lastShown = '';
async function questionIn(): Promise<Page> {
  await expect.poll(() => windowOf('CONSENT') !== undefined, PATIENT).toBe(true);
  const window = windowOf('CONSENT');
  if (window === undefined) throw new Error('no window of questions');
  if (!mirrored.has(window.webContents)) {
    mirrored.add(window.webContents);
    await expect.poll(() => window.webContents.went.length, PATIENT).toBeGreaterThan(0);
    await consent.goto(window.webContents.getURL());
    await consent.waitForURL(/\?waiting$/u);
    await window.webContents.loadURL(consent.url());
  }
  // The question of before stays there until its outcome was read.
  await expect
    .poll(() => window.webContents.getURL(), PATIENT)
    .toSatisfy((url: string) => url.includes('?ticket=') && url !== lastShown);
  lastShown = window.webContents.getURL();
  await consent.goto(lastShown);
  await consent.getByRole('alertdialog').waitFor();
  return consent;
}
const windowOf = (role: 'CONSENT' | 'QUICK') =>
  fake.windows.find(
    ({ options, isGone }) => !isGone && options.webPreferences?.partition === WINDOWS[role].partition,
  );
const frame = (): FakeContents =>
  fake.views.find(({ options }) => options.webPreferences?.partition === WINDOWS.FRAME.partition)
    ?.webContents ?? (undefined as never);
const frameState = () =>
  frame().sent.findLast(({ name }) => name === 'frame')?.value as { lent: unknown[]; running: number };
const seen = async (): Promise<string[]> => z.array(z.string()).parse(await (await fetch(seenAt)).json());
const labels = (): string => (fake.trays[0]?.menu ?? []).map(({ label }) => label).join('\n');

/** On the person's own page, "Do this here", signed in as them. */
async function doHere(lend: boolean): Promise<void> {
  desktop.openAddress('http://account.test/');
  await expect.poll(() => fake.views.at(-1)?.webContents.getURL(), PATIENT).toBe('http://account.test/');
  await fake.call(frame(), 'doHere', {});
  await expect.poll(() => windowOf('QUICK')?.isShown, PATIENT).toBe(true);
  const bar = windowOf('QUICK')?.webContents as FakeContents;
  const done = await fake.call(bar, 'submit', { text: 'read the heading of this page', here: true, lend });
  expect(done).toMatchObject({ ok: true, value: { ok: true } });
}
const ended = () => expect.poll(() => frameState().running, PATIENT).toBe(0);

test('only the asked site’s session arrives, after the dialog; the badge names it and ends with the task', async () => {
  await expect.poll(() => fake.trays[0]?.toolTip, PATIENT).toBe('Ghost Browser: nothing runs');
  await doHere(true);
  const page = await questionIn();
  const card = page.getByRole('alertdialog');
  expect(await card.textContent()).toMatch(/account\.test/u);
  expect(await card.textContent()).toMatch(/the window that you browse in/u);
  // Before the answer nothing was read, and nothing is lent.
  expect(fake.session(WINDOWS.PAGE.partition).cookieReads).toEqual([]);
  expect(frameState().lent).toEqual([]);
  await page.getByRole('textbox').fill('account.test');
  const allow = page.getByRole('button', { name: 'Allow once' });
  await expect.poll(() => allow.getAttribute('aria-disabled'), PATIENT).toBe('false');
  await allow.click();
  await expect.poll(() => frameState().lent, PATIENT).toMatchObject([{ domain: 'account.test' }]);
  expect(labels()).toMatch(
    /signed in as you at account\.test \(from `window`\) until the task ends, at \d\d:\d\d at the latest/u,
  );
  expect(fake.session(WINDOWS.PAGE.partition).cookieReads).toEqual([{ domain: 'account.test' }]);
  await ended();
  await expect.poll(() => frameState().lent, PATIENT).toEqual([]);
  expect(labels()).not.toContain('account.test (from');
  const asked = await seen();
  expect(asked).toContain(`account.test sid=${SECRET}-account.test`);
  expect(asked.filter((one) => one.startsWith('forum.test')).join()).not.toContain(SECRET);
  expect(asked.join()).not.toContain(`${SECRET}-forum.test`);
});

test('it is asked each time; denied, the task goes on without', async () => {
  const before = (await seen()).length;
  await doHere(true);
  const page = await questionIn();
  await page.getByRole('button', { name: 'Deny', exact: true }).click();
  await ended();
  const since = (await seen()).slice(before);
  expect(since.length).toBeGreaterThan(0);
  expect(since.join()).not.toContain(SECRET);
  expect(fake.session(WINDOWS.PAGE.partition).cookieReads).toHaveLength(1);
  expect(frameState().lent).toEqual([]);
});

test('without being asked for, no session is lent and nobody is asked', async () => {
  const before = (await seen()).length;
  await doHere(false);
  await ended();
  expect((await seen()).slice(before).join()).not.toContain(SECRET);
  expect(fake.session(WINDOWS.PAGE.partition).cookieReads).toHaveLength(1);
});

test('the log has the question, the answers, the lending and its end, and no value; nothing is left behind', async () => {
  await desktop.close();
  await child.gone;
  using home = new GhostHome({ env: { XDG_RUNTIME_DIR: directory } });
  const ask = async (query: string) =>
    z
      .object({
        total: z.number(),
        rows: z.array(z.looseObject({ where: z.string(), outcome: z.string().nullable() })),
      })
      .parse(
        (await home.run(['audit', 'query', query, '--json', '--data-dir', join(directory, 'data')])).json(),
      );
  expect(
    (await ask('type:consent.answered')).rows
      .map(({ outcome }) => String(outcome))
      .toSorted((a, b) => a.localeCompare(b)),
  ).toEqual(['GRANTED', 'REFUSED']);
  expect((await ask('type:session.ended')).rows).toMatchObject([{ where: 'account.test', outcome: 'DONE' }]);
  const whole = await home.run([
    'audit',
    'query',
    '',
    '--json',
    '--limit',
    '1000',
    '--data-dir',
    join(directory, 'data'),
  ]);
  expect(whole.stdout).not.toContain(SECRET);
  expect(
    (await home.run(['audit', 'verify', '--json', '--data-dir', join(directory, 'data')])).json(),
  ).toMatchObject({ ok: true });
});
