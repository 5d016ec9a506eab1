// Whether a look still holds: counted in the page, with the specification's thresholds.
import { expect, test } from 'vitest';
import type { Staleness } from '#executors/contract/snapshot.ts';
import { tabOnSite } from '#test/fixtures/tab-on-site.ts';

const on = tabOnSite();

/** A page with one button that does `what`; the count between a look before the click and now. */
async function after(what: string, rest = ''): Promise<Staleness | null> {
  on.site.pages['/page'] =
    `<!doctype html><title>T</title><button onclick="document.activeElement.blur()">Go</button><p id="p">text</p><div id="d"></div><button id="other">Other</button>${rest}<script>document.querySelector('button').addEventListener('click', () => { ${what} })</script>`;
  await on.t.open(`${on.site.origin}/page`);
  await on.t.must({ type: 'CLICK', ref: await on.t.ref('button', 'Go') });
  return on.t.tab.staleness();
}

test('nothing is known before the first look, and nothing changed right after one', async () => {
  on.site.pages['/page'] = '<!doctype html><p>still</p>';
  await on.t.open(`${on.site.origin}/page`);
  expect(await on.t.tab.staleness()).toBeNull();
  const { generation } = await on.t.snapshot();
  expect(await on.t.tab.staleness()).toEqual({
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
  on.site.pages['/page'] = '<!doctype html><input aria-label="Name"><div style="height:3000px"></div>';
  await on.t.open(`${on.site.origin}/page`);
  await on.t.must({ type: 'FILL', ref: await on.t.ref('textbox', 'Name'), text: '' }, 'Ann');
  expect(await on.t.tab.staleness()).toMatchObject({ stale: true });
  await on.t.snapshot();
  expect(await on.t.tab.staleness()).toMatchObject({ stale: false, mutations: 0 });
  await on.t.must({ type: 'SCROLL', dx: 0, dy: 400 });
  expect(await on.t.tab.staleness()).toMatchObject({ stale: true, scroll: { y: 400 } });
  await on.t.snapshot();
  await on.t.open(`${on.site.origin}/page`);
  expect(await on.t.tab.staleness()).toMatchObject({ stale: true, share: 1 });
});

test('frames and open shadow trees count, and a frame that went elsewhere', async () => {
  on.site.pages['/inner'] =
    '<p>one</p><button onclick="document.body.append(1), document.body.append(2), document.body.append(3)">Inner</button>';
  on.site.pages['/page'] =
    '<!doctype html><div id="host"></div><iframe src="/inner"></iframe><script>host.attachShadow({ mode: "open" }).innerHTML = `<button onclick="this.nextSibling.append(1, 2, 3)">Deep</button><p></p>`</script>';
  for (const name of ['Inner', 'Deep']) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, on one page
    await on.t.open(`${on.site.origin}/page`);
    const ref = await on.t.ref('button', name);
    await on.t.must({ type: 'CLICK', ref });
    expect(await on.t.tab.staleness(), name).toMatchObject({ stale: true });
  }
  on.site.pages['/inner'] = '<a href="/other">Away</a>';
  on.site.pages['/other'] = '<p>other</p>';
  await on.t.open(`${on.site.origin}/page`);
  await on.t.must({ type: 'CLICK', ref: await on.t.ref('link', 'Away') });
  await expect.poll(() => on.t.tab.staleness(), { timeout: 15_000 }).toMatchObject({ stale: true, share: 1 });
});

test('a picture with refs on it leaves no trace', async () => {
  on.site.pages['/page'] = '<!doctype html><button>Go</button>';
  await on.t.open(`${on.site.origin}/page`);
  await on.t.snapshot();
  await on.t.must({ type: 'SCREENSHOT', marks: true });
  expect(await on.t.tab.staleness()).toMatchObject({ mutations: 0, stale: false });
});
