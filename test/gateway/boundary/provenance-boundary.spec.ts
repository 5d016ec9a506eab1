// What was read elsewhere is a fact of an act: asked about whatever was granted before, refused where it is a secret, and let
// through once by an approval. The boundary itself, with the shipped policy and a real audit log.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import { createAuthority } from '#gateway/boundary/steps/authorise.ts';
import { Boundary } from '#gateway/boundary.ts';
import { decideConnection } from '#gateway/boundary/page/connections.ts';
import { ConsentBroker } from '#gateway/boundary/consent/broker.ts';
import { decidePageAct } from '#gateway/boundary/page/page-acts.ts';
import { SHIPPED, readPolicy } from '#gateway/settings/policy-source.ts';
import type { ConsentAnswer, ConsentCard } from '#gateway/protocol/views/consent.ts';
import type { PageAct } from '#executors/contract/page-act.ts';
import { createLauncher } from '#executors/launcher.ts';
import { NO_EFFECT } from '#policy/acts/element-effect.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { ok } from '#policy/language/failure.ts';
import { ScriptedTab } from '#test/fixtures/scripted-tab.ts';
import { NOBODY_NAMED, aTaskContext } from '#test/fixtures/task-context.ts';

const signal = new AbortController().signal;
const read = readPolicy([SHIPPED.default, SHIPPED.demo], '2026-11-22');
if (!read.ok) throw new Error(JSON.stringify(read.error));
const shipped = read.value;
const ORDER = 'D-20874';
const SECRET = 'tangerine-lantern-42';

let directory: string;
let audit: AuditLog;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-leaving-'));
  const opened = await openAuditLog({ directory });
  if (!opened.ok) throw new Error(opened.error.message);
  audit = opened.value;
});
afterEach(async () => {
  await audit.close();
  rmSync(directory, { recursive: true, force: true });
});

function setUp(answers: ConsentAnswer[] = []) {
  const cards: ConsentCard[] = [];
  const authority = createAuthority();
  const tab = new ScriptedTab(authority.verify);
  const consent = new ConsentBroker({
    callback: {
      answer: async (card) => (cards.push(card), answers.shift() ?? 'DENY'),
      principal: { kind: 'person', channel: 'library', id: 'l' },
    },
  });
  const parts = {
    policy: () => ok(shipped),
    audit,
    consent,
    authority,
    launcher: createLauncher(authority.verify),
    now: Date.now,
    peopleAndClock: NOBODY_NAMED,
  };
  const task = aTaskContext({
    intent: 'check the status of my latest order',
    namedHosts: new Set(['shop.test', 'forum.test']),
    hostMap: Object.fromEntries(
      ['shop.test', 'forum.test', 'account.test', 'keyboards.test'].map((host) => [
        host,
        { address: '127.0.0.11' },
      ]),
    ),
    secrets: { pass: { origin: 'http://account.test', value: SECRET } },
    signal,
  });
  task.state.provenance.readText('http://account.test/orders', `Your order ${ORDER} was shipped`);
  const boundary = new Boundary(parts);
  const perform = async (action: BrowserAction) => {
    const performed = await boundary.perform(
      { task, by: { kind: 'navigator', id: 'n' }, initiator: 'NAVIGATOR', action, says: null },
      tab,
      signal,
    );
    return performed.result;
  };
  return { tab, task, perform, parts, cards };
}

const go = (url: string): BrowserAction => ({ type: 'NAVIGATE', url });
const rows = (card: ConsentCard | undefined): string =>
  card?.details.map(({ value, note = '' }) => `${value} | ${note}`).join('\n') ?? '';
const logged = (): string => JSON.stringify(audit.since(0, 1_000));

test('a named site opens without a question, and with an order number of another site it asks', async () => {
  const { perform, cards } = setUp();
  expect((await perform(go('http://forum.test/new'))).ok).toBe(true);
  expect(cards).toEqual([]);
  const result = await perform(go(`http://forum.test/new?t=${ORDER}`));
  expect(result).toMatchObject({ ok: false, error: { code: 'consent.refused' } });
  expect(cards[0]?.because.map(({ entry }) => entry)).toEqual(['floors.data-leaves']);
  expect(rows(cards[0])).toContain('d-20874 | read on http://account.test');
});

