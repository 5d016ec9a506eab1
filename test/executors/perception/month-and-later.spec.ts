// A month of days is what stands in its days; and rows that a script brings after the page are waited for, within a bound.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SnapshotGrids } from '#executors/contract/snapshot.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { openTestTab, type TestTab } from '#test/fixtures/tab.ts';

let site: Site;
let tab: TestTab;
beforeAll(async () => {
  site = await startSite({});
  tab = await openTestTab();
  tab.rules.pageAct = () => true;
});
afterAll(async () => {
  await tab.tab.close();
  await site.close();
});

async function read(body: string): Promise<SnapshotGrids> {
  site.pages['/'] = `<!doctype html><html lang="en"><title>t</title><body>${body}</body></html>`;
  await tab.open(`${site.origin}/`);
  const outcome = await tab.must({ type: 'EXTRACT', as: 'table' });
  if (outcome.kind !== 'GRIDS') throw new Error(outcome.kind);
  return outcome.page;
}

/** `numbers`: of the days, a week a row; `drawn`: what stands below a number. */
const weeks = (numbers: readonly number[], drawn: (at: number) => string): string => {
  const rows = Array.from({ length: numbers.length / 7 }, (_, week) =>
    numbers
      .slice(week * 7, week * 7 + 7)
      .map((number, day) => `<td><b>${number}</b>${drawn(week * 7 + day)}`)
      .join(''),
  );
  return `<table><thead><tr>${'Mo Tu We Th Fr Sa Su'.replaceAll(/(\w+) ?/gu, '<th>$1')}</thead><tbody>${rows.map((row) => `<tr>${row}`).join('')}</tbody></table>`;
};
// November of 2026 begins on a Sunday.
const NOVEMBER = [26, 27, 28, 29, 30, 31, ...Array.from({ length: 30 }, (_, at) => at + 1), 1, 2, 3, 4, 5, 6];
const link = (name: string): string => `<a href="/${name}">${name}</a>`;

test('what stands in the days of a month is its records, each with its day', async () => {
  const { grids } = await read(
    weeks(NOVEMBER, (at) => (at === 8 ? link('fair') + link('talk') : at === 20 ? link('walk') : '')),
  );
  expect(grids[0]?.kind).toBe('RECORDS');
  expect(grids[0]?.rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
    ['3', 'fair'],
    ['3', 'talk'],
    ['15', 'walk'],
  ]);
});

test('a table whose cells do not count the days is none, and neither is a month in which nothing stands', async () => {
  const everywhere = (): string => link('deal');
  const prices = NOVEMBER.map((_, at) => (at * 7) % 40);
  expect((await read(weeks(prices, everywhere))).grids[0]?.kind).toBe('TABLE');
  expect((await read(weeks(NOVEMBER.slice(0, 21), everywhere))).grids[0]?.kind).toBe('TABLE');
  expect((await read(weeks(NOVEMBER, () => ''))).grids.map(({ kind }) => kind)).not.toContain('RECORDS');
});

const LIST = '<ul id=list></ul>';
const put = (names: string): string =>
  `for (const name of '${names}'.split(' ')) { const item = document.createElement('li'); item.innerHTML = '<a href="/' + name + '">' + name + '</a> <span>3 pieces</span>'; list.append(item); }`;

test('rows that a script brings are waited for, as long as the page says that it is busy', async () => {
  const { grids } = await read(
    `${LIST}<script>list.setAttribute('aria-busy', 'true'); setTimeout(() => { ${put('ash birch')} }, 700); setTimeout(() => { ${put('cedar')} list.removeAttribute('aria-busy'); }, 1500);</script>`,
  );
  expect(grids.flatMap(({ rows }) => rows.map(({ cells }) => cells[0]?.text))).toEqual([
    'ash',
    'birch',
    'cedar',
  ]);
});

test('a page that never comes to rest is read all the same', async () => {
  const { grids } = await read(
    `${LIST}<script>${put('ash birch cedar')} setInterval(() => { const mark = document.createElement('i'); list.after(mark); mark.remove(); }, 50);</script>`,
  );
  expect(grids.flatMap(({ rows }) => rows.map(({ cells }) => cells[0]?.text))).toEqual([
    'ash',
    'birch',
    'cedar',
  ]);
});
