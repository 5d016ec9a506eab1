// The life of the policy in force: what fails keeps the active one, what loosens waits for somebody, what is shadowed answers nothing.
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import { ConsentBroker } from '#gateway/boundary/consent/broker.ts';
import { factsFor } from '#gateway/boundary/task/facts.ts';
import { lastInForce } from '#gateway/policy/kept/last-in-force.ts';
import { PolicyLife } from '#gateway/policy/policy-life.ts';
import type { PolicyLifeParts } from '#gateway/policy/policy-life.ts';
import { differencesIn } from '#gateway/policy/state/shadow.ts';
import type { PolicyRefusal } from '#gateway/protocol/views/policy.ts';
import type { Gate } from '#policy/acts/gate.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { readLogged } from '#policy/tools/logs/logged-gate.ts';
import { shadowReport } from '#policy/tools/logs/shadow-report.ts';
import { DEFAULT_TEXT, edited } from '#test/fixtures/policy/policies.ts';
import { consultAbout } from '#test/fixtures/policy-life.ts';
import { NOBODY_NAMED, aTaskContext } from '#test/fixtures/task-context.ts';

const ASKS = String(edited(['CLOSE_TAB: [ALLOW, ALLOW]', 'CLOSE_TAB: [ESCALATE, ESCALATE]']).text);
const OPENS = String(
  edited(['ACCESS_INDEXEDDB: [ESCALATE, ESCALATE]', 'ACCESS_INDEXEDDB: [ALLOW, ESCALATE]']).text,
);
const asked = { by: 'person:terminal', trigger: 'asked', acknowledge: null } as const;

let root: string;
let audit: AuditLog;
let file: string;
let lives: PolicyLife[];
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'ghost-life-'));
  file = join(root, 'policy.yaml');
  const opened = await openAuditLog({ directory: join(root, 'audit') });
  if (!opened.ok) throw new Error(opened.error.message);
  audit = opened.value;
  lives = [];
  mkdirSync(join(root, 'policy'));
});
afterEach(async () => {
  for (const life of lives) await life.close();
  await audit.close();
  rmSync(root, { recursive: true, force: true });
});

type Seen = { readonly changed: string[]; readonly refused: PolicyRefusal[] };

function lifeWith(text: string | null, parts: Partial<PolicyLifeParts> = {}): PolicyLife & { seen: Seen } {
  if (text !== null) writeFileSync(file, text);
  const seen: Seen = { changed: [], refused: [] };
  const life = new PolicyLife({
    settings: () => ok({ files: [file], shadow: [], acknowledged: null }),
    directory: join(root, 'policy'),
    configFile: join(root, 'config.yaml'),
    audit,
    last: lastInForce(join(root, 'policy'), join(root, 'audit'), audit),
    now: Date.now,
    onChange: (hash) => seen.changed.push(hash),
    onRefused: (refusal) => seen.refused.push(refusal),
    ...parts,
  });
  lives.push(life);
  return Object.assign(life, { seen });
}

const hashOf = (life: PolicyLife): string | null => {
  const policy = life.inForce();
  return policy.ok ? policy.value.semanticHash : null;
};
const entries = (type: string) => audit.since(0, 1000).filter((entry) => entry.type === type);

test('the policy at the start is recorded, and asked for from then on', async () => {
  const life = lifeWith(DEFAULT_TEXT);
  expect(await life.begin()).toMatchObject({ ok: true });
  expect(entries('policy.loaded')).toMatchObject([
    { outcome: 'DONE', who: 'gateway', details: { semantic: hashOf(life), layers: ['phase38-default@1'] } },
  ]);
  expect(life.view()).toMatchObject({
    policy: { loaded: true },
    refused: null,
    watching: true,
    shadow: null,
  });
});

test('nothing is in force before it is kept and recorded', async () => {
  const life = lifeWith(DEFAULT_TEXT);
  expect(life.inForce()).toMatchObject({ ok: false, error: { code: 'policy.not-loaded' } });
  const begun = life.begin();
  expect(life.inForce()).toMatchObject({ ok: false });
  expect(life.view()).toMatchObject({ policy: { loaded: false } });
  await begun;
  expect(life.inForce()).toMatchObject({ ok: true });
});

