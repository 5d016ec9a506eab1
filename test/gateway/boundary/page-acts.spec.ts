// What a page starts, as the gateway decides it: what a person is shown, what an answer allows, and what it never does.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PageAct } from '#executors/contract/page-act.ts';
import type { ConnectionRequest } from '#executors/contract/connection.ts';
import type { DocumentRequest } from '#executors/contract/document.ts';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import { decideConnection } from '#gateway/boundary/page/connections.ts';
import { ConsentBroker } from '#gateway/boundary/consent/broker.ts';
import type { ConsentCallback } from '#gateway/boundary/consent/contract.ts';
import type { Consultants } from '#gateway/boundary/steps/consult.ts';
import { DocumentDecisions } from '#gateway/boundary/page/document-decisions.ts';
import { decidePageAct } from '#gateway/boundary/page/page-acts.ts';
import { SHIPPED, readPolicy } from '#gateway/settings/policy-source.ts';
import type { ConsentAnswer, ConsentCard } from '#gateway/protocol/views/consent.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';
import { ok } from '#policy/language/failure.ts';
import { compiled, first } from '#test/fixtures/policy/small.ts';
import { NOBODY_NAMED, aTaskContext } from '#test/fixtures/task-context.ts';

const signal = new AbortController().signal;
const PATIENT = { timeout: 30_000 };
const read = readPolicy([SHIPPED.default, SHIPPED.demo], '2026-11-22');
if (!read.ok) throw new Error(JSON.stringify(read.error));
const shipped = read.value;

let directory: string;
let audit: AuditLog;
let now = 1_000_000;
let cards: ConsentCard[] = [];
beforeEach(async () => {
  cards = [];
  directory = mkdtempSync(join(tmpdir(), 'ghost-page-acts-'));
  const opened = await openAuditLog({ directory });
  if (!opened.ok) throw new Error(opened.error.message);
  audit = opened.value;
});
afterEach(async () => {
  await audit.close();
  rmSync(directory, { recursive: true, force: true });
});

const HOSTS = ['shop.test', 'account.test', 'collect.test', 'prize.test'];
const aTask = (changes: Partial<TaskContext> = {}): TaskContext =>
  aTaskContext({
    namedHosts: new Set(['shop.test']),
    hostMap: Object.fromEntries(HOSTS.map((host, at) => [host, { address: `127.0.0.${11 + at}` }])),
    signal,
    ...changes,
  });

/** `null`: nobody answers until the question ends by itself. */
function partsWith(answer: ConsentAnswer | null): Consultants {
  const callback: ConsentCallback = (card, gone) => {
    cards.push(card);
    if (answer !== null) return Promise.resolve(answer);
    return new Promise((_resolve, reject) =>
      gone.addEventListener('abort', () => reject(new Error('gone')), { once: true }),
    );
  };
  const principal = { kind: 'person', channel: 'library', id: 'p' } as const;
  const consent = new ConsentBroker({ callback: { answer: callback, principal } });
  return { policy: () => ok(shipped), audit, consent, now: () => now, peopleAndClock: NOBODY_NAMED };
}

type Navigate = Extract<PageAct, { kind: 'NAVIGATE' | 'FRAME' }>;
const go = (url: string, changes: Partial<Navigate> = {}): Navigate => ({
  kind: 'NAVIGATE',
  tabId: 'tab-1',
  documentUrl: 'http://shop.test/',
  url,
  method: 'GET',
  start: 'SCRIPT',
  body: null,
  credentials: false,
  redirectedFrom: null,
  ...changes,
});
const connectTo = (url: string | null, host: string): ConnectionRequest => ({
  tabId: 'tab-1',
  scheme: url === null ? 'https' : 'http',
  host,
  port: url === null ? 443 : 80,
  url,
  method: url === null ? 'CONNECT' : 'GET',
  address: '127.0.0.13',
  addressClass: 'LOOPBACK',
});
const logged = (type: string) => audit.since(0, 1_000).filter((entry) => entry.type === type);
const rows = (card: ConsentCard | undefined): Record<string, string> =>
  Object.fromEntries(
    (card?.details ?? []).map(({ label, name, value }) => [
      name === undefined ? label : `${label} ${name}`,
      value,
    ]),
  );

