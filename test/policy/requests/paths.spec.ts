// Paths and folders: canonical form, the one form of pattern, and their classes.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PathClasses, partInWords } from '#policy/engine/classes/open-classes.ts';
import {
  canonicalFolder,
  canonicalPath,
  parsePathPattern,
  pathUnder,
} from '#policy/requests/url-parts/paths.ts';

describe('the path of a URL', () => {
  test.each([
    ['/', '/'],
    ['/a/b', '/a/b'],
    ['//a///b//', '/a/b'],
    ['/a/./b/../c', '/a/c'],
    ['/../../a', '/a'],
    ['/a/%2e%2E/b', '/b'],
    ['/%61dmin', '/admin'],
    ['/caf%C3%A9', '/café'],
    ['/Admin', '/Admin'],
    ['/a%2fb', '/a%2Fb'],
    ['/a%5cb', '/a%5Cb'],
    ['/a%00', '/a%00'],
    ['/a%C2%85', '/a%C2%85'],
    ['/100%', '/100%25'],
    ['/a%2561', '/a%2561'],
    ['/a%3Fb%23', '/a%3Fb%23'],
    ['/%ff%C3%28', '/%FF%C3('],
    ['/%E2%82%AC%E2%82', '/€%E2%82'],
    ['/%C2%80a', '/%C2%80a'],
    ['/%7F', '/%7F'],
    ['/%80a', '/%80a'],
    ['/%C3%A9%61', '/éa'],
    ['/%DF%BF%61', '/\u07FFa'],
    ['/%E0%A0%80%61', '/\u0800a'],
    ['/%EF%BF%BD%61', '/\uFFFDa'],
    ['/%F0%90%80%80%61', '/\u{10000}a'],
    ['/%EF%BB%BFa', '/\uFEFFa'],
    ['/a%2', '/a%252'],
    ['/a%2x', '/a%252x'],
    ['/%e9t%e9', '/%E9t%E9'],
  ])('%s is %s', (text, canonical) => {
    expect(canonicalPath(text)).toBe(canonical);
    expect(canonicalPath(canonical)).toBe(canonical);
  });

  test.each(['', 'a', 'a/b', '/a\\b', '/a\0', '/a\n', '/a?b', '/a#b'])('%j is none', (text) => {
    expect(canonicalPath(text)).toBeNull();
  });

  test('whatever stands in a URL has one canonical form, which is a fixed point', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '/',
        '.',
        '..',
        '%2e',
        '%2F',
        '%5c',
        '%',
        '%25',
        '%C3',
        '%A9',
        '%E2%82',
        '%AC',
        '%80',
        'é',
        ' ',
      ),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const url = URL.parse(`https://a.test/${pieces.join('')}`);
        if (url === null) return;
        const path = canonicalPath(url.pathname);
        expect(path).not.toBeNull();
        expect(canonicalPath(path ?? '')).toBe(path);
        expect(path?.split('/').slice(1)).not.toContain('..');
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a folder', () => {
  test.each([
    ['/srv//in/', '/srv/in'],
    ['/srv/./in', '/srv/in'],
    ['/a%2fb', '/a%2fb'],
    ['/', '/'],
  ])('%s is %s', (text, canonical) => {
    expect(canonicalFolder(text)).toBe(canonical);
  });

  test.each(['', 'srv', './srv', '/srv/../etc', '/srv\\in', '/srv\0'])('%j is none', (text) => {
    expect(canonicalFolder(text)).toBeNull();
  });
});

