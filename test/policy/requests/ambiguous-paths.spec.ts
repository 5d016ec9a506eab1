// Which paths servers read in different ways, and what entries that name a path say of them.
import { describe, expect, test } from 'vitest';
import { isPathAmbiguous } from '#policy/requests/url-parts/ambiguous-paths.ts';
import { compilePolicy } from '#policy/engine/compile/compile.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { parsePathPattern } from '#policy/requests/url-parts/paths.ts';
import { parseRequest } from '#policy/requests/request.ts';
import { below, compiled, decided, first } from '#test/fixtures/policy/small.ts';

const AMBIGUOUS: readonly (readonly [string, string])[] = [
  ['an encoded slash', '/public/..%2fadmin'],
  ['an encoded slash at the end', '/a%2F'],
  ['an encoded backslash', '/a%5Cb'],
  ['an encoded dot segment', '/%2e%2e/admin'],
  ['a dot segment half encoded', '/.%2e/admin'],
  ['one encoded dot', '/%2e/admin'],
  ['a path parameter', '/admin;x'],
  ['an empty path parameter', '/..;/admin'],
  ['an encoded path parameter', '/admin%3Bx'],
  ['a session in the path', '/a;jsessionid=0A1B'],
  ['double encoding', '/%252e%252e/admin'],
  ['a letter encoded twice', '/%2561dmin'],
  ['threefold encoding', '/%25252e'],
  ['encoding across two escapes', '/%%32%66admin'],
  ['the encoding of IIS', '/a%u002fadmin'],
  ['a percent sign that encodes nothing', '/ad%min'],
  ['NUL', '/admin%00.png'],
  ['a line feed', '/admin%0a'],
  ['DEL', '/admin%7f'],
  ['a separator of lines', '/admin%E2%80%A8'],
  ['overlong UTF-8', '/..%c0%afadmin'],
  ['bytes that are not UTF-8', '/caf%E9'],
  ['an empty segment', '/public//admin'],
  ['an empty first segment', '//admin'],
  ['a trailing dot', '/admin.'],
  ['a trailing dot within', '/admin./x'],
  ['a trailing space', '/admin%20'],
  ['a trailing space of another kind', '/admin%C2%A0'],
  ['three dots', '/.../admin'],
  ['an encoded question mark', '/admin%3Fx'],
  ['an encoded number sign', '/admin%23x'],
  ['a full-width slash', '/a%EF%BC%8Fadmin'],
  ['a full-width slash as it is', '/a／admin'],
  ['full-width dots', '/．．/admin'],
  ['full-width letters', '/ａdmin'],
  ['two dots in one character', '/%E2%80%A5/admin'],
  ['a compatibility form with a slash in it', '/℀'],
  ['a slash of mathematics', '/a%E2%88%95admin'],
  ['a sign that code pages make a backslash of', '/a%C2%A5admin'],
  ['a short name', '/ADMINI~1/x'],
  ['a stream', '/admin::$DATA'],
  ['the stream of a directory', '/admin:$i30:$INDEX_ALLOCATION/x'],
  ['a session as ASP.NET has it', '/(S(x))/admin'],
  ['a letter and its mark as two characters', '/cafe\u0301'],
  ['a letter and its mark as two characters, encoded', '/cafe%CC%81/x'],
  ['marks in another order', '/a\u0302\u0323'],
  ['the sign of kelvin', '/\u212Aelvin'],
  ['the sign of kelvin, encoded', '/%E2%84%AAelvin/x'],
  ['the sign of \u00E5ngstr\u00F6m', '/\u212Angstr\u00F6m'],
  ['the sign of ohm', '/\u2126'],
  ['a syllable in parts', '/\u1112\u1161\u11ab'],
];

const PLAIN: readonly string[] = [
  '/',
  '/a',
  '/a/',
  '/wiki/Caf%C3%A9',
  '/wiki/Ελλάδα',
  '/wiki/ᾠδή',
  '/q\u0303',
  '/\u0939\u093F\u0928\u094D\u0926\u0940',
  '/\uD55C\uAE00',
  '/Kelvin',
  '/%C3%85ngstr%C3%B6m',
  '/\u03A9',
  '/%E6%97%A5%E6%9C%AC',
  '/C%2B%2B',
  '/c++',
  '/@user',
  '/a%20b',
  '/.well-known/security.txt',
  '/..well',
  '/v1.2.3/a..b',
  '/100%25',
  '/~joe/x',
  '/1~2x',
  '/a:b',
  '/a,b=c&d',
  '/(paren)/[x]',
  '/wiki/Mercury_(planet)',
  '/wiki/AC%2DDC',
  '/wiki/E=mc%C2%B2',
  '/wiki/%E2%80%93',
  "/it's/!$*",
  '/maps/@48.85,2.35,15z/data=!3m1!4b1',
  '/a/../b',
  '/./b',
];

