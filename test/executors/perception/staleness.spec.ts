// Whether a look still holds: counted in the page, with the specification's thresholds.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Staleness } from '#executors/contract/snapshot.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { openTestTab, type TestTab } from '#test/fixtures/tab.ts';

let site: Site;
let t: TestTab;

beforeAll(async () => {
  site = await startSite({});
  t = await openTestTab();
  t.rules.pageAct = () => true;
});
afterAll(async () => {
  await t.tab.close();
  await site.close();
});

/** A page with one button that does `what`; the count between a look before the click and now. */
async function after(what: string, rest = ''): Promise<Staleness | null> {
  site.pages['/page'] =
    `<!doctype html><title>T</title><button onclick="document.activeElement.blur()">Go</button><p id="p">text</p><div id="d"></div><button id="other">Other</button>${rest}<script>document.querySelector('button').addEventListener('click', () => { ${what} })</script>`;
  await t.open(`${site.origin}/page`);
  await t.must({ type: 'CLICK', ref: await t.ref('button', 'Go') });
  return t.tab.staleness();
}

test('nothing is known before the first look, and nothing changed right after one', async () => {
  site.pages['/page'] = '<!doctype html><p>still</p>';
  await t.open(`${site.origin}/page`);
  expect(await t.tab.staleness()).toBeNull();
  const { generation } = await t.snapshot();
  expect(await t.tab.staleness()).toEqual({
    generation,
    mutations: 0,
    share: 0,
    stale: false,
    ageMs: expect.any(Number),
    scroll: { y: 0, height: expect.any(Number), viewportHeight: 900 },
  });
});

test.each([
  ['one text is not significant', `p.firstChild.data = 'other'`, false],
  ['two new nodes are not', `d.append('a'), d.append('b')`, false],
  ['three are', `d.append('a', 'b', 'c')`, true],
  [
    'three that went are',
    `d.previousElementSibling.remove(); d.remove(); document.title = ''; document.querySelector('p, #other').remove()`,
    true,
  ],
  ['one new button is', `d.innerHTML = '<button>New</button>'`, true],
  ['a word of a button is', `other.firstChild.data = 'Renamed'`, true],
  ['a menu that a class opens is', `document.querySelector('nav').className = 'open'`, true],
  [
    'a script, a style sheet and blank text are not',
    `d.append(document.createElement('style'), document.createElement('script'), ' ')`,
    false,
  ],
])('%s', async (_, what, stale) => {
  const told = await after(what, '<nav><a href="/x">Entry</a></nav>');
  expect(told).toMatchObject({ stale });
  expect(told?.mutations).toBeGreaterThan(0);
});

test('what is typed, scrolled, navigated and replaced is stale', async () => {
  site.pages['/page'] = '<!doctype html><input aria-label="Name"><div style="height:3000px"></div>';
  await t.open(`${site.origin}/page`);
  await t.must({ type: 'FILL', ref: await t.ref('textbox', 'Name'), text: '' }, 'Ann');
  expect(await t.tab.staleness()).toMatchObject({ stale: true });
  await t.snapshot();
  expect(await t.tab.staleness()).toMatchObject({ stale: false, mutations: 0 });
  await t.must({ type: 'SCROLL', dx: 0, dy: 400 });
  expect(await t.tab.staleness()).toMatchObject({ stale: true, scroll: { y: 400 } });
  await t.snapshot();
  await t.open(`${site.origin}/page`);
  expect(await t.tab.staleness()).toMatchObject({ stale: true, share: 1 });
});

test('frames and open shadow trees count, and a frame that went elsewhere', async () => {
  site.pages['/inner'] =
    '<p>one</p><button onclick="document.body.append(1), document.body.append(2), document.body.append(3)">Inner</button>';
  site.pages['/page'] =
    '<!doctype html><div id="host"></div><iframe src="/inner"></iframe><script>host.attachShadow({ mode: "open" }).innerHTML = `<button onclick="this.nextSibling.append(1, 2, 3)">Deep</button><p></p>`</script>';
  for (const name of ['Inner', 'Deep']) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, on one page
    await t.open(`${site.origin}/page`);
    const ref = await t.ref('button', name);
    await t.must({ type: 'CLICK', ref });
    expect(await t.tab.staleness(), name).toMatchObject({ stale: true });
  }
  site.pages['/inner'] = '<a href="/other">Away</a>';
  site.pages['/other'] = '<p>other</p>';
  await t.open(`${site.origin}/page`);
  await t.must({ type: 'CLICK', ref: await t.ref('link', 'Away') });
  await expect.poll(() => t.tab.staleness(), { timeout: 15_000 }).toMatchObject({ stale: true, share: 1 });
});

test('a picture with refs on it leaves no trace', async () => {
  site.pages['/page'] = '<!doctype html><button>Go</button>';
  await t.open(`${site.origin}/page`);
  await t.snapshot();
  await t.must({ type: 'SCREENSHOT', marks: true });
  expect(await t.tab.staleness()).toMatchObject({ mutations: 0, stale: false });
});
