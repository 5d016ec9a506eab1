// `fmt`: canonical, idempotent, comments kept, and the same policy as before.
import { readFileSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { compilePolicy } from '#policy/engine/compile/compile.ts';
import { loadPolicy } from '#policy/engine/reading/load.ts';
import { formatPolicy } from '#policy/tools/render/format.ts';
import { TODAY, defaultPolicy, policyOf, shipped } from '#test/fixtures/policy/policies.ts';
import { upperLayer } from '#test/property/policy-arbitraries.ts';
import { drawn } from '#test/fixtures/how-much.ts';

function formatted(text: string, file = 'policy.yaml'): string {
  const done = formatPolicy({ file, text });
  if (!done.ok) throw new Error(JSON.stringify(done.error));
  return done.value;
}

const UNTIDY = `# the head

revision: 1   # one
policy: 1
id: "untidy"
vocabulary: 'phase38/1'
defaults:
    - {rows: {NONE: ALLOW, LOCAL_STORAGE: DENY, SESSION_STORAGE: DENY, INDEXED_DB: DENY, COOKIES: DENY, CACHE_API: DENY, SERVICE_WORKER: DENY}, by: [storage], id: storage}
    # the capabilities
    - by:
      - sandbox
      id: box
      rows: {'true': DENY, "false": ABORT}   # all of it
floors:
- {decision: DENY, id: bad, when: {host: ["*.example.com", example.com]}}
`;

test('keys stand in one order, lists and mappings in one style, and comments where they were', () => {
  expect(formatted(UNTIDY)).toBe(`# the head

policy: 1
id: untidy
revision: 1 # one
vocabulary: phase38/1
defaults:
  - id: storage
    by: [storage]
    rows:
      NONE: ALLOW
      LOCAL_STORAGE: DENY
      SESSION_STORAGE: DENY
      INDEXED_DB: DENY
      COOKIES: DENY
      CACHE_API: DENY
      SERVICE_WORKER: DENY
  # the capabilities
  - id: box
    by:
      - sandbox
    rows: { 'true': DENY, 'false': ABORT } # all of it
floors:
  - { id: bad, decision: DENY, when: { host: ['*.example.com', example.com] } }
`);
});

test('the shipped policies keep their semantic hash', () => {
  const text = formatted(String(shipped('default').text));
  expect(policyOf({ file: 'default.yaml', text }).semanticHash).toBe(defaultPolicy().semanticHash);
  expect(formatted(text)).toBe(text);
});

const SHIPPED_FILES = ['defaults', 'presets'].flatMap((folder) => {
  const url = new URL(`../../../../policy/${folder}/`, import.meta.url);
  return readdirSync(url)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => ({ name, text: readFileSync(new URL(name, url), 'utf8') }));
});

test.each(SHIPPED_FILES)('$name is laid out as `fmt` lays it out', ({ name, text }) => {
  expect(formatted(text, name)).toBe(text);
});

const TESTS = `# head
cases:
    - {expect: "ALLOW", with: {capability: SCREENSHOT}, by: 'defaults.capability', name: one, below: ALLOW}
policy: ./default.yaml
prove:
  - {at_least: DENY, over: {scheme: OTHER}} # always
matrix:
  - {expect: {b: 1}, axes: {storage: '*', capability: [SCREENSHOT]}}
`;

test('a test file has its own order of keys, and the axes of a matrix keep theirs', () => {
  const text = TESTS.replace('expect: {b: 1}', 'expect: ./m.csv');
  expect(formatted(text, 'a.policy-test.yaml')).toBe(`# head
policy: ./default.yaml
cases:
  - { name: one, with: { capability: SCREENSHOT }, expect: ALLOW, by: defaults.capability, below: ALLOW }
matrix:
  - { axes: { storage: '*', capability: [SCREENSHOT] }, expect: ./m.csv }
prove:
  - { over: { scheme: OTHER }, at_least: DENY } # always
`);
});

test('a test file that has errors is not formatted', () => {
  const done = formatPolicy({ file: 'a.policy-test.yaml', text: 'policy: x\ncaes: []\nprov: []\n' });
  expect(done).toMatchObject({
    ok: false,
    error: [{ code: 'policy.unknown-key' }, { code: 'policy.unknown-key' }],
  });
});

test('folded paragraphs are wrapped at 120 columns; what is indented in them keeps its lines', () => {
  const words = 'word '.repeat(40).trim();
  const text = `policy: 1\nid: x\nextends: { id: phase38-default }\ndescription: >-\n  ${words}\n\n  two\n  lines\n\n    kept   as it\n    is\nrules: []\n`;
  const out = formatted(text);
  expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
  expect(out).toContain('\n  two lines\n');
  expect(out).toContain('\n    kept   as it\n    is\n');
  expect(formatted(out)).toBe(out);
});

test('JSON stays JSON', () => {
  const text = JSON.stringify({ rules: [], id: 'x', policy: 1, extends: { id: 'phase38-default' } });
  const out = formatted(text, 'policy.json');
  expect(JSON.parse(out)).toEqual(JSON.parse(text));
  expect(formatted(out, 'policy.json')).toBe(out);
});

test('a document that does not load is not formatted, and all its errors are given', () => {
  const done = formatPolicy({ file: 'a.yaml', text: 'policy: 1\nid: x\nrulez: []\nflors: []\n' });
  expect(done.ok).toBe(false);
  if (!done.ok) expect(done.error.map((one) => one.code)).toContain('policy.unknown-key');
});

test('any document formats to itself after once, with the same semantic hash', () => {
  fc.assert(
    fc.property(upperLayer, fc.integer({ min: 80, max: 200 }), fc.boolean(), (data, lineWidth, flow) => {
      const text = stringify(data, {
        lineWidth,
        aliasDuplicateObjects: false,
        ...(flow ? { collectionStyle: 'flow' as const } : {}),
        defaultStringType: flow ? 'QUOTE_DOUBLE' : 'PLAIN',
      });
      const out = formatted(text);
      expect(formatted(out)).toBe(out);
      const hashes = [text, out].map((one) => {
        const loaded = loadPolicy(one, { file: 'p.yaml' });
        if (!loaded.ok) throw new Error('does not load');
        const compiled = compilePolicy([loaded.value], { today: TODAY });
        return compiled.ok ? compiled.value.semanticHash : compiled.error.map((error) => error.code).join();
      });
      expect(hashes[0]).toBe(hashes[1]);
    }),
    { numRuns: drawn({ quick: 3, long: 8 }), endOnFailure: true },
  );
});
