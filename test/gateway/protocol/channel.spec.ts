// The channel between two processes: every call ends, and what does not fit the tables is refused, told, and never handed on.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Channel, type Side } from '#gateway/protocol/desktop/channel.ts';
import { fail, ok } from '#policy/language/failure.ts';
import { pipe } from '#test/fixtures/electron/ports.ts';

const LEFT = {
  calls: { add: { params: z.strictObject({ a: z.number(), b: z.number() }), result: z.number() } },
  news: { hello: z.strictObject({ who: z.string() }) },
} as const satisfies Side;
const RIGHT = {
  calls: {
    echo: { params: z.strictObject({ text: z.string() }), result: z.string() },
    hang: { params: z.strictObject({}), result: z.null() },
    throws: { params: z.strictObject({}), result: z.null() },
    refuses: { params: z.strictObject({}), result: z.null() },
  },
  news: { tick: z.number() },
} as const satisfies Side;

function pair() {
  const { left, right, cut } = pipe();
  const refused: string[] = [];
  let hangs: AbortSignal | null = null;
  const one = new Channel(
    {
      port: left,
      own: LEFT,
      handlers: { add: async ({ a, b }) => ok(a + b) },
      onRefused: (why) => refused.push(`left: ${why}`),
    },
    RIGHT,
  );
  const other = new Channel(
    {
      port: right,
      own: RIGHT,
      handlers: {
        echo: async ({ text }) => ok(text),
        hang: (_params, signal) => {
          hangs = signal;
          return new Promise(() => undefined);
        },
        throws: () => Promise.reject(new Error('at /home/me')),
        refuses: async () => fail('act.bad-domain', 'no', { help: 'name one' }),
      },
      onRefused: (why) => refused.push(`right: ${why}`),
    },
    LEFT,
  );
  return { one, other, left, right, cut, refused, hanging: () => hangs };
}

test('both sides call each other, and tell each other news', async () => {
  const { one, other } = pair();
  expect(await one.call('echo', { text: 'x' })).toEqual(ok('x'));
  expect(await other.call('add', { a: 1, b: 2 })).toEqual(ok(3));
  const heard: unknown[] = [];
  one.on('tick', (value) => heard.push(value));
  other.tell('tick', 7);
  await one.call('echo', { text: '' });
  expect(heard).toEqual([7]);
});

test('a failure comes over with its code and mend, and an error of the other side without its words', async () => {
  const { one } = pair();
  expect(await one.call('refuses', {})).toMatchObject({
    ok: false,
    error: { code: 'act.bad-domain', message: 'no', help: 'name one' },
  });
  const thrown = await one.call('throws', {});
  expect(thrown).toMatchObject({ ok: false, error: { code: 'boundary.internal' } });
  expect(JSON.stringify(thrown)).not.toContain('/home/me');
});

test('a call ends at its deadline and with its signal, and the other side is told to give up', async () => {
  const { one, hanging } = pair();
  expect(await one.call('hang', {}, { deadlineMs: 20 })).toMatchObject({
    ok: false,
    error: { code: 'desktop.no-answer' },
  });
  await one.call('echo', { text: '' });
  expect(hanging()?.aborted).toBe(true);
  const stop = new AbortController();
  const waiting = one.call('hang', {}, { signal: stop.signal });
  stop.abort();
  expect(await waiting).toMatchObject({ ok: false, error: { code: 'desktop.no-answer' } });
  expect(await one.call('hang', {}, { signal: AbortSignal.abort() })).toMatchObject({ ok: false });
});

test('when the pipe is cut, whoever waits gets a failure, what runs is given up, and later calls fail at once', async () => {
  const { one, other, cut, hanging } = pair();
  const waiting = [one.call('hang', {}), one.call('hang', {})];
  await one.call('echo', { text: '' });
  let closed = 0;
  one.onClosed(() => (closed += 1));
  cut();
  for (const result of await Promise.all(waiting))
    expect(result).toMatchObject({ ok: false, error: { code: 'desktop.gone' } });
  expect(hanging()?.aborted).toBe(true);
  expect(await one.call('echo', { text: 'x' })).toMatchObject({ ok: false, error: { code: 'desktop.gone' } });
  expect(await other.call('add', { a: 1, b: 1 })).toMatchObject({ ok: false });
  one.onClosed(() => (closed += 1));
  expect(closed).toBe(2);
});

test.each([
  ['a call that there is not', { kind: 'CALL', id: 1, method: 'nothing', params: {} }],
  ['a name of every object', { kind: 'CALL', id: 1, method: 'constructor', params: {} }],
  ['a call of another form', { kind: 'CALL', id: 1, method: 'echo', params: { text: 7 } }],
  ['news of no name', { kind: 'NEWS', name: 'nothing', value: 1 }],
  ['news of another form', { kind: 'NEWS', name: 'hello', value: { who: 7 } }],
  ['no frame', 'hello'],
  ['a frame with more', { kind: 'GIVE_UP', id: 1, more: true }],
])('%s is refused and told', async (_, message) => {
  const { left, one, refused } = pair();
  left.send(message);
  await one.call('echo', { text: '' });
  expect(refused).toHaveLength(1);
});

test('an answer of another form is a failure of its call, and one that nobody waits for is nothing', async () => {
  const { one, right, refused } = pair();
  const waiting = one.call('hang', {}, { deadlineMs: 5_000 });
  right.send({ kind: 'ANSWER', id: 1, value: 'not null' });
  right.send({ kind: 'ANSWER', id: 99, value: null });
  expect(await waiting).toMatchObject({ ok: false, error: { code: 'desktop.no-answer' } });
  expect(refused).toEqual(['left: an answer to `hang` of another form']);
});

test('two calls of one number: the second is refused, and the first goes on', async () => {
  const { left, one, refused } = pair();
  left.send({ kind: 'CALL', id: 5, method: 'hang', params: {} });
  left.send({ kind: 'CALL', id: 5, method: 'echo', params: { text: 'x' } });
  await one.call('echo', { text: '' });
  expect(refused).toEqual(['right: two calls of one number']);
});

test('whatever comes, nothing throws and calls go on being answered', async () => {
  const { one, left, right } = pair();
  const frames = fc.oneof(
    fc.anything(),
    fc.record({
      kind: fc.constantFrom('CALL', 'ANSWER', 'FAILURE', 'NEWS', 'GIVE_UP'),
      id: fc.oneof(fc.nat(20), fc.anything()),
      method: fc.oneof(fc.constantFrom('echo', 'hang', 'add'), fc.string()),
      params: fc.anything(),
      value: fc.anything(),
      name: fc.string(),
      error: fc.anything(),
    }),
  );
  await fc.assert(
    fc.asyncProperty(frames, async (message) => {
      for (const end of [left, right]) {
        try {
          end.send(message);
        } catch (thrown) {
          // What no process can send: a function, a symbol.
          expect(thrown).toBeInstanceOf(DOMException);
        }
      }
      expect(await one.call('echo', { text: 'still' })).toEqual(ok('still'));
    }),
  );
});
