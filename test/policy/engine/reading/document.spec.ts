// Loading: every mistake is an error with its place and its mend, all of them at once, and never half a document.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatFailure } from '#policy/engine/compile/check.ts';
import type { Failure } from '#policy/language/failure.ts';
import { loadPolicy } from '#policy/engine/reading/load.ts';
import { DEFAULT_TEXT, edited, layer } from '#test/fixtures/policy/policies.ts';
import { drawn } from '#test/fixtures/how-much.ts';

function failures(text: string | Uint8Array, file = 'p.yaml'): readonly Failure[] {
  const loaded = loadPolicy(text, { file });
  return loaded.ok ? [] : loaded.error;
}

const shown = (text: string): string[] =>
  failures(text).map(
    (one) => `${one.span?.line}:${one.span?.column} ${one.code} ${one.message} (${one.help ?? ''})`,
  );

const rule = (body: string): string => String(layer(`rules:\n  - { id: r, decision: ALLOW, ${body} }`).text);

describe('a policy document', () => {
  test('the shipped one loads', () => {
    expect(failures(DEFAULT_TEXT)).toEqual([]);
  });

  test('JSON is the same document', () => {
    const loaded = loadPolicy('{"policy":1,"id":"x","extends":{"id":"y"},\n\t"rules":[]}', {
      file: 'x.json',
    });
    expect(loaded.ok && loaded.value.id).toBe('x');
  });

  test('a byte order mark does no harm', () => {
    expect(failures(`\uFEFF${DEFAULT_TEXT}`)).toEqual([]);
  });

  test.each([
    ['an unknown key', 'revision: 1', 'revison: 1', 'policy.unknown-key', 'did you mean `revision`?'],
    [
      'an unknown capability',
      'FILE_DOWNLOAD: [',
      'FILE_DOWNLAOD: [',
      'policy.unknown-member',
      'did you mean `FILE_DOWNLOAD`?',
    ],
    [
      'an unknown fact',
      'namedByUser: true',
      'namedByUsr: true',
      'policy.unknown-fact',
      'did you mean `namedByUser`?',
    ],
    [
      'an unknown member',
      'addressClass: PUBLIC }',
      'addressClass: PUBLC }',
      'policy.unknown-member',
      'did you mean `PUBLIC`?',
    ],
    [
      'an unknown decision',
      'SCREENSHOT: [ALLOW, ALLOW]',
      'SCREENSHOT: [ALOW, ALLOW]',
      'policy.unknown-member',
      'did you mean `ALLOW`?',
    ],
    [
      'an unknown axis',
      'by: [launchFlags]',
      'by: [launchFlag]',
      'policy.unknown-member',
      'did you mean `launchFlags`?',
    ],
    [
      'an unknown violation',
      "'*': SANDBOX_FLAG_VIOLATION",
      "'*': SANDBOX_VIOLATION",
      'policy.unknown-member',
      'SANDBOX_FLAG_VIOLATION',
    ],
    [
      'an unknown obligation',
      'always: [AUDIT]',
      'always: [AUDITS]',
      'policy.unknown-member',
      'did you mean `AUDIT`?',
    ],
    [
      'another vocabulary',
      'vocabulary: phase38/1',
      'vocabulary: phase38/2',
      'policy.unknown-member',
      'phase38/1',
    ],
    ['another version of the format', 'policy: 1', 'policy: 2', 'policy.unknown-member', '1'],
    [
      'a wrong type',
      'sandbox: false }\n    violation',
      'sandbox: off }\n    violation',
      'policy.type-mismatch',
      'true or false',
    ],
    ['a time-out that is text', 'timeout: 120', 'timeout: soon', 'policy.type-mismatch', 'a whole number'],
    ['an id that stands twice', 'id: INV-2', 'id: INV-1', 'policy.duplicate-id', 'of its own'],
    [
      'a restriction that expires',
      'decision: DENY\n',
      'decision: DENY\n    expires: 2027-01-01\n',
      'policy.expiring-restriction',
      'remove',
    ],
    [
      'a test with a fact that is none',
      'host: unknown.test',
      'hosts: unknown.test',
      'policy.unknown-fact',
      'did you mean `host`?',
    ],
    [
      'a test with a member that is none',
      'with: { capability: ACCESS_PASSWORDS }',
      'with: { capability: PASSWORDS }',
      'policy.bad-request',
      'use one of',
    ],
  ])('%s is an error with its mend', (_what, from, to, code, help) => {
    const found = failures(String(edited([from, to]).text));
    const match = found.find((one) => one.code === code);
    expect(match, found.map(formatFailure).join('\n')).toBeDefined();
    expect(match?.help).toContain(help);
    const line = String(edited([from, to]).text).split('\n')[(match?.span?.line ?? 0) - 1];
    const written = to.split('\n').at(to.includes('expires') ? 1 : 0) ?? '';
    expect(line).toContain(written.trim().split(/[ :]/)[0]);
  });

  test('a table that misses a member says which', () => {
    const text = DEFAULT_TEXT.replace('      CLOSE_TAB: [ALLOW, ALLOW]\n', '');
    expect(shown(text)).toEqual([
      expect.stringContaining('policy.incomplete-table the table has no row for `CLOSE_TAB`'),
    ]);
    expect(shown(DEFAULT_TEXT.replace('columns: [HEADED, HEADLESS]', 'columns: [HEADED]'))[0]).toContain(
      'no column for `HEADLESS`',
    );
    expect(shown(DEFAULT_TEXT.replace('SCREENSHOT: [ALLOW, ALLOW]', 'SCREENSHOT: [ALLOW]'))[0]).toContain(
      'has 1 cells for 2 columns',
    );
    expect(shown(DEFAULT_TEXT.replace('SCREENSHOT: [ALLOW, ALLOW]', 'SCREENSHOT: ALLOW'))[0]).toContain(
      'does not fit the columns',
    );
  });

  test('all errors of a document come at once, by place', () => {
    const text = String(
      edited(
        ['revision: 1', 'revison: 1'],
        ['FILE_UPLOAD: [', 'FILE_UPLAOD: ['],
        ['namedByUser: true, addressClass', 'named: true, addressClass'],
        ['id: INV-3', 'id: INV-2'],
      ).text,
    );
    const codes = failures(text).map((one) => one.code);
    expect(codes).toEqual(
      expect.arrayContaining([
        'policy.unknown-key',
        'policy.missing-key',
        'policy.incomplete-table',
        'policy.unknown-member',
        'policy.unknown-fact',
        'policy.duplicate-id',
      ]),
    );
    const lines = failures(text).map((one) => one.span?.line ?? 0);
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
  });

  test('a failure is shown with file, line, column and mend', () => {
    const [first] = failures(String(edited(['FILE_DOWNLOAD: [', 'FILE_DOWNLAOD: [']).text)).filter(
      (one) => one.code === 'policy.unknown-member',
    );
    expect(first && formatFailure(first)).toBe(
      'p.yaml:22:7: policy.unknown-member: `FILE_DOWNLAOD` is not a member of `capability`\n  help: did you mean `FILE_DOWNLOAD`?',
    );
  });
});

