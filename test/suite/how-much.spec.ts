// How much of a long list a run takes: a part of it each day, and no row is left out for good.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partOf } from '#test/fixtures/how-much.ts';

const rows = fc.uniqueArray(fc.integer());
const step = fc.integer({ min: 1, max: 40 });
const turn = fc.nat(100_000);

test('as many turns as its step, from any day on, are every row once', () => {
  fc.assert(
    fc.property(rows, step, turn, (all, nth, first) => {
      const turns = Math.min(nth, all.length);
      const parts = Array.from({ length: turns }, (_, at) => partOf(nth, all, first + at));
      expect(parts.flat().toSorted((a, b) => a - b)).toEqual(all.toSorted((a, b) => a - b));
    }),
  );
});

test('no turn of a list that has rows is empty, and one is as large as another', () => {
  fc.assert(
    fc.property(rows, step, turn, (all, nth, at) => {
      const { length } = partOf(nth, all, at);
      expect(length).toBeGreaterThanOrEqual(Math.min(1, all.length));
      expect(Math.abs(length - partOf(nth, all, at + 1).length)).toBeLessThanOrEqual(1);
    }),
  );
});

test('a part keeps the order of its list', () => {
  expect(partOf(3, ['a', 'b', 'c', 'd', 'e'], 7)).toEqual(['b', 'e']);
  expect(partOf(3, ['a', 'b', 'c', 'd', 'e'], 8)).toEqual(['c']);
  expect(partOf(3, [], 8)).toEqual([]);
});
