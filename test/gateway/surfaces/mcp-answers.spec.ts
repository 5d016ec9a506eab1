// What comes back from a client's person counts for what was put to them, and for nothing that is asked since.
import { expect, test } from 'vitest';
import { McpSession, MOST_TASKS } from '#gateway/surfaces/mcp/session.ts';
import type { AskWay, Given } from '#gateway/surfaces/mcp/session.ts';
import type { Backend, ClientTask } from '#gateway/surfaces/mcp/tools/contract.ts';
import { ALL_TOOLS } from '#gateway/surfaces/mcp/tools.ts';
import type { TaskEvent } from '#gateway/protocol/events.ts';
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';
import type { QuestionView } from '#gateway/protocol/views/question.ts';
import { fail, ok } from '#policy/language/failure.ts';
import { aCard, aQuestion, aResult, aTask } from '#test/fixtures/views.ts';

const { signal } = new AbortController();
const yes: Given = { consent: 'ALLOW_ONCE', filled: { action: 'accept', content: { value: 'first' } } };
const everything = (): AskWay => 'FORM';

const NOTHING: Backend = {
  run: () => Promise.resolve(ok({ ok: true })),
  start: () => fail('gateway.closed', 'none'),
  asks: () => true,
  answer: () => Promise.resolve(ok(undefined)),
  audit: () => Promise.resolve(ok({ rows: [], total: 0 })),
  explain: () => fail('policy.not-loaded', 'none'),
  close: () => Promise.resolve(),
};

/** A command that a person has to allow, whichever it is. */
function asking() {
  const given: { id: string; answer: string }[] = [];
  const waiting = Promise.withResolvers<(card: ConsentCard) => void>();
  let end = (): void => undefined;
  const backend: Backend = {
    ...NOTHING,
    run: (_name, _params, { waits }, cut) => {
      waiting.resolve(waits);
      cut.addEventListener('abort', () => end());
      return new Promise((resolve) => (end = () => resolve(ok({ ok: true }))));
    },
    answer: (id, answer) => {
      given.push({ id, answer });
      end();
      return Promise.resolve(ok(undefined));
    },
  };
  const session = new McpSession({ backend, tools: ALL_TOOLS });
  return { session, given, put: async (id: string) => (await waiting.promise)(aCard({ id })) };
}

test('a yes to a card that was withdrawn is no yes to the one that is open now: that one is put to the person', async () => {
  const { session, given, put } = asking();
  const calling = session.call('ghost_status', {}, everything, signal);
  await put('first');
  const called = await calling;
  if (called.kind !== 'ASK') throw new Error(JSON.stringify(called));
  // The policy changed while the person thought: the act is decided and asked anew.
  await put('second');
  const again = await session.resume(called.token, yes, everything, signal);
  expect(given).toEqual([]);
  if (again.kind !== 'ASK') throw new Error(JSON.stringify(again));
  expect(again.asked).toMatchObject({ card: { id: 'second' } });
  expect(await session.resume(again.token, yes, everything, signal)).toMatchObject({ kind: 'ANSWER' });
  expect(given).toEqual([{ id: 'second', answer: 'ALLOW_ONCE' }]);
});

test('whoever cannot ask is told at once that a person is asked, and where; the same call waits on', async () => {
  const given: string[] = [];
  const waiting = Promise.withResolvers<(card: ConsentCard) => void>();
  const allowed = Promise.withResolvers<void>();
  const backend: Backend = {
    ...NOTHING,
    run: async (_name, _params, { waits }) => {
      waiting.resolve(waits);
      await allowed.promise;
      return ok({ ok: true });
    },
    answer: (id) => {
      given.push(id);
      return Promise.resolve(ok(undefined));
    },
  };
  const session = new McpSession({
    backend,
    tools: ALL_TOOLS,
    consentUrl: () => 'http://consent.ghost.localhost:1/',
  });
  const nobody = (): null => null;
  const calling = session.call('ghost_status', {}, nobody, signal);
  (await waiting.promise)(aCard({ id: 'first' }));
  expect(await calling).toMatchObject({
    kind: 'FAILURE',
    error: {
      code: 'consent.waiting',
      help: expect.stringMatching(
        /at http:\/\/consent\.ghost\.localhost:1\/, or in the window that `ghost ui` opens/u,
      ),
    },
  });
  const again = session.call('ghost_status', {}, nobody, signal);
  allowed.resolve();
  expect(await again).toMatchObject({ kind: 'ANSWER' });
  expect(given).toEqual([]);
});

test('by address the client’s word is that the question was opened, and never an answer to it', async () => {
  const { session, given, put } = asking();
  const byAddress = (): AskWay => 'URL';
  const calling = session.call('ghost_status', {}, byAddress, signal);
  await put('first');
  const called = await calling;
  if (called.kind !== 'ASK') throw new Error(JSON.stringify(called));
  expect(called.way).toBe('URL');
  // It goes on waiting, whatever else the client says with it.
  const opened = session.resume(called.token, { ...yes, opened: true }, byAddress, signal);
  await put('second');
  expect(await opened).toMatchObject({ kind: 'ASK', asked: { card: { id: 'second' } } });
  expect(given).toEqual([]);
  const shut = await session.resume(called.token, { ...yes, opened: false }, byAddress, signal);
  expect(shut).toMatchObject({ kind: 'FAILURE', error: { code: 'consent.refused' } });
  expect(given).toEqual([]);
});

