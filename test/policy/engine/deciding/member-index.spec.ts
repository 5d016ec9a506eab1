// From what a caller says to the number of a member: exact, and -1 for anything else whatever its type.
import { describe, expect, test } from 'vitest';
import { booleanOf, countOf, memberIndex } from '#policy/engine/deciding/member-index.ts';

describe('the number of a member', () => {
  const members = ['AB', 'CD', 'E', 'FGH', 'CDE'];

  test.each([[null], ['CD'], ['CDE']])('is its place, with %s as the likely one', (likely) => {
    const numberOf = memberIndex(members, likely);
    expect(members.map(numberOf)).toEqual([0, 1, 2, 3, 4]);
  });

  test.each([
    '',
    'X',
    'XY',
    'ab',
    'ABC',
    'A',
    'ABCDEFGH',
    'constructor',
    undefined,
    null,
    0,
    true,
    ['AB'],
    { length: 2 },
  ])('of %j is none', (value) => {
    expect(memberIndex(members, null)(value)).toBe(-1);
    expect(memberIndex(members, 'CD')(value)).toBe(-1);
  });

  test('of a list without members is none', () => {
    expect(memberIndex([], null)('A')).toBe(-1);
    expect(memberIndex([], null)('')).toBe(-1);
  });
});

test('a boolean is true or false, and nothing that only reads like one', () => {
  expect([true, false].map(booleanOf)).toEqual([1, 0]);
  expect([1, 0, 'true', '', null, undefined, {}].map(booleanOf)).toEqual([-1, -1, -1, -1, -1, -1, -1]);
});

test('a count is a whole number from nothing to its bound', () => {
  expect([0, 1, 10].map((value) => countOf(value, 10))).toEqual([0, 1, 10]);
  for (const wrong of [-1, 11, 1.5, Number.NaN, Infinity, '1', true, null, [1], 1n])
    expect(countOf(wrong, 10)).toBe(-1);
});
