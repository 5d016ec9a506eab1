// A name that a rule allows, and that its name server leads to this machine, its network or its cloud, in a real browser.
// INVARIANT: what is counted is what arrived: nothing that no word of the policy named is ever dialled.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import type { ConsentAnswer, ConsentCard } from '#gateway/protocol/views/consent.ts';
import type { GovernedTab } from '#gateway/tabs/governed-tab.ts';
import { keepBrowser, SHARED } from '#test/fixtures/kept-browser.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { need } from '#test/fixtures/tab.ts';

/** The name server: what each name leads to, look-up by look-up; the last answer stays. */
const names = vi.hoisted(() => ({ answers: new Map<string, string[]>(), asked: [] as string[] }));
vi.mock(import('#executors/network/proxy.ts'), async (load) => {
  const real = await load();
  return {
    ...real,
    startProxy: (options) =>
      real.startProxy({
        ...options,
        resolve: (host) => {
          names.asked.push(host);
          const left = names.answers.get(host) ?? [];
          const address = (left.length > 1 ? left.shift() : left[0]) ?? '';
          return Promise.resolve(address === '' ? [] : [{ address, family: address.includes(':') ? 6 : 4 }]);
        },
      }),
  };
});

/** Public, and without a way there: a connection to it ends at once. */
const PUBLIC = '2606:2800:220:1::1';
const HERE = '127.0.0.1';
const POLICY = `policy: 1
id: names
revision: 1
extends: { id: phase38-default }
owner: tests
description: Sites that are allowed by name, some with a word on where they may be.
rules:
  - id: by-name
    decision: ALLOW
    when: { capability: [NAVIGATE_SAME_ORIGIN, NAVIGATE_CROSS_ORIGIN], host: shop.example }
    reason: The shop.
  - id: here-by-name
    decision: ALLOW
    when: { capability: [NAVIGATE_SAME_ORIGIN, NAVIGATE_CROSS_ORIGIN], host: wiki.example, addressClass: [PUBLIC, LOOPBACK] }
    reason: The wiki stands on this machine.
  - id: asked
    decision: ESCALATE
    when: { capability: NAVIGATE_CROSS_ORIGIN, host: asked.example }
    reason: A person decides.
  - id: asked-here
    decision: ESCALATE
    when: { capability: NAVIGATE_CROSS_ORIGIN, host: asked-here.example, addressClass: [PUBLIC, LOOPBACK] }
    reason: A person decides, and is told where it may be.
`;

let site: Site;
let directory: string;
let gateway: Gateway;
let tab: GovernedTab;
let cards: ConsentCard[] = [];
let answers: ConsentAnswer[] = [];

