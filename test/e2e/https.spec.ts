// HTTPS from end to end: paths, what is sent and where it was read are decided as over plain http, though the choke point sees
// a host alone; a held navigation goes on once.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import type { ConsentAnswer, ConsentCard } from '#gateway/protocol/views/consent.ts';
import type { GovernedTab } from '#gateway/tabs/governed-tab.ts';
import { makeAuthority } from '#test/fixtures/certificate.ts';
import { startSecureSite, type SecureSite } from '#test/fixtures/secure-site.ts';
import { need } from '#test/fixtures/tab.ts';

const authority = vi.hoisted((): { der: Buffer } => ({ der: Buffer.alloc(0) }));
vi.mock(import('#executors/browsers/processes/profile.ts'), async (load) => {
  const { trusting } = await import('#test/fixtures/trust.ts');
  return trusting(await load(), authority);
});

const ORDER = 'D-20874';
const HOSTS = ['shop.test', 'account.test', 'cdn.test', 'api.test', 'collect.test'];
const POLICY = `policy: 1
id: over-tls
revision: 1
extends: { id: phase38-default }
owner: tests
description: Two sites of this machine, one folder of a third, and an interface that takes data.
rules:
  - id: sites
    decision: ALLOW
    when: { capability: [NAVIGATE_SAME_ORIGIN, NAVIGATE_CROSS_ORIGIN], addressClass: LOOPBACK, scheme: HTTPS, host: [shop.test, account.test] }
    reason: The sites of the task.
  - id: folder
    decision: ALLOW
    when: { capability: NAVIGATE_CROSS_ORIGIN, addressClass: LOOPBACK, scheme: HTTPS, host: cdn.test, path: /public, purpose: SUBRESOURCE }
    reason: What the shop is made of.
  - id: interface
    decision: ALLOW
    when: { capability: [NAVIGATE_CROSS_ORIGIN, FORM_SUBMIT_DATA], addressClass: LOOPBACK, scheme: HTTPS, host: api.test, purpose: SUBRESOURCE }
    reason: The shop asks here.
  - id: elsewhere
    decision: ESCALATE
    when: { capability: NAVIGATE_CROSS_ORIGIN, addressClass: LOOPBACK, scheme: HTTPS, host: collect.test, purpose: DOCUMENT }
    reason: A person decides.
  - id: within-elsewhere
    decision: ALLOW
    when: { capability: NAVIGATE_SAME_ORIGIN, addressClass: LOOPBACK, scheme: HTTPS, host: collect.test }
    reason: What a document is made of.
  - id: no-orders
    decision: DENY
    when: { capability: FORM_SUBMIT_DATA, host: shop.test, path: /buy }
    reason: Nothing is bought.
`;

const page = (title: string, code = ''): string =>
  `<!doctype html><title>${title}</title><link rel="icon" href="data:,"><h1>${title}</h1><script>
  const say = (text) => { const line = document.createElement('p'); line.textContent = text; document.body.append(line); };
  const got = (name, work) => work.then((answer) => say(name + ' came'), () => say(name + ' failed'));
  ${code}</script>`;
const button = (name: string, code: string): string => `<button onclick="${code}">${name}</button>`;

let site: SecureSite;
let directory: string;
let gateway: Gateway;
let tab: GovernedTab;
let cards: ConsentCard[] = [];
let answers: ConsentAnswer[] = [];

