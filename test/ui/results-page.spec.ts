// The page of kept results: found, opened, shown as an applet, saved and deleted, by pointer and by keys, and in a narrow window.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { checkApplet } from '#engines/maker/check/check.ts';
import type { KeptResult } from '#gateway/vault/results/contract.ts';
import { axeFindings } from '#test/fixtures/axe.ts';
import { keyboards } from '#test/fixtures/keyboards-table.ts';
import { savedBy, watchSaving } from '#test/fixtures/saved-files.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import { failure } from '#policy/language/failure.ts';

const SHOTS = process.env['GHOST_SHOTS'] ?? '/tmp/ghost-shots';
const ui = uiForSpec();

const aKept = (taskId: string, intent: string, change: Partial<KeptResult> = {}): KeptResult => ({
  taskId,
  at: '2026-11-23T10:00:00.000Z',
  intent,
  status: 'DONE',
  sources: ['https://shop.test/keyboards'],
  agent: null,
  result: { answer: 'three of them', facts: [], error: null },
  ...change,
});
const RESULTS = [
  aKept('t-1', 'compare the keyboards of the shop', {
    result: { answer: '3 rows', facts: [], table: keyboards(3), error: null },
  }),
  aKept('t-2', 'when does the café open? <img src=x onerror=alert(1)>\u202E', {
    status: 'FAILED',
    agent: 'agent:helper',
    result: {
      answer: null,
      facts: [{ label: 'opens', value: 'at nine', quote: 'from 9', url: 'https://shop.test/cafe' }],
      error: { code: 'task.failed', message: 'no page said so' },
    },
  }),
];
const open = (): ReturnType<typeof ui.open> =>
  ui.open((gateway) => {
    gateway.results = [...RESULTS];
  });
const toResults = async (page: Page): Promise<void> => {
  await page.getByRole('navigation').getByRole('link', { name: 'Results' }).click();
  await page.getByRole('heading', { name: 'Results' }).waitFor();
};

test('results are found by words and by how they ended, and the log has one look for each that was asked for', async () => {
  const { page, gateway } = await open();
  await toResults(page);
  const lines = page.getByRole('list', { name: 'Results' }).getByRole('listitem');
  await page.getByText('2 results').waitFor();
  expect(await lines.nth(1).innerText()).toContain('<img src=x onerror=alert(1)>');
  expect(await lines.nth(1).innerText()).toContain('asked by agent:helper');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel('Words of the intent').pressSequentially('keyboards');
  await page.keyboard.press('Enter');
  await page.getByText('1 result', { exact: false }).waitFor();
  await lines.nth(1).waitFor({ state: 'detached' });
  expect(page.url()).toContain('#/results?q=keyboards');
  await page.getByLabel('Ended').selectOption('failed');
  await page.getByText('No result fits').waitFor();
  expect(gateway.received.flatMap(({ path, body }) => (path === '/api/results/find' ? [body] : []))).toEqual([
    { limit: 200 },
    { limit: 200, words: 'keyboards' },
    { limit: 200, words: 'keyboards', status: 'FAILED' },
  ]);
});

