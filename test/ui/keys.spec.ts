// The keys of the app: one table for those who handle them and for the list that shows them; how close rows stand. In a real browser.
import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { actOf, ariaKeys, SHORTCUTS } from '#ui/app/parts/lists/shortcuts.ts';
import { listedKeys } from '#ui/app/parts/lists/key-words.ts';
import { axeFindings } from '#test/fixtures/axe.ts';
import type { FakeGateway } from '#test/fixtures/fake-gateway.ts';
import { jpegOf } from '#test/fixtures/jpeg.ts';
import { keyboards } from '#test/fixtures/keyboards-table.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import type { OpenApp } from '#test/fixtures/ui.ts';
import { aCard, aResult, aStep, aTask, anEntry } from '#test/fixtures/views.ts';

const SHOTS = process.env['GHOST_SHOTS'] ?? '/tmp/ghost-shots';
const ui = uiForSpec();
const pressed = (key: string, change: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...change,
});

test('each act of the table is listed once, with words of its own, and no key of a place means two things', () => {
  const listed = listedKeys(false);
  expect(listed).toHaveLength(Object.keys(SHORTCUTS).length);
  for (const [at, acts] of Object.values(SHORTCUTS).entries()) {
    const keys = Object.values<readonly string[]>(acts).flat();
    expect(new Set(keys).size).toBe(keys.length);
    const says = listed[at]?.rows.map((row) => row.says) ?? [];
    expect(new Set(says).size).toBe(says.length);
    expect(says.length).toBeGreaterThanOrEqual(Object.keys(acts).length);
  }
  expect(listed[0]?.rows.map(({ keys }) => keys)).toEqual([['Ctrl K'], ['Ctrl L'], ['?']]);
  expect(listedKeys(true)[0]?.rows[0]?.keys).toEqual(['⌘ K']);
});

test('a key is looked up with what is held down beside it', () => {
  expect(actOf('everywhere', pressed('k', { ctrlKey: true }))).toBe('commands');
  expect(actOf('everywhere', pressed('K', { metaKey: true }))).toBe('commands');
  expect(actOf('everywhere', pressed('K', { ctrlKey: true, shiftKey: true }))).toBe(null);
  expect(actOf('everywhere', pressed('k'))).toBe(null);
  expect(actOf('everywhere', pressed('?', { shiftKey: true }))).toBe('keys');
  expect(actOf('everywhere', pressed('?', { altKey: true }))).toBe(null);
  expect(actOf('field', pressed('Enter'))).toBe('start');
  expect(actOf('field', pressed('Enter', { ctrlKey: true }))).toBe('startHere');
  expect(actOf('field', pressed('Enter', { shiftKey: true }))).toBe(null);
  expect(actOf('tasks', pressed('constructor'))).toBe(null);
  expect(ariaKeys('film', 'play')).toBe('Space');
  expect(ariaKeys('everywhere', 'field')).toBe('Control+L Meta+L');
});

const one = (gateway: FakeGateway): void => {
  gateway.audit = [anEntry(1)];
  gateway.tasks = [
    aTask({ status: 'DONE', endedAt: '2026-11-23T12:00:00.000Z', result: aResult(), intent: 'find a lamp' }),
    aTask({ id: 't2', status: 'DONE', endedAt: '2026-11-23T12:00:00.000Z', intent: 'find a chair' }),
  ];
};
async function open(hash = '#/tasks'): Promise<OpenApp> {
  const app = await ui.open(one);
  await app.page.getByRole('contentinfo').getByText('Navigator').waitFor();
  await app.page.evaluate((to) => (location.hash = to), hash);
  return app;
}
const list = (page: Page) => page.getByRole('dialog', { name: 'Keys' });
const row = (page: Page) =>
  page.getByRole('list', { name: 'Tasks, by how they stand' }).locator('[data-row]').first();
/** What is pressed is pressed on the page, not in a field. */
const onPage = (page: Page): Promise<void> => row(page).focus();

