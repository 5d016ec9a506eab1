// The queue before one model: the limits of a minute, turns, priorities, depth, and what becomes of those that wait. No test waits.
import { expect, test } from 'vitest';
import { Pace } from '#cloud/queue/pace.ts';
import { RateQueue, type Asked, type QueueLimits } from '#cloud/queue/rate-queue.ts';
import { Ended } from '#cloud/system/ending.ts';
import { ManualTime } from '#test/fixtures/manual-time.ts';

const LIMITS = { requestsPerMinute: 3, tokensPerMinute: 1000, depth: 100, depthPerUser: 100 };
const never = new AbortController().signal;

function opened(limits: Partial<QueueLimits> = {}) {
  const time = new ManualTime();
  const queue = new RateQueue({ ...LIMITS, ...limits }, time);
  const went: string[] = [];
  const start = time.monotonicMs();
  const ask = async (name: string, asked: Partial<Asked> = {}, signal = never) => {
    const outcome = await queue.admit({ user: 'a', priority: 'foreground', tokens: 1, ...asked }, signal);
    const at = Math.round((time.monotonicMs() - start) / 1000);
    went.push(outcome.ok ? `${name} at ${at}` : `${name}: ${outcome.refusal.reason} at ${at}`);
    return outcome;
  };
  return { time, queue, ask, went };
}

test('no more requests a minute than the limit, whenever the minute begins', async () => {
  const { time, ask, went } = opened();
  void ask('1');
  await time.advance(30_000);
  for (const name of ['2', '3', '4', '5']) void ask(name);
  await time.advance(200_000);
  expect(went).toEqual(['1 at 0', '2 at 30', '3 at 30', '4 at 61', '5 at 91']);
});

test('no more tokens a minute, by what the service counted; a request that is larger goes alone', async () => {
  const { time, ask, went } = opened({ requestsPerMinute: 100 });
  const first = await ask('1', { tokens: 900 });
  void ask('2', { tokens: 500 });
  await time.advance(1000);
  expect(went).toEqual(['1 at 0']);
  if (first.ok) first.value.settle(400);
  await time.advance(1000);
  expect(went).toEqual(['1 at 0', '2 at 1']);
  void ask('huge', { tokens: 5000 });
  await time.advance(200_000);
  expect(went.at(-1)).toBe('huge at 62');
});

test('users take turns, whoever asked for how much', async () => {
  const { time, ask, went } = opened({ requestsPerMinute: 1 });
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) void ask(name, { user: name.slice(0, 1) });
  await time.advance(300_000);
  expect(went.map((one) => one.slice(0, 2))).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
});

test('the foreground goes before the background, which does not starve', async () => {
  const { time, ask, went } = opened({ requestsPerMinute: 1 });
  void ask('first');
  for (const name of ['b1', 'b2', 'b3']) void ask(name, { priority: 'background' });
  for (const name of ['1', '2', '3', '4', '5', '6']) void ask(`f${name}`);
  await time.advance(700_000);
  expect(went.slice(1).map((one) => one.slice(0, 2))).toEqual([
    'f1',
    'f2',
    'f3',
    'f4',
    'b1',
    'f5',
    'f6',
    'b2',
    'b3',
  ]);
});

test('beyond the depth it is refused, each with a time of its own at which there is a place', async () => {
  const { time, ask } = opened({ requestsPerMinute: 2, depth: 2 });
  for (const name of ['1', '2', '3', '4']) void ask(name);
  const refusals = [await ask('5'), await ask('6'), await ask('7')];
  expect(refusals.map((one) => (one.ok ? null : one.refusal.retrySeconds))).toEqual([61, 61, 122]);
  // Honest: at that time there is one.
  await time.advance(61_000);
  void ask('8');
  const early = await Promise.race([ask('9'), Promise.resolve('waits')]);
  expect(early).toBe('waits');
});

test('whoever is refused again and again pushes nobody else back, and nobody is told more than five minutes', async () => {
  const { ask } = opened({ requestsPerMinute: 1, depth: 4, depthPerUser: 4 });
  for (const name of ['1', '2', '3', '4', '5']) void ask(name);
  const told = async (user: string): Promise<number | undefined> => {
    const outcome = await ask('refused', { user });
    return outcome.ok ? undefined : outcome.refusal.retrySeconds;
  };
  const greedy: (number | undefined)[] = [];
  for (let times = 0; times < 1_000; times += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    greedy.push(await told('a'));
  }
  expect(greedy.slice(0, 5)).toEqual([61, 122, 183, 244, 300]);
  expect(new Set(greedy.slice(5))).toEqual(new Set([300]));
  expect(await told('b')).toBe(122);
});

test('what waits in no queue is paced by the person', async () => {
  const time = new ManualTime();
  const pace = new Pace(2, time);
  const asked = ['a', 'a', 'a', 'b'].map((person) => pace.take(person));
  expect(asked.map((one) => (one.ok ? 'goes' : one.refusal.retrySeconds))).toEqual([
    'goes',
    'goes',
    61,
    'goes',
  ]);
  await time.advance(61_001);
  expect(pace.take('a').ok).toBe(true);
});

test('one user fills the places of that user alone', async () => {
  const { ask } = opened({ requestsPerMinute: 1, depthPerUser: 1 });
  void ask('a1');
  void ask('a2');
  expect(await ask('a3')).toMatchObject({ ok: false, refusal: { reason: 'QUEUE_FULL' } });
  expect(await Promise.race([ask('b1', { user: 'b' }), Promise.resolve('waits')])).toBe('waits');
});

test('what ends while it waits leaves its place, and whoever did fit goes on', async () => {
  const { time, ask, queue, went } = opened({ requestsPerMinute: 5 });
  const ending = new AbortController();
  await ask('1', { tokens: 900 });
  void ask('large', { tokens: 500 }, ending.signal);
  void ask('small', { tokens: 50 });
  await time.advance(1000);
  expect(queue.waiting).toBe(2);
  ending.abort(new Ended({ reason: 'DEADLINE_PASSED', message: 'late' }));
  await time.advance(0);
  expect(went).toEqual(['1 at 0', 'large: DEADLINE_PASSED at 1', 'small at 1']);
});

test('a pause holds everybody, and one that was sent back is first after it', async () => {
  const { time, ask, queue, went } = opened({ requestsPerMinute: 2 });
  queue.pause(10_000);
  for (const name of ['1', '2', '3']) void ask(name);
  void ask('again', { again: true, user: 'b' });
  await time.advance(100_000);
  expect(went).toEqual(['again at 10', '1 at 10', '2 at 71', '3 at 71']);
});

test('closed, it refuses what waits and what comes', async () => {
  const { time, ask, queue, went } = opened({ requestsPerMinute: 1 });
  void ask('1');
  void ask('2');
  await time.advance(0);
  queue.close();
  await time.advance(0);
  await ask('3');
  expect(went).toEqual(['1 at 0', '2: DRAINING at 0', '3: DRAINING at 0']);
});
