// The flow's own faults, with the shipped policy and a real audit log. What a real browser does to it is tested in test/e2e.
import { counted, takeOne } from '#test/fixtures/counted-act.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AuditEvent, AuditLog } from '#gateway/audit/format/contract.ts';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import { createAuthority } from '#gateway/boundary/steps/authorise.ts';
import { Boundary } from '#gateway/boundary.ts';
import type { ActionRequest } from '#gateway/boundary/attempt/contract.ts';
import { ConsentBroker } from '#gateway/boundary/consent/broker.ts';
import type { ConsentCallback } from '#gateway/boundary/consent/contract.ts';
import { GrantBook } from '#gateway/boundary/grants/grant-book.ts';
import { grantBasisOf } from '#policy/requests/grant-basis.ts';
import { decideConnection } from '#gateway/boundary/page/connections.ts';
import { decidePageAct } from '#gateway/boundary/page/page-acts.ts';
import { recentGates } from '#gateway/policy/logged-decisions.ts';
import { SHIPPED, readPolicy } from '#gateway/settings/policy-source.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';
import { createLauncher } from '#executors/launcher.ts';
import type { ConnectionRequest } from '#executors/contract/connection.ts';
import { NO_EFFECT } from '#policy/acts/element-effect.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import type { EffectivePolicy } from '#policy/language/facts.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { policyOf, shipped as shippedText } from '#test/fixtures/policy/policies.ts';
import { ScriptedTab, changed } from '#test/fixtures/scripted-tab.ts';
import { need } from '#test/fixtures/tab.ts';
import { goWithTyped, nameTyped } from '#gateway/tabs/typed-address.ts';
import { NOBODY_NAMED, aTaskContext } from '#test/fixtures/task-context.ts';

const signal = new AbortController().signal;
const read = readPolicy([SHIPPED.default, SHIPPED.demo], '2026-11-21');
if (!read.ok) throw new Error(JSON.stringify(read.error));
const shipped = read.value;

let directory: string;
let audit: AuditLog;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-boundary-'));
  const opened = await openAuditLog({ directory });
  if (!opened.ok) throw new Error(opened.error.message);
  audit = opened.value;
});
afterEach(async () => {
  await audit.close();
  rmSync(directory, { recursive: true, force: true });
});

const taskWith = (changes: Partial<TaskContext> = {}): TaskContext =>
  aTaskContext({
    namedHosts: new Set(['shop.test']),
    hostMap: { 'shop.test': { address: '127.0.0.11' }, 'keyboards.test': { address: '127.0.0.12' } },
    secrets: { pass: { origin: 'http://account.test', value: 'hunter2' } },
    signal,
    ...changes,
  });

function setUp(
  options: { consent?: ConsentCallback; policy?: () => Result<EffectivePolicy>; audit?: AuditLog } = {},
) {
  const authority = createAuthority();
  const tab = new ScriptedTab(authority.verify);
  const consent = new ConsentBroker(
    options.consent === undefined
      ? {}
      : { callback: { answer: options.consent, principal: { kind: 'person', channel: 'library', id: 'l' } } },
  );
  const parts = {
    policy: options.policy ?? (() => ok(shipped)),
    audit: options.audit ?? audit,
    consent,
    authority,
    launcher: createLauncher(authority.verify),
    now: Date.now,
    peopleAndClock: NOBODY_NAMED,
    grants: new GrantBook({
      audit: options.audit ?? audit,
      now: Date.now,
      wallMs: Date.now,
      stands: (policyHash) => policyHash === grantBasisOf(shipped),
    }),
  };
  const boundary = new Boundary(parts);
  const perform = (action: BrowserAction, changes: Partial<ActionRequest> = {}) =>
    boundary.perform(
      {
        task: taskWith(),
        by: { kind: 'navigator', id: 'offline' },
        initiator: 'NAVIGATOR',
        action,
        says: null,
        ...changes,
      },
      tab,
      signal,
    );
  return { tab, perform, parts, boundary };
}

const types = (): readonly string[] =>
  audit.since(0, 100).map(({ type, outcome }) => (outcome === null ? type : `${type}:${outcome}`));
const click: BrowserAction = { type: 'CLICK', ref: 'e1' };