test('where no gateway runs, what one that starts now would hold is told, and decides nothing', () => {
  const life = lifeWith(DEFAULT_TEXT);
  const { policy } = life.viewAtStart();
  expect(policy).toMatchObject({ loaded: true, layers: ['phase38-default@1'] });
  expect(life.inForce()).toMatchObject({ ok: false, error: { code: 'policy.not-loaded' } });
  expect(lifeWith('policy: [').viewAtStart()).toMatchObject({ policy: { loaded: false } });
});

test('what throws while the policy is kept is a refusal: everything is denied, and it is said', async () => {
  const last = lastInForce(join(root, 'policy'), join(root, 'audit'), audit);
  const prepare = async (): Promise<never> => {
    throw new Error('the disk is gone');
  };
  const life = lifeWith(DEFAULT_TEXT, { last: { ...last, prepare } });
  await life.begin();
  expect(life.inForce()).toMatchObject({ ok: false, error: { code: 'policy.last-unknown' } });
  expect(entries('policy.refused')).toHaveLength(1);
  expect(entries('policy.loaded')).toHaveLength(0);
});

test.each([
  ['a file that is not there', null, 'policy.unreadable'],
  ['an empty file', '', 'policy.'],
  ['what is not YAML', 'policy: [', 'policy.syntax'],
  ['a misspelt capability', DEFAULT_TEXT.replace('CLOSE_TAB:', 'CLOSE_TABS:'), 'policy.'],
  [
    'an invariant that does not hold',
    DEFAULT_TEXT.replace('ACCESS_HISTORY: [NEVER, NEVER]', 'ACCESS_HISTORY: [ALLOW, NEVER]'),
    'policy.invariant-violated',
  ],
  ['a test that fails', DEFAULT_TEXT.replace('expect: ABORT', 'expect: ALLOW'), 'policy.test-failed'],
])('at a cold start with %s everything is denied, and it is said', async (_, text, code) => {
  const life = lifeWith(text);
  await life.begin();
  expect(life.inForce()).toMatchObject({ ok: false });
  expect(life.view()).toMatchObject({ policy: { loaded: false }, refused: { files: [file] } });
  expect(life.refused?.failures[0]?.code).toContain(code);
  expect(entries('policy.refused')).toHaveLength(1);
});

test('what fails later keeps the active policy, in every way of saying so', async () => {
  const life = lifeWith(DEFAULT_TEXT);
  await life.begin();
  const before = hashOf(life);
  for (const text of [
    'policy: [',
    DEFAULT_TEXT.replace('ACCESS_HISTORY: [NEVER, NEVER]', 'ACCESS_HISTORY: [ALLOW, ALLOW]'),
  ]) {
    writeFileSync(file, text);
    expect(await life.reload(asked)).toMatchObject({ ok: false });
    expect(hashOf(life)).toBe(before);
  }
  expect(life.view()).toMatchObject({ policy: { loaded: true }, refused: { files: [file] } });
  expect(life.seen.refused).toHaveLength(2);
  expect(life.seen.changed).toEqual([]);
  expect(entries('policy.refused')).toMatchObject([
    { details: { active: before } },
    { details: { active: before } },
  ]);
  writeFileSync(file, DEFAULT_TEXT);
  expect(await life.reload(asked)).toMatchObject({ ok: true, value: { outcome: 'UNCHANGED' } });
  expect(life.refused).toBeNull();
});

test('a change that only tightens comes into force; a reformat keeps the hash; both are recorded', async () => {
  const life = lifeWith(DEFAULT_TEXT);
  await life.begin();
  const before = hashOf(life);
  writeFileSync(file, ASKS);
  expect(await life.reload(asked)).toMatchObject({
    ok: true,
    value: { outcome: 'ACTIVATED', loosened: '0' },
  });
  const after = hashOf(life);
  expect(after).not.toBe(before);
  writeFileSync(file, `# a comment\n${ASKS}`);
  expect(await life.reload(asked)).toMatchObject({ ok: true, value: { loosened: '0', tightened: '0' } });
  expect(hashOf(life)).toBe(after);
  expect(entries('policy.loaded')).toMatchObject([
    {},
    { details: { before } },
    { details: { before: after } },
  ]);
});

