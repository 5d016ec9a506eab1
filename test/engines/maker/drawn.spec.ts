// Applets of the first grade in a real Chromium: the representative briefs and more, by clicks, by typing and by keys; axe finds nothing.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkApplet } from '#engines/maker/check/check.ts';
import { RUNTIME, STYLE } from '#engines/maker/draw/runtime.generated.ts';
import { makeApplet } from '#engines/maker/offline/maker.ts';
import { axeFindings } from '#test/fixtures/axe.ts';
import { launchTestBrowser } from '#test/fixtures/chromium.ts';
import type { TestBrowser } from '#test/fixtures/chromium.ts';
import { need } from '#test/fixtures/tab.ts';
import { runtimeText } from './generate-runtime.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await launchTestBrowser();
});
afterAll(() => browser.close());

type Row = Readonly<Record<string, string | number | boolean | null>>;
const products: readonly Row[] = [
  { name: 'Keys <b>Pro</b>', price: 120, rating: 4.5 },
  { name: '</script><script>document.title="out"</script>', price: 80, rating: 4.9 },
  { name: 'Board & "Co" \' ` <!--', price: 200, rating: 3 },
];
const brief = (data: readonly Row[], visualizationHint = '', intent = 'compare these'): unknown => ({
  intent,
  dataType: 'Keyboards',
  data,
  visualizationHint,
  constraints: [],
});

async function open(given: unknown): Promise<Page> {
  const { html } = need(makeApplet(given));
  expect(checkApplet(html)).toMatchObject({ accepted: true, findings: [] });
  const page = await browser.context.newPage();
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }));
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.goto('http://applet.test/');
  expect(faults).toEqual([]);
  return page;
}
const column = (page: Page, at: number): Promise<readonly string[]> =>
  page.locator(`tbody tr:not(.space) td:nth-child(${at})`).allTextContents();

test('the runtime that is kept is what its sources build', async () => {
  const built = await runtimeText();
  const kept = [RUNTIME, STYLE].map((text) => built.includes(` = ${JSON.stringify(text)};`));
  expect(kept, 'run `node test/engines/maker/generate-runtime.ts`, then oxfmt').toEqual([true, true]);
});

test('a price comparison is a table that is sorted by its heads and filtered by typing; markup in a name is its letters', async () => {
  const page = await open(brief(products, 'comparison table'));
  expect(await column(page, 1)).toEqual(products.map(({ name }) => name));
  await page.getByRole('button', { name: 'price' }).click();
  expect(await column(page, 2)).toEqual(['80', '120', '200']);
  expect(await page.getByRole('columnheader', { name: /price/u }).getAttribute('aria-sort')).toBe(
    'ascending',
  );
  await page.getByRole('button', { name: /price/u }).press('Enter');
  expect(await column(page, 2)).toEqual(['200', '120', '80']);
  await page.getByLabel('Filter').fill('board co');
  expect(await column(page, 2)).toEqual(['200']);
  expect(await page.locator('output').textContent()).toBe('1 of 3 rows');
  expect(await page.title()).toBe('Keyboards');
  expect(await axeFindings(page)).toEqual([]);
  await page.close();
});

test('amounts of two currencies are not set in one order: each stands by itself, up and down', async () => {
  const cell = (value: string | number, unit: string | null) => ({
    value,
    unit,
    quote: String(value),
    source: 0,
    place: null,
  });
  const data = {
    title: 'Keyboards',
    columns: [
      { name: 'Name', type: 'text', unit: null, outOf: null },
      { name: 'Price', type: 'money', unit: null, outOf: null },
    ],
    rows: [
      [cell('A', null), cell(49, 'EUR')],
      [cell('B', null), cell(38, 'GBP')],
      [cell('C', null), cell(24, 'EUR')],
      [cell('D', null), cell(85, 'GBP')],
    ],
    sources: [{ url: 'http://shop.test/', title: 'Shop', readAt: '2026-11-23T10:00:00Z' }],
    leftOut: [],
  };
  const page = await open({ ...(brief([]) as object), data, visualizationHint: 'table' });
  await page.getByRole('button', { name: 'Price' }).click();
  expect(await column(page, 1)).toEqual(['C', 'A', 'B', 'D']);
  await page.getByRole('button', { name: 'Price' }).click();
  expect(await column(page, 1)).toEqual(['A', 'C', 'D', 'B']);
  await page.close();
});