describe('a path is ambiguous', () => {
  test.each(AMBIGUOUS)('with %s: %s %s', (_, path) => {
    expect(isPathAmbiguous(path)).toBe(true);
  });
  test.each(PLAIN)('and is not as %s', (path) => {
    expect(isPathAmbiguous(path)).toBe(false);
  });

  test('in the facts of a URL, whose query says nothing of it', () => {
    const of = (url: string): unknown => {
      const read = parseRequest({ ...ASKED, url });
      return read.ok ? read.value.pathAmbiguous : read.error.message;
    };
    expect(of('https://a.test/public/..%2fadmin')).toBe(true);
    expect(of('https://a.test/%2e%2e/admin')).toBe(true);
    expect(of('https://a.test/search?q=..%2f;x#//')).toBe(false);
    expect(of('https://a.test')).toBe(false);
    expect(of('about:blank')).toBe(false);
  });

  test('and no caller says otherwise of a URL, nor that an ambiguous path is plain', () => {
    const message = (more: object): string => {
      const read = parseRequest({ ...ASKED, ...more });
      return read.ok ? String(read.value.pathAmbiguous) : read.error.message;
    };
    expect(message({ url: 'https://a.test/a', pathAmbiguous: true })).toBe(
      "`pathAmbiguous` is true and the URL's path is not ambiguous",
    );
    expect(message({ path: '/a;x', pathAmbiguous: false })).toBe('`/a;x` is ambiguous');
    expect(message({ path: '/a;x' })).toBe('true');
    // The canonical path of `/a//b`, for one.
    expect(message({ path: '/a/b', pathAmbiguous: true })).toBe('true');
  });
});

const ASKED = { capability: 'NAVIGATE_SAME_ORIGIN', executor: 'HEADED_CHROMIUM' };

const NAVIGATE = { capability: 'NAVIGATE_SAME_ORIGIN', host: 'a.test' };
const ALL = (decision: string): string =>
  `defaults: [{ id: all, by: [sandbox], rows: { false: ${decision}, true: ${decision} } }]`;
const under = (table: string, rules: string, floors = ''): CompiledPolicy =>
  compiled(first(`rules:\n${rules}`, floors, ALL(table)));
const say = (policy: CompiledPolicy, path: string): string => decided(policy, { ...NAVIGATE, path }).decision;