test('a yes to the card that is open is one', async () => {
  const { session, given, put } = asking();
  const calling = session.call('ghost_status', {}, everything, signal);
  await put('first');
  const called = await calling;
  if (called.kind !== 'ASK') throw new Error(JSON.stringify(called));
  expect(await session.resume(called.token, yes, everything, signal)).toMatchObject({ kind: 'ANSWER' });
  expect(given).toEqual([{ id: 'first', answer: 'ALLOW_ONCE' }]);
});

/** A task that asks for values. */
function asksForValues() {
  const given: unknown[] = [];
  const hearing = Promise.withResolvers<(event: TaskEvent) => void>();
  let open: QuestionView[] = [];
  const { promise: done, resolve } = Promise.withResolvers<ReturnType<typeof aResult>>();
  const task: ClientTask = {
    id: 't-1',
    done,
    view: () => ({ ...aTask(), questions: open }),
    waitsFor: () => null,
    answer: (id, answer, by) => {
      given.push({ id, answer, by });
      resolve(aResult());
      return ok(undefined);
    },
  };
  const backend: Backend = {
    ...NOTHING,
    start: (_asked, _signal, on) => {
      hearing.resolve(on);
      return ok(task);
    },
  };
  const ask = async (id: string): Promise<void> => {
    const tell = await hearing.promise;
    const question = aQuestion({ id, wants: 'VALUE' });
    open = [question];
    tell({ type: 'task.asked', taskId: 't-1', question });
  };
  const late = async (id: string): Promise<void> =>
    (await hearing.promise)({
      type: 'task.answered',
      taskId: 't-1',
      question: aQuestion({ id, state: 'TIMED_OUT' }),
    });
  const session = new McpSession({ backend, tools: ALL_TOOLS });
  return { session, given, ask, late };
}

const intent = { intent: 'fill in the form' };

test('what a person gives to a question that has ended is not entered for the next one', async () => {
  const { session, given, ask, late } = asksForValues();
  const calling = session.call('ghost_run', intent, everything, signal);
  await ask('q-1');
  const called = await calling;
  if (called.kind !== 'ASK') throw new Error(JSON.stringify(called));
  await late('q-1');
  await ask('q-2');
  const again = await session.resume(called.token, yes, everything, signal);
  expect(given).toEqual([]);
  expect(again).toMatchObject({ kind: 'ASK', asked: { question: { id: 'q-2' } } });
  await session.resume(called.token, yes, everything, signal);
  expect(given).toEqual([{ id: 'q-2', answer: { text: 'first' }, by: 'PERSON' }]);
});

test('nor what a model gives: it is told the next one', async () => {
  const { session, given, ask, late } = asksForValues();
  const nobody = (): null => null;
  const calling = session.call('ghost_run', intent, nobody, signal);
  await ask('q-1');
  expect(await calling).toMatchObject({ answer: { structured: { question: { id: 'q-1' } } } });
  await late('q-1');
  await ask('q-2');
  const answer = { task: 't-1', answer: 'first' };
  const again = await session.call('ghost_run', answer, nobody, signal);
  expect(given).toEqual([]);
  expect(again).toMatchObject({ answer: { structured: { status: 'ASKING', question: { id: 'q-2' } } } });
  await session.call('ghost_run', answer, nobody, signal);
  expect(given).toEqual([{ id: 'q-2', answer: { text: 'first' }, by: 'CLIENT' }]);
});

test('a client has so many tasks at once and no more: the queue is left to the others', async () => {
  let begun = 0;
  const ends: (() => void)[] = [];
  const start: Backend['start'] = (_asked, gone) => {
    begun += 1;
    const { promise: done, resolve } = Promise.withResolvers<ReturnType<typeof aResult>>();
    ends.push(() => resolve(aResult()));
    gone.addEventListener('abort', () => resolve(aResult({ status: 'CANCELLED' })));
    return ok({ id: `t-${begun}`, done, view: aTask, waitsFor: () => null, answer: () => ok(undefined) });
  };
  const session = new McpSession({ backend: { ...NOTHING, start }, tools: ALL_TOOLS });
  const run = (at: number) =>
    session.call('ghost_run', { intent: `do this, number ${at}` }, everything, signal);
  const running = Array.from({ length: MOST_TASKS }, (_, at) => run(at));
  expect(await run(MOST_TASKS)).toMatchObject({ kind: 'FAILURE', error: { code: 'tab.queue-full' } });
  expect(begun).toBe(MOST_TASKS);
  ends[0]?.();
  expect(await running[0]).toMatchObject({ kind: 'ANSWER' });
  const another = run(MOST_TASKS + 1);
  await expect.poll(() => begun).toBe(MOST_TASKS + 1);
  await session.close();
  for (const one of [...running, another]) await one;
});