beforeAll(async () => {
  const ca = makeAuthority();
  authority.der = ca.der;
  const cors = { 'access-control-allow-origin': '*' };
  site = await startSecureSite(
    {
      'shop.test/': page('Shop') + button('Leave', `location = 'https://collect.test/a'`),
      'account.test/': page('Account') + `<p>Your order ${ORDER} has been shipped</p>`,
      'cdn.test/public/a': { headers: cors, body: 'a' },
      'cdn.test/private/b': { headers: cors, body: 'b' },
      'api.test/take': { headers: cors, body: 'taken' },
      'shop.test/buy': { body: 'bought' },
      'collect.test/a': page('Canary', `fetch('/own')`),
    },
    ca.issue(HOSTS),
  );
  directory = mkdtempSync(join(tmpdir(), 'ghost-tls-'));
  const file = join(directory, 'tls.yaml');
  writeFileSync(file, POLICY);
  gateway = await openGateway({
    dataDir: join(directory, 'data'),
    policy: ['default', file],
    consent: (card) => {
      cards.push(card);
      return Promise.resolve(answers.shift() ?? 'DENY');
    },
    world: {
      hostMap: Object.fromEntries(HOSTS.map((host) => [host, { address: '127.0.0.1', port: site.port }])),
      sites: [],
      secrets: {},
    },
  });
  expect(gateway.policy).toMatchObject({ ok: true });
  tab = need(await gateway.openTab({ namedHosts: ['shop.test', 'account.test', 'api.test'] }));
});
afterAll(async () => {
  await tab.close();
  await gateway.close();
  await site.close();
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(() => {
  cards = [];
  answers = [];
  site.hits.length = 0;
  site.bodies.length = 0;
});

const go = async (url: string) => need(await tab.act({ type: 'NAVIGATE', url }));
const seen = async (): Promise<readonly string[]> => {
  const look = need(await tab.snapshot());
  return look.kind === 'SNAPSHOT' ? look.snapshot.nodes.map(({ name }) => name) : [];
};
/** Runs code as a page of the shop, and waits until each of these was said. */
async function onPage(code: string, said: readonly string[]): Promise<void> {
  site.pages['shop.test/run'] = page('Run', code);
  await go('https://shop.test/run');
  for (const one of said) await expect.poll(seen, { timeout: 20_000 }).toContain(one);
}
const hits = (part: string): readonly string[] => site.hits.filter((hit) => hit.includes(part));
const connections = (host: string) =>
  gateway.audit.since(0, 100_000).filter(({ type, where }) => type === 'connection' && where === host);

test('a folder that the policy names is open, what lies beside it is not, on the same host', async () => {
  await onPage(
    `got('public', fetch('https://cdn.test/public/a')).then(() => got('private', fetch('https://cdn.test/private/b')))`,
    ['public came', 'private failed'],
  );
  expect(hits('cdn.test')).toEqual(['2.0 GET cdn.test/public/a']);
  const log = connections('cdn.test');
  expect(log.map(({ outcome }) => outcome)).toEqual([null, null, 'REFUSED']);
  // The request, its tunnel (with the address that it turned out to have), and the one that was refused.
  expect(log.map(({ what }) => what)).toEqual([
    'request https://cdn.test',
    'connect to cdn.test:443',
    'request https://cdn.test',
  ]);
});

test('by a redirect from the open folder nothing else is reached', async () => {
  site.pages['cdn.test/public/c'] = {
    status: 302,
    headers: { 'access-control-allow-origin': '*', location: 'https://cdn.test/private/b' },
  };
  await onPage(`got('hop', fetch('https://cdn.test/public/c'))`, ['hop failed']);
  expect(hits('private')).toEqual([]);
});

test('what sends data is decided as such: to read is allowed there, to send is not', async () => {
  await onPage(
    `got('look', fetch('/buy')).then(() => got('buy', fetch('/buy', { method: 'POST', body: 'order=1' })))
       .then(() => say(navigator.sendBeacon('/buy', 'order=2') ? 'told' : 'not told'))`,
    ['look came', 'buy failed', 'told'],
  );
  await onPage(`got('end', fetch('/'))`, ['end came']);
  expect(hits('/buy')).toEqual(['2.0 GET shop.test/buy']);
});

test('what was read on another site does not go along, in the address or the body, however it is written', async () => {
  await go('https://account.test/');
  expect((await seen()).join(' ')).toContain(ORDER);
  await onPage(
    `const post = (body) => fetch('https://api.test/take', { method: 'POST', body });
     got('plain', post('ref=${ORDER}'))
       .then(() => got('base64', post(btoa('the order is ${ORDER}, really'))))
       .then(() => got('address', fetch('https://api.test/take?ref=${ORDER}')))
       .then(() => got('harmless', post('colour=blue')))`,
    ['plain failed', 'base64 failed', 'address failed', 'harmless came'],
  );
  expect(hits('api.test')).toEqual(['2.0 POST api.test/take']);
  expect(site.bodies).toEqual(['colour=blue']);
  const refused = connections('api.test').filter(({ outcome }) => outcome === 'REFUSED');
  expect(refused).toHaveLength(3);
  expect(JSON.stringify(refused)).not.toContain(ORDER);
});

test('a held navigation over HTTPS goes on once, if a person says so', async () => {
  await go('https://shop.test/');
  const press = async () => {
    const look = need(await tab.snapshot());
    if (look.kind !== 'SNAPSHOT') throw new Error('no snapshot');
    const ref =
      look.snapshot.nodes.find(({ role, name }) => role === 'button' && name === 'Leave')?.ref ?? '';
    return need(await tab.act({ type: 'CLICK', ref }));
  };
  expect(await press()).toMatchObject({ navigated: false, refused: [{ code: 'act.navigation-denied' }] });
  expect(cards).toMatchObject([
    { startedBy: 'PAGE', site: { host: 'collect.test' }, from: { host: 'shop.test' } },
  ]);
  expect(hits('collect.test')).toEqual([]);
});

test('and lets its own document load what it is made of, and nothing before', async () => {
  const other = need(await gateway.openTab({ namedHosts: ['shop.test'] }));
  answers = ['ALLOW_ONCE', 'ALLOW_ONCE'];
  site.pages['shop.test/leave'] = page(
    'Leave',
    `setTimeout(() => { location = 'https://collect.test/a' }, 50)`,
  );
  await other.act({ type: 'NAVIGATE', url: 'https://shop.test/leave' });
  await expect.poll(() => site.hits, { timeout: 20_000 }).toContain('2.0 GET collect.test/own');
  expect(hits('collect.test')).toEqual(['2.0 GET collect.test/a', '2.0 GET collect.test/own']);
  await other.close();
});
