// A result's rows as an applet: opened, shown as something else, closed with its state, ended when it freezes.
import { expect, test } from 'vitest';
import type { TaskResult } from '#gateway/protocol/views/task.ts';
import { axeFindings } from '#test/fixtures/axe.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import { aCard, aResult, aTask } from '#test/fixtures/views.ts';

const SHOTS = process.env['GHOST_SHOTS'] ?? '/tmp/ghost-shots';
const ui = uiForSpec();

type Table = NonNullable<TaskResult['table']>;
type Cell = Table['rows'][number][number];
const cell = (value: string | number, quote: string, unit: string | null): Cell => ({
  value,
  unit,
  quote,
  source: 0,
  place: null,
});
const row = (name: string, price: number): Cell[] => [
  cell(name, name, null),
  cell(price, `€${price}.00`, 'EUR'),
];
const TABLE: Table = {
  title: 'Loaves',
  columns: [
    { name: 'Name', type: 'text', unit: null, outOf: null },
    { name: 'Price', type: 'money', unit: 'EUR', outOf: null },
  ],
  rows: [row('Rye', 9), row('</script><img src=x onerror=alert(1)>', 12), row('Roll', 3)],
  sources: [{ url: 'http://bakery.example/list', title: 'Bakery', readAt: '2026-11-23T10:00:00.000Z' }],
  leftOut: [],
};
const task = aTask({
  status: 'DONE',
  endedAt: '2026-11-23T10:00:00.000Z',
  result: aResult({ intent: 'compare the loaves in a table', facts: [], table: TABLE }),
});
const open = (hostile: string | null = null): ReturnType<typeof ui.open> =>
  ui.open((gateway) => {
    gateway.tasks = [task];
    gateway.hostileApplet = hostile;
  });

test('an applet opens over the app, is shown as another form without a new run, and is gone when it is closed', async () => {
  const { page, gateway } = await open();
  await page.getByRole('button', { name: 'Open applet' }).click();
  const dialog = page.getByRole('dialog');
  const applet = page.frameLocator('iframe[title="Applet"]');
  await applet.getByRole('table').waitFor();
  expect(await applet.getByRole('table').innerText()).toContain('</script><img src=x onerror=alert(1)>');
  expect(await dialog.getByLabel('Show as').inputValue()).toBe('table');
  await dialog.getByText('Opening the applet…').waitFor({ state: 'detached' });
  expect(await axeFindings(page)).toEqual([]);
  await page.screenshot({ path: `${SHOTS}/applet-table.png` });
  await dialog.getByLabel('Show as').selectOption('bar');
  await applet.locator('canvas').waitFor();
  await dialog.getByText('Opening the applet…').waitFor({ state: 'detached' });
  await page.screenshot({ path: `${SHOTS}/applet-bar.png` });
  expect(await page.locator('iframe').count()).toBe(1);
  expect(
    gateway.received.filter(({ path }) => path === '/api/tasks' || path.endsWith('/applet/frame')),
  ).toEqual([
    expect.objectContaining({ method: 'GET', path: '/api/tasks' }),
    expect.objectContaining({ body: {} }),
    expect.objectContaining({ body: { form: 'bar' } }),
  ]);
  await dialog.getByRole('button', { name: 'Full screen' }).click();
  await dialog.getByRole('button', { name: 'Full screen', pressed: true }).click();
  await dialog.getByRole('button', { name: 'Full screen', pressed: false }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.frames().length).toBe(1);
  await page.getByLabel('Show as').selectOption('cards');
  await applet.getByText('Rye').first().waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('the close key closes an applet that has the keys; in a field with words it takes these away first', async () => {
  const { page } = await open();
  await page.getByRole('button', { name: 'Open applet' }).click();
  const filter = page.frameLocator('iframe[title="Applet"]').getByLabel('Filter');
  await filter.fill('rye');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Opening the applet…').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await expect.poll(() => filter.inputValue()).toBe('');
  expect(await dialog.count()).toBe(1);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.frames().length).toBe(1);
});

test('an applet that freezes is ended by the app, which says so and can open it again', async () => {
  const { page, gateway } = await open(
    '<!doctype html><title>loop</title><script>addEventListener("load",()=>setTimeout(()=>{for(;;);},500))</script>',
  );
  await page.getByRole('button', { name: 'Open applet' }).click();
  const ended = page.getByRole('alert').filter({ hasText: 'The applet was ended' });
  await ended.waitFor({ timeout: 60_000 });
  expect(await ended.textContent()).toContain('it did not answer for 5 seconds');
  expect(await page.locator('iframe').count()).toBe(0);
  await page.screenshot({ path: `${SHOTS}/applet-ended.png` });
  gateway.hostileApplet = null;
  await page.getByRole('button', { name: 'Open it again' }).click();
  await page.frameLocator('iframe[title="Applet"]').getByRole('table').waitFor();
});

test('an applet can lead its frame nowhere, and one that leaves its document is ended', async () => {
  const app = await open(
    '<!doctype html><title>away</title><script>addEventListener("load",()=>setTimeout(()=>{location.href="http://canary.ghost.test/?x=1"},500))</script>',
  );
  const { page, gateway } = app;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.getByRole('button', { name: 'Open applet' }).click();
  await page.getByRole('alert').filter({ hasText: 'it left its document' }).waitFor();
  expect(asked.filter((url) => url.includes('canary'))).toEqual([]);
  expect(gateway.received.filter(({ path }) => path === '/')).toEqual([]);
  ui.expectComplaint(app, /frame-src/u);
});

test('a question that needs the person closes the applet, which leaves nothing over it', async () => {
  const { page, gateway, consent } = await open();
  await page.getByRole('button', { name: 'Open applet' }).click();
  await page.frameLocator('iframe[title="Applet"]').getByRole('table').waitFor();
  gateway.ask(aCard());
  await consent.getByRole('heading').first().waitFor();
  expect(await page.locator('iframe[title="Applet"]').count()).toBe(0);
  expect(await page.getByRole('dialog').count()).toBe(1);
});

test('an applet whose tab is out of sight is ended, and can be opened again', async () => {
  const { page } = await open();
  await page.getByRole('button', { name: 'Open applet' }).click();
  await page.frameLocator('iframe[title="Applet"]').getByRole('table').waitFor();
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  const ended = page.getByRole('alert').filter({ hasText: 'its tab was out of sight' });
  await ended.waitFor();
  expect(await page.locator('iframe').count()).toBe(0);
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: false, configurable: true }));
  await page.getByRole('button', { name: 'Open it again' }).click();
  await page.frameLocator('iframe[title="Applet"]').getByRole('table').waitFor();
});

test('one that is opened in another window of the app ends this one', async () => {
  const { page, gateway } = await open();
  await page.getByRole('button', { name: 'Open applet' }).click();
  await page.frameLocator('iframe[title="Applet"]').getByRole('table').waitFor();
  const other = await page.context().newPage();
  await other.goto(gateway.appOrigin);
  await other.getByRole('button', { name: 'Open applet' }).click();
  await other.frameLocator('iframe[title="Applet"]').getByRole('table').waitFor();
  await page.getByRole('alert').filter({ hasText: 'another one was opened' }).waitFor();
  expect(await page.locator('iframe').count()).toBe(0);
  expect(await other.locator('iframe').count()).toBe(1);
  await other.close();
});