test('what loosens is refused until somebody takes it upon themselves, with a reason on disk', async () => {
  const life = lifeWith(DEFAULT_TEXT);
  await life.begin();
  const before = hashOf(life);
  writeFileSync(file, OPENS);
  const refused = await life.reload(asked);
  expect(refused).toMatchObject({ ok: false, error: { code: 'policy.loosens' } });
  if (refused.ok) return;
  expect(refused.error.message).toMatch(
    /^the changed policy loosens [\d,]+ requests, first ESCALATE -> ALLOW for ACCESS_INDEXEDDB$/u,
  );
  expect(refused.error.help).toContain('--acknowledge-loosening');
  expect(hashOf(life)).toBe(before);
  expect(await life.reload({ ...asked, acknowledge: 'ticket 7' })).toMatchObject({
    ok: true,
    value: { outcome: 'ACTIVATED' },
  });
  expect(entries('policy.loaded').at(-1)).toMatchObject({
    who: 'person:terminal',
    details: {
      before,
      acknowledged: { by: 'person:terminal', reason: 'ticket 7' },
      changes: [{ from: 'ESCALATE', to: 'ALLOW' }],
    },
  });
  expect(life.view().acknowledged).toEqual({ by: 'person:terminal', reason: 'ticket 7' });
});

test('the settings may acknowledge one policy by its hash, and no other', async () => {
  let acknowledged: string | null = null;
  const life = lifeWith(DEFAULT_TEXT, {
    settings: () => ok({ files: [file], shadow: [], acknowledged }),
  });
  await life.begin();
  writeFileSync(file, OPENS);
  const refused = await life.reload(asked);
  const semantic = refused.ok ? '' : refused.error.details?.['semantic'];
  acknowledged = `sha256:${'0'.repeat(64)}`;
  expect(await life.reload(asked)).toMatchObject({ ok: false, error: { code: 'policy.loosens' } });
  acknowledged = String(semantic);
  expect(await life.reload(asked)).toMatchObject({ ok: true });
});

test('what is not recorded does not come into force', async () => {
  let full = false;
  const life = lifeWith(DEFAULT_TEXT, {
    audit: {
      append: async (event) => (full ? fail('audit.write-failed', 'the disk is full') : audit.append(event)),
    },
  });
  await life.begin();
  const before = hashOf(life);
  full = true;
  writeFileSync(file, ASKS);
  expect(await life.reload(asked)).toMatchObject({ ok: false, error: { code: 'audit.write-failed' } });
  expect(hashOf(life)).toBe(before);
});

test('settings that cannot be read keep the active policy', async () => {
  let broken = false;
  const life = lifeWith(DEFAULT_TEXT, {
    settings: () =>
      broken ? fail('config.unreadable', 'gone') : ok({ files: [file], shadow: [], acknowledged: null }),
  });
  await life.begin();
  broken = true;
  expect(await life.reload(asked)).toMatchObject({ ok: false, error: { code: 'config.unreadable' } });
  expect(life.inForce().ok).toBe(true);
});

test('a file that changes is read again: written, replaced as editors do, and half written', async () => {
  const life = lifeWith(DEFAULT_TEXT);
  await life.begin();
  const before = hashOf(life);
  writeFileSync(file, ASKS);
  await vi.waitFor(() => expect(hashOf(life)).not.toBe(before), { timeout: 120_000 });
  writeFileSync(file, ASKS.slice(0, 4000));
  await vi.waitFor(() => expect(life.refused).not.toBeNull(), { timeout: 120_000 });
  expect(hashOf(life)).not.toBeNull();
  writeFileSync(`${file}.new`, ASKS.replace('SCREENSHOT: [ALLOW, ALLOW]', 'SCREENSHOT: [ESCALATE, ALLOW]'));
  renameSync(`${file}.new`, file);
  await vi.waitFor(() => expect(life.seen.changed).toHaveLength(2), { timeout: 120_000 });
  expect(life.refused).toBeNull();
  rmSync(file);
  await vi.waitFor(() => expect(life.refused?.failures[0]?.code).toBe('policy.unreadable'), {
    timeout: 120_000,
  });
  expect(life.inForce().ok).toBe(true);
});

