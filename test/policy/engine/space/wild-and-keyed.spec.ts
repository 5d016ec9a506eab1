// Classes of paths with segments that any segment is, and of many named things at once: exact, and of one form for one function.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BudgetExceeded } from '#policy/collections/budget.ts';
import { KeyedClasses } from '#policy/engine/classes/keyed-classes.ts';
import { PathClasses } from '#policy/engine/classes/open-classes.ts';
import { WildPathClasses } from '#policy/engine/classes/wild-path-classes.ts';
import { contains } from '#policy/engine/documents/condition.ts';
import type { KeyedSet, PathSet } from '#policy/engine/documents/condition.ts';
import { canonicalQuery } from '#policy/requests/url-parts/query.ts';

const segment = fc.constantFrom('a', 'b', 'A', 'k', '\u212A', 'é', '*');
const pattern = fc
  .tuple(fc.array(segment, { maxLength: 3 }), fc.constantFrom('a', 'b', 'B', 'k'))
  .map(([before, last]) => `/${[...before, last].join('/')}`);
const path = fc
  .array(fc.constantFrom('a', 'b', 'A', 'B', 'k', 'K', 'é', 'É', 'x', '*'), { maxLength: 5 })
  .map((parts) => `/${parts.join('/')}`);
const some = fc.array(pattern, { maxLength: 3 });

const setsOf = (
  exact: readonly string[],
  ascii: readonly string[],
  unicode: readonly string[],
): readonly PathSet[] => [
  ...exact.map((one): PathSet => ({ kind: 'paths', fact: 'path', patterns: [one] })),
  ...ascii.map((one): PathSet => ({ kind: 'paths', fact: 'path', patterns: [one], folding: 'ASCII' })),
  ...unicode.map((one): PathSet => ({ kind: 'paths', fact: 'path', patterns: [one], folding: 'UNICODE' })),
];

describe('paths with stars', () => {
  test.each(['/', ''] as const)('have exact classes, %j the neutral one', (neutral) => {
    fc.assert(
      fc.property(some, some, some, fc.array(path, { maxLength: 8 }), (exact, ascii, unicode, paths) => {
        const classes = new WildPathClasses({ exact, ASCII: ascii, UNICODE: unicode }, neutral, 0);
        const sets = setsOf(exact, ascii, unicode);
        expect(classes.witness(0)).toBe(neutral);
        for (let index = 0; index < classes.count; index++)
          expect(classes.classOf(classes.witness(index))).toBe(index);
        for (const one of [neutral, ...paths]) {
          const own = classes.classOf(one);
          for (const set of sets) {
            const inside = contains(set, one);
            expect(contains(set, classes.witness(own))).toBe(inside);
            const [text = ''] = set.patterns;
            const intervals = classes.intervals(text, set.folding ?? null);
            expect(intervals.some(([from, to]) => from <= own && own < to)).toBe(inside);
          }
          if (one === '') continue;
          expect(classes.classOf(classes.prefixOf(one))).toBe(own);
          expect(`${one}/`.startsWith(`${classes.prefixOf(one)}/`) || classes.prefixOf(one) === '/').toBe(
            true,
          );
          expect(classes.below(classes.prefixOf(one))).toContain(classes.witness(own));
        }
      }),
      { numRuns: 200 },
    );
  });

  test('have one form for one function, whichever patterns it was cut by', () => {
    fc.assert(
      fc.property(fc.array(pattern, { minLength: 1, maxLength: 3 }), some, (own, more) => {
        const set: PathSet = { kind: 'paths', fact: 'path', patterns: own };
        const form = (exact: readonly string[]): unknown => {
          const classes = new WildPathClasses({ exact, ASCII: [], UNICODE: [] }, '/', 0);
          return classes.reduce((index) => Number(contains(set, classes.witness(index))));
        };
        expect(form([...own, ...more])).toEqual(form(own));
      }),
      { numRuns: 200 },
    );
  });

  test('have another form for another function', () => {
    const forms = new Map<string, string>();
    const all = ['/a', '/a/b', '/*/b', '/a/*/b', '/b', '/*/*/b', '/a/a/b'];
    const classes = new WildPathClasses({ exact: all, ASCII: [], UNICODE: [] }, '/', 0);
    for (let mask = 0; mask < 1 << all.length; mask++) {
      const set: PathSet = {
        kind: 'paths',
        fact: 'path',
        patterns: all.filter((_, at) => (mask & (1 << at)) !== 0),
      };
      const values = Array.from({ length: classes.count }, (_, index) =>
        Number(contains(set, classes.witness(index))),
      );
      const form = JSON.stringify(classes.reduce((index) => values[index] ?? 0));
      expect(forms.get(form) ?? values.join('')).toBe(values.join(''));
      forms.set(form, values.join(''));
    }
  });

  test('without a star among them have the form of plain ones', () => {
    const value = (text: string): number =>
      Number(text === '/a' || text.startsWith('/a/')) - Number(text.startsWith('/a/b/c'));
    const wild = new WildPathClasses({ exact: ['/a', '/a/b/c', '/*/z'], ASCII: [], UNICODE: [] }, '/', 0);
    const plain = new PathClasses(['/a', '/a/b/c'], '/');
    expect(wild.reduce((index) => value(wild.witness(index)))).toEqual(
      plain.reduce((index) => value(plain.witness(index))),
    );
  });

  test('of which there are too many are refused, and not worked out', () => {
    const exact = Array.from(
      { length: 16 },
      (_, at) => `/${Array.from({ length: 16 }, (_none, place) => (place === at ? 'x' : '*')).join('/')}/y`,
    );
    expect(() => new WildPathClasses({ exact, ASCII: [], UNICODE: [] }, '/', 3)).toThrow(BudgetExceeded);
  });
});

