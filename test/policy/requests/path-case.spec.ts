// Paths in any case: how letters are folded, the classes that exact and folded patterns make together, and what a document says.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PathClasses } from '#policy/engine/classes/open-classes.ts';
import { FoldedPathClasses } from '#policy/engine/classes/folded-path-classes.ts';
import { foldAscii, foldUnicode, hasCase } from '#policy/requests/url-parts/path-case.ts';
import { otherCasing } from '#policy/requests/url-parts/path-casings.ts';
import { canonicalPath, pathUnder } from '#policy/requests/url-parts/paths.ts';
import { drawn } from '#test/fixtures/how-much.ts';

describe('folding', () => {
  test('a folded character is its own, and so are those that its capital and its small letter have', () => {
    const wrong: string[] = [];
    for (let code = 0; code < 0x110000; code++) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const one = String.fromCodePoint(code);
      const folded = foldUnicode(one);
      if (folded === one && one.toLowerCase() === one && one.toUpperCase() === one) continue;
      const again = foldUnicode(folded) !== folded;
      const apart = [one.toLowerCase(), one.toUpperCase()].some((two) => foldUnicode(two) !== folded);
      // What is one letter by A to Z is one by Unicode.
      const finer = foldUnicode(foldAscii(one)) !== folded || foldAscii(folded) !== folded;
      const structure = one !== folded && /[\\/?#%.\p{Cc}]/u.test(folded);
      if (again || apart || finer || structure || (code > 0x1ffff && folded !== one)) wrong.push(one);
      if (folded !== one && (!hasCase('UNICODE', one) || !hasCase('UNICODE', folded))) wrong.push(one);
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    ['/ADMIN', '/admin'],
    ['/Straße', '/strasse'],
    ['/ΣΑΣ', '/σασ'],
    ['/σας', '/σασ'],
    ['/\u212Aey', '/key'],
    ['/ſecret', '/secret'],
    ['/ADMİN', '/admin'],
    ['/admın', '/admin'],
    ['/admi\u0307n', '/admin'],
    ['/ADMI\u0307\u0307N', '/admin'],
    ['/\u017C', '/\u017C'],
    ['/a%2Fb', '/a%2Fb'],
    ['/É%FF', '/é%FF'],
  ])('%s folds to %s, which is canonical', (path, folded) => {
    expect(foldUnicode(path)).toBe(folded);
    expect(canonicalPath(folded)).toBe(folded);
  });

  test.each([
    ['/ADMIN', '/admin'],
    ['/\u212Aey', '/\u212Aey'],
    ['/ADMİN', '/admİn'],
    ['/Straße/É', '/straße/É'],
    ['/A%2FB', '/a%2Fb'],
  ])('by A to Z %s folds to %s', (path, folded) => {
    expect(foldAscii(path)).toBe(folded);
    expect(canonicalPath(folded)).toBe(folded);
  });

  test('another casing is found where there is one, whatever letters it takes', () => {
    const other = (unicode: string, exact: readonly string[], ascii: readonly string[] = []) =>
      otherCasing({ ascii: '', unicode }, { exact, ascii });
    expect(other('/a', ['/a'])).toBe('/A');
    expect(other('/a', ['/a', '/A'])).toBeNull();
    expect(other('/k', ['/k', '/K'])).toBe('/\u212A');
    expect(other('/7', ['/7'])).toBeNull();
    // A sign or an `I` with its own dot makes a path ambiguous: only where no other is left.
    expect(other('/ki', ['/ki', '/KI', '/kI', '/Ki'])).toBe('/k\u0130');
    expect(other('/i', ['/i', '/I', '/\u0131', '/\u0130'])).toBe('/i\u0307');
    expect(other('/i', ['/i', '/I', '/\u0131', '/\u0130', '/i\u0307', '/i\u0307\u0307'])).toBe(
      '/\u0131\u0307',
    );
    expect(other('/a/b', ['/a', '/A/b'])).toBe('/A/B');
    expect(other('/%2F', ['/%2F'])).toBeNull();
    expect(other('/k', [], ['/k'])).toBe('/\u212A');
    expect(other('/a', [], ['/a'])).toBeNull();
    expect(otherCasing({ ascii: '/k', unicode: '/s' }, { exact: ['/k'], ascii: ['/k/s'] })).toBe('/K/\u017F');
    expect(otherCasing({ ascii: '/k', unicode: '' }, { exact: ['/k', '/K'], ascii: [] })).toBeNull();
  });

  test('looking for a casing costs no more than what is taken, however many casings there are', () => {
    const long = '/k'.repeat(40);
    const taken = Array.from({ length: 40 }, (_, index) => '/k'.repeat(index + 1));
    expect(otherCasing({ ascii: '', unicode: long }, { exact: ['/K', '/\u212A'], ascii: taken })).toBeNull();
    expect(otherCasing({ ascii: long, unicode: '' }, { exact: ['/K', '/k'], ascii: [] })).toBeNull();
  });
});

const SEGMENTS = [
  'a',
  'A',
  'b',
  'Ab',
  '7',
  'k',
  'K',
  '\u212A',
  'ß',
  'ss',
  'é',
  '%2Fa',
  'ı',
  'i',
  'i\u0307',
  'İ',
] as const;
const path = fc.array(fc.constantFrom(...SEGMENTS), { maxLength: 3 }).map((parts) => `/${parts.join('/')}`);
const patterns = fc.uniqueArray(path, { maxLength: 6 });

test('the form of a part is the same by its intervals as class by class', () => {
  fc.assert(
    fc.property(patterns, fc.infiniteStream(fc.boolean()), (list, stream) => {
      const classes = new PathClasses(list, '/');
      const inside = Array.from({ length: classes.count }, () => stream.next().value === true);
      const intervals = inside.flatMap((one, at) => (one === (inside[at - 1] ?? false) ? [] : [at]));
      if (intervals.length % 2 === 1) intervals.push(classes.count);
      expect(classes.partForms(intervals)).toEqual(classes.reduce((at) => (inside[at] === true ? 1 : 0)));
    }),
    { numRuns: drawn({ quick: 300, long: 1_000 }) },
  );
});

describe('classes of exact and folded patterns', () => {
  test('paths are of one class exactly where the patterns tell nothing between them, and every class has a path', () => {
    const met = { all: 0 };
    fc.assert(
      fc.property(
        patterns,
        patterns,
        patterns,
        fc.array(path, { minLength: 1, maxLength: 20 }),
        (exact, ascii, unicode, asked) => {
          const classes = new FoldedPathClasses(exact, ascii, unicode);
          const toldOf = (one: string): readonly (readonly boolean[])[] => [
            exact.map((pattern) => pathUnder(pattern, one)),
            ascii.map((pattern) => pathUnder(foldAscii(pattern), foldAscii(one))),
            unicode.map((pattern) => pathUnder(foldUnicode(pattern), foldUnicode(one))),
          ];
          const told = (one: string): string => JSON.stringify(toldOf(one));
          const witnesses = Array.from({ length: classes.count }, (_, index) => classes.witness(index));
          expect(witnesses.map((one) => classes.classOf(one))).toEqual(witnesses.map((_, index) => index));
          expect(witnesses.map((one) => canonicalPath(one))).toEqual(witnesses);
          expect(new Set(witnesses.map(told)).size).toBe(witnesses.length);
          expect(classes.classOf('/')).toBe(0);
          for (const one of [...asked, ...asked.map((some) => some.toUpperCase().replaceAll('%2f', '%2F'))]) {
            const own = classes.classOf(one);
            expect(told(classes.witness(own))).toBe(told(one));
            expect(one.startsWith(classes.prefixOf(one))).toBe(true);
            expect(classes.classOf(classes.prefixOf(one))).toBe(own);
            const inside = (list: readonly string[], folding: 'ASCII' | 'UNICODE' | null) =>
              list.map((pattern) =>
                classes.intervals(pattern, folding).some(([from, to]) => from <= own && own < to),
              );
            expect([inside(exact, null), inside(ascii, 'ASCII'), inside(unicode, 'UNICODE')]).toEqual(
              toldOf(one),
            );
            if (toldOf(one).every((list) => list.includes(true))) met.all += 1;
          }
        },
      ),
      { numRuns: drawn({ quick: 600, long: 2_000 }) },
    );
    expect(met.all).toBeGreaterThan(drawn({ quick: 300, long: 1_000 }));
  });

  test('patterns that change nothing leave the form of a function as it is', () => {
    const own = [['/Admin', '/b'], ['/b/Kk'], ['/admin/x', '/c']] as const;
    const few = new FoldedPathClasses(...own);
    const value = (one: string): number =>
      (pathUnder('/Admin', one) ? 1 : 0) +
      (pathUnder('/admin/x', foldUnicode(one)) ? 2 : 0) +
      (pathUnder('/c', foldUnicode(one)) ? 4 : 0) +
      (pathUnder('/b/kk', foldAscii(one)) ? 8 : 0);
    const form = (classes: FoldedPathClasses) => classes.reduce((index) => value(classes.witness(index)));
    expect(form(few)).toEqual([
      ['', 0],
      ['/Admin', 1],
      ['any ASCII case of /b/kk', 8],
      ['any case of /admin/x', 2],
      ['any case of /admin/x #below /Admin', 3],
      ['any case of /c', 4],
    ]);
    fc.assert(
      fc.property(patterns, patterns, patterns, (exact, ascii, unicode) => {
        const many = new FoldedPathClasses(
          [...own[0], ...exact],
          [...own[1], ...ascii],
          [...own[2], ...unicode],
        );
        expect(form(many)).toEqual(form(few));
      }),
      { numRuns: drawn({ quick: 300, long: 1_000 }) },
    );
  });

  test('a path whose name reads like a folded one is another one in the form', () => {
    const form = (classes: FoldedPathClasses, held: (one: string) => boolean) =>
      JSON.stringify(classes.reduce((index) => (held(classes.witness(index)) ? 1 : 0)));
    const folded = form(new FoldedPathClasses([], [], ['/a']), (one) => foldUnicode(one) === '/a');
    for (const name of ['/any case of /a', '/a in any case', '/ any case of /a'])
      expect(form(new FoldedPathClasses([name], [], ['/z']), (one) => one === name)).not.toBe(folded);
  });

  test('as many classes as patterns, nearly: two thousand of each', () => {
    const numbered = (text: string) => Array.from({ length: 2_000 }, (_, index) => `/${text}${index}`);
    const exact = numbered('Area').map((one) => `${one}/x`);
    expect(new FoldedPathClasses(exact, [], numbered('area')).count).toBe(4_001);
    expect(new FoldedPathClasses(exact, numbered('area'), []).count).toBe(4_001);
    expect(new FoldedPathClasses(exact, numbered('area'), numbered('area')).count).toBe(4_001);
    // `s` and `K` have a third form each, which A to Z does not know.
    expect(new FoldedPathClasses([], numbered('ask'), numbered('ask')).count).toBe(4_001);
  });
});