test('an allowed act: decision and authorisation on disk, then the act, then its outcome', async () => {
  const { tab, perform } = setUp();
  expect((await perform(click)).result.ok).toBe(true);
  expect(tab.done).toEqual([{ type: 'CLICK', text: null }]);
  await expect.poll(types).toEqual(['decision', 'authorization.issued', 'act.outcome:DONE']);
});

test('a denied act reaches no executor and says which entry decided', async () => {
  const { tab, perform } = setUp();
  tab.effect = { ...NO_EFFECT, link: { url: 'http://shop.test/f', newTab: false, download: true } };
  const { result } = await perform(click);
  expect(result).toMatchObject({
    ok: false,
    error: { code: 'boundary.denied', details: { decision: 'DENY' } },
  });
  expect(tab.done).toEqual([]);
  expect(types()).toEqual(['decision:REFUSED']);
});

test('an escalation that nobody can answer is refused at once', async () => {
  const { tab, perform } = setUp();
  const { result } = await perform({ type: 'NAVIGATE', url: 'http://keyboards.test/' });
  expect(result).toMatchObject({
    ok: false,
    error: { code: 'consent.nobody', help: expect.stringContaining('npm start') },
  });
  expect(tab.done).toEqual([]);
});

test('what its user typed is named for the act alone until that is allowed, and where it is refused or fails nothing stays named', async () => {
  const url = 'http://elsewhere.test/';
  const asks = policyOf(shippedText('default'), {
    file: 'typed.yaml',
    text: 'policy: 1\nid: typed\nextends: { id: phase38-default }\nfloors:\n  - { id: typed-there, decision: ESCALATE, when: { capability: NAVIGATE_CROSS_ORIGIN, namedByUser: true } }\n',
  });
  for (const [answer, arrives] of [
    ['DENY', false],
    ['ALLOW_ONCE', true],
    ['ALLOW_ONCE', false],
  ] as const) {
    const task = taskWith();
    const meanwhile: boolean[] = [];
    const { tab, perform } = setUp({
      policy: () => ok(asks),
      consent: async () => {
        meanwhile.push(task.named.has(url), task.state.origins.reads(url), task.state.origins.writes(url));
        return answer;
      },
    });
    if (!arrives) tab.answers.push(fail('act.navigation-failed', 'nobody answers there'));
    // oxlint-disable-next-line no-await-in-loop -- one after the other, in one log
    const named = need(await nameTyped(audit, task, { kind: 'person', channel: 'terminal', id: 'p' }, url));
    const { typed, takeBack } = named;
    if (typed === undefined) throw new Error('it was named before');
    // oxlint-disable-next-line no-await-in-loop
    const { result, ruling } = await perform({ type: 'NAVIGATE', url }, { task, typed });
    expect(ruling?.because.map(({ entry }) => entry)).toContain('floors.typed-there');
    expect(result.ok).toBe(arrives);
    // oxlint-disable-next-line no-await-in-loop
    if (!result.ok) need(await takeBack());
    const last = types().findLast((type) => type.startsWith('origins.grown'));
    expect(last).toBe(arrives ? 'origins.grown:DONE' : 'origins.grown:REVOKED');
    expect(meanwhile).toEqual([false, false, false]);
    expect(task.named.has(url)).toBe(arrives);
  }
});

test('a typed address is told as taken back only where its host is named no longer', async () => {
  const by = { kind: 'person', channel: 'terminal', id: 'p' } as const;
  const url = 'http://elsewhere.test/';
  const told = (): readonly string[] => types().filter((type) => type.startsWith('origins.grown'));
  const task = taskWith();
  const [first, second] = [
    need(await nameTyped(audit, task, by, url)),
    need(await nameTyped(audit, task, by, url)),
  ];
  first.typed?.allowed();
  second.typed?.allowed();
  need(await second.takeBack());
  expect(told()).toEqual(['origins.grown:DONE', 'origins.grown:DONE']);
  expect(task.named.has(url)).toBe(true);
  // Decided once more, it is allowed once more: what it named is still its own.
  first.typed?.allowed();
  need(await first.takeBack());
  expect(task.named.has(url)).toBe(false);
  expect(told()).toEqual(['origins.grown:DONE', 'origins.grown:DONE', 'origins.grown:REVOKED']);
});

