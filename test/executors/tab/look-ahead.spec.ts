// A look right behind an act whose caller said that it is about to look: taken while the page came to rest, and told only where the page is
// as it was then.
import { afterEach, expect, test, vi } from 'vitest';
import { CdpConnection } from '#executors/cdp/connection.ts';
import type { PageSnapshot } from '#executors/contract/snapshot.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { tabOnSite } from '#test/fixtures/tab-on-site.ts';
import { need } from '#test/fixtures/tab.ts';

const on = tabOnSite();
afterEach(() => vi.restoreAllMocks());

const signal = new AbortController().signal;

/** An act whose caller looks next. */
async function actThenLook(action: BrowserAction): Promise<void> {
  const { tab, bind, authority } = on.t;
  const bound = bind(action, need(await tab.inspect(action, signal)));
  need(await tab.perform(authority.authorise(bound), bound, null, signal, undefined, true));
}

/** Another look, and whether the page was captured for it. */
async function lookNow(): Promise<{ readonly seen: PageSnapshot; readonly isCaptured: boolean }> {
  const call = vi.spyOn(CdpConnection.prototype, 'call');
  const seen = await on.t.snapshot();
  const isCaptured = call.mock.calls.some(([, method]) => method === 'DOMSnapshot.captureSnapshot');
  call.mockRestore();
  return { seen, isCaptured };
}

const says = ({ nodes }: PageSnapshot): string =>
  nodes.map(({ name, value = '' }) => `${name} ${value}`).join('\n');

/** A button that does `what`; the look at it gave the ref. */
async function page(what: string, rest = ''): Promise<BrowserAction> {
  on.site.pages['/page'] =
    `<!doctype html><title>T</title><button onclick="${what}">Go</button><p id="said">before</p>${rest}`;
  on.site.pages['/told'] = '';
  on.site.hits.length = 0;
  await on.t.open(`${on.site.origin}/page`);
  return { type: 'CLICK', ref: await on.t.ref('button', 'Go') };
}
/** The page did it, and asked for this address behind it. */
const untilTold = () => expect.poll(() => on.site.hits.some((hit) => hit.includes('/told'))).toBe(true);
const LATER = (what: string): string => `setTimeout(() => { ${what}; fetch('/told'); }, 400)`;

test('what an act did is told without another capture, and its refs are good for the next act', async () => {
  const click = await page(
    `said.textContent = 'after'; more.hidden = false`,
    '<button id="more" hidden>More</button>',
  );
  await actThenLook(click);
  const { seen, isCaptured } = await lookNow();
  expect(isCaptured).toBe(false);
  expect(says(seen)).toContain('after');
  expect(await on.t.tab.staleness()).toMatchObject({
    generation: seen.generation,
    mutations: 0,
    stale: false,
  });
  const more = seen.nodes.find(({ name }) => name === 'More')?.ref ?? '';
  await on.t.must({ type: 'CLICK', ref: more });
  expect(await on.t.tab.staleness()).not.toMatchObject({ mutations: 0 });
  // Once: the next look is taken.
  expect((await lookNow()).isCaptured).toBe(true);
});

test.each([
  ['a text', `said.textContent = 'later'`, 'later'],
  ['the value of a field', `field.value = 'later'`, 'later'],
  ['what a style sheet shows', `document.styleSheets[0].disabled = true`, 'covert'],
  ['what is in a frame', `frames[0].document.body.textContent = 'later'`, 'later'],
  [
    'a rule that draws something before',
    "document.styleSheets[0].insertRule(`#said::before { content: 'later' }`)",
    'later',
  ],
  [
    'an adopted sheet',
    `const s = new CSSStyleSheet(); s.replaceSync(\`#said::after { content: 'later' }\`); document.adoptedStyleSheets = [s]`,
    'later',
  ],
  ['a rule that moves', `document.styleSheets[0].insertRule('#field { transform: translate(9px) }')`, ''],
  ['a rule that lays it below', `document.styleSheets[0].insertRule('#over { z-index: 1 !important }')`, ''],
  ['a rule that makes it transparent', `document.styleSheets[0].insertRule('#field { opacity: 0 }')`, ''],
  [
    'a closed tree that comes later',
    `const r = said.attachShadow({ mode: 'closed' }); r.innerHTML = '<h1>later</h1>'`,
    'later',
  ],
  [
    'an open tree that comes later',
    `const r = said.attachShadow({ mode: 'open' }); r.innerHTML = 'later'`,
    'later',
  ],
  ['a picture’s place', `field.style.marginTop = '40px'`, ''],
])('%s that changes before the look is in it', async (_, what, shown) => {
  const click = await page(
    LATER(what),
    '<style>.covert { display: none }</style><input id="field" aria-label="Field"><div id="over" style="position:fixed;inset:0;z-index:-1"></div><p class="covert">covert</p><iframe srcdoc="<p>inner</p>"></iframe>',
  );
  await actThenLook(click);
  await untilTold();
  const { seen, isCaptured } = await lookNow();
  expect(isCaptured).toBe(true);
  expect(says(seen)).toContain(shown);
});

test('what changes in a closed tree, which nobody counts, is in the look', async () => {
  const click = await page(
    LATER(`root.firstElementChild.textContent = 'later'`),
    `<div id="host"></div><script>var root = host.attachShadow({ mode: 'closed' }); root.innerHTML = '<b>first</b>'</script>`,
  );
  await actThenLook(click);
  await untilTold();
  const { seen, isCaptured } = await lookNow();
  expect(isCaptured).toBe(true);
  expect(says(seen)).toContain('later');
});

test('an act between them, and another document, have a look of their own', async () => {
  const click = await page(`said.textContent = 'after'`);
  await actThenLook(click);
  await on.t.must({ type: 'SCROLL', dx: 0, dy: 0 });
  expect((await lookNow()).isCaptured).toBe(true);
  await actThenLook(click);
  await on.t.open(`${on.site.origin}/page`);
  const { seen, isCaptured } = await lookNow();
  expect(isCaptured).toBe(true);
  expect(says(seen)).toContain('before');
});

test('until the look is there, whoever asks what changed since the one before hears that it is stale', async () => {
  const click = await page(`document.body.append('a', 'b', 'c')`);
  await actThenLook(click);
  expect(await on.t.tab.staleness()).toMatchObject({ stale: true });
});
