// A candidate beside the policy: its first layer's floors hold, no approval outlives them, and promoting shows both differences.
import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shadowComparison } from '#gateway/policy/logged-decisions.ts';
import type { PolicyLife } from '#gateway/policy/policy-life.ts';
import { LifeHome, codeOf, refusalOf } from '#test/fixtures/policy-life.ts';
import { aTaskContext } from '#test/fixtures/task-context.ts';
import { DEFAULT_TEXT, edited } from '#test/fixtures/policy/policies.ts';

const ASKS = String(edited(['CLOSE_TAB: [ALLOW, ALLOW]', 'CLOSE_TAB: [ESCALATE, ESCALATE]']).text);
const TESTS = /\ntests:[\s\S]*$/u;
const FLOOR =
  '  - { id: no-closing, decision: DENY, when: { capability: CLOSE_TAB }, violation: CAPABILITY_DENIED, reason: Tabs stay. }\n';
const withFloor = (text: string): string =>
  text.replace('floors:\n', `floors:\n${FLOOR}`).replace(TESTS, '\n');
const OPENS = String(
  edited(['ACCESS_INDEXEDDB: [ESCALATE, ESCALATE]', 'ACCESS_INDEXEDDB: [ALLOW, ESCALATE]']).text,
);
const closing = { capability: 'CLOSE_TAB' } as const;

let home: LifeHome;
let leave: () => void;
beforeEach(async () => {
  home = await LifeHome.open();
  leave = home.consent.addChannel();
});
afterEach(async () => {
  leave();
  await home[Symbol.asyncDispose]();
});

const start = (text: string): Promise<PolicyLife> => home.life([home.write('policy.yaml', text)]);
const shadow = (life: PolicyLife, text: string) =>
  life.shadowWith([home.write('candidate.yaml', text)], 'person:terminal');
const hashOf = (life: PolicyLife): string => {
  const policy = life.inForce();
  return policy.ok ? policy.value.semanticHash : '';
};

test('a NEVER cell of the candidate is a floor of its first layer, and holds', async () => {
  const life = await start(DEFAULT_TEXT);
  await shadow(
    life,
    DEFAULT_TEXT.replace('CLOSE_TAB: [ALLOW, ALLOW]', 'CLOSE_TAB: [NEVER, NEVER]').replace(TESTS, '\n'),
  );
  expect(refusalOf(await home.consult(life, closing))).toBe('boundary.denied');
});

test('a rule, a default and a floor of a lower layer of the candidate do not hold', async () => {
  const life = await start(DEFAULT_TEXT);
  await shadow(life, ASKS);
  expect(refusalOf(await home.consult(life, closing))).toBe('ok');
  await shadow(life, `policy: 1\nid: team\nextends: { id: phase38-default }\nfloors:\n${FLOOR}`);
  expect(life.view().shadow).toMatchObject({ loaded: true });
  expect(refusalOf(await home.consult(life, closing))).toBe('ok');
});

test('a floor that is looser than the policy in force loosens nothing', async () => {
  const life = await start(withFloor(DEFAULT_TEXT));
  await shadow(life, DEFAULT_TEXT);
  expect(refusalOf(await home.consult(life, closing))).toBe('boundary.denied');
});

test('the same floors change nothing: the hash stays, and an open question too', async () => {
  const life = await start(ASKS);
  const before = hashOf(life);
  const waiting = home.consult(life, closing);
  await vi.waitFor(() => expect(home.consent.list()).toHaveLength(1), { timeout: 120_000 });
  await shadow(life, DEFAULT_TEXT);
  expect(hashOf(life)).toBe(before);
  expect(home.consent.list()).toHaveLength(1);
  home.consent.cancel();
  expect(refusalOf(await waiting)).toBe('consent.void');
});

test('a question that is open when floors come in is decided anew under them', async () => {
  const life = await start(ASKS);
  const before = hashOf(life);
  const waiting = home.consult(life, closing);
  await vi.waitFor(() => expect(home.consent.list()).toHaveLength(1), { timeout: 120_000 });
  await shadow(life, withFloor(ASKS));
  expect(refusalOf(await waiting)).toBe('boundary.denied');
  expect(hashOf(life)).not.toBe(before);
  expect(life.view().policy, 'the policy in force is still the one that was loaded').toMatchObject({
    semanticHash: before,
  });
  await life.shadowWith([], 'person:terminal');
  expect(hashOf(life)).toBe(before);
});