test.each(['light', 'dark'] as const)(
  'a result is opened with its rows, and its applet over it: %s',
  async (colorScheme) => {
    const { page, gateway } = await open();
    await page.emulateMedia({ colorScheme });
    await toResults(page);
    await page.getByRole('button', { name: 'compare the keyboards' }).click();
    await page.getByRole('region', { name: 'Rows that were read' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.screenshot({ path: `${SHOTS}/results-${colorScheme}.png` });
    await page.getByRole('button', { name: 'Open applet' }).click();
    const applet = page.frameLocator('iframe[title="Applet"]');
    await applet.getByRole('table').waitFor();
    await page.getByText('Opening the applet…').waitFor({ state: 'detached' });
    await page.screenshot({ path: `${SHOTS}/results-applet-${colorScheme}.png` });
    expect(gateway.received.at(-1)).toMatchObject({ method: 'POST', path: '/api/results/applet/frame' });
    expect(gateway.received.some(({ path }) => path.startsWith('/api/tasks/'))).toBe(false);
  },
);

test('a result is saved as JSON and as an applet that carries its policy', async () => {
  const { page } = await open();
  await toResults(page);
  await page.getByRole('button', { name: 'compare the keyboards' }).click();
  await watchSaving(page);
  const json = await savedBy(page, 'Save as JSON');
  expect([json.name, JSON.parse(json.text)]).toEqual(['t-1.json', RESULTS[0]]);
  const applet = await savedBy(page, 'Save as applet');
  expect(applet.name).toBe('t-1.html');
  expect(applet.text).toContain('Content-Security-Policy');
});

test('by keys alone a result is opened, and deleted after a second press; Escape and *Keep it* delete nothing', async () => {
  const { page, gateway } = await open();
  await toResults(page);
  await page.getByRole('button', { name: 'when does the café open' }).press('Enter');
  await page.getByText('No page said so', { exact: false }).waitFor();
  const remove = page.getByRole('button', { name: 'Delete' });
  await remove.press('Enter');
  await page.getByRole('dialog', { name: 'Delete this result for good?' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await remove.press('Enter');
  await page.getByRole('button', { name: 'Keep it' }).press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(gateway.results).toHaveLength(2);
  gateway.refusals.set('/api/results/delete', failure('vault.busy', 'another process writes to the vault'));
  await remove.press('Enter');
  await page.getByRole('button', { name: 'Delete for good' }).press('Enter');
  await page.getByRole('alert').filter({ hasText: 'Another process writes' }).waitFor();
  expect(gateway.results).toHaveLength(2);
  await remove.press('Enter');
  await page.getByRole('button', { name: 'Delete for good' }).press('Enter');
  await page.getByText('The result is deleted for good. 1 result').waitFor();
  expect(gateway.results.map(({ taskId }) => taskId)).toEqual(['t-1']);
});

test.each([
  ['light', 1100],
  ['dark', 320],
] as const)(
  'a line leads to how it came about, and from there back to this one result, in a tab of its own too: %s, %i px',
  async (colorScheme, width) => {
    const { page, gateway } = await open();
    await toResults(page);
    const way = page.getByRole('link', { name: /^How it came about.*compare the keyboards/u });
    expect(await way.getAttribute('href')).toBe('#/tasks/t-1');
    await way.click();
    const back = page.getByRole('link', { name: 'This result in Results' });
    await back.waitFor();
    expect(page.url()).toContain('#/tasks/t-1');
    const address = (await back.getAttribute('href')) ?? '';
    expect(address).toBe('#/results/t-1');
    const other = await page.context().newPage();
    await other.setViewportSize({ width, height: 700 });
    await other.emulateMedia({ colorScheme });
    const looks = (): number => gateway.received.filter(({ path }) => path === '/api/results/find').length;
    const before = looks();
    await other.goto(`${gateway.appOrigin}/${address}`);
    await other.getByRole('heading', { level: 1, name: 'compare the keyboards of the shop' }).waitFor();
    await other.getByRole('region', { name: 'Rows that were read' }).waitFor();
    // One result is read, and no list of them is asked for.
    expect(looks()).toBe(before);
    expect(await axeFindings(other)).toEqual([]);
    expect(await other.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await other.screenshot({ path: `${SHOTS}/result-${colorScheme}-${width}.png`, fullPage: true });
    await other.getByRole('button', { name: 'Delete' }).click();
    await other.getByRole('button', { name: 'Delete for good' }).click();
    await other.getByText('The result is deleted for good.').waitFor();
    expect(gateway.results.map(({ taskId }) => taskId)).toEqual(['t-2']);
    await other.reload();
    await other.getByRole('alert').waitFor();
    await other.close();
  },
);

test('in a window of 320 pixels nothing is cut off, and no vault is said as what it is', async () => {
  const { page, gateway } = await open();
  await page.setViewportSize({ width: 320, height: 640 });
  await toResults(page);
  await page.getByRole('button', { name: 'compare the keyboards' }).click();
  await page.getByRole('region', { name: 'Rows that were read' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.screenshot({ path: `${SHOTS}/results-320.png`, fullPage: true });
  gateway.refusals.set('/api/results/find', failure('vault.no-key', 'the vault’s key is gone'));
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('alert').filter({ hasText: 'The vault’s key is gone' }).waitFor();
});

const TWO_WITH_ROWS = [
  RESULTS[0] ?? aKept('t-1', ''),
  aKept('t-3', 'compare the keyboards of the market', {
    result: { answer: '2 rows', facts: [], table: { ...keyboards(2), title: 'Market' }, error: null },
  }),
  ...RESULTS.slice(1),
];

test.each([
  ['light', 1100],
  ['dark', 320],
] as const)(
  'several results are chosen and shown together, as one table and as one applet: %s, %i px',
  async (colorScheme, width) => {
    const { page, gateway } = await ui.open((fake) => {
      fake.results = [...TWO_WITH_ROWS];
    });
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await toResults(page);
    // By keys alone.
    await page.getByRole('checkbox', { name: /keyboards of the shop/u }).press('Space');
    const together = page.getByRole('region', { name: 'Chosen results' });
    await together.getByText('1 result chosen').waitFor();
    expect(await together.getByRole('button', { name: 'Show together' }).isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: /keyboards of the market/u }).check();
    await page.getByRole('checkbox', { name: /when does the café open/u }).check();
    await together.getByRole('button', { name: 'Show together' }).press('Enter');
    await together.getByText('in the pages’ own words').waitFor();
    // Of the two lists each row, and the one without rows is named.
    expect(await together.locator('tbody tr').count()).toBeGreaterThanOrEqual(3);
    await together.getByText(/result `?t-2`? .*has no rows/u).waitFor();
    expect(gateway.received.at(-1)).toMatchObject({
      path: '/api/results/join',
      body: { tasks: ['t-1', 't-3', 't-2'] },
    });
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.screenshot({ path: `${SHOTS}/results-together-${colorScheme}-${width}.png`, fullPage: true });
    await together.getByLabel('Show as').selectOption('bar');
    const applet = page.frameLocator('iframe[title="Applet"]');
    await applet.locator('canvas').waitFor();
    await page.getByText('Opening the applet…').waitFor({ state: 'detached' });
    expect(gateway.received.at(-1)).toMatchObject({
      path: '/api/results/applet/frame',
      body: { tasks: ['t-1', 't-3', 't-2'], form: 'bar' },
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await watchSaving(page);
    const file = await savedBy(page, 'Save as applet');
    expect(file.name).toBe('results-together.html');
    expect(checkApplet(file.text).findings).toEqual([]);
    await together.getByRole('button', { name: 'Choose none' }).click();
    await together.waitFor({ state: 'detached' });
  },
);
