// Work that is waited for no longer than a signal allows.
import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { untilAborted } from '#executors/system/until-aborted.ts';

const never = new Promise<never>(() => undefined);
const why = new Error('given up');

test('work that is over in time gives what it came to, or why it failed', async () => {
  const { signal } = new AbortController();
  expect(await untilAborted(Promise.resolve('done'), signal)).toBe('done');
  await expect(untilAborted(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('work that does not listen is left behind with the reason of the signal, also one that was given before', async () => {
  const controller = new AbortController();
  const waiting = untilAborted(never, controller.signal);
  controller.abort(why);
  await expect(waiting).rejects.toBe(why);
  await expect(untilAborted(never, AbortSignal.abort(why))).rejects.toBe(why);
});

test('what work that was left behind fails with later is nobody’s any more', async () => {
  const { promise, reject } = Promise.withResolvers<void>();
  const waiting = untilAborted(promise, AbortSignal.abort(why));
  reject(new Error('too late'));
  await expect(waiting).rejects.toBe(why);
});
