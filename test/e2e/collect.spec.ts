// An intent that wants a table: rows are read from every site that it names, each through the boundary, and joined into one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDemoWorld, type DemoWorld } from '#gateway/client/demo/demo-world.ts';
import { openGateway, type Gateway, type TaskResult } from '#gateway/main.ts';
import { need } from '#test/fixtures/tab.ts';

let world: DemoWorld;
let directory: string;
let gateway: Gateway;
let prompts = 0;

beforeAll(async () => {
  world = need(await startDemoWorld());
  directory = mkdtempSync(join(tmpdir(), 'ghost-collect-'));
  gateway = await openGateway({
    dataDir: directory,
    world,
    engine: 'offline',
    consent: async () => {
      prompts += 1;
      return 'DENY';
    },
  });
});
afterAll(async () => {
  await gateway.close();
  await world.close();
  rmSync(directory, { recursive: true, force: true });
});

const run = (intent: string): Promise<TaskResult> => gateway.run(intent, {}).result;

test('two sites become one table: each cell with its page, prices in their own currencies, and nobody is asked', async () => {
  const { status, intentClass, table, sources, evidence, answer } = await run(
    'compare the mechanical keyboards of the shop and the ones of the market in a table',
  );
  expect([status, intentClass]).toEqual(['DONE', 'GENERATE']);
  const price = table?.columns.findIndex(({ name }) => name === 'Price') ?? -1;
  expect(table?.columns[price]).toMatchObject({ type: 'money', unit: null });
  const prices = table?.rows.map((row) => row[price]) ?? [];
  expect(new Set(prices.map((cell) => cell?.unit))).toEqual(new Set(['EUR', 'GBP']));
  expect(prices).toContainEqual(expect.objectContaining({ value: 49, unit: 'EUR', quote: '€49.00' }));
  expect(prices).toContainEqual(expect.objectContaining({ value: 85, unit: 'GBP', quote: '£85.00' }));
  for (const row of table?.rows ?? [])
    for (const cell of row) expect(cell.value === null || cell.quote !== '').toBe(true);
  expect(new Set(sources.map((url) => new URL(url).host))).toEqual(new Set(['shop.test', 'market.test']));
  // What lies behind "next page" and "show more" was read, and what was dropped is said.
  expect(table?.sources.length).toBeGreaterThan(2);
  expect(table?.leftOut.join('\n')).toMatch(/rows that do not say “mechanical keyboards” are left out/);
  expect(evidence.every(({ outcome }) => outcome === 'SEEN')).toBe(true);
  expect(answer).toMatch(/shop: \d+ rows from shop\.test\nmarket: \d+ rows from market\.test/);
  expect(prompts).toBe(0);
});

test('a list of dates and fares is read whole, for a chart', async () => {
  const { status, table } = await run('make a line chart of the fares to Oslo on the travel agency');
  expect(status).toBe('DONE');
  expect(table?.columns.map(({ type, unit }) => [type, unit])).toEqual([
    ['date', null],
    ['money', 'CHF'],
  ]);
  expect(table?.rows).toHaveLength(31);
  expect(table?.rows[0]?.map(({ value }) => value)).toEqual(['2026-12-01', 106]);
});

test('where nothing of the kind is to be found, there is no table and no success', async () => {
  const result = await run('make a table of the unicorns of the travel agency');
  expect(result.status).toBe('FAILED');
  expect(result.table).toBeUndefined();
});

test('names that sellers wrote come as text, as they stand', async () => {
  const { table } = await run('show me the curiosities of the market as a table');
  const names = table?.rows.map(([first]) => first?.quote) ?? [];
  expect(names).toContain('=HYPERLINK("http://collect.test/sheet","open me")');
  expect(names).toContain('<b>Half price</b> desk lamp');
  expect(world.canaryHits()).toBe(0);
});
