// Requests: total facts or a refusal. Addresses that show one host and reach another, neutral values, malformed lines.
import { describe, expect, test } from 'vitest';
import { canonicalHost, urlFacts } from '#policy/requests/host.ts';
import { parseRequest, parseRequestLine, requestFromText } from '#policy/requests/request.ts';
import { defaultPolicy } from '#test/fixtures/policy/policies.ts';
import { explainLine } from '#policy/tools/explain/explain.ts';

const BASE = { capability: 'NAVIGATE_CROSS_ORIGIN', executor: 'HEADED_CHROMIUM' };
const parsed = (more: Record<string, unknown>) => {
  const result = parseRequest({ ...BASE, ...more });
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};
const refused = (request: unknown): string => {
  const result = parseRequest(request);
  if (result.ok) throw new Error('it was accepted');
  expect(result.error.code).toBe('policy.bad-request');
  return `${result.error.message}; ${result.error.help ?? ''}`;
};

describe('a request', () => {
  test('facts that are left out take their neutral values', () => {
    expect(parsed({})).toEqual({
      capability: 'NAVIGATE_CROSS_ORIGIN',
      executor: 'HEADED_CHROMIUM',
      storage: 'NONE',
      origin: 'CROSS_ORIGIN',
      tabPolicy: 'SINGLE_TAB',
      tabAction: 'NONE',
      launchFlags: 'CLEAN',
      sandbox: true,
      provenance: 'USER',
      contentOrigin: 'NONE',
      contentPlace: 'NONE',
      initiator: 'NAVIGATOR',
      action: 'NONE',
      purpose: 'DOCUMENT',
      namedByUser: false,
      scheme: 'HTTPS',
      addressClass: 'PUBLIC',
      host: '',
      path: '/',
      pathAmbiguous: false,
      folder: '',
      endpoint: '',
      elementName: '',
      downloads: 0,
      portClass: 'DEFAULT',
      port: '',
      pageAct: 'NONE',
      elementRole: 'NONE',
      targetReadable: true,
      targetWritable: true,
      valueHoldsSecret: false,
      valueFromAnotherSite: false,
      valueNotFromTask: false,
      acts: 0,
      query: '',
      fragment: '',
      fragmentAmbiguous: false,
      elementId: '',
      elementTestId: '',
      contentHost: '',
      value: '',
      address: '',
      method: 'NONE',
      contentType: 'NONE',
      sentSize: 'NONE',
      fileType: 'NONE',
      fileSize: 'NONE',
      formPurpose: 'NONE',
      principal: '',
      channel: 'UI',
      team: '',
      groups: '',
      weekday: 'MONDAY',
      hour: 12,
      allActs: 0,
      changes: 0,
      siteActs: 0,
      minuteActs: 0,
      elementActs: 0,
    });
    expect(parsed({ capability: 'SCREENSHOT' }).origin).toBe('SAME_ORIGIN');
  });

  test.each([
    ['https://Example.COM/', 'example.com', 'HTTPS', 'PUBLIC'],
    ['https://example.com./', 'example.com', 'HTTPS', 'PUBLIC'],
    ['https://bücher.example/', 'xn--bcher-kva.example', 'HTTPS', 'PUBLIC'],
    ['https://ｅｘａｍｐｌｅ.com/', 'example.com', 'HTTPS', 'PUBLIC'],
    ['https://%65xample.com/', 'example.com', 'HTTPS', 'PUBLIC'],
    ['http://0x7f.1/', '127.0.0.1', 'HTTP', 'LOOPBACK'],
    ['http://2130706433/', '127.0.0.1', 'HTTP', 'LOOPBACK'],
    ['http://0177.0.0.1/', '127.0.0.1', 'HTTP', 'LOOPBACK'],
    ['http://[::ffff:127.0.0.1]/', '127.0.0.1', 'HTTP', 'LOOPBACK'],
    ['http://[::ffff:7f00:1]/', '127.0.0.1', 'HTTP', 'LOOPBACK'],
    ['http://[0:0:0:0:0:0:0:1]/', '[::1]', 'HTTP', 'LOOPBACK'],
    ['http://localhost:3000/', 'localhost', 'HTTP', 'LOOPBACK'],
    ['http://app.localhost/', 'app.localhost', 'HTTP', 'LOOPBACK'],
    ['ws://10.0.0.7/', '10.0.0.7', 'WS', 'PRIVATE'],
    ['wss://192.168.0.1/', '192.168.0.1', 'WSS', 'PRIVATE'],
    ['http://169.254.1.1/', '169.254.1.1', 'HTTP', 'LINK_LOCAL'],
    ['http://169.254.169.254/latest', '169.254.169.254', 'HTTP', 'METADATA'],
    ['https://example.com.evil.test/', 'example.com.evil.test', 'HTTPS', 'PUBLIC'],
    ['https://evil.test/https://example.com', 'evil.test', 'HTTPS', 'PUBLIC'],
    ['https://evil.test?@example.com', 'evil.test', 'HTTPS', 'PUBLIC'],
    ['https://evil.test#@example.com', 'evil.test', 'HTTPS', 'PUBLIC'],
    ['about:blank', '', 'NONE', 'PUBLIC'],
  ])('%s is %s', (url, host, scheme, addressClass) => {
    expect(parsed({ url })).toMatchObject({ host, scheme, addressClass });
  });

  test.each([
    ['https://example.com@evil.test/', 'user information'],
    ['https://example.com:443@evil.test/', 'user information'],
    ['https://@evil.test/', 'user information'],
    ['https://example.com\\@evil.test/', 'does not spell out its host'],
    ['https:\\\\evil.test/', 'does not spell out its host'],
    ['https:evil.test', 'does not spell out its host'],
    ['https:///evil.test/', 'does not spell out its host'],
    ['https:////user@evil.test/', 'does not spell out its host'],
    ['java\tscript:alert(1)', 'control characters'],
    [' https://example.com', 'spaces'],
    ['https://exa\nmple.com', 'control characters'],
    ['javascript:alert(1)', 'forbidden scheme'],
    ['JavaScript:alert(1)', 'forbidden scheme'],
    ['data:text/html,x', 'forbidden scheme'],
    ['blob:https://example.com/x', 'forbidden scheme'],
    ['file:///etc/passwd', 'forbidden scheme'],
    ['chrome://settings', 'forbidden scheme'],
    ['view-source:https://example.com', 'forbidden scheme'],
    ['about:srcdoc', 'forbidden scheme'],
    ['mailto:a@b.test', 'forbidden scheme'],
    ['//example.com', 'not an absolute URL'],
    ['example.com', 'not an absolute URL'],
    ['https://', 'not an absolute URL'],
    ['https://a..b/', 'no valid host'],
    ['', 'not an absolute URL'],
  ])('%j is refused', (url, why) => {
    expect(refused({ ...BASE, url })).toContain(why);
    expect(urlFacts(url).ok).toBe(false);
  });

  test('host and url have to agree, and so have what they imply', () => {
    expect(parsed({ url: 'https://A.test/', host: 'a.test.' }).host).toBe('a.test');
    expect(refused({ ...BASE, url: 'https://a.test/', host: 'b.test' })).toContain('give one of the two');
    expect(refused({ ...BASE, url: 'http://a.test/', scheme: 'HTTPS' })).toContain(
      "the URL's scheme is HTTP",
    );
    expect(refused({ ...BASE, host: '127.0.0.1', addressClass: 'PUBLIC' })).toContain(
      'is LOOPBACK, not PUBLIC',
    );
    expect(parsed({ host: 'shop.test', addressClass: 'LOOPBACK' }).addressClass).toBe('LOOPBACK');
  });

  test('whoever navigates to another origin is not on the same one', () => {
    const across = { ...BASE, capability: 'NAVIGATE_CROSS_ORIGIN' };
    expect(refused({ ...across, origin: 'SAME_ORIGIN' })).toContain('not on the same one');
    expect(parsed({ ...across, origin: 'CROSS_ORIGIN' }).origin).toBe('CROSS_ORIGIN');
    expect(parsed({ ...BASE, capability: 'SCREENSHOT', origin: 'SAME_ORIGIN' }).origin).toBe('SAME_ORIGIN');
  });

  test.each([
    'a b',
    'a/b',
    'a:80',
    'user@a',
    'https://a.test',
    'a..b',
    '*.a.test',
    'a?b',
    'a#b',
    'a\\b',
    '\u0000',
    '[::1',
    '[1.2.3.4]',
    '1.2.3.4.5',
  ])('%j is not a host', (host) => {
    expect(refused({ ...BASE, host })).toContain('is not a host');
  });

  test('a canonical host stays what it is', () => {
    for (const host of ['a.test', '[::1]', '127.0.0.1', 'xn--bcher-kva.example', 'a_b.test', 'r3---sn-.test'])
      expect(canonicalHost(host)).toBe(host);
  });

  test.each([
    ['no object', null, 'an object of facts'],
    ['a list', [BASE], 'an object of facts'],
    ['text', 'SCREENSHOT', 'an object of facts'],
    ['an instance', new Date(), 'a plain object'],
    ['no capability', { executor: 'HEADED_CHROMIUM' }, '`capability` is missing'],
    ['no executor', { capability: 'SCREENSHOT' }, '`executor` is missing'],
    ['a list for text', { ...BASE, capability: ['SCREENSHOT'] }, '`capability` is text, not a list'],
    ['null for text', { ...BASE, executor: null }, '`executor` is text, not null'],
    [
      'a misspelt member',
      { ...BASE, capability: 'NAVIGATE_CROS_ORIGIN' },
      'did you mean `NAVIGATE_CROSS_ORIGIN`?',
    ],
    ['another case', { ...BASE, executor: 'headed_chromium' }, 'did you mean `HEADED_CHROMIUM`?'],
    ['an unknown key', { ...BASE, capabilty: 'x' }, 'did you mean `capability`?'],
    ['a derived fact', { ...BASE, display: 'HEADED' }, 'follows from `executor`'],
    ['a prototype name', JSON.parse('{"__proto__": {"a": 1}}'), '`__proto__` is not a fact'],
    ['a constructor', { ...BASE, constructor: 'x' }, '`constructor` is not a fact'],
    ['a symbol', { ...BASE, [Symbol.iterator]: 1 }, 'no symbols'],
    [
      'a computed fact',
      {
        ...BASE,
        get storage() {
          return 'NONE';
        },
      },
      'is computed',
    ],
    ['text for a boolean', { ...BASE, namedByUser: 'true' }, 'true or false'],
    ['a number for a boolean', { ...BASE, sandbox: 1 }, 'true or false'],
    ['text for a number', { ...BASE, downloads: '1' }, 'a whole number'],
    ['a negative number', { ...BASE, downloads: -1 }, 'a whole number'],
    ['a number out of range', { ...BASE, downloads: 1001 }, 'a whole number'],
    ['not a number', { ...BASE, downloads: Number.NaN }, 'a whole number'],
    ['a flag class that is none', { ...BASE, launchFlags: 'CLEEN' }, 'did you mean `CLEAN`?'],
    ['flags that are not text', { ...BASE, launchFlags: [1] }, 'not text'],
  ])('%s is refused', (_what, request, why) => {
    expect(refused(request)).toContain(why);
  });

  test('real flags are classified, as a list and as text', () => {
    expect(parsed({ launchFlags: ['--no-sandbox'] }).launchFlags).toBe('FORBIDDEN_FLAG');
    expect(parsed({ launchFlags: [] }).launchFlags).toBe('REQUIRED_FLAG_MISSING');
    expect(parsed({ launchFlags: '--site-per-process,--disable-extensions' }).launchFlags).toBe('CLEAN');
    expect(
      parsed({
        launchFlags: '--site-per-process, --disable-extensions, --disable-features=Translate,IsolateOrigins',
      }).launchFlags,
    ).toBe('FORBIDDEN_FLAG');
    expect(parsed({ launchFlags: 'UNKNOWN_FLAG' }).launchFlags).toBe('UNKNOWN_FLAG');
  });

  test('flags of a command line are read by the type of the fact', () => {
    expect(requestFromText({ namedByUser: 'true', downloads: '3', host: 'true' })).toEqual({
      namedByUser: true,
      downloads: 3,
      host: 'true',
    });
    expect(requestFromText({ namedByUser: 'yes', downloads: '3.5' })).toEqual({
      namedByUser: 'yes',
      downloads: '3.5',
    });
  });
});

describe('lines of JSON', () => {
  test.each([
    ['not JSON', '{"capability":'],
    ['an empty line', ''],
    [
      'a key twice',
      '{"capability":"ACCESS_PASSWORDS","executor":"HEADED_CHROMIUM","capability":"SCREENSHOT"}',
    ],
    [
      'a key twice, once escaped',
      '{"capability":"ACCESS_PASSWORDS","executor":"HEADED_CHROMIUM","capab\\u0069lity":"SCREENSHOT"}',
    ],
    ['a list', '["SCREENSHOT"]'],
    ['a prototype', '{"capability":"SCREENSHOT","executor":"HEADED_CHROMIUM","__proto__":{}}'],
  ])('%s is a DENY with its error', (_what, line) => {
    const explained = explainLine(defaultPolicy(), line);
    expect(explained).toMatchObject({ decision: 'DENY', facts: null, error: { code: 'policy.bad-request' } });
    expect(explained.because[0]?.reason).toContain('malformed');
  });

  test('a braced text value is not a key', () => {
    expect(
      parseRequestLine('{"capability":"SCREENSHOT","executor":"HEADED_CHROMIUM","host":"a.test"}').ok,
    ).toBe(true);
  });
});