describe('an entry that names a path', () => {
  test('and allows does not speak of ambiguous paths', () => {
    const policy = under('DENY', '  - { id: r, decision: ALLOW, when: { host: a.test, path: /public } }');
    expect(say(policy, '/public/page')).toBe('ALLOW');
    expect(say(policy, '/public/caf%C3%A9/')).toBe('ALLOW');
    for (const [, path] of AMBIGUOUS) expect([path, say(policy, `/public${path}`)]).toEqual([path, 'DENY']);
  });

  test('and denies speaks of every ambiguous path of its host, and of no other host', () => {
    const policy = under('ALLOW', '  - { id: r, decision: DENY, when: { host: a.test, path: /admin } }');
    expect(say(policy, '/admin/x')).toBe('DENY');
    expect(say(policy, '/public')).toBe('ALLOW');
    expect(say(policy, '/administrators')).toBe('ALLOW');
    for (const [, path] of AMBIGUOUS) expect([path, say(policy, path)]).toEqual([path, 'DENY']);
    expect(decided(policy, { ...NAVIGATE, host: 'b.test', path: '/public;x' }).decision).toBe('ALLOW');
  });

  test('and asks is a restriction of what would be allowed and a grant of what would be denied', () => {
    const rule = '  - { id: r, decision: ESCALATE, when: { host: a.test, path: /files } }';
    const [open, shut] = [under('ALLOW', rule), under('DENY', rule)];
    expect(['/files', '/x', '/x;y'].map((path) => say(open, path))).toEqual([
      'ESCALATE',
      'ALLOW',
      'ESCALATE',
    ]);
    expect(['/files', '/x', '/x;y'].map((path) => say(shut, path))).toEqual(['ESCALATE', 'DENY', 'DENY']);
    const both = under('DENY', `${rule}\n  - { id: q, decision: ALLOW, when: { host: a.test } }`);
    expect(['/files', '/x', '/x;y'].map((path) => say(both, path))).toEqual([
      'ESCALATE',
      'ALLOW',
      'ESCALATE',
    ]);
  });

  test('in a floor speaks of every ambiguous path', () => {
    const policy = under(
      'ALLOW',
      '  - { id: r, decision: ALLOW, when: { host: a.test } }',
      '\n  - { id: shut, decision: DENY, when: { path: /admin } }',
    );
    expect(['/x', '/x//y', '/admin'].map((path) => say(policy, path))).toEqual(['ALLOW', 'DENY', 'DENY']);
  });

  test('in an exception is read the other way round', () => {
    const grant = under(
      'DENY',
      '  - { id: r, decision: ALLOW, when: { host: a.test }, except: [{ path: /admin }] }',
    );
    expect(['/x', '/admin', '/x;y'].map((path) => say(grant, path))).toEqual(['ALLOW', 'DENY', 'DENY']);
    const shut = under(
      'ALLOW',
      '  - { id: r, decision: DENY, when: { host: a.test }, except: [{ path: /public }] }',
    );
    expect(['/public', '/x', '/public;x'].map((path) => say(shut, path))).toEqual(['ALLOW', 'DENY', 'DENY']);
  });

  test('in `logic` is read by what stands around it', () => {
    const logic = (text: string): CompiledPolicy =>
      under('DENY', `  - { id: r, decision: ALLOW, when: { host: a.test }, logic: ${text} }`);
    const under1 = '{ path_under: [{ var: path }, [/public]] }';
    const open = '{ or: [{ var: pathAmbiguous }, { "!": [{ var: pathAmbiguous }] }] }';
    expect(say(logic(under1), '/public;x')).toBe('DENY');
    expect(say(logic(`{ "!": [${under1}] }`), '/x;y')).toBe('DENY');
    expect(say(logic(`{ "!": [{ "!": [${under1}] }] }`), '/public;x')).toBe('DENY');
    expect(
      say(logic(`{ and: [{ in: [{ var: pathAmbiguous }, [true, false]] }, ${under1}] }`), '/public//x'),
    ).toBe('ALLOW');
    // What is not beside it does not speak for it.
    expect(say(logic(`{ and: [${open}, ${under1}] }`), '/public//x')).toBe('DENY');
  });

  test('is read as it stands where the fact stands beside it', () => {
    const both = under(
      'DENY',
      '  - { id: r, decision: ALLOW, when: { host: a.test, path: /public, pathAmbiguous: [true, false] } }',
    );
    expect(['/public', '/public//x', '/public/..;/x', '/x;y'].map((path) => say(both, path))).toEqual([
      'ALLOW',
      'ALLOW',
      'ALLOW',
      'DENY',
    ]);
    const plain = under(
      'ALLOW',
      '  - { id: r, decision: DENY, when: { host: a.test, path: /admin, pathAmbiguous: false } }',
    );
    expect(['/admin', '/admin//x', '/x;y'].map((path) => say(plain, path))).toEqual([
      'DENY',
      'ALLOW',
      'ALLOW',
    ]);
  });

  test('and means everything by `/` does so however a path is read', () => {
    const policy = under('DENY', '  - { id: r, decision: ALLOW, when: { host: a.test, path: / } }');
    expect(say(policy, '/x;y')).toBe('ALLOW');
  });

  test('in a delegation gives nothing where a path is ambiguous', () => {
    const upper = first(
      'delegate: [{ id: d, to: ALLOW, when: { host: a.test, path: /public } }]',
      '',
      ALL('DENY'),
    );
    const lower = below(
      'team',
      'base',
      'rules: [{ id: r, decision: ALLOW, when: { host: a.test, pathAmbiguous: [true, false], path: /public } }]',
    );
    const policy = compiled(upper, lower);
    expect(['/public', '/public//x'].map((path) => say(policy, path))).toEqual(['ALLOW', 'DENY']);
  });

  test('in an invariant is a claim about what may be read as it too', () => {
    const invariant = 'invariants: [{ id: i, at_least: DENY, over: { host: a.test, path: /admin } }]';
    const rule = (more: string): string =>
      `rules: [{ id: r, decision: DENY, when: { host: a.test, path: /admin${more} } }]`;
    const compile = (more: string): readonly string[] => {
      const made = compilePolicy([first(`${rule(more)}\n${invariant}`, '', ALL('ALLOW'))], {
        today: '2026-11-22',
      });
      return made.ok ? [] : made.error.map((one) => one.message);
    };
    expect(compile('')).toEqual([]);
    expect(compile(', pathAmbiguous: false')).toEqual([
      'the invariant `i` does not hold: `host a.test, capability NAVIGATE_SAME_ORIGIN, pathAmbiguous true, path /admin, executor HEADED_CHROMIUM` is ALLOW, not at least DENY',
      'the invariant `i` does not hold: `host a.test, capability NAVIGATE_SAME_ORIGIN, pathAmbiguous true, executor HEADED_CHROMIUM` is ALLOW, not at least DENY',
    ]);
  });
});

