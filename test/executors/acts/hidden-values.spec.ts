// What is left of a credential in what a program is told: nothing, in one part or in several. Pure.
import { describe, expect, test } from 'vitest';
import { HIDDEN } from '#executors/guards/sent-body.ts';
import { hidingOf } from '#executors/acts/hidden-values.ts';
import { checkSize, TooMuch, valueOf, withoutParts } from '#executors/remote/values.ts';
import { RemoteClient } from '#executors/page/remote/remote-client.ts';
import type { CdpSession } from '#executors/cdp/connection.ts';

const SECRET = 'correct-horse';
const PIN = '83920147';
const hiding = hidingOf({ values: [SECRET, PIN] });
const X = HIDDEN;

describe('a known credential', () => {
  test.each<[string, unknown, unknown]>([
    ['a text', `it is ${SECRET}.`, `it is ${X}.`],
    ['a number', Number(PIN), X],
    ['a member of a record', { pin: Number(PIN), of: 'her' }, { pin: X, of: 'her' }],
    ['a key', { [SECRET]: 1 }, { [X]: 1 }],
    ['letters of a list', ['a', ...'83920147', 'b'], ['a', ...Array.from({ length: 8 }, () => X), 'b']],
    ['two halves', { one: 'correct', two: '-horse', three: 'left' }, { one: X, two: X, three: 'left' }],
    ['digits of a list', [8, 3, 9, 2, 0, 1, 4, 7, 5], [X, X, X, X, X, X, X, X, 5]],
    [
      'numbers of letters',
      [...SECRET].map((one) => one.codePointAt(0)),
      Array.from({ length: SECRET.length }, () => X),
    ],
    ['lists within lists', [['83'], [['92'], '01'], ['47']], [[X], [[X], X], [X]]],
    ['entries with an index', [...PIN].map((one, at) => [one, at]), [...PIN].map((_, at) => [X, at])],
    ['entries of a text', Object.entries(PIN), [...PIN].map((_, at) => [String(at), X])],
    ['digits with words between', [8, 'a', 3, 'b', 9, 2, 0, 1, 4, 7], [X, 'a', X, 'b', X, X, X, X, X, X]],
    [
      'records with a number each',
      [
        { k: 'correct', n: 1 },
        { k: '-horse', n: 2 },
      ],
      [
        { k: X, n: 1 },
        { k: X, n: 2 },
      ],
    ],
    ['a text that two of them share', 'it is 83920147-correct-horse', `it is ${X}-${X}`],
    ['keys one after the other', { correct: 1, '-horse': 2 }, { [X]: 2 }],
    ['letters from its end on', [...SECRET].toReversed(), Array.from({ length: SECRET.length }, () => X)],
  ])('is not told as %s', (_, value, told) => {
    expect(hiding.value(value)).toEqual(told);
  });

  test('leaves what it does not stand in as it is', () => {
    const value = { list: ['correct', 'horse', 1, null, true], deep: { '8392': '014' } };
    expect(hiding.value(value)).toEqual(value);
    expect(hidingOf({ values: [] }).value(value)).toBe(value);
  });

  test('that is short is in numbers by its digits alone', () => {
    const short = hidingOf({ values: ['1011'] });
    expect(short.value([10, 11])).toEqual([10, 11]);
    expect(short.value([1, 0, 1, 1])).toEqual([X, X, X, X]);
    expect(short.value(1011)).toBe(X);
  });

  test('is hidden to its end where another one overlaps it', () => {
    const two = hidingOf({ values: ['abcd', 'bcdefgh'] });
    expect(two.text('an abcdefgh')).toBe(`an ${X}`);
    expect(two.text('abcdabcd')).toBe(`${X}${X}`);
  });

  test('is looked for with bounded work, whatever a page puts into its fields', () => {
    const run = 'a'.repeat(1_000);
    const text = 'a'.repeat(20_000);
    const told = hidingOf({ values: [run] }).value([...text]);
    expect(new Set(told as readonly unknown[])).toEqual(new Set([X]));
    const values = Array.from({ length: 200 }, (_, at) => `${'a'.repeat(700)}${at}x${'a'.repeat(299)}`);
    expect(() => hidingOf({ values }).value([text.repeat(50), ...text])).toThrow(TooMuch);
  });

  test('is none of the members that an object is told by', () => {
    const members = [...'83920147', 'rest'].map((value) => ({ type: 'string', value }));
    expect(withoutParts([null, ...members], hiding).map((one) => one?.value)).toEqual([
      undefined,
      ...Array.from({ length: 8 }, () => X),
      'rest',
    ]);
  });

  test('is told neither by a number nor by what describes it', () => {
    const from = {
      client: new RemoteClient(
        'c',
        () => undefined,
        () => 1,
      ),
      session: NO_SESSION,
      world: 1,
      hide: hiding,
    };
    const number = { type: 'number', value: Number(PIN), description: PIN } as const;
    expect(valueOf(number, from)).toEqual({ type: 'string', value: X });
    const big = { type: 'bigint', unserializableValue: `${PIN}n`, description: `${PIN}n` } as const;
    expect(valueOf(big, from)).toEqual({ type: 'string', value: `${X}n` });
  });
});

describe('what a script gives back', () => {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);

  test.each<[string, unknown]>([
    ['too long a text', 'x'.repeat(3 * 1024 * 1024)],
    ['too many texts', Array.from({ length: 3_000 }, () => 'x'.repeat(1_000))],
    ['too many members', Array.from({ length: 3_000_000 }, () => 1)],
    ['too long names', { ['x'.repeat(3 * 1024 * 1024)]: 1 }],
    ['a value that is too deep', deep(400)],
  ])('is refused as %s', (_, value) => {
    expect(() => checkSize(value)).toThrow(TooMuch);
  });

  test('is told where it is neither', () => {
    expect(() => checkSize('x'.repeat(1024 * 1024), deep(250))).not.toThrow();
  });
});

const NO_SESSION = {} as CdpSession;
