// How long until the next try: full jitter, and never less than was asked for.
import { expect, test } from 'vitest';
import { askedToWaitMs, backOffMs } from '#cloud/queue/back-off.ts';

test('anything up to twice as long each time, and no longer than half a minute', () => {
  const longest = [1, 2, 3, 4, 20].map((attempt) => backOffMs(attempt, null, () => 1));
  expect(longest).toEqual([500, 1000, 2000, 4000, 30_000]);
  expect(backOffMs(3, null, () => 0)).toBe(0);
});

test('what was asked for is the least', () => {
  expect(backOffMs(1, 7000, () => 0)).toBe(7000);
  expect(backOffMs(1, 7000, () => 0.5)).toBe(7250);
});

test.each([
  ['7', '', 7000],
  ['Wed, 21 Oct 2015 07:28:10 GMT', '', 10_000],
  ['Wed, 21 Oct 2015 07:27:00 GMT', '', 0],
  [null, '{"details":[{"retryDelay": "1.5s"}]}', 1500],
  ['2', '{"retryDelay":"9s"}', 9000],
  [null, '', null],
  ['-1', '', null],
  ['soon', '{"retryDelay":"x"}', null],
  ['99999999999', '', null],
])('of %o and %o', (header, body, expected) => {
  expect(askedToWaitMs(header, body, Date.parse('Wed, 21 Oct 2015 07:28:00 GMT'))).toBe(expected);
});