test('a file change that loosens waits for an acknowledgement', async () => {
  const life = lifeWith(DEFAULT_TEXT);
  await life.begin();
  const before = hashOf(life);
  writeFileSync(file, OPENS);
  await vi.waitFor(() => expect(life.refused?.failures[0]?.code).toBe('policy.loosens'), {
    timeout: 120_000,
  });
  expect(hashOf(life)).toBe(before);
});

test('a rule that expires ends with its day, and a test that leaned on it does not keep it', async () => {
  let day = '2026-11-21';
  const rule =
    '  - { id: guest, decision: ALLOW, expires: 2026-11-21, when: { capability: NAVIGATE_CROSS_ORIGIN, host: guest.example } }\n';
  const leaning =
    '    - { name: guest opens, with: { capability: NAVIGATE_CROSS_ORIGIN, host: guest.example }, expect: ALLOW }\n';
  const life = lifeWith(
    DEFAULT_TEXT.replace('rules:\n', `rules:\n${rule}`).replace('  cases:\n', `  cases:\n${leaning}`),
    {
      now: () => Date.parse(`${day}T12:00:00Z`),
    },
  );
  await life.begin();
  const open = () => decisionOf(life, { capability: 'NAVIGATE_CROSS_ORIGIN', url: 'https://guest.example/' });
  expect(open()).toBe('ALLOW');
  day = '2026-11-22';
  expect(open()).toBe('ESCALATE');
  expect(life.seen.changed).toHaveLength(1);
});

const task = aTaskContext();
const factsOf = (gate: Gate) =>
  factsFor(gate, { task, action: 'NONE', initiator: 'USER', documentUrl: 'https://a.example/' });
const decisionOf = (life: PolicyLife, gate: Gate): string => {
  const policy = life.inForce();
  return policy.ok ? policy.value.decide(factsOf(gate)).decision : 'NONE';
};

const ask = (life: PolicyLife, gate: Gate, consent = new ConsentBroker()) =>
  consultAbout(
    {
      policy: () => life.inForce(),
      candidate: differencesIn({ audit }, () => life.shadow()),
      audit,
      consent,
      now: Date.now,
      peopleAndClock: NOBODY_NAMED,
    },
    gate,
    task,
  );

const candidate = (text: string): string => {
  const path = join(root, 'candidate.yaml');
  writeFileSync(path, text);
  return path;
};
const errorOf = (result: Result<{ error: { code: string } | null }>): string | null =>
  result.ok ? (result.value.error?.code ?? null) : result.error.code;

test('a candidate is decided beside the policy: differences are logged with both hashes, the answer stays', async () => {
  const life = lifeWith(DEFAULT_TEXT);
  await life.begin();
  expect(await life.shadowWith([candidate(ASKS)], 'person:terminal')).toMatchObject({
    ok: true,
    value: { shadow: { loaded: true, differences: 0 } },
  });
  expect(errorOf(await ask(life, { capability: 'CLOSE_TAB' }))).toBeNull();
  expect(errorOf(await ask(life, { capability: 'NAVIGATE_SAME_ORIGIN' }))).toBeNull();
  const active = hashOf(life);
  await vi.waitFor(() => expect(entries('policy.shadow')).toHaveLength(2), { timeout: 120_000 });
  expect(entries('policy.shadow')).toMatchObject([
    { outcome: 'STARTED' },
    {
      verdict: 'ESCALATE',
      details: { active, enforced: false, gates: [{ decision: 'ALLOW', candidate: 'ESCALATE' }] },
    },
  ]);
  expect(life.view().shadow).toMatchObject({ differences: 1 });
  expect(shadowReport(entries('policy.shadow'))).toMatchObject({
    candidates: [
      {
        active,
        entries: 1,
        enforced: 0,
        changes: [{ from: 'ALLOW', to: 'ESCALATE', capability: 'CLOSE_TAB' }],
      },
    ],
    problems: [],
  });
  expect(await life.shadowWith([], 'person:terminal')).toMatchObject({ ok: true, value: { shadow: null } });
  expect(life.shadow()).toBeNull();
});