const offers = (units: readonly string[]): unknown => {
  const cell = (value: string | number | null, unit: string | null = null) => ({
    value,
    unit,
    quote: value === null ? '' : `${value}`,
    source: 0,
    place: null,
  });
  return {
    title: 'Keyboards',
    columns: [
      { name: 'Name', type: 'text', unit: null, outOf: null },
      { name: 'Old price', type: 'money', unit: 'EUR', outOf: null },
      { name: 'Price', type: 'money', unit: null, outOf: null },
      { name: 'Rating', type: 'rating', unit: null, outOf: 5 },
    ],
    rows: units.map((unit, at) => [
      cell(`Board ${at}`),
      cell(at === 0 ? 99 : null, 'EUR'),
      cell(40 + at, unit),
      cell(3 + at / 10),
    ]),
    sources: [{ url: 'http://shop.test/', title: 'Shop', readAt: '2026-11-23T10:00:00Z' }],
    leftOut: [],
  };
};
/** What the chart holds, as its library has it. */
const chartOf = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    type Kept = {
      readonly data: {
        readonly datasets: readonly { label: string; yAxisID?: string; data: readonly unknown[] }[];
      };
      readonly options: { readonly scales: Readonly<Record<string, { title: { text: string } }>> };
    };
    const { Chart } = globalThis as unknown as { Chart: { getChart: (of: Element | null) => Kept } };
    const { data, options } = Chart.getChart(document.querySelector('canvas'));
    return data.datasets.map((one) => [
      one.label,
      options.scales[one.yAxisID ?? '']?.title.text,
      one.data.map((point) =>
        typeof point === 'object' && point !== null && 'x' in point && 'y' in point
          ? [point.x, point.y]
          : point,
      ),
    ]);
  });

test('amounts of two currencies have an axis each, and the applet says that they are not to be held against one another', async () => {
  const data = offers(['EUR', 'EUR', 'GBP', 'GBP']);
  const page = await open({ ...(brief([]) as object), data, visualizationHint: 'bar chart' });
  // What one row alone says, an old price, is not what they are measured by.
  expect(await chartOf(page)).toEqual([
    ['Price (EUR)', 'Price (EUR)', [40, 41, null, null]],
    ['Price (GBP)', 'Price (GBP)', [null, null, 42, 43]],
  ]);
  await page.getByText('Amounts in EUR and GBP have an axis each').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.close();
  const plot = await open({ ...(brief([]) as object), data, visualizationHint: 'scatter' });
  expect(await chartOf(plot)).toEqual([
    [
      'each row, EUR',
      'Rating',
      [
        [40, 3],
        [41, 3.1],
      ],
    ],
    [
      'best trade-offs, EUR',
      'Rating',
      [
        [40, 3],
        [41, 3.1],
      ],
    ],
    [
      'each row, GBP',
      'Rating',
      [
        [42, 3.2],
        [43, 3.3],
      ],
    ],
    [
      'best trade-offs, GBP',
      'Rating',
      [
        [42, 3.2],
        [43, 3.3],
      ],
    ],
  ]);
  await plot.close();
});

test.each([
  ['pie', ['EUR', 'EUR', 'GBP'], 'Amounts in EUR and GBP are no parts of one whole: it is shown as a table.'],
  [
    'bar chart',
    ['EUR', 'GBP', 'CHF'],
    'Amounts in 3 units (EUR, GBP, CHF) have no axis in common: it is shown as a table.',
  ],
])('what no %s can show is a table that says why', (hint, units, said) => {
  const made = need(makeApplet({ ...(brief([]) as object), data: offers(units), visualizationHint: hint }));
  expect(made.view).toMatchObject({ form: 'table', notes: [said] });
});

