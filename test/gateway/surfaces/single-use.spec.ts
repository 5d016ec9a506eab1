// A code that nobody used takes what it stands for with it when its time is over: no other code need be asked for.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SingleUse } from '#gateway/surfaces/http/identity/single-use.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('what waits is gone a moment after its time, by itself, and what has time left stays', () => {
  const codes = new SingleUse<string>(() => Date.now());
  codes.issue('a document', 60_000);
  vi.advanceTimersByTime(30_000);
  const later = codes.issue('another', 60_000);
  vi.advanceTimersByTime(29_000);
  expect(codes.size).toBe(2);
  vi.advanceTimersByTime(2_000);
  expect(codes.size).toBe(1);
  expect(codes.redeem(later)).toBe('another');
  expect(codes.size).toBe(0);
});