test('a log that cannot tell that a typed address was taken back leaves the act its own error', async () => {
  const lost = fail('audit.write-failed', 'the disk is full');
  const failed = fail('act.navigation-failed', 'nobody answers there', { cause: 'refused' });
  const address = { takeBack: async () => lost };
  expect(await goWithTyped(address, async () => failed)).toMatchObject({
    ok: false,
    error: { ...failed.error, cause: 'refused; audit.write-failed: the disk is full' },
  });
  const broken = goWithTyped(address, () => Promise.reject(new Error('it broke off')));
  await expect(broken).rejects.toMatchObject({
    message: 'it broke off',
    cause: [expect.any(Error), lost.error],
  });
});

test('an approved escalation runs what was approved, and nothing else', async () => {
  const asked: string[] = [];
  const { tab, perform } = setUp({
    consent: async (card) => (asked.push(card.site?.registrableDomain ?? ''), 'ALLOW_ONCE'),
  });
  const task = taskWith();
  expect((await perform({ type: 'NAVIGATE', url: 'http://keyboards.test/' }, { task })).result.ok).toBe(true);
  expect((await perform({ type: 'NAVIGATE', url: 'http://keyboards.test/other' }, { task })).result.ok).toBe(
    true,
  );
  expect(asked).toEqual(['keyboards.test', 'keyboards.test']);
  expect(tab.done).toHaveLength(2);
  expect(types().filter((type) => type === 'consent.answered:GRANTED')).toHaveLength(2);
});

test('"this task on this site" asks once, and another task asks again', async () => {
  let asked = 0;
  const { perform } = setUp({ consent: async () => ((asked += 1), 'ALLOW_TASK_SITE') });
  const task = taskWith();
  for (let time = 0; time < 3; time += 1)
    await perform({ type: 'NAVIGATE', url: 'http://keyboards.test/' }, { task });
  expect(asked).toBe(1);
  await perform({ type: 'NAVIGATE', url: 'http://keyboards.test/' }, { task: taskWith({ id: 't2' }) });
  expect(asked).toBe(2);
});

test('who takes "this task on this site" back takes back that the task may act there', async () => {
  const { perform, parts } = setUp({ consent: async () => 'ALLOW_TASK_SITE' });
  const task = taskWith();
  await perform({ type: 'NAVIGATE', url: 'http://keyboards.test/' }, { task });
  expect(task.state.origins.view().writable).toContain('http://keyboards.test');
  for (const { id } of parts.grants.list())
    expect(await parts.grants.revoke(id, 'person:ui')).toMatchObject({ ok: true });
  expect(task.state.origins.view()).toMatchObject({
    readable: expect.arrayContaining(['http://keyboards.test']),
    writable: expect.not.arrayContaining(['http://keyboards.test']),
  });
});

test('a page that changes between decision and act is decided anew, three times at most', async () => {
  const { tab, perform } = setUp();
  tab.answers = [changed(), changed()];
  expect((await perform(click)).result.ok).toBe(true);
  expect(types().filter((type) => type === 'decision')).toHaveLength(3);
  tab.answers = [changed(), changed(), changed(), changed()];
  expect((await perform(click)).result).toMatchObject({ ok: false, error: { code: 'boundary.changed' } });
  expect(tab.done).toHaveLength(1);
});

test('without a policy everything is denied, and the denial is logged', async () => {
  const { tab, perform } = setUp({ policy: () => fail('policy.unreadable', 'gone', { help: 'mend it' }) });
  expect((await perform(click)).result).toMatchObject({
    ok: false,
    error: { code: 'policy.not-loaded', help: 'mend it' },
  });
  expect(tab.done).toEqual([]);
  expect(types()).toEqual(['decision:REFUSED']);
});

test('a policy that changes while a person thinks voids the answer: the act is decided and asked anew', async () => {
  let current: EffectivePolicy = shipped;
  let asked = 0;
  const { tab, perform } = setUp({
    policy: () => ok(current),
    consent: async () => {
      asked += 1;
      current = {
        ...shipped,
        semanticHash: 'sha256:other',
        decide: (facts) => shipped.decide(facts),
        prefixOf: () => '/',
      };
      return 'ALLOW_ONCE';
    },
  });
  expect((await perform({ type: 'NAVIGATE', url: 'http://keyboards.test/' })).result.ok).toBe(true);
  expect(asked).toBe(2);
  expect(tab.done).toHaveLength(1);
});

