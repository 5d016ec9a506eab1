// Whether a value stands as it was put, against an independent reckoning: the values are made first, then written in many ways, so that
// the truth is known without reading anything.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { valueStands } from '#engines/navigator/written.ts';

/** Hundredths, so that nothing is rounded. */
const hundredths = fc.integer({ min: -9_999_999, max: 9_999_999 });
type Notation = { readonly point: '.' | ','; readonly group: '' | ',' | '.' | ' ' | '’' };
const notation: fc.Arbitrary<Notation> = fc.oneof(
  fc.record({ point: fc.constant('.' as const), group: fc.constantFrom('', ',', ' ', '’') }),
  fc.record({ point: fc.constant(',' as const), group: fc.constantFrom('', '.', ' ', '’') }),
);
const unit = fc.constantFrom('', '€', '$', 'kg', '%');

function written(value: number, { point, group }: Notation, sign: string, before: boolean): string {
  const size = Math.abs(value);
  const whole = String(Math.trunc(size / 100)).replace(/\B(?=(?:\d{3})+$)/gu, group);
  // Always two decimals: with them no mark can be taken for one that groups.
  const digits = `${value < 0 ? '-' : ''}${whole}${point}${String(size % 100).padStart(2, '0')}`;
  return sign === ''
    ? digits
    : before
      ? `${sign}${/\p{L}/u.test(sign) ? ' ' : ''}${digits}`
      : `${digits} ${sign}`;
}

describe('amounts', () => {
  test('stand in any way of writing them, and no other amount does', () => {
    fc.assert(
      fc.property(
        hundredths,
        hundredths,
        notation,
        notation,
        unit,
        fc.boolean(),
        (a, b, one, other, sign, before) => {
          const put = written(a, one, sign, before);
          expect(valueStands(put, written(a, other, sign, !before)), put).toBe(true);
          expect(valueStands(put, written(a, other, '', false)), put).toBe(true);
          expect(valueStands(put, written(b, other, sign, before)), put).toBe(a === b);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('of two units are two amounts', () => {
    fc.assert(
      fc.property(hundredths, unit, unit, notation, (value, a, b, how) => {
        const same = a === '' || b === '' || a === b;
        expect(valueStands(written(value, how, a, false), written(value, how, b, false))).toBe(same);
      }),
    );
  });

  test('no digit moves: what has the same digits in another order, or another sign, is another number', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999 }),
        fc.integer({ min: 0, max: 5 }),
        fc.integer({ min: 0, max: 5 }),
        (value, i, j) => {
          const digits = [...String(value)];
          const [a, b] = [i % digits.length, j % digits.length];
          [digits[a], digits[b]] = [digits[b] ?? '', digits[a] ?? ''];
          const other = Number(digits.join(''));
          expect(valueStands(String(value), String(other))).toBe(value === other);
          expect(valueStands(String(value), `-${value}`)).toBe(false);
          expect(valueStands(`-${value}`, String(value))).toBe(false);
        },
      ),
    );
  });
});

const MONTHS = {
  en: 'January February March April May June July August September October November December'.split(' '),
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
};
const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => ({ y: date.getUTCFullYear(), m: date.getUTCMonth() + 1, d: date.getUTCDate() }));
type Day = { readonly y: number; readonly m: number; readonly d: number };
const two = (n: number): string => String(n).padStart(2, '0');
/** Ways of writing a day that can be read in one way alone. */
const CLEAR: readonly ((day: Day) => string)[] = [
  ({ y, m, d }) => `${y}-${two(m)}-${two(d)}`,
  ({ y, m, d }) => `${d}.${m}.${y}`,
  ({ y, m, d }) => `${two(d)}.${two(m)}.${y}`,
  ({ y, m, d }) => `${MONTHS.en[m - 1]} ${d}, ${y}`,
  ({ y, m, d }) => `${d} ${MONTHS.en[m - 1]?.slice(0, 3)} ${y}`,
  ({ y, m, d }) => `${d}. ${MONTHS.de[m - 1]} ${y}`,
  ({ y, m, d }) => `${d} de ${MONTHS.es[m - 1]} de ${y}`,
];
const way = fc.constantFrom(...CLEAR);