beforeAll(async () => {
  site = await startSite({ '/': '<title>inside</title><h1>inside</h1>' });
  directory = mkdtempSync(join(tmpdir(), 'ghost-rebinding-'));
  const file = join(directory, 'names.yaml');
  writeFileSync(file, POLICY);
  gateway = await openGateway({
    dataDir: join(directory, 'data'),
    config: SHARED,
    policy: ['default', file],
    consent: (card) => {
      cards.push(card);
      return Promise.resolve(answers.shift() ?? 'ALLOW_TASK_SITE');
    },
    world: { hostMap: {}, sites: [], secrets: {} },
  });
  expect(gateway.policy).toMatchObject({ ok: true });
  await keepBrowser(gateway);
});
afterAll(async () => {
  await gateway.close();
  await site.close();
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(async () => {
  [cards, answers] = [[], []];
  names.answers.clear();
  site.hits.length = 0;
  tab = need(await gateway.openTab({ namedHosts: ['shop.example', 'wiki.example'] }));
});
afterEach(() => tab.close());

const go = (host: string, of = tab) => of.act({ type: 'NAVIGATE', url: `http://${host}:${site.port}/` });
const refused = (host: string) =>
  gateway.audit
    .since(0, 100_000)
    .filter(({ type, where, outcome }) => type === 'connection' && where === host && outcome === 'REFUSED');

test('a name that was public, and leads to this machine at the second look-up, is refused by the rule’s line and with its mend', async () => {
  names.answers.set('shop.example', [PUBLIC, HERE]);
  // Allowed, and nobody answers there.
  await go('shop.example');
  expect(refused('shop.example')).toEqual([]);
  const again = need(await gateway.openTab({ namedHosts: ['shop.example', 'wiki.example'] }));
  const answer = await go('shop.example', again);
  await again.close();
  expect(names.asked.filter((one) => one === 'shop.example')).toHaveLength(2);
  expect(site.hits).toEqual([]);
  const said =
    /`rules\.by-name` \(.*names\.yaml:\d+:\d+\) names no address class.*add `addressClass: \[PUBLIC, LOOPBACK\]`/u;
  expect(answer).toMatchObject({
    ok: false,
    error: { code: 'act.navigation-denied', details: { network: 'network.private-address' } },
  });
  expect(JSON.stringify(answer)).toMatch(said);
  const [entry] = refused('shop.example');
  expect(entry).toMatchObject({ verdict: 'DENY', details: { address: HERE, addressClass: 'LOOPBACK' } });
  expect(entry?.why).toContain('defaults.address');
  expect(entry?.details['mend']).toMatch(said);
});

test.each([
  ['10.0.0.5', 'PRIVATE', true],
  ['192.168.1.1', 'PRIVATE', true],
  ['169.254.169.254', 'METADATA', false],
  ['169.254.1.1', 'LINK_LOCAL', false],
  ['::ffff:127.0.0.1', 'LOOPBACK', true],
])('%s behind an allowed name is not dialled', async (address, addressClass, mends) => {
  names.answers.set('shop.example', [address]);
  const before = refused('shop.example').length;
  expect(await go('shop.example')).toMatchObject({ ok: false });
  const [entry] = refused('shop.example').slice(before);
  expect(entry).toMatchObject({ details: { addressClass } });
  expect('mend' in (entry?.details ?? {})).toBe(mends);
});

test('what a page loads, sends or opens by such a name goes nowhere; the page itself, whose rule says LOOPBACK, is there', async () => {
  names.answers.set('wiki.example', [HERE]);
  names.answers.set('shop.example', [HERE]);
  const away = `http://shop.example:${site.port}`;
  site.pages['/'] = `<title>wiki</title><img src="${away}/img"><iframe src="${away}/frame"></iframe>
    <script>
      const done = (name) => () => document.body.append(Object.assign(document.createElement('p'), { textContent: name }));
      fetch('${away}/get', { mode: 'no-cors' }).then(done('get'), done('get'));
      fetch('${away}/post', { method: 'POST', mode: 'no-cors', body: 'x' }).catch(done('post'));
      new WebSocket('ws://shop.example:${site.port}/ws').onerror = done('ws');
    </script>`;
  need(await go('wiki.example'));
  const seen = async (): Promise<readonly string[]> => {
    const look = need(await tab.snapshot());
    return look.kind === 'SNAPSHOT' ? look.snapshot.nodes.map(({ name }) => name) : [];
  };
  await expect.poll(seen, { timeout: 20_000 }).toEqual(expect.arrayContaining(['get', 'post', 'ws']));
  expect(site.hits.filter((hit) => !/^GET \/(?:favicon\.ico)?$/u.test(hit))).toEqual([]);
  expect(site.hits).toContain('GET /');
});

test('an answer opens no address that neither the rule nor the card names', async () => {
  names.answers.set('asked.example', [HERE]);
  answers = ['ALLOW_TASK_SITE'];
  expect(await go('asked.example')).toMatchObject({ ok: false });
  expect(cards).toHaveLength(1);
  expect(JSON.stringify(cards[0]?.details)).not.toContain('may lead to');
  expect(site.hits).toEqual([]);
});

test('twin: where the rule names the class, the card says so, and the answer holds there', async () => {
  names.answers.set('asked-here.example', [HERE]);
  answers = ['ALLOW_TASK_SITE'];
  expect(await go('asked-here.example')).toMatchObject({ ok: true });
  expect(cards[0]?.details).toContainEqual(
    expect.objectContaining({ label: 'may lead to', value: 'this machine too, as your policy lets it' }),
  );
  expect(site.hits).toContain('GET /');
});