describe('the card of a held navigation', () => {
  test('shows where to, how it began and what goes along, with credentials by their length', async () => {
    const body = {
      bytes: 1_204,
      contentType: 'application/x-www-form-urlencoded',
      fields: [
        { name: 'email', value: 'ana@example.com', length: 15 },
        { name: 'note\u202Ex', value: 'a\u200Bb', length: 3 },
        { name: 'pw', value: null, length: 8 },
      ],
      text: 'email=ana%40example.com&pw=***',
    };
    await decidePageAct(
      partsWith('DENY'),
      aTask(),
      go('http://collect.test/take', { method: 'POST', start: 'FORM', body }),
      signal,
    );
    const [card] = cards;
    expect(card).toMatchObject({
      title: 'The page wants to go to another site',
      startedBy: 'PAGE',
      site: { host: 'collect.test', registrableDomain: 'collect.test' },
      from: { host: 'shop.test' },
      origins: { readable: ['shop.test'], writable: ['shop.test'] },
    });
    expect(rows(card)).toMatchObject({
      address: 'http://collect.test/take',
      'started by': 'a form of the page',
      method: 'POST',
      sends: '1,204 bytes',
      'said to be': 'application/x-www-form-urlencoded',
      'field email': 'ana@example.com',
      'field pw': '•••(8)',
    });
    expect(card?.details.filter(({ masked }) => masked).map(({ name }) => name)).toEqual(['pw']);
    expect(JSON.stringify(card?.details)).not.toMatch(/[\u202E\u200B]/u);
  });

  test('the body’s text stands in no entry of the log', async () => {
    const body = { bytes: 9, contentType: 'text/plain', fields: [], text: 'MARKER-TEXT' };
    await decidePageAct(
      partsWith('DENY'),
      aTask(),
      go('http://collect.test/', { method: 'POST', body }),
      signal,
    );
    expect(logged('page.act')).toHaveLength(1);
    expect(JSON.stringify(audit.since(0, 1_000))).not.toContain('MARKER-TEXT');
  });

  test.each([
    ['a redirect', { redirectedFrom: 'http://shop.test/out', start: 'REDIRECT' }, /^a redirect$/u],
    ['a refresh', { start: 'META_REFRESH' }, /refresh/u],
    ['history', { start: 'HISTORY' }, /back or forward/u],
    ['what the browser did not say', { start: 'UNKNOWN' }, /^the page itself$/u],
  ] as const)('names %s', async (_name, changes, words) => {
    await decidePageAct(partsWith('DENY'), aTask(), go('http://collect.test/', changes), signal);
    expect(rows(cards[0])['started by']).toMatch(words);
  });

  test('a form that the page sends by GET, and a password in an address, are what they are', async () => {
    const task = aTask();
    const parts = partsWith('ALLOW_ONCE');
    const own = go('http://shop.test/search?q=x', { start: 'FORM' });
    expect((await decidePageAct(parts, task, own, signal)).allow).toBe(true);
    const capabilities = (entry: ReturnType<typeof logged>[number]): string =>
      JSON.stringify(entry.details['gates']);
    expect(capabilities(logged('page.act')[0] ?? failed())).toContain('FORM_SUBMIT_DATA');
    const leak = go('http://shop.test/log?p=***', { credentials: true });
    expect((await decidePageAct(parts, task, leak, signal)).allow).toBe(false);
    expect(capabilities(logged('page.act')[1] ?? failed())).toContain('FORM_SUBMIT_CREDENTIALS');
  });
});

const failed = (): never => {
  throw new Error('no such entry');
};

