// The pure parts of the offline navigator: targets, lists, computed values, dates, small arithmetic.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  daysIn,
  isoDay,
  isoTime,
  parseDay,
  parseMonth,
  parseTime,
} from '#engines/navigator/offline/words/dates.ts';
import { countOf, ordinalAt } from '#engines/navigator/offline/words/numbers.ts';
import { solve, written } from '#engines/navigator/offline/words/reckon.ts';
import { parseSource, takesValue } from '#engines/navigator/offline/words/source.ts';
import { listOf, parseTarget, type Target } from '#engines/navigator/offline/words/target.ts';

describe('targets', () => {
  test.each<[string, Partial<Target>]>([
    ['the Save button', { name: 'Save', kind: 'BUTTON' }],
    ['button labelled "Save all"', { name: 'Save all', kind: 'BUTTON' }],
    ['the third link', { name: '', kind: 'LINK', nth: 3 }],
    ['last button on the page', { name: '', kind: 'BUTTON', nth: -1, relations: [] }],
    [
      'Add button next to "Dark bread"',
      { name: 'Add', kind: 'BUTTON', relations: [{ how: 'BESIDE', anchor: 'Dark bread' }] },
    ],
    [
      'button to the left of Refresh',
      { name: '', kind: 'BUTTON', relations: [{ how: 'LEFT', anchor: 'Refresh' }] },
    ],
    ['Details in the section Music', { name: 'Details', relations: [{ how: 'WITHIN', anchor: 'Music' }] }],
    ['button that is not "Send"', { name: '', kind: 'BUTTON', not: 'Send' }],
    ['largest circle', { name: 'circle', extreme: 'LARGEST' }],
    ['"in the section of last things"', { name: 'in the section of last things', relations: [], nth: null }],
  ])('“%s”', (phrase, target) => {
    expect(parseTarget(phrase)).toMatchObject(target);
  });

  test('what stands in quotes is a name, whatever it says', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z ]{1,40}$/), (words) => {
        expect(parseTarget(`"${words}"`)).toMatchObject({
          name: words.trim(),
          kind: null,
          nth: null,
          relations: [],
          not: null,
        });
      }),
    );
  });

  test('a list is divided at commas and "and", a quotation never', () => {
    expect(listOf('Apples, Pears and "Bread and butter"')).toEqual(['Apples', 'Pears', 'Bread and butter']);
    expect(listOf('Apples')).toEqual(['Apples']);
  });

  test.each<[string, number | null]>([
    ['third', 3],
    ['12th', 12],
    ['last', -1],
    ['Third-party', null],
  ])('the ordinal in “%s”', (word, nth) => {
    expect(ordinalAt(word)).toBe(nth);
  });
});

describe('computed values', () => {
  test.each<[string, ReturnType<typeof parseSource>]>([
    ['the sum of Apples and Pears', { kind: 'SUM', phrase: 'Apples and Pears' }],
    ['the 2nd word of the text', { kind: 'WORD', nth: 2, phrase: 'text' }],
    ['three days after the invoice date', { kind: 'DAYS', days: 3, after: 'invoice date' }],
    ['two weeks before 2026-03-15', { kind: 'DAYS', days: -14, after: '2026-03-15' }],
    ['your answer', { kind: 'REMEMBERED', phrase: 'answer' }],
    ['the number of Ana', { kind: 'PLACE', phrase: 'number of Ana' }],
    ['Ana', null],
    ['42', null],
  ])('“%s”', (text, source) => {
    expect(parseSource(text)).toEqual(source);
  });

  test('a verb that gets hold of a value says which', () => {
    expect(takesValue('solve the math problem')).toEqual({ kind: 'SOLVE' });
    expect(takesValue('add up the amounts')).toEqual({ kind: 'SUM', phrase: 'amounts' });
    expect(takesValue('press Submit')).toBeNull();
  });

  test.each<[string, number | null]>([
    ['7 × 8 =', 56],
    ['12 - 20 = ?', -8],
    ['x + 4 = 11', 7],
    ['20 / x = 5', 4],
    ['3 - x = 1', 2],
    ['no problem here', null],
    ['2026-11-22', null],
  ])('the problem “%s”', (text, value) => {
    expect(solve(text)).toBe(value);
  });

  test('fractions are written without the dust of binary numbers', () => {
    expect(written(0.1 + 0.2)).toBe('0.3');
  });

  test('numbers in words', () => {
    expect(['zero', 'nine', 'twenty-one', 'ninety', '17', 'many'].map(countOf)).toEqual([
      0,
      9,
      21,
      90,
      17,
      null,
    ]);
  });
});

describe('dates', () => {
  const day = fc.record({
    year: fc.integer({ min: 1600, max: 2400 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 }),
  });

  test('are read as they are written', () => {
    fc.assert(
      fc.property(day, (one) => {
        expect(parseDay(isoDay(one))).toEqual(one);
      }),
    );
    for (const text of ['4 March 2026', 'March 4, 2026', '04.03.2026', '03/04/2026', '4th of March 2026'])
      expect(parseDay(text)).toEqual({ year: 2026, month: 3, day: 4 });
    expect(parseDay('31 February 2026')).toBeNull();
  });

  test('moved on and back by as many days are the same', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -800, max: 800 }), (one, days) => {
        const there = addDays(one, days);
        expect(there.day).toBeLessThanOrEqual(daysIn(there.year, there.month));
        expect(addDays(there, -days)).toEqual(one);
      }),
    );
    expect(addDays({ year: 2024, month: 2, day: 27 }, 3)).toEqual({ year: 2024, month: 3, day: 1 });
  });

  test('times have 24 hours', () => {
    const times = ['12:05 AM', '12:05 pm', '2 pm', '14:30', '25:00'].map((text) => parseTime(text));
    expect(times.map((time) => (time === null ? null : isoTime(time)))).toEqual([
      '00:05',
      '12:05',
      '14:00',
      '14:30',
      null,
    ]);
  });

  test('a calendar’s head is a month and a year', () => {
    expect(parseMonth('March 2026')).toEqual({ year: 2026, month: 3 });
    expect(parseMonth('March 4, 2026')).toBeNull();
  });
});
