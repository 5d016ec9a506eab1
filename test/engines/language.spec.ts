// Words and values: stems, similarity, money, dates, ratings.
import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { coverage, headOf, normalise, similarity, stem } from '#engines/language.ts';
import {
  findDate,
  findMoney,
  findNumber,
  findRating,
  isUnavailable,
  parseAmount,
} from '#engines/navigator/offline/words/values.ts';

describe('stems', () => {
  test.each([
    ['mice', 'mouse'],
    ['keyboards', 'keyboard'],
    ['batteries', 'battery'],
    ['boxes', 'box'],
    ['invented', 'invent'],
    ['running', 'run'],
    ['prices', 'price'],
    ['filters', 'filter'],
  ])('%s and %s have the same', (a, b) => {
    expect(stem(a)).toBe(stem(b));
  });
  test.each([
    ['news', 'new'],
    ['price', 'prize'],
    ['order', 'border'],
  ])('%s and %s do not', (a, b) => {
    expect(stem(a)).not.toBe(stem(b));
  });
});

describe('similarity', () => {
  test('is 1 for the same words, whatever their case, accents and quotes', () => {
    expect(similarity('Log in', 'log  IN')).toBe(1);
    expect(similarity('Reykjavik', 'Reykjavík')).toBe(1);
    expect(normalise('“It’s” – fine')).toBe('"it\'s" - fine');
  });
  test('prefers the name that says only what was asked', () => {
    expect(similarity('orders', 'Your orders')).toBeGreaterThan(similarity('orders', 'Returned orders help'));
    expect(similarity('delete account', 'Account')).toBeLessThan(0.8);
  });
  test('knows the words that stand for one another on controls', () => {
    expect(coverage('cart', 'Basket')).toBeGreaterThan(0.8);
    expect(coverage("maker's site", 'Official website of the manufacturer')).toBeGreaterThan(0.8);
  });
  test('forgives a slip of the keyboard in long words only', () => {
    expect(coverage('keybaord', 'Keyboard')).toBeGreaterThan(0.7);
    expect(coverage('tee', 'Tea')).toBe(0);
  });
  test('lies between 0 and 1 for any two texts, and is 1 with itself', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.string({ maxLength: 60 }), (a, b) => {
        const value = similarity(a, b);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
        if (a.trim() !== '') expect(similarity(a, a)).toBe(1);
      }),
      { numRuns: 300 },
    );
  });
  test('the head of a name says what the thing is', () => {
    expect(headOf('Keycap set for mechanical keyboards')).toBe('Keycap set');
    expect(headOf('Hub with 7 ports')).toBe('Hub');
    expect(headOf('Lamp (red)')).toBe('Lamp ');
  });
});

describe('values', () => {
  test.each<[string, number, string]>([
    ['€49.00', 49, 'EUR'],
    ['1.299,00 €', 1299, 'EUR'],
    ['$1,299.50', 1299.5, 'USD'],
    ['CHF 1’000', 1000, 'CHF'],
    ['EUR 12', 12, 'EUR'],
    ['1 299 kr', 1299, 'KR'],
    ['£.99 or £5', 5, 'GBP'],
  ])('“%s” is %d %s', (text, amount, currency) => {
    const [money] = findMoney(text.replace('’', "'"));
    expect(money).toMatchObject({ amount, currency });
  });
  test('finds every price of a text, and none where there is none', () => {
    expect(findMoney('was €79.00, now €49.00').map(({ amount }) => amount)).toEqual([79, 49]);
    expect(findMoney('Rated 4.7 out of 5 (212 reviews), 870 g, 12:30')).toEqual([]);
  });
  test('reads back any amount that it is shown', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => {
        const shown = (cents / 100).toLocaleString('en', { minimumFractionDigits: 2 });
        expect(parseAmount(shown)).toBeCloseTo(cents / 100, 5);
        expect(findMoney(`only €${shown} today`)[0]?.amount).toBeCloseTo(cents / 100, 5);
      }),
      { numRuns: 300 },
    );
  });
  test.each([
    ['2026-11-17', '17 November 2026'],
    ['17.11.2026', 'Nov 17, 2026'],
    ['17th November 2026', 'November 17 2026'],
  ])('“%s” and “%s” are the same day', (a, b) => {
    expect(findDate(a)).not.toBeNull();
    expect(findDate(a)).toBe(findDate(b));
  });
  test('later is greater, to the minute', () => {
    const order = ['2025-12-31', '2026-01-01 00:30', '2026-01-01 13:05', '2026-01-02'].map(findDate);
    expect(order).toEqual([...order].sort((a, b) => (a ?? 0) - (b ?? 0)));
    expect(new Set(order).size).toBe(4);
    expect(findDate('no day at all')).toBeNull();
  });
  test('ratings, numbers and what is sold out', () => {
    expect(findRating('Rated 4.5 out of 5')).toBe(0.9);
    expect(findRating('9/10')).toBe(0.9);
    expect(findRating('3 stars')).toBeCloseTo(0.6);
    expect(findRating('870 g')).toBeNull();
    expect(findNumber('5,550,200 people')).toBe(5_550_200);
    expect(isUnavailable('Currently SOLD OUT')).toBe(true);
    expect(isUnavailable('In stock: 3 left')).toBe(false);
  });
});