describe('what an answer allows', () => {
  test('once is that navigation once: not the same again, no other path, nothing of that host before or from the page', async () => {
    const task = aTask();
    const url = 'http://collect.test/a?b=1';
    const from = (page: string, request: ConnectionRequest) => decideConnection(parts, task, page, request);
    const parts = partsWith('ALLOW_ONCE');
    const shop = 'http://shop.test/';
    expect((await from(shop, connectTo('http://collect.test/pixel', 'collect.test'))).allow).toBe(false);
    expect((await decidePageAct(parts, task, go(url), signal)).allow).toBe(true);
    expect(cards).toHaveLength(1);
    // On its way: the page that stands there still cannot use the host for anything else.
    expect((await from(shop, connectTo('http://collect.test/pixel', 'collect.test'))).allow).toBe(false);
    expect((await from(shop, connectTo(url, 'collect.test'))).allow).toBe(true);
    await new DocumentDecisions(parts).of(task, { tabId: 'tab-1', url, topUrl: url, mainFrame: true });
    // There: its own resources are its document's.
    expect((await from(url, connectTo('http://collect.test/style.css', 'collect.test'))).allow).toBe(true);
    expect((await from(shop, connectTo(url, 'collect.test'))).allow).toBe(false);
    // The same again, and another path, ask again.
    await decidePageAct(parts, task, go(url), signal);
    await decidePageAct(parts, task, go('http://collect.test/other'), signal);
    expect(cards).toHaveLength(3);
  });

  test('what was admitted and never arrived is over after a while', async () => {
    const task = aTask();
    const parts = partsWith('ALLOW_ONCE');
    const url = 'http://collect.test/';
    await decidePageAct(parts, task, go(url), signal);
    now += 31_000;
    expect(
      (await decideConnection(parts, task, 'http://shop.test/', connectTo(url, 'collect.test'))).allow,
    ).toBe(false);
  });

  test('a question ends with what waits for it, nothing goes on, and a page that keeps doing so is not asked about', async () => {
    const task = aTask();
    const parts = partsWith(null);
    for (let time = 0; time < 20; time += 1) {
      const gone = new AbortController();
      const verdict = decidePageAct(parts, task, go(`http://collect.test/${time}`), gone.signal);
      if (time < 5) {
        await expect.poll(() => parts.consent.list(), PATIENT).toHaveLength(1);
        gone.abort();
      }
      expect(await verdict).toMatchObject({ allow: false });
      expect(parts.consent.list()).toEqual([]);
    }
    expect(cards).toHaveLength(5);
    expect(logged('consent.answered').map(({ outcome }) => outcome)).toEqual(Array(5).fill('VOID'));
  });

  test('one of two that wait for the same answer leaves; the other one gets it', async () => {
    const task = aTask();
    const parts = partsWith(null);
    const gone = new AbortController();
    const first = decidePageAct(parts, task, go('http://collect.test/'), gone.signal);
    await expect.poll(() => parts.consent.list(), PATIENT).toHaveLength(1);
    const second = decidePageAct(parts, task, go('http://collect.test/'), signal);
    await expect.poll(() => parts.consent.list()[0]?.card.count, PATIENT).toBe(2);
    gone.abort();
    expect(await first).toMatchObject({ allow: false });
    const id = parts.consent.list()[0]?.card.id ?? '';
    const by = { kind: 'person', channel: 'ui', id: 'ana' } as const;
    expect(parts.consent.answer({ id, answer: 'ALLOW_ONCE', by }).ok).toBe(true);
    expect(await second).toMatchObject({ allow: true });
  });

  test('a page that tries one place after the other is asked about five times at most', async () => {
    const task = aTask({ namedHosts: new Set() });
    const parts = partsWith('DENY');
    for (let port = 1; port <= 30; port += 1) {
      const verdict = await decidePageAct(parts, task, go(`http://collect.test:${8000 + port}/`), signal);
      expect(verdict.allow).toBe(false);
    }
    expect(cards).toHaveLength(5);
  });

  test('deny and stop ends the task', async () => {
    const task = aTask();
    await decidePageAct(partsWith('DENY_TASK'), task, go('http://collect.test/'), signal);
    expect(task.state.stopped).toMatchObject({ code: 'consent.refused' });
  });
});

describe('origin sets', () => {
  test('start with what the person named, and a page alone adds nothing', async () => {
    const task = aTask();
    expect(task.state.origins.view()).toEqual({ readable: ['shop.test'], writable: ['shop.test'] });
    expect(task.state.origins.reads('http://shop.test/x')).toBe(true);
    expect(task.state.origins.reads('http://collect.test/')).toBe(false);
    await decidePageAct(partsWith('DENY'), task, go('http://collect.test/'), signal);
    await decidePageAct(partsWith('DENY'), task, go('http://collect.test/', { kind: 'FRAME' }), signal);
    expect(task.state.origins.view()).toEqual({ readable: ['shop.test'], writable: ['shop.test'] });
    expect(logged('origins.grown')).toEqual([]);
  });

  test('an answer for once makes an origin readable, one for the task writable too; both are logged', async () => {
    const task = aTask();
    await decidePageAct(partsWith('ALLOW_ONCE'), task, go('http://collect.test/'), signal);
    expect(task.state.origins.view()).toEqual({
      readable: ['http://collect.test', 'shop.test'],
      writable: ['shop.test'],
    });
    await decidePageAct(partsWith('ALLOW_TASK_SITE'), task, go('http://prize.test/'), signal);
    expect(task.state.origins.writes('http://prize.test/x')).toBe(true);
    expect(task.state.origins.writes('http://collect.test/x')).toBe(false);
    expect(logged('origins.grown').map(({ where, details }) => [where, details['grown']])).toEqual([
      ['collect.test', ['READABLE']],
      ['prize.test', ['READABLE', 'WRITABLE']],
    ]);
    expect(logged('origins.grown')[0]?.who).toMatch(/person/u);
  });

  test('the policy sees them as facts of the target', async () => {
    const task = aTask();
    await decidePageAct(partsWith('DENY'), task, go('http://collect.test/'), signal);
    await decidePageAct(partsWith('DENY'), task, go('http://shop.test/two'), signal);
    const seen = logged('page.act').map(({ details }) => JSON.stringify(details['gates']));
    expect(seen[0]).toContain('"targetReadable":false');
    expect(seen[1]).toContain('"targetReadable":true');
  });
});

