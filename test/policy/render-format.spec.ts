// `fmt`: canonical, idempotent, comments kept, and the same policy as before.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { compilePolicy } from '#policy/compile.ts';
import { loadPolicy } from '#policy/load.ts';
import { formatPolicy } from '#policy/render/format.ts';
import { TODAY, defaultPolicy, policyOf, shipped } from './policies.ts';
import { upperLayer } from '../property/policy-arbitraries.ts';

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
    { numRuns: 8, endOnFailure: true },
  );
});
