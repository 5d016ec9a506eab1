// Many clients that listen, and clients that do not read: what is kept for them, and what they cost.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { EventStreams } from '#gateway/surfaces/http/wire/event-streams.ts';
import type { EventSink } from '#gateway/surfaces/http/wire/event-streams.ts';

const LIMITS = { streams: 100, backlogBytes: 1_000, keepAliveMs: 15_000 };

/** A client whose reading the test decides. */
function client() {
  const read: string[] = [];
  const pending: (() => void)[] = [];
  let reads = true;
  let cut = 0;
  const sink: EventSink = {
    write: (text) => {
      if (reads) {
        read.push(text);
        return Promise.resolve();
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      pending.push(() => {
        read.push(text);
        resolve();
      });
      return promise;
    },
    cut: () => void (cut += 1),
  };
  return {
    sink,
    read,
    cuts: () => cut,
    stop: () => void (reads = false),
    resume: () => {
      reads = true;
      for (const one of pending.splice(0)) one();
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a hundred streams have one timer, each its sign of life, and the last to leave takes the timer along', async () => {
  const streams = new EventStreams(LIMITS);
  const clients = Array.from({ length: 100 }, () => client());
  const joined = clients.map(({ sink }) => streams.join(sink));
  expect(vi.getTimerCount()).toBe(1);
  expect(streams.full).toBe(true);
  await vi.advanceTimersByTimeAsync(2 * LIMITS.keepAliveMs);
  for (const { read } of clients) expect(read).toHaveLength(3);
  for (const { leave } of joined) leave();
  expect(vi.getTimerCount()).toBe(0);
  expect(streams.size).toBe(0);
  await Promise.all(joined.map(({ gone }) => gone));
});

describe('a client that does not read', () => {
  test('is cut off once more waits for it than may, and given nothing afterwards; the others hear all', async () => {
    const streams = new EventStreams(LIMITS);
    const [stalled, other] = [client(), client()];
    const [one, two] = [streams.join(stalled.sink), streams.join(other.sink)];
    await vi.advanceTimersByTimeAsync(0);
    stalled.stop();
    for (let at = 0; at < 50; at += 1) {
      for (const { send } of [one, two]) send('x'.repeat(100));
      await vi.advanceTimersByTimeAsync(0);
    }
    await one.gone;
    expect(stalled.cuts()).toBe(1);
    expect(streams.size).toBe(1);
    stalled.resume();
    expect(stalled.read.length).toBeLessThanOrEqual(11);
    expect(other.read).toHaveLength(51);
    expect(other.cuts()).toBe(0);
    two.leave();
  });

  test('and begins to again in time, loses nothing', async () => {
    const streams = new EventStreams(LIMITS);
    const slow = client();
    const { send, leave } = streams.join(slow.sink);
    await vi.advanceTimersByTimeAsync(0);
    for (let round = 0; round < 5; round += 1) {
      slow.stop();
      for (let at = 0; at < 9; at += 1) send('x'.repeat(100));
      slow.resume();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(slow.cuts()).toBe(0);
    expect(slow.read).toHaveLength(46);
    leave();
  });

  test('is sent no signs of life that pile up', async () => {
    const streams = new EventStreams(LIMITS);
    const stalled = client();
    stalled.stop();
    const { leave } = streams.join(stalled.sink);
    await vi.advanceTimersByTimeAsync(10_000 * LIMITS.keepAliveMs);
    expect(stalled.cuts()).toBe(0);
    leave();
  });
});