test('of more problems than anybody reads the first are listed, and that there are others is said', () => {
  const same = '  - { id: same, decision: DENY, when: { capability: SCREENSHOT } }\n';
  const text = DEFAULT_TEXT.replace('rules:\n', `rules:\n${same.repeat(1_000)}`);
  const loaded = loadPolicy(text, { file: 'p.yaml' });
  const failures = loaded.ok ? [] : loaded.error;
  expect(failures).toHaveLength(101);
  expect(failures[0]?.code).toBe('policy.duplicate-id');
  expect(failures.at(-1)?.message).toBe('… and more');
});

describe('text that two readers could read in two ways', () => {
  test.each([
    ['a duplicate key', 'policy: 1\nid: a\nid: b\nextends: { id: p }', 'policy.duplicate-key'],
    [
      'a duplicate key in a flow mapping',
      '{"policy":1,"id":"a","id":"b","extends":{"id":"p"}}',
      'policy.duplicate-key',
    ],
    ['an anchor and an alias', 'policy: 1\nid: &x a\nowner: *x\nextends: { id: p }', 'policy.syntax'],
    ['a tag', 'policy: !!int 1\nid: a\nextends: { id: p }', 'policy.syntax'],
    ['a merge key', 'policy: 1\nid: a\nextends: { <<: { id: p } }', 'policy.syntax'],
    ['a directive', '%YAML 1.1\n---\npolicy: 1\nid: a\nextends: { id: p }', 'policy.syntax'],
    ['two documents', 'policy: 1\nid: a\nextends: { id: p }\n---\npolicy: 1\n', 'policy.syntax'],
    ['a tab for indentation', 'policy: 1\nid: a\nextends:\n\tid: p', 'policy.syntax'],
    ['a NUL byte', 'policy: 1\nid: "a\0"\nextends: { id: p }', 'policy.syntax'],
    ['a truncated document', DEFAULT_TEXT.slice(0, 2000), null],
    ['an unclosed list', 'policy: 1\nid: a\nrules: [', 'policy.syntax'],
    ['an empty document', '', 'policy.syntax'],
    ['a list', '- policy: 1', 'policy.syntax'],
    ['text', 'just text', 'policy.syntax'],
    ['a key that is a list', '? [policy]\n: 1', 'policy.syntax'],
    ['billion laughs', 'a: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]', 'policy.syntax'],
    [
      'a prototype for a key',
      'policy: 1\nid: a\nextends: { id: p }\n__proto__: { id: b }',
      'policy.unknown-key',
    ],
    ['deep nesting', `policy: ${'['.repeat(50_000)}`, 'policy.syntax'],
  ])('%s is refused', (_what, text, code) => {
    const found = failures(text);
    expect(found.length).toBeGreaterThan(0);
    if (code !== null) expect(found.map((one) => one.code)).toContain(code);
    for (const one of found) expect(one.span?.file).toBe('p.yaml');
  });

  test('bytes that are not UTF-8, and more than a mebibyte, are refused', () => {
    expect(failures(new Uint8Array([0x70, 0xff, 0xfe]))[0]?.code).toBe('policy.unreadable');
    expect(failures(`${DEFAULT_TEXT}# ${'x'.repeat(1024 * 1024)}`)[0]?.code).toBe('policy.too-large');
  });

  test('every truncation of the default is refused or is a whole document, and nothing throws', () => {
    for (let end = 0; end < DEFAULT_TEXT.length; end += 97) {
      const loaded = loadPolicy(DEFAULT_TEXT.slice(0, end), { file: 'cut.yaml' });
      expect(loaded.ok ? loaded.value.defaults.length : loaded.error.length).toBeGreaterThan(0);
    }
  });

  test('altered text never throws', () => {
    fc.assert(
      fc.property(
        fc.nat(DEFAULT_TEXT.length - 1),
        fc.string({ maxLength: 6, unit: 'grapheme' }),
        (at, noise) => {
          const text = DEFAULT_TEXT.slice(0, at) + noise + DEFAULT_TEXT.slice(at + noise.length);
          const loaded = loadPolicy(text, { file: 'noise.yaml' });
          if (!loaded.ok) for (const one of loaded.error) expect(one.span?.line).toBeGreaterThan(0);
        },
      ),
      { numRuns: drawn({ quick: 20, long: 60 }), endOnFailure: true },
    );
  });
});