describe('a pattern', () => {
  test.each([
    ['url', '/a/', '`/a/` is not a path in its plain form', '/a'],
    ['url', '/a/*', '`/a/*` ends with `*`', '/a'],
    ['url', '/a%20b', '`/a%20b` is not a path in its plain form', '/a b'],
    ['url', '/a?b=1', '`/a?b=1` holds `?`', '/a'],
    ['url', '/a/../b', '`/a/../b` holds `..`', '/b'],
    ['url', '/a\\b', '`/a\\b` holds a backslash', '/a/b'],
    ['url', '/a\0', '`/a\\u0000` holds a control character', '/a'],
    ['url', 'a/b', '`a/b` is not an absolute path', '/a/b'],
    ['folder', 'srv', '`srv` is not an absolute folder', '/srv'],
    ['folder', '~/x', '`~/x` is not an absolute folder', null],
    ['folder', '/srv/..', '`/srv/..` holds `..`', null],
    ['folder', 'C:\\in', '`C:\\in` holds a backslash', null],
    ['folder', 'ab:in', '`ab:in` is not an absolute folder', null],
    ['folder', './in', '`./in` is not an absolute folder', null],
    ['folder', 'a.b', '`a.b` is not an absolute folder', '/a.b'],
    ['folder', 'a~b', '`a~b` is not an absolute folder', '/a~b'],
    ['folder', 'in/a:b', '`in/a:b` is not an absolute folder', '/in/a:b'],
    ['folder', 'in/', '`in/` is not an absolute folder', '/in'],
    ['folder', '/srv/%61/', '`/srv/%61/` is not a folder in its plain form', '/srv/%61'],
    ['url', '/%61', '`/%61` is not a path in its plain form', '/a'],
    ['url', '/a/**', '`/a/**` has `**` for a segment', '/a'],
    ['url', '/a*', '`/a*` has `a*` for a segment', null],
    ['url', '/a#b', '`/a#b` holds `#`', '/a'],
  ] as const)('of a %s, %j is an error', (style, text, message, guess) => {
    const parsed = parsePathPattern(text, style);
    expect(parsed.ok).toBe(false);
    if (parsed.ok) return;
    expect(parsed.error.message).toBe(message);
    const form =
      style === 'url'
        ? 'write `/a/b`, decoded, for that path and all below it'
        : 'write `/a/b` for that folder and all below it';
    const more = /\*\*|a\*/u.test(text) ? '; `*` alone is any one segment, as in `/a/*/b`' : '';
    expect(parsed.error.help).toBe(`${guess === null ? '' : `did you mean \`${guess}\`? `}${form}${more}`);
  });

  test.each(['/a/*/b', '/*/b', '/a/*/*/c'])('of a url or a folder, %j is one', (text) => {
    expect([parsePathPattern(text, 'url'), parsePathPattern(text, 'folder')]).toEqual([
      { ok: true, value: text },
      { ok: true, value: text },
    ]);
  });

  test('with a star is any one segment there, and all below', () => {
    const under = (path: string): boolean => pathUnder('/orgs/*/settings', path);
    expect(['/orgs/acme/settings', '/orgs/*/settings', '/orgs/b c/settings/x/y'].every(under)).toBe(true);
    expect(['/orgs/settings', '/orgs/acme', '/orgs/acme/x/settings', ''].some(under)).toBe(false);
  });

  test('is that path and all below it, by segments', () => {
    expect(['/team', '/team/a', '/team/a/b'].every((path) => pathUnder('/team', path))).toBe(true);
    expect(['/teamwork', '/', '/Team', '/a/team', ''].some((path) => pathUnder('/team', path))).toBe(false);
    expect(pathUnder('/', '/a')).toBe(true);
    expect(pathUnder('/', '')).toBe(false);
  });
});

describe('the classes of paths', () => {
  test('are in the order of their segments, and a pattern is an interval of them', () => {
    const classes = new PathClasses(['/a-b', '/a/b/c', '/a', '/b', '/a'], '/');
    const all = Array.from({ length: classes.count }, (_, index) => classes.witness(index));
    expect(all).toEqual(['/', '/a', '/a/b/c', '/a-b', '/b']);
    expect(['/', '/a', '/a/b', '/a/b/c/d/e/f', '/a-b/x', '/bb'].map((one) => classes.classOf(one))).toEqual([
      0, 1, 1, 2, 3, 0,
    ]);
    expect(classes.interval('/a')).toEqual([1, 3]);
    expect(classes.interval('/a/b/c')).toEqual([2, 3]);
    expect(classes.interval('/b')).toEqual([4, 5]);
    expect(() => classes.interval('/c')).toThrow('no class of `/c`');
    expect(new PathClasses(['/', '/a'], '/').interval('/')).toEqual([0, 2]);
    expect(new PathClasses(['/', '/a'], '').interval('/')).toEqual([1, 3]);
    expect(classes.witness(9)).toBe('');
  });

  test('in words: what is in it, then what is not after all', () => {
    const classes = new PathClasses(['/a', '/a/b', '/c'], '/');
    const part = (...inside: readonly string[]): readonly string[] =>
      partInWords(classes, (index) => inside.includes(classes.witness(index)));
    expect(part()).toEqual([]);
    expect(part('/a', '/a/b')).toEqual(['/a']);
    expect(part('/a', '/c')).toEqual(['/a', '/c', 'not /a/b']);
    expect(part('/', '/a', '/a/b', '/c')).toEqual(['any']);
    expect(part('/', '/a/b', '/c')).toEqual(['any', '/a/b', 'not /a']);
  });

  const segments = fc.array(fc.constantFrom('a', 'b', 'ab', 'c'), { maxLength: 4 });
  const path = segments.map((list) => `/${list.join('/')}`);

  test('two paths are in one class exactly when the same patterns hold them, and a witness is in its class', () => {
    fc.assert(
      fc.property(
        fc.array(path, { maxLength: 6 }),
        fc.array(path, { minLength: 8, maxLength: 8 }),
        fc.constantFrom('/' as const, '' as const),
        (patterns, paths, neutral) => {
          const classes = new PathClasses(patterns, neutral);
          const said = (one: string): string =>
            patterns.map((pattern) => Number(pathUnder(pattern, one))).join('');
          expect(classes.classOf(neutral)).toBe(0);
          for (let index = 0; index < classes.count; index++)
            expect(classes.classOf(classes.witness(index))).toBe(index);
          for (const one of [...paths, neutral]) {
            const own = classes.classOf(one);
            expect(said(classes.witness(own))).toBe(said(one));
          }
          const distinct = new Set(
            Array.from({ length: classes.count }, (_, index) => said(classes.witness(index))),
          );
          expect(distinct.size).toBe(classes.count);
        },
      ),
    );
  });

  test('the short form is the same, whatever other patterns cut the classes', () => {
    const wanted = (one: string): number => (pathUnder('/a/b', one) ? 0 : pathUnder('/a', one) ? 1 : 0);
    fc.assert(
      fc.property(
        fc.array(path, { maxLength: 6 }),
        fc.constantFrom('/' as const, '' as const),
        (more, neutral) => {
          const few = new PathClasses(['/a', '/a/b'], neutral);
          const many = new PathClasses(['/a', '/a/b', ...more], neutral);
          const form = (classes: PathClasses) => classes.reduce((index) => wanted(classes.witness(index)));
          expect(form(many)).toEqual(form(few));
          expect(form(few)).toEqual([
            ['', 0],
            ['/a', 1],
            ['/a/b', 0],
          ]);
        },
      ),
    );
  });
});
