// Accessible names: canonical form, words, and their classes with word lists; endpoints.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BudgetExceeded } from '#policy/collections/budget.ts';
import { NameClasses } from '#policy/engine/classes/name-classes.ts';
import { canonicalEndpoint, canonicalName, hasPhrase, phraseOf, wordsOf } from '#policy/requests/names.ts';
import { TextClasses, partInWords } from '#policy/engine/classes/open-classes.ts';

describe('a name', () => {
  test.each([
    ['  Buy \n NOW ', 'buy now'],
    ['Ｂｕｙ', 'buy'],
    ['B\u200Bu\u00ADy', 'buy'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['οδος', 'οδοσ'],
    ['STRASSE', 'strasse'],
    ['Straße', 'strasse'],
    ['ﬁn', 'fin'],
    ['a\u00A0b', 'a b'],
    ['\u200B', ''],
    ['ẞ', 'ss'],
    ['ẞ\u0301', 's\u015B'],
    ['ı\u0301', 'í'],
  ])('%j is %j', (text, name) => {
    expect(canonicalName(text)).toBe(name);
  });

  test('the canonical form is a fixed point, for every character', () => {
    for (let from = 0; from < 0x30000; from += 256) {
      const text = Array.from({ length: 256 }, (_, index) => String.fromCodePoint(from + index)).join('x');
      const name = canonicalName(text);
      if (canonicalName(name) !== name) expect.fail(`U+${from.toString(16)}`);
    }
  });

  test('is a run of words, and a phrase is in it by whole words alone', () => {
    expect(wordsOf('don’t pay: now! 2nd')).toEqual(['don', 't', 'pay', 'now', '2nd']);
    expect(phraseOf('Pay, NOW')).toBe('pay now');
    expect(phraseOf(' – ')).toBe('');
    expect(hasPhrase(['order'], canonicalName('Place your ORDER.'))).toBe(true);
    expect(hasPhrase(['order'], 'orders')).toBe(false);
    expect(hasPhrase(['pay now'], 'pay, now')).toBe(true);
    expect(hasPhrase(['pay now'], 'pay it now')).toBe(false);
    expect(hasPhrase([], 'pay')).toBe(false);
  });
});

describe('the classes of names', () => {
  const phrase = fc.constantFrom('a', 'b', 'c', 'a b', 'b c', 'a b c', 'c a');
  const lists = fc.array(fc.uniqueArray(phrase, { minLength: 1, maxLength: 3 }), { maxLength: 4 });
  const name = fc
    .array(fc.constantFrom('a', 'b', 'c', 'w', 'ww', 'x'), { maxLength: 5 })
    .map((words) => words.join(' '));
  const literals = fc.uniqueArray(
    name.filter((one) => one !== ''),
    { maxLength: 3 },
  );

  test('two names are in one class exactly when no literal and no list tells them apart', () => {
    fc.assert(
      fc.property(
        lists,
        literals,
        fc.array(name, { minLength: 10, maxLength: 10 }),
        (words, exact, names) => {
          const classes = new NameClasses(exact, words, 0);
          const said = (one: string): string =>
            [...words.map((list) => Number(hasPhrase(list, one))), exact.indexOf(one)].join();
          expect(classes.classOf('')).toBe(0);
          expect(classes.witness(0)).toBe('');
          for (let index = 0; index < classes.count; index++)
            expect(classes.classOf(classes.witness(index))).toBe(index);
          for (const one of names) expect(said(classes.witness(classes.classOf(one)))).toBe(said(one));
          const distinct = new Set(
            Array.from({ length: classes.count }, (_, index) => said(classes.witness(index))),
          );
          expect(distinct.size).toBe(classes.count);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('the short form is the same, however the lists are cut', () => {
    const form = (classes: NameClasses, value: (one: string) => number): [string, number][] =>
      classes.reduce((index) => value(classes.witness(index)));
    fc.assert(
      fc.property(lists, literals, lists, literals, (words, exact, more, others) => {
        const value = (one: string): number =>
          exact.includes(one) ? 9 : words.reduce((sum, list) => sum * 2 + Number(hasPhrase(list, one)), 0);
        const few = new NameClasses(exact, words, 0);
        const many = new NameClasses([...others, ...exact], [...more, ...words.toReversed()], 0);
        expect(form(many, value)).toEqual(form(few, value));
        const whole = new NameClasses(exact, [...words, words.flat()], 0);
        expect(form(whole, value)).toEqual(form(few, value));
      }),
      { numRuns: 300 },
    );
  });

  test('different functions of names have different short forms', () => {
    const formOf = (words: readonly (readonly string[])[], exact: readonly string[]): string => {
      const classes = new NameClasses(exact, words, 0);
      return JSON.stringify(
        classes.reduce((index) => {
          const one = classes.witness(index);
          return exact.includes(one) ? 9 : words.findIndex((list) => hasPhrase(list, one));
        }),
      );
    };
    const forms = [
      formOf([], []),
      formOf([['a']], []),
      formOf([['b']], []),
      formOf([['a', 'b']], []),
      formOf([['a b']], []),
      formOf([['a'], ['b']], []),
      formOf([['b'], ['a']], []),
      formOf([['a']], ['a']),
      formOf([], ['a']),
    ];
    expect(new Set(forms).size).toBe(forms.length);
  });

  test('one function has one short form, word for word', () => {
    const classes = new NameClasses(['pay', 'zoo'], [['buy'], ['pay', 'pay now']], 0);
    const names = Array.from({ length: classes.count }, (_, index) => classes.witness(index));
    expect(names).toEqual(['', 'buy', 'pay w', 'buy w pay', 'pay', 'zoo']);
    expect(classes.reduce((index) => index)).toEqual([
      ['', 0],
      ['buy', 1],
      ['pay', 2],
      ['buy + pay', 3],
      ['( + buy = buy;  + pay = pay; buy + pay = buy + pay; pay + buy = buy + pay)', 0],
      ['"pay"', 4],
      ['"zoo"', 5],
    ]);
    expect(classes.reduce(() => 7)).toEqual([['', 7]]);
    expect(partInWords(classes, (index) => index === 1 || index === 3)).toEqual(['buy']);
  });

  test('a witness never holds a word that it need not', () => {
    const classes = new NameClasses(['w'], [['w', 'a'], ['ww']], 0);
    for (let index = 0; index < classes.count; index++)
      expect(classes.classOf(classes.witness(index))).toBe(index);
    expect(classes.witness(99)).toBe('');
  });

  test('too many combinations are no yes', () => {
    const lists13 = Array.from({ length: 13 }, (_, index) => [`w${index}`]);
    expect(() => new NameClasses([], lists13, 3)).toThrow(BudgetExceeded);
    expect(
      () =>
        new NameClasses(
          [],
          Array.from({ length: 31 }, (_, index) => ['a', `x${index}`]),
          3,
        ),
    ).toThrow(BudgetExceeded);
  });
});

describe('an endpoint', () => {
  test.each([
    ['http://127.0.0.1:9222', 'http://127.0.0.1:9222'],
    ['HTTP://127.1:9222/', 'http://127.0.0.1:9222'],
    ['ws://h.test/devtools/browser/x', 'ws://h.test/devtools/browser/x'],
    ['http://h.test/?a', 'http://h.test/?a'],
  ])('%s is %s', (text, canonical) => {
    expect(canonicalEndpoint(text)).toBe(canonical);
    expect(canonicalEndpoint(canonical)).toBe(canonical);
  });

  test.each([
    '',
    '9222',
    'file:///x',
    'http://u:p@h.test',
    'http://u@h.test',
    'http://:p@h.test',
    'http://h.test#a',
    'http://h .test',
    'http://h.test/\n',
    'http://h.test\\a',
    'httpx://h.test',
    'xhttp://h.test',
    'https2:x',
  ])('%j is none', (text) => {
    expect(canonicalEndpoint(text)).toBeNull();
  });

  test('classes are the literals and all else', () => {
    const classes = new TextClasses(['y', 'x', 'y']);
    expect([0, 1, 2, 3].map((index) => classes.witness(index))).toEqual(['', 'x', 'y', '']);
    expect(['', 'z', 'x', 'y'].map((one) => classes.classOf(one))).toEqual([0, 0, 1, 2]);
    expect(classes.reduce((index) => (index === 2 ? 5 : 0))).toEqual([
      ['', 0],
      ['y', 5],
    ]);
  });
});