test('a value shows the words it rests on and their source, by a click and by the arrow keys', async () => {
  const cell = (value: string | number, quote: string) => ({
    value,
    unit: null,
    quote,
    source: 0,
    place: null,
  });
  const data = {
    title: 'Keyboards',
    columns: [
      { name: 'Name', type: 'text', unit: null, outOf: null },
      { name: 'Price', type: 'money', unit: 'EUR', outOf: null },
    ],
    rows: [
      [cell('A', 'A'), cell(12, '12,00 €')],
      [cell('B', 'B'), cell(9, '9,00 €')],
    ],
    sources: [{ url: 'http://shop.test/', title: 'Shop', readAt: '2026-11-23T10:00:00Z' }],
    leftOut: ['3 more rows were not read'],
  };
  const page = await open({ ...(brief([]) as object), data, visualizationHint: 'table' });
  await page.locator('td').nth(1).click();
  expect(await page.getByLabel('source', { exact: true }).textContent()).toBe(
    'Price (EUR): “12,00 €”Shop · http://shop.test/ · read 2026-11-23T10:00:00Z',
  );
  await page.keyboard.press('ArrowDown');
  expect(await page.getByLabel('source', { exact: true }).textContent()).toContain('9,00 €');
  expect(await page.getByText('3 more rows were not read').isVisible()).toBe(true);
  await page.close();
});

const days: readonly Row[] = Array.from({ length: 30 }, (_, at) => ({
  day: `2026-01-${String(at + 1).padStart(2, '0')}`,
  price: 100 + at,
  competitor: 90 + 2 * at,
}));
const trips: readonly Row[] = [
  { trip: 'Second', from: '2026-03-04', price: 3 },
  { trip: 'First', from: '2026-01-02', price: 4 },
];

test.each([
  ['historical prices', days, 'line chart', 'line chart of Keyboards: 30 of 30 rows'],
  ['few parts', products, 'pie', 'pie chart of Keyboards: 3 of 3 rows'],
  ['bars', products, 'bar chart', 'bar chart of Keyboards: 3 of 3 rows'],
  ['two measures', products, 'scatter with the trade-off', 'scatter chart of Keyboards: 3 of 3 rows'],
])('%s are a chart with its rows in a table for whoever does not see it', async (_, rows, hint, label) => {
  const page = await open(brief(rows, hint));
  expect(await page.getByRole('img').getAttribute('aria-label')).toContain(label);
  expect((await column(page, 1)).length).toBeGreaterThan(0);
  // Something is drawn on it.
  const drawn = await page.locator('canvas').evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) return 0;
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    return data.filter((one) => one !== 0).length;
  });
  expect(drawn).toBeGreaterThan(100);
  expect(await axeFindings(page)).toEqual([]);
  await page.close();
});

test('a listing is a grid of cards that typing filters', async () => {
  const page = await open(brief(products, 'card grid'));
  expect(await page.locator('.cards h2').allTextContents()).toEqual(products.map(({ name }) => name));
  await page.getByLabel('Filter').fill('pro');
  expect(await page.locator('.cards h2').allTextContents()).toEqual(['Keys <b>Pro</b>']);
  expect(await axeFindings(page)).toEqual([]);
  await page.close();
});

test('the arrows go to each value of a card, whose words are shown, and stay within the card', async () => {
  const page = await open(brief(products, 'card grid'));
  await page.locator('.cards li').first().focus();
  await page.keyboard.press('ArrowDown');
  expect(await page.locator(':focus').textContent()).toBe('Keys <b>Pro</b>');
  await page.keyboard.press('ArrowRight');
  expect(await page.locator(':focus').textContent()).toBe('120');
  for (let at = 0; at < 5; at += 1) await page.keyboard.press('ArrowDown');
  expect(await page.locator(':focus').textContent()).toBe('4.5');
  await page.keyboard.press('ArrowUp');
  expect(await page.locator(':focus').textContent()).toBe('120');
  await page.close();
});

const stock: readonly Row[] = [
  { name: 'One', maker: 'Halden', price: 80, wired: true },
  { name: 'Two', maker: 'Oriel', price: 120, wired: false },
  { name: 'Three', maker: 'Halden', price: 200, wired: false },
  { name: 'Four', maker: 'Oriel', price: null, wired: true },
];

