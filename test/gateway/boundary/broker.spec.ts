// The broker of questions: an answer settles one once, and where nobody answers in time the answer is no.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConsentBroker } from '#gateway/boundary/consent/broker.ts';
import type { Question } from '#gateway/boundary/consent/contract.ts';
import type { Principal } from '#gateway/boundary/task/principal.ts';
import { aQuestion } from '#test/fixtures/questions.ts';

const person: Principal = { kind: 'person', channel: 'ui', id: 'ui-1' };
const question = (changes: Partial<Question> = {}): Question =>
  aQuestion({
    intent: 'buy a keyboard',
    site: null,
    shieldMs: 500,
    digest: 'sha256:d',
    askers: ['offline', 'cli-1'],
    timeoutSeconds: 120,
    ...changes,
  });
const forever = new AbortController().signal;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function openBroker(): { broker: ConsentBroker; leave: () => void } {
  const broker = new ConsentBroker();
  return { broker, leave: broker.addChannel() };
}

test('nobody to ask means no, at once', async () => {
  const outcome = await new ConsentBroker().ask(question(), forever);
  expect(outcome.state).toBe('NOBODY');
});

test('no answer in time means no', async () => {
  const { broker } = openBroker();
  const asked = broker.ask(question(), forever);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(broker.list()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect((await asked).state).toBe('TIMED_OUT');
  expect(broker.list()).toHaveLength(0);
});

test('an answer settles the question once; a second one is an error', async () => {
  const { broker } = openBroker();
  const asked = broker.ask(question(), forever);
  const id = broker.list()[0]?.card.id ?? '';
  expect(broker.answer({ id, answer: 'ALLOW_ONCE', by: person }).ok).toBe(true);
  expect(await asked).toMatchObject({ state: 'GRANTED', scope: 'ONCE', by: 'person:ui' });
  expect(broker.answer({ id, answer: 'DENY', by: person })).toMatchObject({
    ok: false,
    error: { code: 'consent.already-answered' },
  });
});

test('an answer that comes too late is an error, and nothing runs', async () => {
  const { broker } = openBroker();
  const asked = broker.ask(question({ timeoutSeconds: 1 }), forever);
  const id = broker.list()[0]?.card.id ?? '';
  await vi.advanceTimersByTimeAsync(1000);
  expect((await asked).state).toBe('TIMED_OUT');
  expect(broker.answer({ id, answer: 'ALLOW_ONCE', by: person })).toMatchObject({
    ok: false,
    error: { code: 'consent.timed-out' },
  });
});

test('an unknown id is an error', () => {
  const { broker } = openBroker();
  expect(broker.answer({ id: 'c-0', answer: 'ALLOW_ONCE', by: person })).toMatchObject({
    ok: false,
    error: { code: 'consent.unknown' },
  });
});

test('whoever asked, or started the task, cannot answer', () => {
  const { broker } = openBroker();
  void broker.ask(question(), forever);
  const id = broker.list()[0]?.card.id ?? '';
  for (const asker of ['offline', 'cli-1']) {
    const answered = broker.answer({
      id,
      answer: 'ALLOW_ONCE',
      by: { kind: 'client', id: asker, channel: 'CLI' },
    });
    expect(answered).toMatchObject({ ok: false, error: { code: 'consent.own-request' } });
  }
  expect(broker.list()).toHaveLength(1);
});

test('an identical question of the same task is joined and counted; both get the answer', async () => {
  const { broker } = openBroker();
  const first = broker.ask(question(), forever);
  const second = broker.ask(question(), forever);
  void broker.ask(question({ taskId: 't2' }), forever);
  expect(broker.list().map(({ card }) => card.count)).toEqual([2, 1]);
  broker.answer({ id: broker.list()[0]?.card.id ?? '', answer: 'DENY_TASK', by: person });
  expect(await first).toMatchObject({ state: 'REFUSED', stopTask: true });
  expect(await second).toMatchObject({ state: 'REFUSED', stopTask: true });
});

test('“once” lets one of those that asked for the very same go, “this task, this site” all of them', async () => {
  const { broker } = openBroker();
  const answered = async (answer: 'ALLOW_ONCE' | 'ALLOW_TASK_SITE') => {
    const asked = [1, 2, 3].map(() => broker.ask(question(), forever));
    broker.answer({ id: broker.list()[0]?.card.id ?? '', answer, by: person });
    return (await Promise.all(asked)).map(({ state }) => state);
  };
  expect(await answered('ALLOW_ONCE')).toEqual(['GRANTED', 'VOID', 'VOID']);
  expect(await answered('ALLOW_TASK_SITE')).toEqual(['GRANTED', 'GRANTED', 'GRANTED']);
});

test('open questions stand oldest first', () => {
  const { broker } = openBroker();
  for (const digest of ['a', 'b', 'c']) void broker.ask(question({ digest }), forever);
  expect(broker.list().map(({ card }) => card.digest)).toEqual(['a', 'b', 'c']);
});

test('when the last channel goes, what is open is denied', async () => {
  const { broker, leave } = openBroker();
  const asked = broker.ask(question(), forever);
  leave();
  expect((await asked).state).toBe('NOBODY');
});

test('a cancelled task and a changed policy void their questions', async () => {
  const { broker } = openBroker();
  const controller = new AbortController();
  const cancelled = broker.ask(question(), controller.signal);
  controller.abort();
  expect((await cancelled).state).toBe('VOID');
  const stale = broker.ask(question(), forever);
  broker.voidUnlessPolicy('sha256:new');
  expect((await stale).state).toBe('VOID');
});

test('a callback that throws, or answers nonsense, denies', async () => {
  const principal: Principal = { kind: 'person', channel: 'library', id: 'l' };
  const throwing = new ConsentBroker({
    callback: { principal, answer: () => Promise.reject(new Error('no')) },
  });
  expect((await throwing.ask(question(), forever)).state).toBe('REFUSED');
  const silly = new ConsentBroker({ callback: { principal, answer: () => Promise.resolve('YES' as never) } });
  expect((await silly.ask(question(), forever)).state).toBe('REFUSED');
});

test('an answer that the card does not offer is an error', () => {
  const { broker } = openBroker();
  void broker.ask(question({ answers: ['DENY', 'ALLOW_ONCE'] }), forever);
  const id = broker.list()[0]?.card.id ?? '';
  expect(broker.answer({ id, answer: 'ALLOW_TASK_SITE', by: person })).toMatchObject({
    ok: false,
    error: { code: 'consent.bad-answer' },
  });
});

test('the person at an MCP client answers only what the policy names them for', () => {
  const { broker } = openBroker();
  const by: Principal = { kind: 'person', channel: 'mcp', id: 'person-at-mcp-1' };
  for (const [approvers, ok] of [
    [undefined, false],
    [['user'], false],
    [['mcp-client', 'user'], true],
  ] as const) {
    void broker.ask(
      question({ taskId: `t-${ok}`, ...(approvers === undefined ? {} : { approvers }) }),
      forever,
    );
    const { id } = broker.list().at(-1)?.card ?? { id: '' };
    const given = broker.answer({ id, answer: 'ALLOW_ONCE', by });
    expect(given.ok, String(approvers)).toBe(ok);
    if (!given.ok)
      expect(given.error).toMatchObject({ code: 'consent.bad-answer', help: expect.stringContaining(id) });
    broker.cancel();
  }
});

test('20,000 questions do not stand open: of one asker 8, of all together 100, and the rest is refused at once', async () => {
  const broker = new ConsentBroker();
  broker.addChannel();
  const { signal } = new AbortController();
  const states = new Map<string, number>();
  const note = ({ state }: { readonly state: string }): void =>
    void states.set(state, (states.get(state) ?? 0) + 1);
  const asked = Array.from({ length: 20_000 }, (_, i) =>
    broker
      .ask(
        question({ digest: `sha256:${i}`, asker: { key: `a${i % 40}`, page: false }, kind: `k${i}` }),
        signal,
      )
      .then(note),
  );
  expect(broker.list()).toHaveLength(100);
  broker.cancel();
  await Promise.all(asked);
  expect(Object.fromEntries(states)).toEqual({ NOT_ASKED: 19_900, VOID: 100 });
});

test('a refusal is remembered with back-off and an end; a time-out shorter; an allowing answer wipes it out', async () => {
  let now = 0;
  const broker = new ConsentBroker({ monotonic: () => now });
  broker.addChannel();
  const { signal } = new AbortController();
  const asker = { key: 'a', page: false };
  const by = { kind: 'person', channel: 'ui', id: 'p' } as const;
  const ask = async (answer: 'DENY' | 'ALLOW_ONCE', kind = 'k') => {
    const outcome = broker.ask(question({ digest: `sha256:${now}${answer}${kind}`, asker, kind }), signal);
    const [open] = broker.list();
    if (open !== undefined) broker.answer({ id: open.card.id, answer, by });
    return [(await outcome).state, open?.card.before?.refused ?? 0];
  };
  expect(await ask('DENY')).toEqual(['REFUSED', 0]);
  now += 29_999;
  expect(await ask('ALLOW_ONCE')).toEqual(['NOT_ASKED', 0]);
  now += 1;
  expect(await ask('DENY')).toEqual(['REFUSED', 1]);
  now += 30_000;
  expect(await ask('ALLOW_ONCE')).toEqual(['NOT_ASKED', 0]);
  now += 30_000;
  expect(await ask('DENY')).toEqual(['REFUSED', 2]);
  now += 3_600_000;
  expect(await ask('ALLOW_ONCE')).toEqual(['NOT_ASKED', 0]);
  expect(await ask('DENY', 'other')).toEqual(['REFUSED', 0]);
  now += 30_000;
  expect(await ask('ALLOW_ONCE', 'other')).toEqual(['GRANTED', 1]);
  expect(await ask('DENY', 'other')).toEqual(['REFUSED', 0]);
});
