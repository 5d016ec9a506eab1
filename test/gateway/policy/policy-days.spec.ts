// Entries that end while the gateway runs, and while it does not: at midnight, in UTC, and nothing loosens by it or unseen.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PolicyLife } from '#gateway/policy/policy-life.ts';
import { LifeHome, codeOf } from '#test/fixtures/policy-life.ts';
import { aTaskContext } from '#test/fixtures/task-context.ts';
import { DEFAULT_TEXT } from '#test/fixtures/policy/policies.ts';

const ASKING = DEFAULT_TEXT.replace('CLOSE_TAB: [ALLOW, ALLOW]', 'CLOSE_TAB: [ESCALATE, ESCALATE]');
const withRule = (decision: string, expires: string | null): string =>
  ASKING.replace(
    '\nrules:\n',
    `\nrules:\n  - { id: guest, decision: ${decision}, when: { capability: CLOSE_TAB, initiator: USER }, reason: r${expires === null ? '' : `, expires: ${expires}`} }\n`,
  );
const asked = { by: 'person:terminal', trigger: 'asked', acknowledge: null } as const;
const CLOSING = { capability: 'CLOSE_TAB' } as const;

let home: LifeHome;
let clock = 0;
const at = (time: string): void => {
  clock = Date.parse(time);
};
const now = (): number => clock;
beforeEach(async () => {
  home = await LifeHome.open();
});
afterEach(async () => {
  vi.useRealTimers();
  await home[Symbol.asyncDispose]();
});

const start = (text: string): Promise<PolicyLife> => home.life([home.write('policy.yaml', text)], { now });
const decided = async (life: PolicyLife): Promise<string> => {
  const done = await home.consult(life, CLOSING, aTaskContext());
  return done.ok ? done.value.ruling.decision : done.error.code;
};
const loaded = () => home.entries('policy.loaded');
const policyOf = (life: PolicyLife) => {
  const policy = life.inForce();
  if (!policy.ok) throw new Error(policy.error.message);
  return policy.value;
};

test('an entry ends at midnight in UTC: logged with its name, unasked, without a refusal, under the same hash', async () => {
  at('2026-12-31T23:59:59.999Z');
  const life = await start(withRule('ALLOW', '2026-12-31'));
  const hash = policyOf(life).semanticHash;
  expect(await decided(life)).toBe('ALLOW');
  expect(home.changed).toEqual([]);
  at('2027-01-01T00:00:00.000Z');
  expect(policyOf(life)).toMatchObject({ semanticHash: hash, asOf: '2027-01-01' });
  expect(home.changed).toHaveLength(1);
  await vi.waitFor(() => expect(loaded()).toHaveLength(2), { timeout: 120_000 });
  expect(loaded()[1]).toMatchObject({
    outcome: 'DONE',
    details: { semantic: hash, day: '2027-01-01', ended: ['rules.guest'] },
  });
  expect(home.entries('policy.refused')).toEqual([]);
  expect(life.view()).toMatchObject({ refused: null, endings: [] });
});

test('it ends though nobody asks: the gateway wakes by itself', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  at('2026-12-31T23:30:00Z');
  await start(withRule('ALLOW', '2026-12-31'));
  at('2026-12-31T23:59:00Z');
  vi.advanceTimersByTime(29 * 60_000);
  expect(home.changed).toEqual([]);
  at('2027-01-01T00:00:01Z');
  vi.advanceTimersByTime(2 * 60_000);
  expect(home.changed).toHaveLength(1);
});

test('a midnight on which nothing ends is no news', async () => {
  at('2026-12-01T12:00:00Z');
  const life = await start(withRule('ALLOW', '2026-12-31'));
  at('2026-12-02T12:00:00Z');
  expect(await decided(life)).toBe('ALLOW');
  expect([home.changed.length, loaded().length]).toEqual([0, 1]);
});

test('a clock that is set back brings back nothing that has ended, by a reload neither', async () => {
  at('2026-12-31T12:00:00Z');
  const life = await start(withRule('ALLOW', '2026-12-31'));
  at('2027-01-02T12:00:00Z');
  expect(policyOf(life).asOf).toBe('2027-01-01');
  at('2026-12-30T12:00:00Z');
  expect(policyOf(life).asOf).toBe('2027-01-01');
  expect(await life.reload(asked)).toMatchObject({ ok: true });
  expect(policyOf(life).asOf).toBe('2027-01-01');
});

test('a question that is open when an entry ends is void, and the act is decided anew', async () => {
  at('2026-12-31T12:00:00Z');
  // What allows other tabs ends; the question is about something else, and was asked while that held.
  const life = await start(
    withRule('ALLOW', '2026-12-31').replace('initiator: USER }', 'initiator: USER, host: other.example }'),
  );
  const leave = home.consent.addChannel();
  const waiting = home.consult(life, CLOSING, aTaskContext());
  await vi.waitFor(() => expect(home.consent.list()).toHaveLength(1), { timeout: 120_000 });
  const [before] = home.consent.list();
  at('2027-01-01T00:00:00Z');
  life.inForce();
  await vi.waitFor(
    () => {
      const [open] = home.consent.list();
      expect(open?.card.id).not.toBe(before?.card.id);
      expect(open?.card.policy.asOf).toBe('2027-01-01');
    },
    { timeout: 120_000 },
  );
  leave();
  home.consent.cancel();
  await waiting;
});

test('status says what ends, when, and what is decided then', async () => {
  at('2026-12-01T12:00:00Z');
  const life = await start(withRule('ALLOW', '2026-12-31'));
  expect(life.view().endings).toMatchObject([
    { day: '2027-01-01', entries: [{ entry: 'rules.guest', at: expect.stringContaining('policy.yaml:') }] },
  ]);
  expect(life.view().endings?.[0]?.says).toMatch(/^rules\.guest ends: ALLOW -> ESCALATE, CLOSE_TAB/u);
});

test.each([
  ['removed', null],
  ['moved into the future', '2027-12-31'],
])('an end that is %s loosens: it waits for somebody, running or not', async (_, expires) => {
  at('2026-12-01T12:00:00Z');
  const life = await start(withRule('ALLOW', '2026-12-31'));
  home.write('policy.yaml', withRule('ALLOW', expires));
  const refused = await life.reload(asked);
  expect(codeOf(refused)).toBe('policy.loosens');
  expect(refused.ok ? '' : refused.error.message).toContain('from 2027-01-01');
  await life.close();
  at('2027-02-01T12:00:00Z');
  const next = await start(withRule('ALLOW', expires));
  expect(next.refused?.failures.map(({ code }) => code)).toEqual(['policy.loosens']);
  expect(policyOf(next).asOf).toBe('2027-01-01');
});

test('a day that passed while nothing ran loosens nothing: the same file, and one in which only the end is sooner', async () => {
  at('2026-12-01T12:00:00Z');
  const first = await start(withRule('ALLOW', '2026-12-31'));
  await first.close();
  at('2027-02-01T12:00:00Z');
  const second = await start(withRule('ALLOW', '2026-12-31'));
  expect(second.refused).toBeNull();
  await second.close();
  const third = await start(withRule('ALLOW', '2026-12-24'));
  expect(third.refused).toBeNull();
  await third.close();
  const fourth = await start(ASKING);
  expect(fourth.refused).toBeNull();
});