test('columns of few values are filtered by a choice, amounts by the least and the most; what says nothing is left out', async () => {
  const page = await open(brief(stock, 'table'));
  await page.getByText('More filters').click();
  const choices = page.getByLabel('maker').locator('option');
  expect(await choices.allTextContents()).toEqual(['any', 'Halden', 'Oriel']);
  await page.getByLabel('maker').selectOption('Halden');
  expect(await column(page, 1)).toEqual(['One', 'Three']);
  await page.getByLabel('price, at least').fill('100');
  expect(await column(page, 1)).toEqual(['Three']);
  await page.getByLabel('maker').selectOption('any');
  expect(await column(page, 1)).toEqual(['Two', 'Three']);
  await page.getByLabel('price, at most').fill('150');
  expect(await column(page, 1)).toEqual(['Two']);
  expect(await page.locator('output').textContent()).toBe('1 of 4 rows');
  await page.getByLabel('Filter', { exact: true }).fill('three');
  expect(await column(page, 1)).toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
  await page.close();
});

test('amounts of two currencies have no bounds in common, and few rows no more filters than typing', async () => {
  const two = await open({ ...(brief([]) as object), data: offers(['EUR', 'GBP', 'EUR', 'GBP']) });
  expect(await two.getByLabel('Price, at least').count()).toBe(0);
  expect(await two.getByLabel('Rating, at least').count()).toBe(1);
  await two.close();
  const few = await open(brief(products, 'table'));
  expect(await few.getByText('More filters').count()).toBe(0);
  await few.close();
});

test('dates make a timeline, oldest first', async () => {
  const page = await open(brief(trips, 'timeline'));
  expect(await page.locator('.line h2').allTextContents()).toEqual(['First', 'Second']);
  expect(await axeFindings(page)).toEqual([]);
  await page.close();
});

test('what the columns cannot carry is said, and a table is shown', async () => {
  const page = await open(brief([{ name: 'x' }], 'line chart'));
  expect(await page.getByText('no columns for a line view').isVisible()).toBe(true);
  expect(await column(page, 1)).toEqual(['x']);
  await page.close();
});

test('two columns of one name are two, each sorted by itself', async () => {
  const data = {
    title: 'Keyboards',
    columns: ['Price', 'Price'].map((name) => ({ name, type: 'number', unit: null, outOf: null })),
    rows: [
      [1, 9],
      [2, 8],
    ].map((row) => row.map((value) => ({ value, unit: null, quote: String(value), source: 0, place: null }))),
    sources: [],
    leftOut: [],
  };
  const page = await open({ ...(brief([]) as object), data, visualizationHint: 'table' });
  await page.getByRole('button', { name: 'Price' }).nth(1).click();
  expect([await column(page, 1), await column(page, 2)]).toEqual([
    ['2', '1'],
    ['8', '9'],
  ]);
  await page.close();
});

test('of 10,000 rows a windowful is in the document, and scrolling to the end shows the last', async () => {
  const rows = Array.from({ length: 10_000 }, (_, at) => ({ name: `row ${at}`, price: at }));
  const page = await open(brief(rows, 'table'));
  expect(await page.locator('tbody tr').count()).toBeLessThan(100);
  await page.locator('.scroll').evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await page.getByText('row 9999', { exact: true }).waitFor();
  expect(await page.locator('tbody tr').count()).toBeLessThan(100);
  expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('10001');
  await page.close();
});

test.each([
  ['no rows', []],
  ['one row', [{ a: 1 }]],
  ['200 columns', [Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`c${at}`, at]))]],
  ['mixed types', [{ a: 1 }, { a: 'x' }, { a: true }, { a: null }]],
  ['RTL and emoji', [{ שם: '🎉 مرحبا', b: '1' }]],
  ['names of an object’s own', [{ constructor: 'x', toString: 'y', valueOf: 1 }]],
  ['control characters', [{ a: 'x\u0000\u0007y\u2028z' }]],
] satisfies readonly (readonly [string, readonly Row[]])[])('%s are drawn', async (_, rows) => {
  const page = await open(brief(rows, 'table'));
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Keyboards');
  await page.close();
});
