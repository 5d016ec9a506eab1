// Records that are more than one element beside one another: several rows of a table, a heading with what stands below it; and what is one
// part of a record though it is several elements. Each with its twin that is none.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SnapshotGrid, SnapshotGrids } from '#executors/contract/snapshot.ts';
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
const texts = (grid: SnapshotGrid | undefined) =>
  grid?.rows.map(({ cells }) => cells.map(({ text, said }) => text || said));
const each = (draw: (name: string, at: number) => string): string =>
  ['ash', 'birch', 'cedar', 'douglas'].map((name, at) => draw(name, at)).join('');

test('rows of a table that come in one order of unlike layouts are a record each time', async () => {
  const { grids } = await read(
    `<table>${each((name, at) => `<tr><td rowspan=2>${at + 1}.<td><a href="/${name}">${name}</a><td>£${at}5<tr><td colspan=2><i>${at} m tall</i> by <a href="/u">ada</a>`)}<tr><td colspan=3>More below</table>`,
  );
  expect(grids[0]?.kind).toBe('RECORDS');
  expect(texts(grids[0])?.slice(0, 2)).toEqual([
    ['1.', 'ash', '£05', '0 m tall', 'ada'],
    ['2.', 'birch', '£15', '1 m tall', 'ada'],
  ]);
  expect(grids[0]?.rows).toHaveLength(4);
});

test('striped rows, rows below a head and lines across a table are no records of several rows', async () => {
  const striped = each((name, at) => `<tr class=${at % 2 === 0 ? 'odd' : 'even'}><td>${name}<td>${at}`);
  expect((await read(`<table>${striped}</table>`)).grids[0]?.kind).toBe('TABLE');
  const details = each((name) => `<tr><td>${name}<td>1<tr><td colspan=2>About ${name}`);
  expect(
    (await read(`<table><thead><tr><th>a<th>b</thead><tbody>${details}</tbody></table>`)).grids[0]?.kind,
  ).toBe('TABLE');
  const sections = `<tr><td colspan=2>Trees${each((name) => `<tr><td>${name}<td>1`)}<tr><td colspan=2>Herbs${each((name) => `<tr><td>${name}<td>2`)}`;
  expect((await read(`<table>${sections}</table>`)).grids[0]?.kind).toBe('TABLE');
});

test('a heading that leads somewhere is a record with what stands below it; what leads on behind the last is none of it', async () => {
  const { grids } = await read(
    `<h1>Trees</h1>${each((name, at) => `<h3><a href="/${name}">${name}</a></h3><p>${at} m tall</p><p>Grows by the ${name} pond.</p>`)}<p>Page 1</p><p>of 3</p>`,
  );
  expect(texts(grids[0])).toEqual(
    ['ash', 'birch', 'cedar', 'douglas'].map((name, at) => [
      name,
      `${at} m tall`,
      `Grows by the ${name} pond.`,
    ]),
  );
  expect(grids[0]?.rows[0]?.cells[0]).toMatchObject({ heading: true, href: `${site.origin}/ash` });
});

test('terms that lead somewhere are records with their definitions; terms that only mark their place are names of values', async () => {
  const list = (address: (name: string) => string): string =>
    `<dl>${each((name, at) => `<dt><a href="${address(name)}">${name}</a></dt><dd><div>${at} m</div><div><span>Title:</span> on ${name}</div></dd>`)}</dl>`;
  const led = await read(list((name) => `/${name}`));
  expect(led.grids.map(({ kind }) => kind)).toEqual(['RECORDS']);
  expect(texts(led.grids[0])?.[1]).toEqual(['birch', '1 m', 'Title: on birch']);
  const marked = await read(list((name) => `#${name}`));
  expect(marked.grids.map(({ kind }) => kind)).toEqual(['PAIRS']);
});

test('the sections of an article are no records, though their headings have marks of their own', async () => {
  const { grids } = await read(
    each((name) => `<h2>${name} <a href="#${name}">¶</a></h2><p>One of ${name}.</p><p>Two of ${name}.</p>`),
  );
  expect(grids.filter(({ rows }) => rows.some(({ cells }) => cells.length > 1))).toEqual([]);
});

const card = (name: string, inner: string): string =>
  `<li class=card><a href="/${name}">${name}</a> <b>£5</b>${inner}</li>`;

test('what records have in differing numbers is one part of each', async () => {
  const tags = (at: number): string =>
    `<div class=tags>${['wool', 'oak', 'steel', 'local']
      .slice(at)
      .map((tag) => `<span>${tag}</span>`)
      .join(' ')}</div>`;
  const { grids } = await read(`<ul>${each((name, at) => card(name, tags(at)))}</ul>`);
  expect(texts(grids[0])).toEqual([
    ['ash', '£5', 'wool oak steel local'],
    ['birch', '£5', 'oak steel local'],
    ['cedar', '£5', 'steel local'],
    ['douglas', '£5', 'local'],
  ]);
});

test('what each has as many of, figures and named values stay parts by themselves, and so does what stands beside others', async () => {
  const lists = [
    () => '<p class=x><i>red</i> <i>oak</i></p>',
    (at: number) => `<p class=x>${at > 1 ? '<i>4 beds</i> ' : ''}<i>2 baths</i></p>`,
    (at: number) => `<p class=x>${at > 1 ? '<i>Weight: 3 kg</i> ' : ''}<i>Colour: red</i></p>`,
    (at: number) => `<p class=x>${at > 1 ? '<i>red</i> ' : ''}<i>oak</i> <u>new</u></p>`,
  ];
  for (const inner of lists) {
    const { grids } = await read(`<ul>${each((name, at) => card(name, inner(at)))}</ul>`);
    expect(grids[0]?.rows.at(-1)?.cells.length, inner(2)).toBeGreaterThan(3);
  }
});