test('`?` shows all keys where nothing is typed, and is a letter where something is', async () => {
  const { page } = await open();
  const field = page.getByPlaceholder(/plain words/u);
  await field.focus();
  await page.keyboard.type('why?');
  expect(await field.inputValue()).toBe('why?');
  expect(await list(page).count()).toBe(0);
  await field.fill('');
  await onPage(page);
  await page.keyboard.press('?');
  await list(page).waitFor();
  const words = await list(page).innerText();
  for (const place of ['Anywhere', 'In the list of tasks', 'In the inbox', 'On a task’s own page'])
    expect(words).toContain(place);
  expect(await axeFindings(page)).toEqual([]);
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: `${SHOTS}/keys.png` });
  await page.keyboard.press('Escape');
  await list(page).waitFor({ state: 'detached' });
  // Who came from a row is back there.
  await expect.poll(() => row(page).evaluate((element) => element === document.activeElement)).toBe(true);
});

test('the list is in reach of the command bar and of the settings, where the key is turned off', async () => {
  const { page } = await open();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('all keys');
  await page.getByRole('option', { name: /^Show all keys/u }).click();
  await list(page).getByRole('button', { name: 'Close' }).click();
  await page.evaluate(() => (location.hash = '#/settings'));
  await page.getByRole('button', { name: 'Show all keys' }).click();
  await list(page).waitFor();
  await page.keyboard.press('Escape');
  await page.getByLabel('? shows all keys').uncheck();
  await page.reload();
  await page.evaluate(() => (location.hash = '#/tasks'));
  await onPage(page);
  await page.keyboard.press('?');
  await page.keyboard.press('j');
  expect(await list(page).count()).toBe(0);
});

test('a question puts the list away, and none is opened over it', async () => {
  const { page, gateway, consent } = await open();
  await onPage(page);
  await page.keyboard.press('?');
  await list(page).waitFor();
  gateway.ask(aCard({ id: 'c1', look: 'isolated' }));
  await consent.getByRole('button', { name: 'Deny', exact: true }).waitFor();
  await list(page).waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  expect(await list(page).count()).toBe(0);
});

test('rows stand as close as this browser was told, over a reload, and are targets still', async () => {
  const { page } = await open('#/settings');
  await page.getByLabel('Rows of lists').selectOption('compact');
  await page.reload();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  expect(await page.getByLabel('Rows of lists').inputValue()).toBe('compact');
  await page.evaluate(() => (location.hash = '#/tasks'));
  // Thirty pixels with the line beneath it.
  await expect.poll(async () => Math.round((await row(page).boundingBox())?.height ?? 0)).toBe(29);
});

test('keys of the film work on the whole page of its task, but not those that a table there has taken', async () => {
  const at = '2026-11-23T10:00:00.000Z';
  const page1 = { at, width: 64, height: 45, page: 'http://shop.test/' };
  const { page } = await ui.open((gateway) => {
    gateway.picture = Buffer.from(jpegOf(64, 45, () => [245, 246, 248]));
    gateway.films.set('t1', {
      pictures: [1, 2].map((number) => ({ ...page1, number, step: number })),
      acts: [1, 2].map((step) => ({ requestId: `r${step}`, step, at, before: null, after: step, box: null })),
      quotes: [],
    });
    gateway.tasks = [
      aTask({
        status: 'DONE',
        endedAt: at,
        steps: [1, 2].map((step) => aStep({ step, text: `step ${step}` })),
        result: aResult({ facts: [], table: keyboards(3) }),
      }),
    ];
  });
  await page.getByRole('contentinfo').getByText('Navigator').waitFor();
  await page.evaluate(() => (location.hash = '#/tasks/t1'));
  const count = page.getByRole('region', { name: 'Pictures' }).getByRole('status');
  await count.getByText('step 2, 2 of 2').waitFor();
  const [first, second] = [page.getByRole('gridcell').first(), page.getByRole('gridcell').nth(1)];
  const holdsFocus = (place: typeof first): Promise<boolean> =>
    place.evaluate((element) => element === document.activeElement);
  await first.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => holdsFocus(second)).toBe(true);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => holdsFocus(first)).toBe(true);
  expect(await count.innerText()).toContain('step 2, 2 of 2');
  // A link that needs no arrows of its own leaves them to the film.
  await page.getByRole('link', { name: 'All tasks' }).first().focus();
  await page.keyboard.press('ArrowLeft');
  await count.getByText('step 1, 1 of 2').waitFor();
  expect(page.url()).toContain('#/tasks/t1/steps/1');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await count.getByText('step 2, 2 of 2').waitFor();
});