test('"this task on this site" for plain visits does not cover data of another site', async () => {
  const { perform, cards } = setUp(['ALLOW_TASK_SITE', 'DENY']);
  expect((await perform(go('http://keyboards.test/'))).ok).toBe(true);
  expect((await perform(go('http://keyboards.test/about'))).ok).toBe(true);
  expect(cards).toHaveLength(1);
  expect((await perform(go(`http://keyboards.test/?o=${ORDER}`))).ok).toBe(false);
  expect(cards).toHaveLength(2);
});

test('an approval lets it through there, its connection too, and nowhere else', async () => {
  const { perform, cards, task, parts } = setUp(['ALLOW_ONCE', 'DENY']);
  const url = `http://forum.test/new?t=${ORDER}#here`;
  const connection = (to: string) =>
    decideConnection(parts, task, 'http://account.test/orders', {
      tabId: 'tab-1',
      scheme: 'http',
      host: 'forum.test',
      port: 80,
      url: to,
      method: 'GET',
      address: '127.0.0.11',
      addressClass: 'LOOPBACK',
    });
  expect((await connection(url)).allow).toBe(false);
  expect((await perform(go(url))).ok).toBe(true);
  expect((await connection(url.replace('#here', ''))).allow).toBe(true);
  expect((await perform(go(`http://shop.test/?q=${ORDER}`))).ok).toBe(false);
  expect(cards).toHaveLength(2);
});

test('a secret that is typed in the plain on another site is denied, and stands in no entry and on no card', async () => {
  const { perform, tab, cards } = setUp(['ALLOW_ONCE']);
  tab.url = 'http://forum.test/new';
  for (const text of [SECRET, Buffer.from(SECRET).toString('base64'), `my word is ${SECRET}`]) {
    const result = await perform({ type: 'FILL', ref: 'e1', text });
    expect(result).toMatchObject({ ok: false, error: { code: 'boundary.denied' } });
    expect(logged()).not.toContain(text);
  }
  expect(cards).toEqual([]);
  expect(tab.done).toEqual([]);
  expect(logged()).not.toContain(SECRET);
});

test('a form of the account’s page that would post a hidden field to the forum asks, and says what', async () => {
  const { perform, tab, cards } = setUp();
  tab.url = 'http://account.test/orders';
  const submits = {
    url: 'http://forum.test/take',
    method: 'POST',
    credentials: false,
    newTab: false,
  } as const;
  tab.effect = {
    ...NO_EFFECT,
    submits: { ...submits, fieldNames: ['n'], values: [Buffer.from(ORDER).toString('base64')] },
  };
  expect((await perform({ type: 'CLICK', ref: 'e1' })).ok).toBe(false);
  expect(rows(cards[0])).toContain('d-20874 | read on http://account.test, hidden as base64');
  tab.effect = { ...NO_EFFECT, submits: { ...submits, fieldNames: ['n'], values: ['hello'] } };
  expect((await perform({ type: 'CLICK', ref: 'e1' })).ok).toBe(true);
});

test('what a page would send by itself, in address or body, is asked about; the entry has its digest alone', async () => {
  const { task, parts, cards } = setUp();
  const navigation = (changes: Partial<Extract<PageAct, { kind: 'NAVIGATE' | 'FRAME' }>>): PageAct => ({
    kind: 'NAVIGATE',
    tabId: 'tab-1',
    documentUrl: 'http://account.test/orders',
    url: 'http://forum.test/new',
    method: 'GET',
    start: 'SCRIPT',
    body: null,
    credentials: false,
    redirectedFrom: null,
    ...changes,
  });
  const text = JSON.stringify({ note: [...ORDER].toReversed().join('') });
  const body = { bytes: text.length, contentType: 'application/json', fields: [], text };
  expect((await decidePageAct(parts, task, navigation({ method: 'POST', body }), signal)).allow).toBe(false);
  expect(rows(cards[0])).toContain('hidden as reversed');
  const entries = audit.since(0, 100).filter(({ details }) => 'provenance' in details);
  expect(entries.length).toBeGreaterThan(0);
  expect(JSON.stringify(entries.map(({ details }) => details['provenance']))).not.toMatch(/20874|47802/u);
  expect((await decidePageAct(setUp().parts, setUp().task, navigation({}), signal)).allow).toBe(true);
});