describe('days and hours', () => {
  test('a day stands in any way of writing it, and no other day does', () => {
    fc.assert(
      fc.property(day, day, way, way, (a, b, one, other) => {
        const same = a.y === b.y && a.m === b.m && a.d === b.d;
        expect(valueStands(one(a), other(a)), one(a)).toBe(true);
        expect(valueStands(one(a), other(b)), `${one(a)} / ${other(b)}`).toBe(same);
      }),
      { numRuns: 2_000 },
    );
  });

  test('with strokes a day has two readings: one has to agree, and of two that have two the same one', () => {
    fc.assert(
      fc.property(day, day, way, (a, b, one) => {
        const british = `${two(b.d)}/${two(b.m)}/${b.y}`;
        const agrees = a.y === b.y && ((a.m === b.m && a.d === b.d) || (a.m === b.d && a.d === b.m));
        expect(valueStands(one(a), british)).toBe(agrees);
        const swapped = `${two(b.m)}/${two(b.d)}/${b.y}`;
        expect(valueStands(british, swapped)).toBe(b.m === b.d || b.d > 12);
      }),
      { numRuns: 2_000 },
    );
  });

  test('an hour stands by either clock, and no other hour does', () => {
    const minute = fc.integer({ min: 0, max: 1_439 });
    const full = (m: number): string => `${two(Math.trunc(m / 60))}:${two(m % 60)}`;
    const half = (m: number): string =>
      `${Math.trunc(m / 60) % 12 || 12}:${two(m % 60)} ${m < 720 ? 'AM' : 'PM'}`;
    fc.assert(
      fc.property(minute, minute, day, way, (a, b, on, one) => {
        expect(valueStands(full(a), half(b))).toBe(a === b);
        expect(valueStands(half(a), full(b))).toBe(a === b);
        expect(valueStands(`${one(on)} ${full(a)}`, `${one(on)}, ${half(b)}`)).toBe(a === b);
        expect(valueStands(one(on), `${one(on)} ${full(b)}`)).toBe(false);
      }),
    );
  });
});

describe('words and numbers that are names', () => {
  test('a text stands whatever its case and blanks are, and with a letter less or another one it does not', () => {
    const word = fc.stringMatching(/^[a-zäöüß]{3,9}$/u);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), fc.nat(), (words, at) => {
        const text = words.join(' ');
        expect(valueStands(text, `  ${words.join('  ').toUpperCase().replaceAll('SS', 'ss')} `)).toBe(
          !text.includes('ß') || text.toUpperCase().toLowerCase() === text,
        );
        const letters = [...text.replaceAll(' ', '')];
        const cut = letters.filter((_, i) => i !== at % letters.length).join('');
        expect(valueStands(letters.join(''), cut)).toBe(false);
      }),
    );
  });

  test.each([
    ['4111111111111111', '4111 1111 1111 1111', true],
    ['4111111111111111', '4111 1111 1111 1112', false],
    ['+49 170 1234567', '+491701234567', true],
    ['+49 170 1234567', '491701234567', false],
    ['DE89370400440532013000', 'DE89 3704 0044 0532 0130 00', true],
    ['5.10', '10.5', false],
    ['5.10', '510', false],
    ['12-5', '125', false],
    ['C++', 'C', false],
    ['C#', 'C', false],
    ['Price: low to high', 'price, low to high', true],
    ['Price: low to high', 'Price: high to low', false],
    ['13 Canal Street', '31 Canal Street', false],
    ['2026-02-30', '2026-03-02', false],
    ['10:05', '5:10', false],
    ['1/2', '2/1', false],
    ['v1.2.3', 'v3.2.1', false],
    ['#ff0000', '#FF0000', true],
    ['', 'x', false],
    ['x', '', false],
  ])('“%s” put, “%s” there: %s', (put, there, stands) => {
    expect(valueStands(put, there)).toBe(stands);
  });
});
