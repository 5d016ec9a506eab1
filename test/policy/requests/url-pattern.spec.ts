// Patterns of addresses, as the commands take them.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { urlPattern } from '#policy/requests/url-pattern.ts';

const fits = (pattern: string, url: string): boolean => {
  const made = urlPattern(pattern);
  if (!made.ok) throw new Error(made.error.message);
  return made.value(url);
};

test.each([
  ['**/*.{png,jpg,gif,css}', 'https://a.test/x/y.png', true],
  ['**/*.{png,jpg,gif,css}', 'https://a.test/x/y.png?v=1', true],
  ['**/*.{png,jpg,gif,css}', 'https://a.test/x/y.svg', false],
  ['https://api.example.com/data', 'https://api.example.com/data', true],
  ['https://api.example.com/data', 'https://api.example.com/data?page=2', true],
  ['https://api.example.com/data', 'https://api.example.com/data/more', false],
  ['/api/**', 'https://a.test/api/users?x=1', true],
  ['/api/**', 'https://a.test/v2/api/users', false],
  ['**/success**', 'https://a.test/order/success?id=1#top', true],
  ['https://*.test/', 'https://a.test/', true],
  ['https://*.test/', 'https://a.test/b.test/', false],
  ['https://a.test/?', 'https://a.test/x', true],
  ['https://a.test/?', 'https://a.test/', false],
  ['https://a.test/(x)', 'https://a.test/(x)', true],
])('`%s` against `%s`: %s', (pattern, url, expected) => {
  expect(fits(pattern, url)).toBe(expected);
});

test('what is no pattern is refused with the mend', () => {
  for (const bad of ['', '{a', 'a}', '{a,{b}}', '*'.repeat(3).concat('a*'.repeat(30)), 'x'.repeat(3000)])
    expect(urlPattern(bad)).toMatchObject({ ok: false, error: { code: 'act.bad-pattern' } });
});

test('an address fits itself, `**`, and any prefix of it with `**` behind', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), fc.nat(), (url, cut) => {
      fc.pre(!/[*?{}]/u.test(url));
      expect(fits(url, url)).toBe(true);
      expect(fits('**', url)).toBe(true);
      expect(fits(`${url.slice(0, 1 + (cut % url.length))}**`, url)).toBe(true);
    }),
    { numRuns: 200 },
  );
});
