// Values as pages write them: numbers, money, quantities, dates, ratings, yes and no.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencyOf } from '#engines/tables/values/currencies.ts';
import { dayOrderOf, readDate } from '#engines/tables/values/date.ts';
import { decimalMarkOf, readNumber } from '#engines/tables/values/number.ts';
import { readMoney, readQuantity } from '#engines/tables/values/quantity.ts';
import { isAdvert, isTotal, readBoolean, readRating } from '#engines/tables/values/scales.ts';

const plain = { decimal: null, stated: [] };

describe('numbers', () => {
  test.each([
    ['1,234.56', 1234.56],
    ['1.234,56', 1234.56],
    ['1 234,56', 1234.56],
    ['1\u202f234,56', 1234.56],
    ["1'234.56", 1234.56],
    ['1’234.56', 1234.56],
    ['1.2k', 1200],
    ['3.4M', 3_400_000],
    ['1,5 Mio.', 1_500_000],
    ['(12)', -12],
    ['−5', -5],
    ['12½', 12.5],
    ['½', 0.5],
    ['١٢٣', 123],
    ['١٬٢٣٤٫٥', 1234.5],
    ['۱۲', 12],
    ['12,5', 12.5],
    ['0.125', 0.125],
    ['1,23,456.78', 123456.78],
    ['1,234,567', 1234567],
    ['1.234.567', 1234567],
    ['+7', 7],
  ])('%s is %d', (text, value) => {
    expect(readNumber(text)?.value).toBeCloseTo(value, 9);
  });

  test.each([
    '',
    'NaN',
    'Infinity',
    '1e5',
    '1,2,3',
    '12,34,56',
    '1.2.3',
    '10–20',
    '5-10',
    '--5',
    '(−5)',
    '0x10',
    '1 2',
    '1 23',
    '5m',
  ])('%s is none', (text) => {
    expect(readNumber(text)).toBeNull();
  });

  test('1,234 is a number of which nobody knows which, until the decimal mark is known', () => {
    expect(readNumber('1,234')?.value).toBeNull();
    expect(readNumber('1,234', '.')?.value).toBe(1234);
    expect(readNumber('1,234', ',')?.value).toBe(1.234);
    expect(readNumber('1.234', ',')?.value).toBe(1234);
  });

  test('what a locale writes is read back, whatever it groups by', () => {
    const locales = [
      'en-US',
      'en-IN',
      'de-DE',
      'de-CH',
      'fr-FR',
      'es-ES',
      'pt-BR',
      'sv-SE',
      'ar-EG',
      'hi-IN',
      'cs-CZ',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...locales),
        fc.integer({ min: -99_999_999, max: 99_999_999 }),
        (locale, cents) => {
          const text = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(cents / 100);
          expect(readNumber(text)?.value).toBeCloseTo(cents / 100, 6);
        },
      ),
    );
  });

  test('a long text costs no more than its first look', () => {
    expect(readNumber('1'.repeat(5_000_000))).toBeNull();
    expect(readMoney('$'.repeat(1_000_000), plain)).toBeNull();
    expect(readQuantity(' '.repeat(1_000_000), plain)).toBeNull();
    expect(readRating('★'.repeat(1_000_000), true, null)).toBeNull();
    expect(readDate('1'.repeat(1_000_000))).toBeNull();
  });

  test('languages say which mark parts decimals; an unknown one does not', () => {
    expect(['en', 'de', 'de-CH', 'fr-FR', 'es-MX', 'xx', ''].map(decimalMarkOf)).toEqual([
      '.',
      ',',
      '.',
      ',',
      '.',
      null,
      null,
    ]);
  });
});

describe('money', () => {
  test.each([
    ['€79.99', 79.99, 'EUR'],
    ['79,99 €', 79.99, 'EUR'],
    ['USD 1,234.50', 1234.5, 'USD'],
    ['12.50 CHF', 12.5, 'CHF'],
    ['US$ 5.00', 5, 'USD'],
    ['R$ 1.234,56', 1234.56, 'BRL'],
    ['£12', 12, 'GBP'],
    ['199,- €', 199, 'EUR'],
    ['-€5.00', -5, 'EUR'],
    ['(€5.00)', -5, 'EUR'],
    ['€1.2k', 1200, 'EUR'],
    ['€79.99 incl. VAT', 79.99, 'EUR'],
    ['1 299,00 zł', 1299, 'PLN'],
    ['₹1,23,456.00', 123456, 'INR'],
    ['$79.99', 79.99, '$'],
    ['499 kr', 499, 'kr'],
    ['¥1200', 1200, '¥'],
  ])('%s is %d in %s', (text, value, unit) => {
    expect(readMoney(text, plain)).toMatchObject({ value, unit });
  });

  test.each(['€10 – €20', '€10-€20', 'from €10', 'free', 'ABC 12', '$9/mo', '€', '12', 'EUR'])(
    '%s is none',
    (text) => {
      expect(readMoney(text, plain)).toBeNull();
    },
  );

  test('a sign of several countries means what the page states, and only where that is one of them', () => {
    expect(currencyOf('$', ['CAD'])).toBe('CAD');
    expect(currencyOf('$', [])).toBe('$');
    expect(currencyOf('$', ['EUR'])).toBe('$');
    expect(currencyOf('$', ['USD', 'CAD'])).toBe('$');
    expect(currencyOf('kr', ['NOK'])).toBe('NOK');
    expect(currencyOf('€', ['USD'])).toBe('EUR');
  });
});