test('a policy that changes whenever a person answers ends in a refusal', async () => {
  let current: EffectivePolicy = shipped;
  let asked = 0;
  const { tab, perform } = setUp({
    policy: () => ok(current),
    consent: async () => {
      asked += 1;
      current = {
        ...shipped,
        semanticHash: `sha256:${asked}`,
        decide: (facts) => shipped.decide(facts),
        prefixOf: () => '/',
      };
      return 'ALLOW_ONCE';
    },
  });
  expect((await perform({ type: 'NAVIGATE', url: 'http://keyboards.test/' })).result).toMatchObject({
    ok: false,
    error: { code: 'consent.void' },
  });
  expect(tab.done).toEqual([]);
});

test('an audit log that cannot be written stops every act', async () => {
  const broken: AuditLog = {
    ...auditMethods(audit),
    append: async () => fail('audit.write-failed', 'the disk is full'),
  };
  const { tab, perform } = setUp({ audit: broken });
  expect((await perform(click)).result).toMatchObject({ ok: false, error: { code: 'audit.write-failed' } });
  expect(tab.done).toEqual([]);
});

/** The log, which loses the entries of this type while it is down, and goes on afterwards. */
function losing(type: AuditEvent['type']): { readonly log: AuditLog; readonly mend: () => void } {
  let down = true;
  const append: AuditLog['append'] = async (event) =>
    down && event.type === type ? fail('audit.write-failed', 'the disk is full') : audit.append(event);
  return { log: { ...auditMethods(audit), append }, mend: () => (down = false) };
}

test('an answer that is not on disk allows nothing, also when the log is well again', async () => {
  let asked = 0;
  const { log, mend } = losing('consent.answered');
  const consent: ConsentCallback = async () => ((asked += 1), 'ALLOW_TASK_SITE');
  const { tab, perform } = setUp({ audit: log, consent });
  const task = taskWith();
  const there = (): ReturnType<typeof perform> =>
    perform({ type: 'NAVIGATE', url: 'http://keyboards.test/' }, { task });
  expect((await there()).result).toMatchObject({ ok: false, error: { code: 'audit.write-failed' } });
  expect(tab.done).toEqual([]);
  mend();
  expect((await there()).result.ok).toBe(true);
  expect(asked).toBe(2);
  expect((await there()).result.ok).toBe(true);
  expect(asked).toBe(2);
  expect(types().filter((type) => type === 'consent.answered:GRANTED')).toHaveLength(1);
});

test('an origin whose entry is not on disk is none of the task’s, also when the log is well again', async () => {
  const { log, mend } = losing('origins.grown');
  const { tab, perform } = setUp({ audit: log, consent: async () => 'ALLOW_TASK_SITE' });
  const task = taskWith();
  const before = task.state.origins.view();
  const there = (): ReturnType<typeof perform> =>
    perform({ type: 'NAVIGATE', url: 'http://keyboards.test/' }, { task });
  expect((await there()).result).toMatchObject({ ok: false, error: { code: 'audit.write-failed' } });
  expect(task.state.origins.view()).toEqual(before);
  expect(tab.done).toEqual([]);
  mend();
  expect((await there()).result.ok).toBe(true);
  expect(types()).toContain('origins.grown:DONE');
});

test('what a task tells is told once its entry is on disk, and not before', async () => {
  const { log, mend } = losing('task.told');
  const { boundary } = setUp({ audit: log });
  const tell = (): Promise<Result<void>> =>
    boundary.tell(
      taskWith(),
      { kind: 'navigator', id: 'offline' },
      { said: ['the lamp costs 4'], read: [], sources: ['http://shop.test/lamp'] },
      signal,
    );
  expect(await tell()).toMatchObject({ ok: false, error: { code: 'audit.write-failed' } });
  mend();
  expect(await tell()).toEqual(ok(undefined));
  expect(types()).toEqual(['task.told']);
});

test('what was let through under a policy that is no longer in force is not told', async () => {
  let asked = 0;
  const { boundary } = setUp({
    policy: () => ((asked += 1) === 1 ? ok(shipped) : fail('policy.not-loaded', 'it is gone')),
  });
  const telling = { said: ['the lamp costs 4'], read: [], sources: ['http://shop.test/lamp'] };
  expect(
    await boundary.tell(taskWith(), { kind: 'navigator', id: 'offline' }, telling, signal),
  ).toMatchObject({ ok: false, error: { code: 'consent.void' } });
});

