// Conditions: what is in a set, how and, or, not join, which sets a condition tests, and the JSON Logic that says the same.
import { describe, expect, test } from 'vitest';
import { contains, displaySet, holds, setsOf, toJsonLogic } from '#policy/engine/documents/condition.ts';
import type { Condition, ValueSet } from '#policy/engine/documents/condition.ts';
import { facts } from '#test/fixtures/policy/policies.ts';

const capability = (...members: readonly string[]): ValueSet => ({
  kind: 'members',
  fact: 'capability',
  members,
});
const shot = capability('SCREENSHOT');
const hosts: ValueSet = {
  kind: 'hosts',
  fact: 'host',
  patterns: [
    { text: 'a.test', host: 'a.test', below: false },
    { text: '*.b.test', host: 'b.test', below: true },
  ],
};
const paths: ValueSet = { kind: 'paths', fact: 'path', patterns: ['/a', '/b/c'] };
const words: ValueSet = { kind: 'words', fact: 'elementName', phrases: ['buy', 'pay now'] };
const ranges: ValueSet = {
  kind: 'ranges',
  fact: 'downloads',
  ranges: [
    [1, 2],
    [5, 5],
  ],
};
const sandbox: ValueSet = { kind: 'members', fact: 'sandbox', members: [false] };

describe('a set', () => {
  test.each([
    [shot, ['SCREENSHOT'], ['OPEN_TAB', '', 0, true]],
    [capability(), [], ['SCREENSHOT', '']],
    [capability('OPEN_TAB', 'CLOSE_TAB'), ['OPEN_TAB', 'CLOSE_TAB'], ['SCREENSHOT']],
    [sandbox, [false], [true, '', 0, 'false']],
    [hosts, ['a.test', 'x.b.test'], ['b.test', 'x.a.test', '', 0, false]],
    [paths, ['/a', '/a/x', '/b/c'], ['/', '/b', '/ab', '', 0, false]],
    [words, ['buy', 'please pay now!'], ['pay it now', 'buyer', '', 0, false]],
    [ranges, [1, 2, 5], [0, 3, 4, 6, '1', true]],
  ] as const)('%j holds its values and no others', (set, inside, outside) => {
    for (const value of inside) expect(contains(set, value), String(value)).toBe(true);
    for (const value of outside) expect(contains(set, value), String(value)).toBe(false);
  });

  test('of displays is one of the executors that are so displayed', () => {
    expect(displaySet(['HEADED'])).toEqual({
      kind: 'members',
      fact: 'executor',
      members: ['HEADED_CHROMIUM', 'HEADED_EDGE', 'HEADED_UNKNOWN'],
      derived: true,
    });
    expect(displaySet(['HEADED', 'HEADLESS'])).toMatchObject({ members: { length: 7 } });
    expect(displaySet([])).toMatchObject({ members: [] });
  });
});

const is = (set: ValueSet): Condition => ({ op: 'in', set });
const and = (...parts: readonly Condition[]): Condition => ({ op: 'and', parts });
const or = (...parts: readonly Condition[]): Condition => ({ op: 'or', parts });
const not = (part: Condition): Condition => ({ op: 'not', part });
const yes = is(shot);
const no = is(capability('OPEN_TAB'));

describe('a condition', () => {
  test.each([
    ['a set', yes, true],
    ['another set', no, false],
    ['not', not(yes), false],
    ['not of no', not(no), true],
    ['all of none', and(), true],
    ['one of none', or(), false],
    ['both', and(yes, yes), true],
    ['one of two, and', and(yes, no), false],
    ['one of two, or', or(no, yes), true],
    ['neither', or(no, no), false],
  ])('%s', (_what, condition, expected) => {
    expect(holds(condition, facts({ capability: 'SCREENSHOT' }))).toBe(expected);
  });

  test('tests the sets that stand anywhere in it, in order', () => {
    expect(setsOf(and(is(shot), or(is(hosts), not(is(paths)))))).toEqual([shot, hosts, paths]);
    expect(setsOf(and())).toEqual([]);
    expect(setsOf(or())).toEqual([]);
  });

  test.each([
    [is(shot), { in: [{ var: 'capability' }, ['SCREENSHOT']] }],
    [is(hosts), { host_in: [{ var: 'host' }, ['a.test', '*.b.test']] }],
    [is(paths), { path_under: [{ var: 'path' }, ['/a', '/b/c']] }],
    [is(words), { words_in: [{ var: 'elementName' }, ['buy', 'pay now']] }],
    [is(ranges), { or: [{ '<=': [1, { var: 'downloads' }, 2] }, { '<=': [5, { var: 'downloads' }, 5] }] }],
    [is({ kind: 'ranges', fact: 'downloads', ranges: [] }), false],
    [and(), true],
    [or(), false],
    [not(and()), { '!': [true] }],
    [and(yes, no), { and: [toJsonLogic(yes), toJsonLogic(no)] }],
    [or(yes, no), { or: [toJsonLogic(yes), toJsonLogic(no)] }],
  ])('%j is written as JSON Logic', (condition, logic) => {
    expect(toJsonLogic(condition)).toEqual(logic);
  });
});
