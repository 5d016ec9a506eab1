// A running browser as a governed act: the policy first, then a person, then a guest tab; each task anew.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import type { ConsentAnswer, ConsentCard } from '#gateway/protocol/views/consent.ts';
import { PERSON_USERS } from '#test/fixtures/person.ts';
import { startPersonBrowser, type PersonBrowser } from '#test/fixtures/person-browser.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { need } from '#test/fixtures/tab.ts';
import { rowsInText } from '#test/fixtures/card-text.ts';

const ADDRESS = '127.0.0.47';
let person: PersonBrowser;
let odd: PersonBrowser;
let site: Site;
let directory: string;
let gateway: Gateway;
let from = 0;
let cards: ConsentCard[] = [];
let answer: ConsentAnswer = 'ALLOW_ONCE';

/** What a layer below the default says, which delegates to it to name endpoints. */
function naming(endpoints: readonly (readonly [string, string])[]): string {
  const file = join(directory, 'own-browser.yaml');
  const rules = endpoints.map(([endpoint, executor], at) => {
    const when = `{ capability: SCREENSHOT, action: ATTACH, endpoint: '${endpoint}', executor: ${executor} }`;
    return `  - { id: own-${at}, decision: ESCALATE, when: ${when}, reason: My own browser. }`;
  });
  const head = ['policy: 1', 'id: own', 'revision: 1', 'extends: { id: demo-world }', 'owner: me'];
  writeFileSync(file, [...head, 'description: My browser.', 'rules:', ...rules, ''].join('\n'));
  return file;
}
/** Entries since the test began. */
const attachEntries = () =>
  gateway.audit
    .since(from, 10_000)
    .filter(({ what }) => what.startsWith('attach to') || what.startsWith('let tasks'));