test('an unexpected exception is a refusal', async () => {
  const { tab, perform } = setUp({
    policy: () => {
      throw new Error('boom');
    },
  });
  expect((await perform(click)).result).toMatchObject({
    ok: false,
    error: { code: 'boundary.internal', cause: 'boom' },
  });
  expect(tab.done).toEqual([]);
});

test('a secret is given out on its own origin alone, and its value is nowhere in the log', async () => {
  const { tab, perform } = setUp({ consent: async () => 'ALLOW_ONCE' });
  const enter: BrowserAction = { type: 'FILL', ref: 'e1', text: { secret: 'pass' } };
  tab.effect = { ...NO_EFFECT, credentialField: true };
  expect((await perform(enter)).result).toMatchObject({ ok: false, error: { code: 'act.secret-missing' } });
  tab.url = 'http://account.test/login';
  expect((await perform(enter)).result.ok).toBe(true);
  expect(tab.done).toEqual([{ type: 'FILL', text: 'hunter2' }]);
  expect(JSON.stringify(audit.since(0, 100))).not.toContain('hunter2');
});

test('a credential typed as plain text is masked in the card, the log and the words', async () => {
  const seen: string[] = [];
  const { tab, perform } = setUp({ consent: async (card) => (seen.push(JSON.stringify(card)), 'DENY') });
  tab.url = 'http://account.test/login';
  tab.effect = { ...NO_EFFECT, credentialField: true };
  const { what } = await perform({ type: 'FILL', ref: 'e1', text: 'hunter2' });
  expect(what).toContain('•••(7)');
  expect(seen.join() + what + JSON.stringify(audit.since(0, 100))).not.toContain('hunter2');
});

test('entering a password, once allowed, allows that form of that document once, as it was seen, and no more', async () => {
  let asked = 0;
  const { tab, perform } = setUp({ consent: async () => ((asked += 1), 'ALLOW_ONCE') });
  const task = taskWith({ namedHosts: new Set(['account.test']) });
  tab.url = 'http://account.test/login';
  const form = { url: 'http://account.test/login', method: 'POST', otherNames: ['user', 'go'] };
  const enter = async (): Promise<void> => {
    tab.effect = { ...NO_EFFECT, credentialField: true, form };
    await perform({ type: 'FILL', ref: 'e1', text: { secret: 'pass' } }, { task });
  };
  const field = (name: string, value: string | null) =>
    ({ name, value, length: 4, hidden: false, file: false }) as const;
  const submit = async (url: string, ...names: readonly string[]): Promise<void> => {
    const fields = [field('password', null), ...names.map((name) => field(name, 'demo'))];
    const sends = { enctype: 'application/x-www-form-urlencoded', whole: true, digest: 'd', fields };
    const submits = { url, method: 'POST', credentials: true, newTab: false, fieldNames: [], sends } as const;
    tab.effect = { ...NO_EFFECT, submits };
    expect((await perform(click, { task })).result.ok).toBe(true);
  };
  await enter();
  await submit(form.url, 'user', 'go');
  expect(asked).toBe(1);
  await submit(form.url, 'user', 'go');
  expect(asked).toBe(2);
  await enter();
  await submit('http://account.test/forum', 'user');
  expect(asked).toBe(4);
  await submit(form.url, 'user', 'note');
  expect(asked).toBe(5);
});

const connection = (changes: Partial<ConnectionRequest>): ConnectionRequest => ({
  tabId: 'tab-1',
  scheme: 'http',
  host: 'shop.test',
  port: 80,
  url: 'http://shop.test/x.png',
  method: 'GET',
  address: '127.0.0.11',
  addressClass: 'LOOPBACK',
  ...changes,
});

test('a page loads from its own origin; another host is refused without asking, and logged', async () => {
  let asked = 0;
  const { parts } = setUp({ consent: async () => ((asked += 1), 'ALLOW_ONCE') });
  expect(await decideConnection(parts, taskWith(), 'http://shop.test/', connection({}))).toMatchObject({
    allow: true,
  });
  const away = connection({ host: 'collect.test', url: 'http://collect.test/pixel' });
  expect(await decideConnection(parts, taskWith(), 'http://shop.test/', away)).toMatchObject({
    allow: false,
  });
  expect(asked).toBe(0);
  expect(types()).toEqual(['connection', 'connection:REFUSED']);
});