test('an approval for the rest of a task ends when floors come in, and does not come back with another policy', async () => {
  const life = await start(ASKS);
  const task = aTaskContext();
  const waiting = home.consult(life, closing, task);
  await vi.waitFor(() => expect(home.consent.list()).toHaveLength(1), { timeout: 120_000 });
  const id = home.consent.list()[0]?.card.id ?? '';
  const by = { kind: 'person', channel: 'ui', id: 'ui:1' } as const;
  expect(home.consent.answer({ id, answer: 'ALLOW_TASK_SITE', by }).ok).toBe(true);
  expect(refusalOf(await waiting)).toBe('ok');
  expect(refusalOf(await home.consult(life, closing, task)), 'it covers the task').toBe('ok');
  await shadow(life, withFloor(ASKS));
  expect(refusalOf(await home.consult(life, closing, task))).toBe('boundary.denied');
  await life.shadowWith([], 'person:terminal');
  expect(refusalOf(await home.consult(life, closing, task)), 'the same policy again').toBe('ok');
  writeFileSync(
    home.at('policy.yaml'),
    ASKS.replace('SCREENSHOT: [ALLOW, ALLOW]', 'SCREENSHOT: [ESCALATE, ALLOW]'),
  );
  expect(await life.reload({ by: 'x', trigger: 'asked', acknowledge: null })).toMatchObject({ ok: true });
  const again = home.consult(life, closing, task);
  await vi.waitFor(() => expect(home.consent.list()).toHaveLength(1), { timeout: 120_000 });
  home.consent.cancel();
  expect(refusalOf(await again)).toBe('consent.void');
});

test('the comparison holds the exact difference and the observed one, of this pair alone', async () => {
  const life = await start(DEFAULT_TEXT);
  await shadow(life, ASKS);
  await home.consult(life, closing);
  await home.consult(life, closing);
  await vi.waitFor(() => expect(home.entries('policy.shadow')).toHaveLength(3), { timeout: 120_000 });
  const compared = shadowComparison(life, home.audit);
  expect(compared).toMatchObject({
    exact: {
      loosened: '0',
      changes: [{ direction: 'TIGHTENED', what: 'ALLOW -> ESCALATE', capabilities: ['CLOSE_TAB'] }],
    },
    observed: { entries: 2, enforced: 0, changes: [{ capability: 'CLOSE_TAB', times: 2 }] },
  });
  expect(BigInt(compared.exact?.tightened ?? '0')).toBeGreaterThan(0n);
  await shadow(life, OPENS);
  expect(shadowComparison(life, home.audit)).toMatchObject({ observed: { entries: 0, changes: [] } });
});

test('promoting puts the candidate into the file that it stands for, and ends the shadow', async () => {
  const life = await start(DEFAULT_TEXT);
  await shadow(life, ASKS);
  expect(await life.promote({ by: 'person:terminal', acknowledge: null })).toMatchObject({
    ok: true,
    value: { outcome: 'ACTIVATED', loosened: '0', policy: { shadow: null } },
  });
  expect(readFileSync(home.at('policy.yaml'), 'utf8')).toBe(ASKS);
  expect(home.entries('policy.edited')).toMatchObject([
    { who: 'person:terminal', outcome: null },
    { who: 'person:terminal', outcome: 'DONE', details: { file: home.at('policy.yaml') } },
  ]);
});

test('promoting what loosens needs the acknowledgement, and without it nothing is written', async () => {
  const life = await start(DEFAULT_TEXT);
  await shadow(life, OPENS);
  expect(codeOf(await life.promote({ by: 'person:terminal', acknowledge: null }))).toBe('policy.loosens');
  expect(readFileSync(home.at('policy.yaml'), 'utf8')).toBe(DEFAULT_TEXT);
  expect(life.view().shadow).toMatchObject({ loaded: true });
  expect(await life.promote({ by: 'person:terminal', acknowledge: 'ticket 7' })).toMatchObject({ ok: true });
  expect(home.entries('policy.loaded').at(-1)).toMatchObject({
    details: { acknowledged: { reason: 'ticket 7' } },
  });
});

test('what is promoted is what was beside the policy: no candidate, a changed one and a foreign one are refused', async () => {
  const life = await start(DEFAULT_TEXT);
  const promote = async () => codeOf(await life.promote({ by: 'x', acknowledge: 'y' }));
  expect(await promote()).toBe('policy.no-candidate');
  await shadow(life, ASKS);
  home.write('candidate.yaml', OPENS);
  expect(await promote()).toBe('policy.no-candidate');
  await shadow(life, 'policy: 1\nid: team\nextends: { id: phase38-default }\n');
  expect(await promote()).toBe('policy.no-candidate');
  expect(readFileSync(home.at('policy.yaml'), 'utf8')).toBe(DEFAULT_TEXT);
});
