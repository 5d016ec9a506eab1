// The rows that a task read, as a person sees them: in the pages' own words, sortable, with what was left out.
import { expect, test } from 'vitest';
import { API } from '#gateway/protocol/http.ts';
import type { TaskResult } from '#gateway/protocol/views/task.ts';
import type { KeptResult } from '#gateway/vault/results/contract.ts';
import { axeFindings } from '#test/fixtures/axe.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import { aResult, aTask } from '#test/fixtures/views.ts';

const SHOTS = process.env['GHOST_SHOTS'] ?? '/tmp/ghost-shots';
const ui = uiForSpec();

type Table = NonNullable<TaskResult['table']>;
const cell = (
  value: string | number | null,
  quote = '',
  unit: string | null = null,
): Table['rows'][number][number] => ({
  value,
  unit,
  quote,
  source: 0,
  place: null,
});
const column = (name: string, type: Table['columns'][number]['type']): Table['columns'][number] => ({
  name,
  type,
  unit: null,
  outOf: null,
});

const TABLE: Table = {
  title: 'Loaves',
  columns: [column('Name', 'text'), column('Price', 'money'), column('__proto__', 'number')],
  rows: [
    [cell('Rye', 'Rye'), cell(9.5, '€9.50', 'EUR'), cell(1, '1')],
    [cell('<b>White</b>', '<b>White</b>'), cell(12, '€12.00', 'EUR'), cell(null)],
    [
      cell('=HYPERLINK("http://x.example")', '=HYPERLINK("http://x.example")'),
      cell(2, '£2.00', 'GBP'),
      cell(3, '3'),
    ],
    ...Array.from({ length: 20 }, (_, at) => [
      cell(`Roll ${at}`, `Roll ${at}`),
      cell(20 + at, `€${20 + at}.00`, 'EUR'),
      cell(at, String(at)),
    ]),
  ],
  sources: [{ url: 'http://bakery.example/list', title: 'Bakery', readAt: '2026-11-23T10:00:00.000Z' }],
  leftOut: ['bakery.example: 2 rows that do not say “loaves” are left out'],
};

test('rows stand in the pages’ own words, are sorted by a press, and say where they are from', async () => {
  const result = aResult({ facts: [], answer: '23 rows from bakery.example', table: TABLE });
  const { page } = await ui.open((gateway) => {
    gateway.tasks = [aTask({ status: 'DONE', endedAt: new Date().toISOString(), result })];
  });
  const rows = page.getByRole('region', { name: 'Rows that were read' }).getByRole('row');
  await page.getByText('23 rows in the pages’ own words').waitFor();
  expect(await rows.count()).toBe(13);
  expect(await rows.nth(2).innerText()).toContain('<b>White</b>');
  expect(await rows.nth(2).innerText()).toContain('not said');
  await page.getByText('2 rows that do not say').waitFor();
  await page.screenshot({ path: `${SHOTS}/result-table.png` });
  // Several currencies are never one order: each unit in itself.
  const price = page.getByRole('columnheader', { name: 'Price' });
  await price.getByRole('button').click();
  expect(await price.getAttribute('aria-sort')).toBe('ascending');
  expect(await rows.nth(1).innerText()).toContain('€9.50');
  await price.getByRole('button').press('Enter');
  expect(await price.getAttribute('aria-sort')).toBe('descending');
  expect(await rows.nth(1).innerText()).toContain('€39.00');
  await page.getByRole('button', { name: 'Show 11 more rows' }).click();
  expect(await rows.count()).toBe(24);
  expect(await axeFindings(page)).toEqual([]);
});