describe('quantities, ratings, yes and no', () => {
  test.each([
    ['1.2 kg', 1.2, 'kg'],
    ['87 keys', 87, 'keys'],
    ['75 %', 75, '%'],
    ['(12 reviews)', 12, 'reviews'],
    ['2.4 GHz', 2.4, 'GHz'],
    ['$9/mo', 9, '$/mo'],
    ['42', 42, null],
  ])('%s is %d of %s', (text, value, unit) => {
    expect(readQuantity(text, plain)).toMatchObject({ value, unit });
  });

  test.each(['10–20 kg', '10-20 kg', 'about 5 kg', '5 kg 200 g', 'K380', '2x4'])('%s is none', (text) => {
    expect(readQuantity(text, plain)).toBeNull();
  });

  test.each([
    ['4.5 out of 5 stars', 4.5, 5],
    ['Rated 4.5 out of 5', 4.5, 5],
    ['4,5 von 5 Sternen', 4.5, 5],
    ['8.7/10', 8.7, 10],
    ['★★★★☆', 4, 5],
    ['★★★½☆', 3.5, 5],
    ['★★★★★', 5, 5],
    ['4.5 ★', 4.5, null],
  ])('%s is %d of %s', (text, value, outOf) => {
    expect(readRating(text, false, null)).toEqual({ value, outOf });
  });

  test.each(['6 out of 5', '3/4', '12/25', '4.5', 'five stars'])('%s is no rating by itself', (text) => {
    expect(readRating(text, false, null)).toBeNull();
  });

  test('yes and no in several languages, and nothing between', () => {
    expect(
      ['Yes', '✓', 'In stock', 'ja', 'Sold out', '✗', 'nein', 'maybe', '3 left'].map(readBoolean),
    ).toEqual([true, true, true, true, false, false, false, null, null]);
  });

  test('totals and adverts are told by their words, names that begin alike are not', () => {
    expect(['Total', 'Grand total', 'Summe', 'Totally Wool'].map(isTotal)).toEqual([true, true, true, false]);
    expect(['Sponsored', 'Ad', 'Anzeige', 'Sponsored by Acme', 'Adapter', 'Ad Astra'].map(isAdvert)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('dates', () => {
  test.each([
    ['2025-03-04', '2025-03-04'],
    ['2025-03-04T14:30:00Z', '2025-03-04T14:30:00Z'],
    ['4 March 2025', '2025-03-04'],
    ['March 4, 2025', '2025-03-04'],
    ['Mar 4th, 2025', '2025-03-04'],
    ['4. März 2025', '2025-03-04'],
    ['4 de marzo de 2025', '2025-03-04'],
    ['4 mars 2025', '2025-03-04'],
    ['Tue, 4 March 2025', '2025-03-04'],
    ['March 2025', '2025-03'],
    ['04.03.2025', '2025-03-04'],
    ['2025年3月4日', '2025-03-04'],
    ['25/12/2025', '2025-12-25'],
    ['12/25/2025', '2025-12-25'],
  ])('%s is %s', (text, value) => {
    expect(readDate(text)?.value).toBe(value);
  });

  test.each([
    '2 days ago',
    '31 February 2025',
    '2025-13-01',
    '99/99/2025',
    'Marching 4, 2025',
    '2025',
    '3 March',
  ])('%s is none', (text) => {
    expect(readDate(text)?.value ?? null).toBeNull();
  });

  test('03/04/2025 waits for who knows which comes first', () => {
    expect(readDate('03/04/2025')).toEqual({ value: null, shows: null });
    expect(readDate('03/04/2025', 'DMY')?.value).toBe('2025-04-03');
    expect(readDate('03/04/2025', 'MDY')?.value).toBe('2025-03-04');
    expect(['en', 'en-US', 'en-GB', 'de', ''].map(dayOrderOf)).toEqual([null, 'MDY', 'DMY', 'DMY', null]);
  });
});