test('floors of the candidate hold even in shadow', async () => {
  const life = lifeWith(DEFAULT_TEXT);
  await life.begin();
  const floor =
    '  - { id: no-closing, decision: DENY, when: { capability: CLOSE_TAB }, violation: CAPABILITY_DENIED, reason: Tabs stay. }\n';
  await life.shadowWith(
    [candidate(DEFAULT_TEXT.replace('floors:\n', `floors:\n${floor}`).replace(/\ntests:[\s\S]*$/u, '\n'))],
    'x',
  );
  expect(errorOf(await ask(life, { capability: 'CLOSE_TAB' }))).toBe('boundary.denied');
  await vi.waitFor(() => expect(entries('policy.shadow')).toHaveLength(2), { timeout: 120_000 });
  expect(entries('policy.shadow')[1]).toMatchObject({ details: { enforced: true } });
  expect(entries('decision')[0]).toMatchObject({ verdict: 'DENY' });
});

test('a candidate that does not load is no candidate, and one that held before goes on', async () => {
  const life = lifeWith(DEFAULT_TEXT);
  await life.begin();
  expect(await life.shadowWith([candidate('policy: [')], 'x')).toMatchObject({
    ok: false,
    error: { code: 'policy.syntax' },
  });
  expect(life.shadow()).toBeNull();
  expect(life.view().shadow).toMatchObject({ loaded: false });
  await life.shadowWith([candidate(ASKS)], 'x');
  candidate('policy: [');
  await life.reload(asked);
  expect(life.shadow()).not.toBeNull();
});

test('a candidate layer stands below the policy that it extends', async () => {
  const life = lifeWith(DEFAULT_TEXT);
  await life.begin();
  const layer =
    'policy: 1\nid: team\nextends: { id: phase38-default }\nrules:\n  - { id: shots, decision: ESCALATE, when: { capability: CLOSE_TAB } }\n';
  expect(await life.shadowWith([candidate(layer)], 'x')).toMatchObject({
    ok: true,
    value: { shadow: { layers: ['phase38-default@1', expect.stringMatching(/^team@/u)] } },
  });
});

test('an open question is decided anew under the policy that comes into force', async () => {
  const consent = new ConsentBroker();
  const leave = consent.addChannel();
  const own = lifeWith(ASKS, { onChange: (hash) => consent.voidUnlessPolicy(hash) });
  await own.begin();
  const waiting = ask(own, { capability: 'CLOSE_TAB' }, consent);
  await vi.waitFor(() => expect(consent.list()).toHaveLength(1), { timeout: 120_000 });
  writeFileSync(file, `# another layout\n${ASKS}`);
  await own.reload(asked);
  expect(consent.list(), 'a reformat voids nothing').toHaveLength(1);
  writeFileSync(file, ASKS.replace('CLOSE_TAB: [ESCALATE, ESCALATE]', 'CLOSE_TAB: [DENY, DENY]'));
  expect(await own.reload(asked)).toMatchObject({ ok: true });
  expect(errorOf(await waiting)).toBe('boundary.denied');
  leave();
  expect(own.inForce().ok).toBe(true);
});

test('entries hold what a replay needs', async () => {
  const life = lifeWith(DEFAULT_TEXT);
  await life.begin();
  await ask(life, { capability: 'CLOSE_TAB' });
  await vi.waitFor(() => expect(entries('decision')).toHaveLength(1), { timeout: 120_000 });
  expect(readLogged(entries('decision')[0], 'entry')).toMatchObject({
    gates: [{ decision: 'ALLOW', facts: { capability: 'CLOSE_TAB' } }],
    problems: [],
  });
  expect(readFileSync(file, 'utf8')).toBe(DEFAULT_TEXT);
});