const NAMES = ['a', 'A', 'b', 'x y', 'x_y'];
const VALUES = ['1', 'x', 'X', 'x '];
const keyedSet: fc.Arbitrary<KeyedSet> = fc
  .record({
    key: fc.constantFrom(...NAMES),
    values: fc.option(fc.uniqueArray(fc.constantFrom(...VALUES), { minLength: 1 })),
    certain: fc.boolean(),
  })
  .map(({ key, values, certain }) => ({
    kind: 'keyed',
    fact: 'query',
    keys: [key],
    values,
    ...(certain ? { certain } : {}),
  }));
const query = fc
  .array(
    fc.constantFrom(
      'a=1',
      'a=x',
      'a=X',
      'a=%C3%97',
      'a=9',
      'A=1',
      'A=x%20%20',
      '~a%00=1',
      '~%25FF=1',
      '~b=1',
      'b=',
      'b=X',
      'x%20y=x',
      'x.y=1',
      'x_y=1',
      'X_Y=x',
      'x%5By=1',
      'c=1',
    ),
    { maxLength: 4 },
  )
  .map((parts) => canonicalQuery(parts.join('&')) ?? '');

describe('parameters of a query', () => {
  test('have exact classes', () => {
    fc.assert(
      fc.property(
        fc.array(keyedSet, { maxLength: 4 }),
        fc.array(query, { maxLength: 6 }),
        (sets, queries) => {
          const classes = new KeyedClasses('query', sets, 0);
          expect(classes.witness(0)).toBe('');
          for (let index = 0; index < classes.count; index++)
            expect(classes.classOf(classes.witness(index))).toBe(index);
          const witnesses = Array.from({ length: classes.count }, (_, index) => classes.witness(index));
          // Each is told from every other by something that an entry may ask.
          expect(new Set(witnesses).size).toBe(classes.count);
          for (const one of queries)
            for (const set of sets)
              expect(contains(set, classes.witness(classes.classOf(one)))).toBe(contains(set, one));
        },
      ),
    );
  });

  test('have one form for one function, whichever values others name, and another for another', () => {
    fc.assert(
      fc.property(keyedSet, keyedSet, fc.array(keyedSet, { maxLength: 2 }), (one, other, more) => {
        const form = (of: readonly KeyedSet[], value: KeyedSet): unknown => {
          const classes = new KeyedClasses('query', of, 0);
          return classes.reduce((index) => Number(contains(value, classes.witness(index))));
        };
        expect(form([one, ...more], one)).toEqual(form([one], one));
        const classes = new KeyedClasses('query', [one, other], 0);
        const alike = Array.from({ length: classes.count }, (_, index) => classes.witness(index)).every(
          (text) => contains(one, text) === contains(other, text),
        );
        expect(JSON.stringify(form([one], one)) === JSON.stringify(form([other], other))).toBe(alike);
      }),
      { numRuns: 300 },
    );
  });

  test('are told in words', () => {
    const set = (values: readonly string[] | null): KeyedSet => ({
      kind: 'keyed',
      fact: 'query',
      keys: ['module'],
      values,
    });
    const words = (value: KeyedSet): unknown => {
      const certain: KeyedSet = { ...value, certain: true };
      const classes = new KeyedClasses('query', [certain], 0);
      return classes.reduce((index) => Number(contains(certain, classes.witness(index))));
    };
    const possible: KeyedSet = { ...set(['Accounts']), certain: true };
    const both = new KeyedClasses('query', [set(['Leads', 'leads']), possible], 0);
    expect(both.reduce((index) => Number(contains(set(['LEADS']), both.witness(index))))).toEqual([
      ['', 0],
      ['module=~|module=~"leads"', 1],
    ]);
    expect([words(possible), words(set(null))]).toEqual([
      [
        ['', 0],
        ['module="Accounts"', 1],
      ],
      [
        ['', 0],
        ['module=?', 1],
      ],
    ]);
  });

  test('of which too many are named together are refused', () => {
    const sets = Array.from({ length: 9 }, (_, at): KeyedSet => ({
      kind: 'keyed',
      fact: 'query',
      keys: [`p${at}`],
      values: null,
    }));
    expect(() => new KeyedClasses('query', sets, 2)).toThrow(BudgetExceeded);
  });
});

test('groups are there or not, and nobody reads them in two ways', () => {
  const set: KeyedSet = { kind: 'keyed', fact: 'groups', keys: ['staff', 'sales'], values: null };
  const classes = new KeyedClasses('groups', [set], 0);
  expect(classes.count).toBe(4);
  expect(['', 'staff', 'guests,sales', 'Staff'].map((text) => contains(set, text))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(
    ['', 'staff', 'guests,sales', 'Staff'].map((text) => classes.witness(classes.classOf(text))),
  ).toEqual(['', 'staff', 'sales', '']);
});