test('of many columns none is a letter wide: the table scrolls within the page', async () => {
  const wide: typeof TABLE = {
    ...TABLE,
    columns: Array.from({ length: 14 }, (_, at) => ({
      name: `Availability ${at}`,
      type: 'text',
      unit: null,
      outOf: null,
    })),
    rows: [
      Array.from({ length: 14 }, () => ({
        value: 'yes',
        unit: null,
        quote: 'collected today',
        source: 0,
        place: null,
      })),
    ],
  };
  const { page } = await ui.open((gateway) => {
    gateway.tasks = [
      aTask({
        status: 'DONE',
        endedAt: new Date().toISOString(),
        result: aResult({ facts: [], table: wide }),
      }),
    ];
  });
  const cell = page.getByRole('gridcell').nth(5);
  expect((await cell.boundingBox())?.height).toBeLessThan(70);
  const scroller = page.getByRole('region', { name: 'Rows that were read' });
  expect(await scroller.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test('a cell says where its words stand: by a press or by keys, with one tab stop for the table', async () => {
  const result = aResult({ facts: [], answer: '23 rows from bakery.example', table: TABLE });
  const { page } = await ui.open((gateway) => {
    gateway.tasks = [aTask({ id: 't-7', status: 'DONE', endedAt: new Date().toISOString(), result })];
  });
  const grid = page.getByRole('grid');
  await grid.getByRole('gridcell', { name: '€9.50' }).click();
  const said = page.getByRole('status').filter({ hasText: '“€9.50”' });
  await said.waitFor();
  const seen = said.getByRole('link', { name: 'the page as it was seen' });
  expect(await seen.getAttribute('href')).toContain('#/tasks/t-7');
  expect(await seen.getAttribute('href')).toContain(encodeURIComponent('€9.50'));
  expect(await said.innerText()).toContain('http://bakery.example/list');
  expect(await grid.locator('[tabindex="0"]').count()).toBe(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByText('nothing of this is said on').waitFor();
  expect(await grid.getByRole('gridcell', { selected: true }).innerText()).toBe('not said');
  expect(await axeFindings(page)).toEqual([]);
});

test('the rows go to another program as they are exported: sorted as they stand, and no word of a page is a formula', async () => {
  const result = aResult({ facts: [], answer: '23 rows from bakery.example', table: TABLE });
  const { page, gateway } = await ui.open((fake) => {
    fake.tasks = [aTask({ status: 'DONE', endedAt: new Date().toISOString(), result })];
    fake.results = [keptOf(result)];
  });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Price' }).click();
  const copied = async (name: string): Promise<string> => {
    await page.getByRole('button', { name: `Copy as ${name}` }).click();
    await page.getByText(`Copied 23 rows as ${name}.`).waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const csv = await copied('CSV');
  expect(csv.split('\r\n')[0]).toBe('Name,Price,Price unit,__proto__');
  expect(csv).toContain(`"'=HYPERLINK(""http://x.example"")"`);
  expect((await copied('Markdown')).split('\n')[0]).toMatch(/^\| Name \| Price \|/u);
  expect(JSON.parse(await copied('JSON'))).toMatchObject({ title: 'Loaves', rows: { length: 23 } });
  // The log says of each that the result left.
  expect(gateway.received.filter(({ path }) => path === API.exportResult.path)).toHaveLength(3);
});

test('rows that the log cannot tell of are not copied; where the browser does not let them, it is said what to do', async () => {
  const result = aResult({ facts: [], answer: '23 rows', table: TABLE });
  const { page, gateway } = await ui.open((fake) => {
    fake.tasks = [aTask({ status: 'DONE', endedAt: new Date().toISOString(), result })];
  });
  await page.evaluate(() => {
    Object.assign(globalThis, { written: 0 });
    navigator.clipboard.writeText = () => {
      Object.assign(globalThis, { written: 1 });
      return Promise.reject(new DOMException('no', 'NotAllowedError'));
    };
  });
  await page.getByRole('button', { name: 'Copy as CSV' }).click();
  const said = page.getByRole('group', { name: 'Copy the rows' }).getByRole('status');
  await expect.poll(() => said.textContent()).not.toBe('');
  expect(await page.evaluate(() => Reflect.get(globalThis, 'written'))).toBe(0);
  gateway.results = [keptOf(result)];
  await page.getByRole('button', { name: 'Copy as CSV' }).click();
  await page.getByText('Allow the clipboard for this page, or export them.').waitFor();
});

const keptOf = (result: TaskResult): KeptResult => ({
  taskId: 't1',
  at: '2026-11-27T08:00:00.000Z',
  intent: 'loaves',
  status: 'DONE',
  agent: null,
  sources: [],
  result: { answer: result.answer, facts: result.facts, error: null },
});
