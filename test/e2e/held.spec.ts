// A held navigation from end to end: the person's "once" lets that one request through, and nothing else reaches the canary.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openGateway } from '#gateway/main.ts';
import type { ConsentCallback, Gateway } from '#gateway/main.ts';
import type { ConsentAnswer, ConsentCard } from '#gateway/protocol/views/consent.ts';
import type { GovernedTab } from '#gateway/tabs/governed-tab.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { need } from '#test/fixtures/tab.ts';
import { rowsInText } from '#test/fixtures/card-text.ts';

const button = (name: string, code: string): string => `<button onclick="${code}">${name}</button>`;
const HOME = `<!doctype html><title>Shop</title><h1>Shop</h1>
  ${button('Pixel', `new Image().src = 'http://collect.test/pixel'; fetch('http://collect.test/a', { mode: 'no-cors' }).catch(() => 0)`)}
  ${button('Go', `location = 'http://collect.test/a'`)}
  ${button('Elsewhere', `location = 'http://collect.test/b'`)}
  ${button('Send', `f.submit()`)}
  <form id="f" method="post" action="http://prize.test/take"><input name="order" value="A-17"></form>`;

let shop: Site;
let canary: Site;
let directory: string;
let gateway: Gateway;
let tab: GovernedTab | null = null;
let cards: ConsentCard[] = [];
let answers: ConsentAnswer[] = [];

beforeAll(async () => {
  shop = await startSite({ '/': HOME }, '127.0.0.41');
  const page =
    '<!doctype html><title>Canary</title><link rel="icon" href="data:,"><img src="/own.gif" alt="">';
  canary = await startSite({ '/a': page, '/b': page, '/take': page }, '127.0.0.42');
});
afterAll(() => Promise.all([shop.close(), canary.close()]));
beforeEach(async () => {
  cards = [];
  canary.hits.length = 0;
  canary.bodies.length = 0;
  directory = mkdtempSync(join(tmpdir(), 'ghost-held-'));
  const consent: ConsentCallback = (card) => {
    cards.push(card);
    return Promise.resolve(answers.shift() ?? 'DENY');
  };
  const at = (site: Site, address: string) => ({ address, port: site.port });
  gateway = await openGateway({
    dataDir: directory,
    consent,
    // The page's own picture is one of the things that are counted.
    config: { withhold: [] },
    world: {
      hostMap: {
        'shop.test': at(shop, '127.0.0.41'),
        'collect.test': at(canary, '127.0.0.42'),
        'prize.test': at(canary, '127.0.0.42'),
      },
      sites: [],
      secrets: {},
    },
  });
});
afterEach(async () => {
  await tab?.close();
  tab = null;
  await gateway.close();
  rmSync(directory, { recursive: true, force: true });
});

async function open(): Promise<GovernedTab> {
  tab = need(await gateway.openTab({ url: 'http://shop.test/' }));
  return tab;
}
async function press(on: GovernedTab, name: string) {
  const seen = need(await on.snapshot());
  if (seen.kind !== 'SNAPSHOT') throw new Error('no snapshot');
  const node = seen.snapshot.nodes.find((one) => one.role === 'button' && one.name === name);
  const done = need(await on.act({ type: 'CLICK', ref: node?.ref ?? '' }));
  if (done.kind !== 'DONE') throw new Error('not done');
  return done;
}

test('approved once: that navigation, once; not the same again, no other path, no resource before or after', async () => {
  const on = await open();
  answers = ['ALLOW_ONCE', 'DENY'];
  await press(on, 'Pixel');
  expect(canary.hits).toEqual([]);
  expect(await press(on, 'Go')).toMatchObject({
    navigated: true,
    refused: [],
    document: { title: 'Canary' },
  });
  expect(cards).toHaveLength(1);
  expect(cards[0]).toMatchObject({
    startedBy: 'PAGE',
    site: { host: 'collect.test' },
    from: { host: 'shop.test' },
  });
  // Its own document's resources are its own.
  await expect.poll(() => canary.hits, { timeout: 30_000 }).toEqual(['GET /a', 'GET /own.gif']);
  expect(need(await on.act({ type: 'BACK' }))).toMatchObject({ document: { url: 'http://shop.test/' } });
  await press(on, 'Pixel');
  expect(await press(on, 'Go')).toMatchObject({
    navigated: false,
    refused: [{ code: 'act.navigation-denied' }],
  });
  expect(await press(on, 'Elsewhere')).toMatchObject({ navigated: false });
  // The second question was refused, and the page is not asked about that site again.
  expect(cards).toHaveLength(2);
  expect(canary.hits).toEqual(['GET /a', 'GET /own.gif']);
  const log = gateway.audit.since(0, 10_000);
  const answered = log.filter(({ type }) => type === 'consent.answered').map(({ outcome }) => outcome);
  expect(answered).toEqual(['GRANTED', 'REFUSED']);
  expect(log.filter(({ type }) => type === 'origins.grown').map(({ where }) => where)).toContain(
    'collect.test',
  );
});

test('a form that the page posts by itself is shown with its fields, and goes on unchanged', async () => {
  const on = await open();
  answers = ['ALLOW_ONCE'];
  expect(await press(on, 'Send')).toMatchObject({ navigated: true, document: { title: 'Canary' } });
  expect(rowsInText(cards[0])).toEqual(
    expect.arrayContaining(['started by: a form of the page', 'method: POST', 'field order: A-17']),
  );
  expect(canary.hits[0]).toBe('POST /take');
  expect(canary.bodies[0]).toBe('order=A-17');
});

test('refused while no act runs, a plain blocked page stands there, and the log has the page’s try', async () => {
  const on = await open();
  shop.pages['/later'] =
    `<title>Later</title><script>setTimeout(() => { location = 'http://collect.test/later' }, 500)</script>`;
  need(await on.act({ type: 'NAVIGATE', url: 'http://shop.test/later' }));
  const blocked = async () => {
    const seen = await on.snapshot();
    return seen.ok && seen.value.kind === 'SNAPSHOT' ? (seen.value.snapshot.blocked ?? null) : null;
  };
  await expect.poll(blocked, { timeout: 20_000 }).toMatchObject({ url: 'http://collect.test/later' });
  expect(canary.hits).toEqual([]);
  const tries = gateway.audit
    .since(0, 10_000)
    .filter(({ type, where }) => type === 'consent.answered' && where === 'collect.test');
  expect(tries).toMatchObject([{ outcome: 'REFUSED', verdict: 'ESCALATE' }]);
});