describe('what a document is granted', () => {
  const document = (url: string, changes: Partial<DocumentRequest> = {}): DocumentRequest => ({
    tabId: 'tab-1',
    url,
    topUrl: url,
    mainFrame: true,
    ...changes,
  });

  test('may be a frame’s of a host that the policy has nothing for, also where one was decided before', async () => {
    const ads =
      '\n  - { id: ads, decision: DENY, reason: R., when: { pageAct: SESSION_STORAGE, provenance: PAGE, contentHost: ads.test } }';
    const lets = 'defaults: [{ id: all, by: [namedByUser], rows: { false: ALLOW, true: ALLOW } }]';
    const policy = compiled(first('', ads, lets));
    const grants = new DocumentDecisions({ ...partsWith(null), policy: () => ok(policy) });
    const task = aTask();
    expect((await grants.of(task, document('http://shop.test/'))).has('SESSION_STORAGE')).toBe(true);
    task.state.frameHosts.take('shop.test', 'ads.test');
    expect((await grants.of(task, document('http://shop.test/'))).has('SESSION_STORAGE')).toBe(false);
    const own = { ...document('http://ads.test/'), topUrl: 'http://news.test/', mainFrame: false };
    expect((await grants.of(task, own)).has('SESSION_STORAGE')).toBe(false);
  });

  test('is logged once for an origin, again where it differs, and again in another task', async () => {
    const parts = partsWith('ALLOW_ONCE');
    const grants = new DocumentDecisions(parts);
    const task = aTask();
    const first = await grants.of(task, document('http://shop.test/'));
    expect(first.has('SESSION_STORAGE')).toBe(true);
    expect(first.has('LOCAL_STORAGE')).toBe(false);
    for (const path of ['a', 'b', 'c']) await grants.of(task, document(`http://shop.test/${path}`));
    expect(logged('page.act')).toHaveLength(1);
    task.state.grants.admitDocument({
      url: 'http://shop.test/',
      lasts: 'TASK',
      policyHash: shipped.semanticHash,
      now,
    });
    const admitted = await grants.of(task, document('http://shop.test/c2'));
    expect(admitted.has('LOCAL_STORAGE')).toBe(false);
    expect(logged('page.act')[0]?.details['withheld']).toContain('LOCAL_STORAGE');
    task.state.grants.storage.allow({
      storage: 'LOCAL_STORAGE',
      at: { origin: 'http://shop.test' },
      policyHash: shipped.semanticHash,
    });
    const after = await grants.of(task, document('http://shop.test/d'));
    expect(after.has('LOCAL_STORAGE')).toBe(true);
    expect(after.has('INDEXED_DB')).toBe(false);
    expect(after.has('SERVICE_WORKER')).toBe(false);
    await grants.of(task, document('http://shop.test/e'));
    expect(logged('page.act')).toHaveLength(2);
    await grants.of(aTask({ id: 't2' }), document('http://shop.test/'));
    expect(logged('page.act')).toHaveLength(3);
    expect(logged('page.act')[1]?.details['granted']).toContain('LOCAL_STORAGE');
  });

  test('a frame of another origin gets none of its own storage', async () => {
    const grants = await new DocumentDecisions(partsWith('DENY')).of(
      aTask(),
      document('http://collect.test/', { topUrl: 'http://shop.test/', mainFrame: false }),
    );
    for (const kind of ['LOCAL_STORAGE', 'SESSION_STORAGE', 'COOKIES', 'INDEXED_DB'] as const)
      expect(grants.has(kind), kind).toBe(false);
  });

  test('what a page says that it was kept from is logged once, as its own words', async () => {
    const parts = partsWith('ALLOW_ONCE');
    const task = aTask();
    const told = {
      kind: 'FEATURE',
      tabId: 'tab-1',
      documentUrl: 'http://shop.test/',
      feature: 'CAMERA',
    } as const;
    for (let time = 0; time < 50; time += 1)
      expect((await decidePageAct(parts, task, told, signal)).allow).toBe(false);
    await decidePageAct(parts, task, { ...told, feature: 'MICROPHONE' }, signal);
    expect(
      logged('page.act').map(({ outcome, verdict, details }) => [outcome, verdict, details['toldBy']]),
    ).toEqual([
      ['REFUSED', null, 'page'],
      ['REFUSED', null, 'page'],
    ]);
    expect(cards).toEqual([]);
  });
});
