// Hosts at their edges: what is canonical, what a pattern matches, what of a URL is refused although it parses.
import { describe, expect, test } from 'vitest';
import {
  canonicalHost,
  hostMatches,
  hostOfUrl,
  parseHostPattern,
  portFacts,
  urlFacts,
} from '#policy/requests/host.ts';

const label = (length: number): string => 'a'.repeat(length);
const long = (length: number): string =>
  `${Array.from({ length: 3 }, () => label(63)).join('.')}.${label(length - 192)}`;

describe('a canonical host', () => {
  test.each([
    ['a.test', 'a.test'],
    ['A.Test', 'a.test'],
    ['a.test.', 'a.test'],
    ['a_b-c.test', 'a_b-c.test'],
    ['[::1]', '[::1]'],
    ['[0:0:0:0:0:0:0:1]', '[::1]'],
    ['[::ffff:1.2.3.4]', '1.2.3.4'],
    ['127.1', '127.0.0.1'],
    [long(253), long(253)],
    [`${label(63)}.test`, `${label(63)}.test`],
    [`a${'\u00AD'.repeat(994)}.test`, 'a.test'],
    [`a${'\u00AD'.repeat(995)}.test`, null],
    ['', null],
    ['a:[::1]', null],
    ['a:1]', null],
    ['a.test:80', null],
    ['a.test:8080', null],
    ['[::1', null],
    ['::1]', null],
    ['[::1]:80', null],
    ['a b', null],
    ['a/b', null],
    ['a\\b', null],
    ['a?b', null],
    ['a#b', null],
    ['u@a.test', null],
    ['a\u0000b', null],
    ['a..b', null],
    ['a.test..', null],
    ['!a.test', null],
    ['a!.test', null],
    [long(254), null],
    [`${label(64)}.test`, null],
    [`${'a.'.repeat(500)}b`, null],
  ])('of %j is %j', (text, host) => {
    expect(canonicalHost(text)).toBe(host);
  });

  test('a URL without a host has none', () => {
    expect(hostOfUrl(new URL('data:text/plain,x'))).toBe('');
    expect(hostOfUrl(new URL('file:///etc/passwd'))).toBe('');
    expect(portFacts(new URL('file:///etc/passwd'), 'OTHER')).toEqual({ port: '', portClass: 'NONE' });
    expect(portFacts(new URL('data:text/plain,x'), 'OTHER')).toEqual({ port: '', portClass: 'NONE' });
  });
});

describe('a pattern', () => {
  const matches = (text: string, host: string): boolean => {
    const pattern = parseHostPattern(text);
    if (!pattern.ok) throw new Error(pattern.error.message);
    return hostMatches(pattern.value, host);
  };

  test.each([
    ['a.test', 'a.test', true],
    ['a.test', 'x.a.test', false],
    ['a.test', 'b.test', false],
    ['a.test', '', false],
    ['*.a.test', 'a.test', false],
    ['*.a.test', '.a.test', false],
    ['*.a.test', 'x.a.test', true],
    ['*.a.test', 'y.x.a.test', true],
    ['*.a.test', 'xa.test', false],
    ['*.a.test', 'a.test.evil', false],
    ['*.a.test', 'a.test.x', false],
    ['*.a.test', '', false],
  ])('%s and %j: %s', (text, host, expected) => {
    expect(matches(text, host)).toBe(expected);
  });

  test.each([
    ['https://a.test/x?y#z', 'a.test'],
    ['  a.test ', 'a.test'],
    ['..a.test', '*.a.test'],
    ['*.*.a.test', '*.a.test'],
    ['a.test:', 'a.test'],
    ['a.test?x\ny', 'a.test'],
    ['**.1.2.3.4', '1.2.3.4'],
    ['*.1.2.3.4', '1.2.3.4'],
    ['*.[::1]', '[::1]'],
    ['**.a.test', '*.a.test'],
    ['user@a.test', 'a.test'],
    ['https://user:secret@a.test/', 'a.test'],
    ['a.test:8080', 'a.test'],
  ])('%j is none, and %s is proposed', (text, guess) => {
    const parsed = parseHostPattern(text);
    expect(parsed.ok || parsed.error).toMatchObject({
      code: 'policy.bad-host',
      message: `\`${text}\` is not a host pattern`,
      help: `did you mean \`${guess}\`? use a host (\`example.com\`) or its strict subdomains (\`*.example.com\`)`,
    });
  });

  test.each(['*', 'a*b.test', '', 'a b', '*.', '*.a b', '[::1]:x', 'a:8x.test', 'a:b'])(
    'for %j nothing is proposed',
    (text) => {
      const parsed = parseHostPattern(text);
      expect(parsed.ok || parsed.error.help).toBe(
        'use a host (`example.com`) or its strict subdomains (`*.example.com`)',
      );
    },
  );
});

