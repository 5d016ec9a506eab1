// The look-ups of one tab: its places, its deadline, what failed a moment ago, and its end.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ResolvedAddress } from '#executors/network/names/look-up.ts';
import { LOOK_UP_LIMITS, LookUps } from '#executors/network/names/lookups.ts';
import { TargetResolver } from '#executors/network/target.ts';

const HERE: readonly ResolvedAddress[] = [{ address: '203.0.113.5', family: 4 }];
const { atOnce, waiting, turnMs, deadlineMs, failedMs } = LOOK_UP_LIMITS;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A name server whose answers the test gives. */
function slow() {
  const asked: string[] = [];
  const ended: string[] = [];
  const answers = new Map<string, (addresses: readonly ResolvedAddress[]) => void>();
  const resolve = (host: string, signal: AbortSignal): Promise<readonly ResolvedAddress[]> => {
    asked.push(host);
    signal.addEventListener('abort', () => void ended.push(host));
    return new Promise((answer) => void answers.set(host, answer));
  };
  return { asked, ended, answers, resolve };
}

test('a tab asks for so many names at once, the others wait in the order in which they came', async () => {
  const { asked, answers, resolve } = slow();
  const lookUps = new LookUps(resolve);
  const found = Array.from({ length: atOnce + 2 }, (_, at) => lookUps.lookUp(`n${at}.test`));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(atOnce);
  answers.get('n3.test')?.(HERE);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked.slice(atOnce)).toEqual([`n${atOnce}.test`]);
  answers.get('n0.test')?.(HERE);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(atOnce + 2);
  for (const answer of answers.values()) answer(HERE);
  expect(await Promise.all(found)).toHaveLength(atOnce + 2);
});

test('a name whose turn does not come is given up and never asked for; more than may wait are refused at once', async () => {
  const { asked, ended, resolve } = slow();
  const lookUps = new LookUps(resolve);
  const all = Promise.allSettled(
    Array.from({ length: atOnce + waiting }, (_, at) => lookUps.lookUp(`n${at}.test`)),
  );
  await expect(lookUps.lookUp('one-more.test')).rejects.toThrow('too many names');
  await vi.advanceTimersByTimeAsync(turnMs);
  expect(ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(deadlineMs - turnMs);
  expect((await all).every(({ status }) => status === 'rejected')).toBe(true);
  expect(asked).toHaveLength(atOnce);
  expect(ended).toHaveLength(atOnce);
  // Every place is free again.
  const again = Array.from({ length: atOnce }, (_, at) => lookUps.lookUp(`later${at}.test`));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(2 * atOnce);
  lookUps.close();
  for (const one of await Promise.allSettled(again)) expect(one.status).toBe('rejected');
});

test('a name that failed is not asked for again for two seconds, then it is', async () => {
  let up = false;
  const asked: string[] = [];
  const resolver = new TargetResolver({}, async (host) => {
    asked.push(host);
    if (!up) throw new Error('ESERVFAIL');
    return HERE;
  });
  for (let at = 0; at < 5; at += 1)
    expect(await resolver.resolve('late.test', 443)).toMatchObject({ ok: false });
  expect(asked).toHaveLength(1);
  up = true;
  await vi.advanceTimersByTimeAsync(failedMs - 1);
  expect(await resolver.resolve('late.test', 443)).toMatchObject({ ok: false });
  await vi.advanceTimersByTimeAsync(1);
  expect(await resolver.resolve('late.test', 443)).toMatchObject({ ok: true });
  // From here on it keeps its addresses, whatever a server says later.
  expect(await resolver.resolve('late.test', 443)).toMatchObject({ ok: true });
  expect(asked).toHaveLength(2);
});

test('what failed in one tab is asked for at once by another: tabs learn nothing of each other', async () => {
  const asked: string[] = [];
  const resolve = async (host: string): Promise<readonly ResolvedAddress[]> => {
    asked.push(host);
    throw new Error('ENOTFOUND');
  };
  await new TargetResolver({}, resolve).resolve('gone.test', 443);
  await new TargetResolver({}, resolve).resolve('gone.test', 443);
  expect(asked).toEqual(['gone.test', 'gone.test']);
});

test('a tab that ends takes its look-ups along', async () => {
  const { ended, resolve } = slow();
  const resolver = new TargetResolver({}, resolve);
  const dead = resolver.resolve('dead.test', 443);
  await vi.advanceTimersByTimeAsync(0);
  resolver.close();
  expect(await dead).toMatchObject({ ok: false, error: { code: 'network.resolution-failed' } });
  expect(ended).toEqual(['dead.test']);
  expect(await resolver.resolve('another.test', 443)).toMatchObject({ ok: false });
});
