// What repeats on a page, read as grids: tables, ARIA grids, definition lists, cards; and what is in none of them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SnapshotGrid, SnapshotGrids } from '#executors/contract/snapshot.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { openTestTab, type TestTab } from '#test/fixtures/tab.ts';

let site: Site;
let other: Site;
let tab: TestTab;
beforeAll(async () => {
  site = await startSite({});
  other = await startSite({}, '127.0.0.2');
  tab = await openTestTab();
  tab.rules.pageAct = () => true;
});
afterAll(async () => {
  await tab.tab.close();
  await Promise.all([site.close(), other.close()]);
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

test('a table: its head, cells that reach over rows and columns, foot, caption', async () => {
  const { grids } =
    await read(`<table><caption>Mugs</caption><thead><tr><th rowspan=2>Name<th colspan=2>Price<tr><th>Net<th>Gross</thead>
    <tfoot><tr><td>Total<td>3<td>4</tfoot>
    <tbody><tr><td rowspan=2>Red<td>1<td>2<tr><td>2<td>2<tr><td colspan=3>More below</tbody></table>`);
  expect(grids).toHaveLength(1);
  expect(grids[0]).toMatchObject({ kind: 'TABLE', title: 'Mugs' });
  expect(grids[0]?.head.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
    ['Name', 'Price', 'Price'],
    ['Name', 'Net', 'Gross'],
  ]);
  expect(texts(grids[0])).toEqual([
    ['Red', '1', '2'],
    ['Red', '2', '2'],
    ['More below'],
    ['Total', '3', '4'],
  ]);
  expect(grids[0]?.rows.map(({ foot }) => foot)).toEqual([false, false, false, true]);
});

test('a table that lays out a page is none; one within its cells is', async () => {
  const inner = '<table><tr><th>a<th>b<tr><td>1<td>2<tr><td>3<td>4</table>';
  const { grids } = await read(`<table><tr><td><h1>Welcome</h1><td>${inner}<tr><td>x<td>y</table>`);
  expect(grids.filter(({ kind }) => kind === 'TABLE').map(texts)).toEqual([
    [
      ['1', '2'],
      ['3', '4'],
    ],
  ]);
});

test('an ARIA grid says how many rows are behind it', async () => {
  const row = (a: string) =>
    `<div role=row><span role=rowheader>${a}</span><span role=gridcell>1</span></div>`;
  const { grids } = await read(
    `<div role=grid aria-label=Stock aria-rowcount=100><div role=row><span role=columnheader>Item</span><span role=columnheader>n</span></div>${row('Pan')}${row('Mug')}</div>`,
  );
  expect(grids[0]).toMatchObject({ kind: 'TABLE', title: 'Stock', rowsLeft: 97 });
  expect(texts(grids[0])).toEqual([
    ['Pan', '1'],
    ['Mug', '1'],
  ]);
});

test('cards: name, address, price in pieces, stars by their ARIA name, machine dates, alternative text; each with its place', async () => {
  const card = (
    name: string,
    stars: string,
  ) => `<article class="card"><img alt="${name} from above" width=20 height=20 src="data:,"><h3><a href="/p/${name}">${name}</a></h3>
    <p class="price"><span>€</span><span>79</span><span>.99</span></p><span role=img aria-label="${stars} out of 5 stars">★★★★☆</span>
    <time datetime="2025-03-04">Tuesday</time><button>Add to cart</button></article>`;
  const { grids } = await read(
    `<main><h2>Keyboards</h2>${card('One', '4.5')}${card('Two', '4')}${card('Three', '3')}</main>`,
  );
  expect(grids).toHaveLength(1);
  const [grid] = grids;
  expect(grid).toMatchObject({ kind: 'RECORDS', title: 'Keyboards', region: 'MAIN' });
  expect(texts(grid)?.[1]).toEqual(['Two from above', 'Two', '€79.99', '★★★★☆', 'Tuesday']);
  expect(grid?.rows[1]?.cells.map(({ said }) => said)).toContain('4 out of 5 stars');
  const name = grid?.rows[1]?.cells.find(({ heading }) => heading);
  expect(name?.href).toBe(`${site.origin}/p/Two`);
  expect(name?.ref).toBe(await tab.ref('link', 'Two'));
  expect(name?.box?.y).toBeGreaterThan(0);
  expect(grid?.rows[1]?.cells.find(({ machine }) => machine !== null)?.machine).toBe('2025-03-04');
});

test('definition lists that name the same are rows of one, and those in cards label their parts', async () => {
  const dl = (a: string, b: string) => `<dl><dt>Weight</dt><dd>${a}</dd><dt>Colour</dt><dd>${b}</dd></dl>`;
  const alone = await read(`<main>${dl('1 kg', 'red')}<p>and</p>${dl('2 kg', 'blue')}</main>`);
  const pairs = alone.grids.find(({ kind }) => kind === 'PAIRS');
  expect(pairs?.rows.map(({ cells }) => cells.map(({ label, text }) => `${label} ${text}`))).toEqual([
    ['Weight 1 kg', 'Colour red'],
    ['Weight 2 kg', 'Colour blue'],
  ]);
  const cards = await read(
    `<main><div class=c><b>A</b>${dl('1 kg', 'red')}</div><div class=c><b>B</b>${dl('2 kg', 'blue')}</div></main>`,
  );
  expect(cards.grids[0]?.rows[1]?.cells.map(({ label, text }) => `${label} ${text}`.trim())).toEqual([
    'B',
    'Weight 2 kg',
    'Colour blue',
  ]);
});

test('what a field holds is in no cell, what is not drawn is in none, and a box says whether it is ticked', async () => {
  const row = (n: number) =>
    `<tr><td>Name ${n}<span style="display:none">hidden</span><td><input type=password value="hunter2"><td><input value="typed"><td><input type=checkbox ${n === 1 ? 'checked' : ''}><td hidden>gone`;
  const read1 = await read(`<table><tr><th>a<th>b<th>c<th>d</tr>${row(1)}${row(2)}</table>`);
  expect(JSON.stringify(read1)).not.toMatch(/hunter2|typed|hidden|gone/u);
  expect(read1.grids[0]?.rows.map(({ cells }) => cells.map(({ checked }) => checked))).toEqual([
    [null, null, null, true],
    [null, null, null, false],
  ]);
});

test('a frame of another origin is not read, one of the page’s own is', async () => {
  const table = (word: string) =>
    `<!doctype html><table><tr><th>a<th>b<tr><td>${word}<td>1<tr><td>x<td>2</table>`;
  site.pages['/inner'] = table('ours');
  other.pages['/inner'] = table('theirs');
  tab.rules.reads = () => true;
  const { grids } = await read(
    `<p>x</p><iframe src="/inner" width=300></iframe><iframe src="${other.origin}/inner" width=300></iframe>`,
  );
  expect(JSON.stringify(grids)).toContain('ours');
  expect(JSON.stringify(grids)).not.toContain('theirs');
});

test('of a frame that was switched to its own lists are read, and what it holds of others is not', async () => {
  const table = (word: string, more = ''): string =>
    `<!doctype html><table><tr><th>a<th>b<tr><td>${word}<td>1<tr><td>x<td>2</table>${more}`;
  site.pages['/within'] = table('within');
  other.pages['/within'] = table('theirs within');
  other.pages['/inner'] = table(
    'theirs',
    `<iframe src="/within"></iframe><iframe src="${site.origin}/within"></iframe>`,
  );
  site.pages['/inner'] = table(
    'ours',
    `<iframe src="/within"></iframe><iframe src="${other.origin}/within"></iframe>`,
  );
  const frames = `<iframe name=ours src="/inner" width=300></iframe><iframe name=theirs src="${other.origin}/inner" width=300></iframe>`;
  const firsts = async (): Promise<readonly string[]> => {
    const outcome = await tab.must({ type: 'EXTRACT', as: 'table' });
    if (outcome.kind !== 'GRIDS') throw new Error(outcome.kind);
    const words = outcome.page.grids.map(({ rows }) => rows[0]?.cells[0]?.text ?? '');
    return words.toSorted((one, other) => one.localeCompare(other));
  };
  tab.rules.reads = () => true;
  await read(table('outer', frames));
  expect(await firsts()).toEqual(['ours', 'outer', 'within', 'within']);
  await tab.must({ type: 'FRAME_SWITCH', frame: 'ours' });
  expect(await firsts()).toEqual(['ours', 'within']);
  await tab.must({ type: 'FRAME_SWITCH', frame: 'theirs' });
  expect(await firsts()).toEqual(['theirs', 'theirs within']);
  // What the task may not read any more is refused, not read from somewhere else.
  tab.rules.reads = () => false;
  const refused = await tab.act({ type: 'EXTRACT', as: 'table' });
  expect(refused.ok ? refused.value.kind : refused.error.code).toBe('act.no-frame');
  tab.rules.reads = () => true;
});

test('tables are of the page: asked for at an element, by whoever knows no types, they are not read', async () => {
  await read('<ul id=one><li>a<li>b</ul><table><tr><th>n<th>m<tr><td>1<td>2</table><button>Go</button>');
  const snapshot = await tab.must({ type: 'SNAPSHOT' });
  if (snapshot.kind !== 'SNAPSHOT') throw new Error(snapshot.kind);
  const ref = snapshot.snapshot.nodes.find(({ role }) => role === 'button')?.ref ?? '';
  for (const more of [{ ref }, { attribute: 'id' }, { from: 3 }]) {
    // oxlint-disable-next-line no-await-in-loop -- one tab
    const read = await tab.act(JSON.parse(JSON.stringify({ type: 'EXTRACT', as: 'table', ...more })));
    expect(read.ok ? read.value.kind : read.error.code).toBe('act.unsupported');
  }
});

test('two thousand entries are read within bounds, and what is left out is counted', async () => {
  const items = Array.from(
    { length: 2_000 },
    (_, at) => `<li><a href="/${at}">Item ${at}</a> <b class=p>€${at}.00</b></li>`,
  ).join('');
  const { grids } = await read(`<main><ul>${items}</ul></main>`);
  const [grid] = grids;
  expect((grid?.rows.length ?? 0) + (grid?.rowsLeft ?? 0)).toBe(2_000);
  expect(grid?.rows.length).toBeGreaterThan(1_000);
});

test('spans, depth and names without end make no more than their bounds', async () => {
  const deep = '<div>'.repeat(600) + '<span>end</span>' + '</div>'.repeat(600);
  const { grids } = await read(
    `<table><tr><th colspan=1000000>__proto__<th>b<tr><td rowspan=65534 colspan=900>x<td>1<tr><td>y</table>${deep}`,
  );
  expect(grids[0]?.rows.every(({ cells }) => cells.length <= 200)).toBe(true);
});

test('where a page says that it goes on: in its head or on a link, absolute, and never of a frame', async () => {
  const list = '<ul><li><a href="/a">a</a><li><a href="/b">b</a><li><a href="/c">c</a></ul>';
  const next = async (body: string): Promise<string | null> => (await read(body)).next ?? null;
  expect(await next(`<link rel="next" href="?page=2">${list}`)).toBe(`${site.origin}/?page=2`);
  expect(await next(`${list}<a rel="nofollow Next" href="/two"><svg width=9 height=9></svg></a>`)).toBe(
    `${site.origin}/two`,
  );
  expect(await next(`${list}<a rel="next" href="javascript:go()">›</a>`)).toBeNull();
  expect(
    await next(`${list}<iframe srcdoc="<a rel=next href='https://x.test/2'>2</a>"></iframe>`),
  ).toBeNull();
});