describe('host patterns', () => {
  test.each(['example.com', '*.example.com', '127.0.0.1', '[::1]', 'xn--bcher-kva.example', 'localhost'])(
    '%s is one',
    (host) => {
      expect(shown(rule(`when: { host: "${host}" }`))).toEqual([]);
    },
  );

  test.each([
    ['https://example.com/', 'example.com'],
    ['example.com/path', 'example.com'],
    ['example.com:8080', 'example.com'],
    ['EXAMPLE.com', 'example.com'],
    ['example.com.', 'example.com'],
    ['.example.com', '*.example.com'],
    ['**.example.com', '*.example.com'],
    ['user@example.com', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['0x7f.1', '127.0.0.1'],
    ['[::ffff:127.0.0.1]', '127.0.0.1'],
    ['*.127.0.0.1', '127.0.0.1'],
    ['*', null],
    ['*.*.com', null],
    ['a*.example.com', null],
    ['a..b', null],
    ['exa mple.com', null],
    ['[^evil]', null],
    ['.*', null],
  ])('%s is not one', (host, guess) => {
    const [found] = failures(rule(`when: { host: "${host}" }`));
    expect(found?.code).toBe('policy.bad-host');
    expect(found?.help).toContain(guess === null ? 'use a host' : `did you mean \`${guess}\`?`);
  });
});

describe('logic', () => {
  const logic = (text: string): string[] =>
    failures(rule(`when: { capability: FILE_DOWNLOAD }, logic: ${text}`)).map((one) => one.code);

  test.each([
    '{ "<": [{ var: downloads }, 5] }',
    '{ "<=": [1, { var: downloads }, 5] }',
    '{ and: [{ "==": [{ var: origin }, SAME_ORIGIN] }, { "!": [{ var: sandbox }] }] }',
    '{ or: [{ in: [{ var: executor }, [HEADED_CHROMIUM]] }, { host_in: [{ var: host }, ["*.a.test"]] }] }',
    '{ "!==": [HEADLESS, { var: display }] }',
    '{ var: namedByUser }',
    '{ "==": [{ var: downloads }, 3] }',
    '{ "==": [{ var: host }, a.test] }',
  ])('%s is permitted', (text) => {
    expect(logic(text)).toEqual([]);
  });

  test.each([
    ['an operator that is none', '{ "<": [{ var: downloads }, 5], and: [] }', 'policy.type-mismatch'],
    ['an unknown operator', '{ cat: [{ var: host }, x] }', 'policy.unknown-operator'],
    [
      'an operator of JSON Logic that reads what is missing',
      '{ missing: [host] }',
      'policy.unknown-operator',
    ],
    ['method calls', '{ method: [{ var: host }, toString] }', 'policy.unknown-operator'],
    ['a prototype name for an operator', '{ __proto__: [] }', 'policy.unknown-operator'],
    ['an unknown fact', '{ "<": [{ var: download }, 5] }', 'policy.unknown-fact'],
    ['a prototype name for a fact', '{ var: constructor }', 'policy.unknown-fact'],
    ['a path into a fact', '{ var: host.length }', 'policy.unknown-fact'],
    ['a default for a fact', '{ "<": [{ var: [downloads, 0] }, 5] }', 'policy.type-mismatch'],
    ['a bare value', '{ and: [true] }', 'policy.type-mismatch'],
    ['text for a condition', 'yes', 'policy.type-mismatch'],
    ['a fact that is not a number, compared', '{ "<": [{ var: host }, 5] }', 'policy.type-mismatch'],
    ['a number as text', '{ "<": [{ var: downloads }, "5"] }', 'policy.type-mismatch'],
    ['a number that is not whole', '{ "<": [{ var: downloads }, 5.5] }', 'policy.type-mismatch'],
    ['two facts compared', '{ "==": [{ var: executor }, { var: origin }] }', 'policy.type-mismatch'],
    ['a member of another fact', '{ "==": [{ var: executor }, SAME_ORIGIN] }', 'policy.unknown-member'],
    ['a misspelt member', '{ in: [{ var: executor }, [HEADED_CROMIUM]] }', 'policy.unknown-member'],
    ['substring search', '{ in: [evil, { var: host }] }', 'policy.type-mismatch'],
    ['an empty list', '{ in: [{ var: executor }, []] }', 'policy.type-mismatch'],
    ['a fact that is no boolean, on its own', '{ var: executor }', 'policy.type-mismatch'],
    [
      'a wildcard where hosts compare exactly',
      '{ "==": [{ var: host }, "*.a.test"] }',
      'policy.type-mismatch',
    ],
    ['a bad pattern', '{ host_in: [{ var: host }, ["https://a.test"]] }', 'policy.bad-host'],
    ['too few arguments', '{ "==": [{ var: origin }] }', 'policy.type-mismatch'],
    ['three arguments where two are compared', '{ ">": [9, { var: downloads }, 1] }', 'policy.type-mismatch'],
    ['an empty conjunction', '{ and: [] }', 'policy.type-mismatch'],
    ['nine levels', `${'{ "!": ['.repeat(9)}{ var: sandbox }${'] }'.repeat(9)}`, 'policy.too-large'],
    [
      'three hundred nodes',
      `{ or: [${Array.from({ length: 300 }, () => '{ var: sandbox }').join(', ')}] }`,
      'policy.too-large',
    ],
  ])('%s is refused', (_what, text, code) => {
    expect(logic(text)).toContain(code);
  });
});