test('a public name that resolves to a private address or to a metadata service is refused, named by the user or not', async () => {
  const { parts } = setUp();
  const task = taskWith({ namedHosts: new Set(['rebind.example']) });
  for (const addressClass of ['PRIVATE', 'LOOPBACK', 'LINK_LOCAL', 'METADATA'] as const) {
    const request = connection({ host: 'rebind.example', url: 'http://rebind.example/', addressClass });
    expect(
      await decideConnection(parts, task, 'http://rebind.example/', request),
      addressClass,
    ).toMatchObject({ allow: false });
  }
  expect(
    await decideConnection(
      parts,
      task,
      'http://rebind.example/',
      connection({ host: 'rebind.example', url: 'http://rebind.example/', addressClass: 'PUBLIC' }),
    ),
  ).toMatchObject({ allow: true });
});

test('a page that wants to go elsewhere asks; what else it starts does not', async () => {
  const titles: string[] = [];
  const { parts } = setUp({
    consent: async (card) => (titles.push(`${card.title} ${card.startedBy}`), 'DENY'),
  });
  const base = { tabId: 'tab-1', documentUrl: 'http://shop.test/' };
  const verdicts = [
    await decidePageAct(
      parts,
      taskWith(),
      {
        ...base,
        kind: 'NAVIGATE',
        url: 'http://collect.test/',
        method: 'GET',
        start: 'UNKNOWN',
        body: null,
        credentials: false,
        redirectedFrom: null,
      },
      signal,
    ),
    await decidePageAct(
      parts,
      taskWith(),
      {
        ...base,
        kind: 'FRAME',
        url: 'http://collect.test/',
        method: 'GET',
        start: 'UNKNOWN',
        body: null,
        credentials: false,
        redirectedFrom: null,
      },
      signal,
    ),
    await decidePageAct(
      parts,
      taskWith(),
      { ...base, kind: 'OPEN_WINDOW', url: 'http://collect.test/' },
      signal,
    ),
    await decidePageAct(
      parts,
      taskWith(),
      { ...base, kind: 'DOWNLOAD', url: 'http://shop.test/f', filename: 'f' },
      signal,
    ),
  ];
  expect(verdicts.map(({ allow }) => allow)).toEqual([false, false, false, false]);
  expect(titles).toEqual(['The page wants to go to another site PAGE']);
});

test('a page that insists on going where a person refused asks once a task, not a hundred times', async () => {
  let asked = 0;
  const { parts } = setUp({ consent: async () => ((asked += 1), 'DENY') });
  const task = taskWith();
  for (let time = 0; time < 100; time += 1) {
    const url = `http://collect.test/${time}`;
    const act = {
      kind: 'NAVIGATE',
      tabId: 'tab-1',
      documentUrl: 'http://shop.test/',
      url,
      method: 'GET',
      start: 'UNKNOWN',
      body: null,
      credentials: false,
      redirectedFrom: null,
    } as const;
    expect((await decidePageAct(parts, task, act, signal)).allow).toBe(false);
  }
  expect(asked).toBe(1);
});

function auditMethods(log: AuditLog): AuditLog {
  return {
    path: log.path,
    publicKey: log.publicKey,
    append: (event) => log.append(event),
    trouble: () => log.trouble(),
    unwritten: () => log.unwritten(),
    refuseAct: () => log.refuseAct(),
    onTrouble: (listener) => log.onTrouble(listener),
    count: () => log.count(),
    query: (query) => log.query(query),
    search: (query, given) => log.search(query, given),
    prove: (seqs) => log.prove(seqs),
    entry: (seq) => log.entry(seq),
    since: (seq, limit) => log.since(seq, limit),
    verify: () => log.verify(),
    subscribe: (listener) => log.subscribe(listener),
    close: () => log.close(),
  };
}

test('acts at the same time cannot pass one budget together, and a refused one does not count', async () => {
  const budget = policyOf(shippedText('default'), {
    file: 'budget.yaml',
    text: 'policy: 1\nid: budget\nextends: { id: phase38-default }\nfloors:\n  - { id: few-clicks, decision: DENY, when: { action: CLICK }, logic: { ">=": [{ var: acts }, 2] } }\n',
  });
  const { tab, perform } = setUp({ policy: () => ok(budget) });
  const task = taskWith();
  const all = await Promise.all(Array.from({ length: 5 }, () => perform(click, { task })));
  expect(all.filter(({ result }) => result.ok)).toHaveLength(2);
  expect(tab.done).toHaveLength(2);
  expect(takeOne(task.state.acts, 'CLICK')).toBe(2);
});

