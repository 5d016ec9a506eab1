// Acts on a page that is named, in a tab with several: it is closed whatever it does, and left though it answers to nothing.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { PAGE_ACTS } from '#policy/language/vocabulary.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { decidedAnew, need, openTestTab, SIGNAL, type TestTab } from '#test/fixtures/tab.ts';

let site: Site;
let t: TestTab;

beforeAll(async () => {
  site = await startSite({
    '/': '<title>One</title><h1>One</h1>',
    '/asks': `<title>Asks</title><button onclick="confirm('Stay?')">Ask</button>`,
    '/busy': '<title>Busy</title><button onclick="setInterval(() => { for (;;); })">Hang</button>',
  });
});
afterAll(() => site.close());
beforeEach(async () => {
  t = await openTestTab();
  t.tab.holdDialogs();
  t.rules.pageAct = (act) => act.kind === 'DIALOG';
  t.rules.document = () => PAGE_ACTS;
  await t.open(`${site.origin}/`);
});
afterEach(() => t.tab.close());

const front = (): string => {
  const id = t.tab.frontPage();
  if (id === null) throw new Error('no page is in front');
  return id;
};
const on = async (page: string, action: BrowserAction) => {
  const inspected = await t.tab.inspect(action, SIGNAL, undefined, page);
  if (!inspected.ok) return inspected;
  const act = { ...t.bind(action, inspected.value), page };
  return t.tab.perform(t.authority.authorise(act), act, null, SIGNAL);
};

test.each([
  ['has its dialog open', 'asks', 'Ask'],
  ['is in a loop', 'busy', 'Hang'],
])('a page that %s is closed, and nothing is asked of it', async (_, path, name) => {
  const first = front();
  await t.must({ type: 'OPEN_TAB', url: `${site.origin}/${path}` });
  const second = front();
  await t.act({ type: 'CLICK', ref: await t.ref('button', name) });
  need(await on(second, { type: 'CLOSE_TAB' }));
  expect(front()).toBe(first);
  expect(t.tab.document().title).toBe('One');
});

test('the last page of a tab is not closed by its name, which would open another one', async () => {
  const only = front();
  expect(await on(only, { type: 'CLOSE_TAB' })).toMatchObject({ error: { code: 'act.unsupported' } });
  expect(front()).toBe(only);
});

test('a page that answers to nothing is left by whoever names it: the next one stands in its place', async () => {
  await t.open(`${site.origin}/busy`);
  const busy = front();
  await t.act({ type: 'CLICK', ref: await t.ref('button', 'Hang') });
  need(await decidedAnew(() => on(busy, { type: 'NAVIGATE', url: `${site.origin}/` })));
  expect(t.tab.document().title).toBe('One');
  expect(front()).not.toBe(busy);
});