describe('a letter and its mark, as one character or as two', () => {
  const [ONE, TWO] = ['/caf\u00E9', '/cafe\u0301'];

  test('what is denied under the one is denied under the other', () => {
    const policy = under('ALLOW', `  - { id: r, decision: DENY, when: { host: a.test, path: ${ONE} } }\n`);
    expect([say(policy, ONE), say(policy, TWO), say(policy, `${TWO}/x`)]).toEqual(['DENY', 'DENY', 'DENY']);
    expect(say(policy, '/cafe')).toBe('ALLOW');
  });

  test('what is allowed under the one is not allowed under the other, which may be another file', () => {
    const policy = under('DENY', `  - { id: r, decision: ALLOW, when: { host: a.test, path: ${ONE} } }\n`);
    expect([say(policy, ONE), say(policy, `${ONE}/x`), say(policy, TWO)]).toEqual(['ALLOW', 'ALLOW', 'DENY']);
  });

  test('a document writes it as one, and is told how', () => {
    const read = parsePathPattern(TWO, 'url');
    expect(read.ok ? read.value : [read.error.message, read.error.help]).toEqual([
      `\`${TWO}\` holds a letter and its mark as two characters`,
      expect.stringContaining(`did you mean \`${ONE}\`?`),
    ]);
    expect(parsePathPattern(ONE, 'url')).toEqual({ ok: true, value: ONE });
    // A folder of this machine is what its file system calls it.
    expect(parsePathPattern(TWO, 'folder')).toEqual({ ok: true, value: TWO });
  });
});

describe.each([
  ['kelvin', '\u212A', 'K'],
  ['\u00E5ngstr\u00F6m', '\u212B', '\u00C5'],
  ['ohm', '\u2126', '\u03A9'],
])('the sign of %s, which some file systems take for a letter', (_, sign, letter) => {
  const [plain, signed] = [`/${letter}iosk`, `/${sign}iosk`];

  test('is denied where the letter is', () => {
    const policy = under('ALLOW', `  - { id: r, decision: DENY, when: { host: a.test, path: ${plain} } }\n`);
    expect([plain, signed, `${signed}/x`].map((path) => say(policy, path))).toEqual(['DENY', 'DENY', 'DENY']);
    expect(say(policy, '/elsewhere')).toBe('ALLOW');
  });

  test('is not allowed where the letter is, which goes on being', () => {
    const policy = under('DENY', `  - { id: r, decision: ALLOW, when: { host: a.test, path: ${plain} } }\n`);
    expect([plain, `${plain}/x`, signed].map((path) => say(policy, path))).toEqual([
      'ALLOW',
      'ALLOW',
      'DENY',
    ]);
  });

  test('is written in no document, which is told the letter', () => {
    const read = parsePathPattern(signed, 'url');
    expect(read.ok ? read.value : [read.error.message, read.error.help]).toEqual([
      `\`${signed}\` holds a sign that some servers read as a letter`,
      expect.stringContaining(`did you mean \`${plain}\`?`),
    ]);
    expect(parsePathPattern(plain, 'url')).toEqual({ ok: true, value: plain });
  });
});