const outcomes = (): readonly string[] => types().filter((type) => type.startsWith('act.outcome'));
const taken = (task: TaskContext): number => {
  const taking = task.state.acts.take(counted('CLICK'));
  taking.giveBack();
  return taking.before('CLICK', '').acts;
};

test('an error before the executor has the act gives its count back, and leaves an outcome in the log', async () => {
  const { tab, perform, parts } = setUp();
  const task = taskWith();
  const broken = (): never => {
    throw new Error('out of sealing wax');
  };
  Object.assign(parts.authority, { authorise: broken });
  const { result } = await perform(click, { task });
  expect(result).toMatchObject({
    ok: false,
    error: { code: 'boundary.internal', cause: 'out of sealing wax' },
  });
  expect(tab.done).toEqual([]);
  expect(taken(task)).toBe(0);
  await expect.poll(outcomes).toEqual(['act.outcome:FAILED']);
});

test('an error while the act is decided gives its count back, and leaves an outcome in the log', async () => {
  const task = taskWith();
  const { perform } = setUp({
    policy: () => {
      throw new Error('no policy at hand');
    },
  });
  const { result } = await perform(click, { task });
  expect(result).toMatchObject({
    ok: false,
    error: { code: 'boundary.internal', cause: 'no policy at hand' },
  });
  expect(taken(task)).toBe(0);
  await expect.poll(outcomes).toEqual(['act.outcome:FAILED']);
});

test('an executor that breaks has had the act: it counts, as one that failed does, and its outcome is in the log', async () => {
  const { tab, perform } = setUp();
  const task = taskWith();
  let ran = '';
  tab.perform = (_, { requestId }) => {
    ran = requestId;
    expect(task.tab.actorOf(ran)).not.toBe(null);
    return Promise.reject(new Error('the pipe is gone'));
  };
  const { result, ruling } = await perform(click, { task });
  expect(result).toMatchObject({
    ok: false,
    error: { code: 'boundary.internal', cause: 'the pipe is gone' },
  });
  expect(ruling?.decision).toBe('ALLOW');
  expect(taken(task)).toBe(1);
  expect(task.tab.actorOf(ran)).toBe(null);
  await expect.poll(outcomes).toEqual(['act.outcome:FAILED']);
});

test('what the task’s setting denies is stopped and no person’s refusal; what a person refuses is theirs', async () => {
  const refusing: ConsentCallback = () => Promise.resolve('DENY');
  const bySetting = taskWith({ approve: 'deny' });
  const byPerson = taskWith();
  const { perform } = setUp({ consent: refusing });
  const asking = { type: 'NAVIGATE', url: 'http://other.example/' } as const;
  expect((await perform(asking, { task: bySetting })).result.ok).toBe(false);
  expect((await perform(asking, { task: byPerson })).result.ok).toBe(false);
  expect([bySetting.state.counts.youRefused, bySetting.state.stoppedActs.count]).toEqual([0, 1]);
  expect(bySetting.state.stoppedActs.views()).toMatchObject([{ asked: false }]);
  expect([byPerson.state.counts.youRefused, byPerson.state.stoppedActs.count]).toEqual([1, 0]);
});

test('a question’s card names its request as the log does, so that a rule can be drafted from what was decided', async () => {
  const named: (string | undefined)[] = [];
  const { perform } = setUp({
    consent: ({ requestId }) => {
      named.push(requestId);
      return Promise.resolve('DENY');
    },
  });
  await perform({ type: 'NAVIGATE', url: 'http://other.example/' });
  const recent = await recentGates(audit, 100, 'person:ui');
  if (!recent.ok) throw new Error(recent.error.message);
  const asked = recent.value.gates.filter(
    ({ requestId }) => requestId !== undefined && requestId === named[0],
  );
  expect(asked.map(({ decision, facts }) => [decision, facts.capability, facts.host])).toEqual([
    ['ESCALATE', 'NAVIGATE_CROSS_ORIGIN', 'other.example'],
  ]);
});