describe('a URL', () => {
  test.each([
    ['about:blank', '', 'NONE', 'NONE', 'PUBLIC'],
    ['https://A.test./x', 'a.test', 'HTTPS', 'DEFAULT', 'PUBLIC'],
    ['https://A.test:443/x', 'a.test', 'HTTPS', 'DEFAULT', 'PUBLIC'],
    ['http://127.1:8888/', '127.0.0.1', 'HTTP', 'WEB_ALTERNATE', 'LOOPBACK'],
    ['WSS://a.test:99/', 'a.test', 'WSS', 'WELL_KNOWN', 'PUBLIC'],
    ['http://a.test:443/', 'a.test', 'HTTP', 'WELL_KNOWN', 'PUBLIC'],
    ['http://a.test:1023/', 'a.test', 'HTTP', 'WELL_KNOWN', 'PUBLIC'],
    ['http://a.test:1024/', 'a.test', 'HTTP', 'OTHER', 'PUBLIC'],
    ['ws://[::1]:8081/', '[::1]', 'WS', 'OTHER', 'LOOPBACK'],
    ['https://a.test/?u=x@y', 'a.test', 'HTTPS', 'DEFAULT', 'PUBLIC'],
  ])('%s has host %j, scheme %s, port %s, address %s', (url, host, scheme, portClass, addressClass) => {
    expect(urlFacts(url)).toMatchObject({ ok: true, value: { host, scheme, portClass, addressClass } });
  });

  test('a blank page is no host, and its path is the root', () => {
    expect(urlFacts('about:blank')).toMatchObject({
      ok: true,
      value: {
        pathAmbiguous: false,
        host: '',
        scheme: 'NONE',
        portClass: 'NONE',
        port: '',
        path: '/',
        addressClass: 'PUBLIC',
      },
    });
  });

  const SPELLED = 'write `scheme://host/path` with forward slashes';
  const USER = 'leave out what stands before the `@`';
  const SCHEMES = 'use http, https, ws or wss';
  const WHOLE = 'write it in full, as in `https://example.com/`';
  test.each([
    ['https:example://x', 'does not spell out its host', SPELLED],
    ['https://:@a.test/', 'carries user information', USER],
    ['https://user@a.test/', 'carries user information', USER],
    ['https://user:secret@a.test/', 'carries user information', USER],
    ['https://a.test\\x/', 'does not spell out its host', SPELLED],
    ['https://a!b.test/', 'has no valid host', undefined],
    ['https://a.test/ x', 'holds spaces or control characters', undefined],
    ['__proto__:x', 'is not an absolute URL', WHOLE],
    ['constructor:x', 'has the forbidden scheme `constructor:`', SCHEMES],
    ['x', 'is not an absolute URL', WHOLE],
  ])('%s is refused: %s', (url, why, help) => {
    const parsed = urlFacts(url);
    expect(parsed.ok || parsed.error.code).toBe('policy.bad-request');
    expect(parsed.ok || parsed.error.message).toBe(`\`${url}\` ${why}`);
    expect(parsed.ok || parsed.error.help).toBe(help);
  });

  test('a long one is shown by its beginning', () => {
    const parsed = urlFacts('x'.repeat(300));
    expect(parsed.ok || parsed.error.message).toBe(`\`${'x'.repeat(200)}\` is not an absolute URL`);
  });

  test('a refusal without a mend has no help', () => {
    const parsed = urlFacts('https://a b/');
    expect(parsed.ok || Object.hasOwn(parsed.error, 'help')).toBe(false);
  });
});
