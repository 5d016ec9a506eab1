// A bucket of tokens gives what it has at once, then its rate, and nothing that was not earned.
import { expect, test } from 'vitest';
import { TokenBucket } from '#policy/collections/token-bucket.ts';

const RATE = { atOnce: 10, aSecond: 2 };

test('gives what it has at once, then its rate', () => {
  const bucket = new TokenBucket(RATE, 0);
  expect(bucket.left(0)).toBe(10);
  bucket.take(10);
  expect(bucket.left(0)).toBe(0);
  expect(bucket.left(1_500)).toBe(3);
});

test('never holds more than it has at once, however long nobody took any', () => {
  const bucket = new TokenBucket(RATE, 0);
  bucket.take(1);
  expect(bucket.left(3_600_000)).toBe(10);
});

test('what was taken beyond it is owed first', () => {
  const bucket = new TokenBucket(RATE, 0);
  bucket.take(14);
  expect(bucket.left(1_000)).toBe(-2);
  expect(bucket.left(2_000)).toBe(0);
});
