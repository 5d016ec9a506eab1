// The one deadline of an act, while our own process is stopped, and what is known of its last step when something stops it.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ActBudget, ActOverdue } from '#executors/cdp/budget.ts';

const HOUR_MS = 3_600_000;
let nowMs = 0;
beforeEach(() => {
  nowMs = 1_000;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** So long passes, and the timer is heard as often as it would be. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 100) {
    nowMs += Math.min(100, left);
    await vi.advanceTimersByTimeAsync(100);
  }
}

test('an hour in which our process was stopped costs an act a second at most', async () => {
  const budget = new ActBudget(() => false, 6_500);
  const done = Promise.withResolvers<string>();
  const run = budget.run(() => done.promise);
  await pass(1_000);
  nowMs += HOUR_MS;
  expect(budget.left).toBe(4_500);
  await vi.advanceTimersByTimeAsync(100);
  expect(budget.over).toBe(false);
  expect(budget.left).toBe(4_500);
  done.resolve('done');
  expect(await run).toBe('done');
});

test('time that passes while we run is counted whole, and its end ends the act', async () => {
  const budget = new ActBudget(() => false, 2_000);
  const run = budget.run(() => new Promise(() => undefined));
  const ended = expect(run).rejects.toThrow(ActOverdue);
  await pass(2_100);
  await ended;
  expect(budget.over).toBe(true);
});

describe('what stops an act waits for the word of its last step', () => {
  const never = new Promise<void>(() => undefined);

  test('that comes behind it', async () => {
    const budget = new ActBudget(() => false, 6_500);
    const known = budget.untilCarriedOut(60_000).then(() => budget.carriedOut);
    budget.carryOut();
    expect(await known).toBe(true);
  });

  test('that does not come: no longer than it may', async () => {
    const budget = new ActBudget(() => false, 6_500);
    await budget.untilCarriedOut(1);
    expect(budget.carriedOut).toBe(false);
  });

  test('of an act that ends meanwhile: not at all', async () => {
    const budget = new ActBudget(() => false, 6_500);
    const run = budget.run(() => never).catch(() => 'ended');
    const known = budget.untilCarriedOut(60_000);
    budget.end(new Error('over'));
    await known;
    expect(await run).toBe('ended');
    expect(budget.carriedOut).toBe(false);
  });
});