const pages = async (): Promise<readonly unknown[]> => {
  const { targetInfos } = await person.call('Target.getTargets', { filter: [{ type: 'page' }] });
  return Array.isArray(targetInfos) ? targetInfos : [];
};

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-attach-'));
  [person, odd, site] = await Promise.all([
    startPersonBrowser(),
    startPersonBrowser(['--disable-web-security']),
    startSite({ '/': '<link rel="icon" href="data:,"><h1>Shop</h1>' }, ADDRESS),
  ]);
  const own = naming([
    [person.endpoint, 'HEADLESS_CHROMIUM'],
    [odd.endpoint, 'HEADLESS_CHROMIUM'],
    [`http://${ADDRESS}:${site.port}`, 'HEADED_CHROMIUM'],
  ]);
  gateway = await openGateway({
    dataDir: directory,
    policy: [SHIPPED.default, SHIPPED.demo, own],
    consent: (card) => {
      cards.push(card);
      return Promise.resolve(answer);
    },
    config: {
      attach: { users: [...PERSON_USERS] },
      launchFlags: ['--disable-remote-fonts', '--made-up-switch'],
      cookieSources: [
        { name: 'open', endpoint: person.endpoint },
        { name: 'unnamed', endpoint: 'http://127.0.0.1:9' },
      ],
    },
    world: { hostMap: { 'shop.test': { address: ADDRESS, port: site.port } }, sites: [], secrets: {} },
  });
});
afterAll(async () => {
  await gateway.close();
  await Promise.all([person.close(), odd.close(), site.close()]);
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(() => {
  cards = [];
  answer = 'ALLOW_ONCE';
  site.hits.length = 0;
  from = gateway.audit.count();
});

test('an endpoint that no policy names is denied: nobody is asked, and nobody looks at what listens there', async () => {
  const unnamed = 'http://127.0.0.1:9';
  expect(await gateway.openTab({ connect: unnamed })).toMatchObject({
    ok: false,
    error: { code: 'boundary.denied' },
  });
  expect(cards).toEqual([]);
  const [entry, ...more] = attachEntries();
  expect(more).toEqual([]);
  expect(entry).toMatchObject({ type: 'decision', verdict: 'DENY', outcome: 'REFUSED' });
  expect(entry?.details).toMatchObject({ endpoint: unnamed });
  expect(entry?.details).not.toHaveProperty('path');
  const run = await gateway.run('open shop.test', { connect: unnamed }).result;
  expect(run).toMatchObject({ status: 'DENIED', error: { code: 'boundary.denied' } });
});

test('what listens at a named endpoint and is no browser of the named kind is denied', async () => {
  const endpoint = `http://${ADDRESS}:${site.port}`;
  expect(await gateway.openTab({ connect: endpoint })).toMatchObject({
    ok: false,
    error: { code: 'boundary.denied' },
  });
  expect(cards).toEqual([]);
  expect(attachEntries()[0]?.details).toMatchObject({ executor: 'HEADED_UNKNOWN', pid: process.pid });
  expect(site.hits).toEqual([]);
});

test('a person is asked, sees what the browser is and what no tab in it has, and one No is enough', async () => {
  answer = 'DENY';
  const refused = await gateway.openTab({ connect: person.socket });
  expect(refused).toMatchObject({ ok: false, error: { code: 'consent.refused' } });
  const [card, ...more] = cards;
  expect(more).toEqual([]);
  expect(card?.title).toBe('Use a browser that is open already');
  expect(card?.answers).toEqual(['DENY', 'DENY_TASK', 'ALLOW_ONCE']);
  const rows = rowsInText(card);
  expect(rows).toContain(`at: ${person.endpoint}, process ${person.pid}`);
  expect(rows).toContain('cannot have: the required flag `--disable-extensions`');
  expect(rows.join('\n')).toMatch(/^running browser: CHROMIUM [\d.]+, \/.+chromium$/mu);
  expect(rows.join('\n')).toContain('cannot have: a network namespace of its own');
});

test('a connected gateway has each task be a guest there, asked anew, until it is disconnected', async () => {
  const by = { kind: 'client', id: 'cli', channel: 'CLI' } as const;
  const connected = need(await gateway.connection.connect(person.endpoint, by, new AbortController().signal));
  expect(connected).toMatchObject({
    enforcement: 'ATTACHED',
    pid: person.pid,
    executor: 'HEADLESS_CHROMIUM',
  });
  expect(gateway.status().attached).toEqual(connected);
  expect(cards).toHaveLength(1);
  const { result, taskId } = gateway.run('open shop.test');
  expect(await result).toMatchObject({ status: 'DONE', answer: expect.stringContaining('shop.test') });
  expect(site.hits).toContain('GET /');
  expect(cards.map((card) => card.taskId)).toContain(taskId);
  expect(attachEntries().map(({ type, outcome }) => `${type} ${outcome ?? ''}`)).toEqual(
    expect.arrayContaining([
      'consent.answered GRANTED',
      'authorization.issued ',
      'tab.launched DONE',
      'attach.connected DONE',
    ]),
  );
  expect(need(await gateway.connection.disconnect(by))).toBe(true);
  expect(gateway.status().attached).toBeNull();
  expect(need(await gateway.connection.disconnect(by))).toBe(false);
});

test('cookies of one domain come from a running browser, after one question that names it; no others leave it', async () => {
  const asked: string[] = [];
  site.pages['/cookies'] = ({ headers }, response) => {
    asked.push(headers.cookie ?? '');
    response.setHeader('content-type', 'text/html').end('<link rel="icon" href="data:,"><h1>Account</h1>');
  };
  const cookie = (name: string, domain: string) => ({ name, value: `v-${name}`, domain, path: '/' });
  await person.call('Storage.setCookies', {
    cookies: [cookie('session', 'shop.test'), cookie('other', 'account.test'), cookie('wide', '.test')],
  });
  const { result } = gateway.run('open shop.test', {
    startUrl: 'http://shop.test/cookies',
    cookies: [{ domain: 'shop.test', source: 'open' }],
  });
  expect(await result).toMatchObject({ status: 'DONE' });
  expect(asked).toEqual(['session=v-session']);
  const card = cards.find(({ title }) => title === 'Use the site’s cookies');
  expect(rowsInText(card)).toContain(`from: the browser that is open at ${person.endpoint}`);
  expect(cards.map(({ title }) => title)).not.toContain('Use a browser that is open already');
  const attached = attachEntries().find(({ type }) => type === 'decision');
  expect(attached).toMatchObject({ verdict: 'ESCALATE', outcome: 'GRANTED_BEFORE' });
  expect(JSON.stringify(gateway.audit.since(from, 10_000))).not.toMatch(/v-session|v-other|v-wide/u);
});

test('a running browser that no policy names gives no cookies, though a person would let it', async () => {
  const { result } = gateway.run('open shop.test', { cookies: [{ domain: 'shop.test', source: 'unnamed' }] });
  // Nothing is lent, and the task goes on without.
  expect(await result).toMatchObject({ status: 'DONE' });
  expect(attachEntries().map(({ verdict }) => verdict)).toContain('DENY');
});

test('a flag of the settings that nobody knows is asked about, and named', async () => {
  answer = 'DENY';
  const { result } = gateway.run('open shop.test');
  expect(await result).toMatchObject({ status: 'CONSENT_REFUSED' });
  expect(cards.map(({ details }) => JSON.stringify(details)).join()).toContain('--made-up-switch');
});

test('a forbidden flag of the running browser is named in the denial', async () => {
  expect(await gateway.openTab({ connect: odd.endpoint })).toMatchObject({
    ok: false,
    error: { code: 'boundary.denied', message: expect.stringContaining('--disable-web-security') },
  });
  expect(cards).toEqual([]);
  const [entry] = attachEntries();
  expect(entry?.details).toMatchObject({ flagClass: 'FORBIDDEN_FLAG', violation: 'SANDBOX_FLAG_VIOLATION' });
  expect(JSON.stringify(entry?.details)).toContain('--disable-web-security');
});

test('the person’s browser is as it was after all of this, and a task in it that is killed with it is FAILED', async () => {
  expect(await pages()).toHaveLength(1);
  expect((await person.call('Target.getBrowserContexts'))['browserContextIds']).toEqual([]);
  site.pages['/slow'] = () => person.kill('SIGKILL');
  const { result } = gateway.run('open shop.test', {
    startUrl: 'http://shop.test/slow',
    connect: person.endpoint,
  });
  expect(await result).toMatchObject({ status: 'FAILED' });
  expect((await result).error?.code).toMatch(/^(?:browser\.crashed|attach\.other-browser)$/u);
  expect(readdirSync(gateway.paths.profiles)).toEqual([]);
});
