// Documents that nobody meant to write: random, mutated and bad in structured ways. INVARIANT of the loader: it never throws,
// it gives a whole document or every error with its place, and never a document beside an error.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkPolicy } from '#policy/engine/compile/check.ts';
import { DOCUMENT_FACTS } from '#policy/language/fact-table.ts';
import { loadPolicy } from '#policy/engine/reading/load.ts';
import { LOGIC_OPERATORS } from '#policy/engine/reading/logic.ts';
import { BAD_DOCUMENTS } from '#test/fixtures/policy/bad-documents.ts';
import { DEFAULT_TEXT, TODAY, layer } from '#test/fixtures/policy/policies.ts';
import { drawn } from '#test/fixtures/how-much.ts';

const PROTOTYPE_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'length',
];
/** What YAML is made of. */
const TOKENS = [
  '\n',
  '\n  ',
  '- ',
  ': ',
  '{',
  '}',
  '[',
  ']',
  ',',
  '"',
  "'",
  '|',
  '>',
  '&a ',
  '*a',
  '!!str ',
  '!x ',
  '? ',
  '<<',
  '---',
  '...',
  '%YAML 1.2\n',
  '#',
  '\t',
  '\u0000',
  '\uFEFF',
  '\u2028',
  '\uD800',
  'policy',
  'id',
  '1',
  'x',
];
const RUNS = { numRuns: drawn({ quick: 40, long: 100 }), endOnFailure: true };
const SECTIONS = ['defaults', 'floors', 'rules', 'delegate', 'invariants'] as const;

/** Loads, and holds what is loaded or refused against the invariant. Gives back whether it loaded. */
function sound(text: string | Uint8Array): boolean {
  const loaded = loadPolicy(text, { file: 'fuzz.yaml' });
  if (!loaded.ok) {
    expect(loaded.error.length).toBeGreaterThan(0);
    for (const one of loaded.error) {
      expect(one.code).toMatch(/^policy\./);
      expect(one.message).not.toBe('');
      expect(one.span?.file, one.message).toBe('fuzz.yaml');
      expect(one.span?.line, one.message).toBeGreaterThanOrEqual(1);
      expect(one.span?.column, one.message).toBeGreaterThanOrEqual(1);
    }
    return false;
  }
  const document = loaded.value;
  expect(document.id).not.toBe('');
  expect(document.sourceHash).toMatch(/^sha256:[0-9a-f]{64}$/);
  // A first layer says something of every request; a lower one names its parent.
  expect(document.extends !== null || document.defaults.some((entry) => entry.listed.length === 0)).toBe(
    true,
  );
  for (const entry of SECTIONS.flatMap((section) => (section === 'invariants' ? [] : document[section])))
    expect(entry.cells.length).toBe(entry.axes.reduce((size, axis) => size * axis.members.length, 1));
  return true;
}

const scalar: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e308,
    '',
    'ALLOW',
    'DENY',
    'NEVER',
    '*',
    '*.com',
    ...PROTOTYPE_NAMES,
  ),
  fc.constantFrom(...DOCUMENT_FACTS, ...LOGIC_OPERATORS),
  fc.string({ maxLength: 8, unit: 'grapheme' }),
);
const key = fc.oneof(
  fc.constantFrom(
    'id',
    'when',
    'by',
    'rows',
    'columns',
    'logic',
    'except',
    'decision',
    'to',
    'over',
    'var',
    'expires',
  ),
  fc.constantFrom(...DOCUMENT_FACTS, ...PROTOTYPE_NAMES, ...LOGIC_OPERATORS),
);
const anything: fc.Arbitrary<unknown> = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalar,
    fc.array(tie('node'), { maxLength: 4 }),
    fc.dictionary(key, tie('node'), { maxKeys: 4, noNullPrototype: false }),
  ),
})).node;

/** JSON in which a prototype name is a key like any other. */
const json = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(json).join(',')}]`
    : value !== null && typeof value === 'object'
      ? `{${Object.entries(value)
          .map(([name, one]: [string, unknown]) => `${JSON.stringify(name)}:${json(one)}`)
          .join(',')}}`
      : (JSON.stringify(value) ?? 'null');

describe('random documents', () => {
  test('bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        sound(bytes);
      }),
      RUNS,
    );
  });

  test('text of what YAML is made of', () => {
    const token = fc.constantFrom(...TOKENS);
    fc.assert(
      fc.property(fc.array(token, { maxLength: 40 }), (tokens) => {
        sound(tokens.join(''));
        sound(`policy: 1\nid: a\nextends: { id: p }\n${tokens.join('')}`);
      }),
      RUNS,
    );
  });

  test('any value in any section', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SECTIONS, 'escalation', 'obligations', 'tests', 'extends'),
        anything,
        (name, value) => {
          const head = name === 'extends' ? '' : ',"extends":{"id":"p"}';
          sound(`{"policy":1,"id":"a"${head},"${name}":${json(value)}}`);
          sound(`{"policy":1,"id":"a"${head},"${name}":[${json(value)}]}`);
        },
      ),
      RUNS,
    );
  });

  test('any value for a condition', () => {
    fc.assert(
      fc.property(anything, anything, (when, logic) => {
        const rule = `{"id":"r","decision":"ALLOW","when":${json(when)},"except":[${json(when)}],"logic":${json(logic)}}`;
        sound(`{"policy":1,"id":"a","extends":{"id":"p"},"rules":[${rule}]}`);
      }),
      RUNS,
    );
  });
});

describe('mutated documents', () => {
  const lines = DEFAULT_TEXT.split('\n');
  const place = fc.nat(lines.length - 1);

  test('lines of the shipped policy dropped, doubled, swapped or moved in', () => {
    fc.assert(
      fc.property(fc.constantFrom('drop', 'double', 'swap', 'indent'), place, place, (how, one, other) => {
        const [a = '', b = ''] = [lines[one], lines[other]];
        const text = lines.flatMap((line, index) => {
          if (how === 'swap') return index === one ? [b] : index === other ? [a] : [line];
          if (index !== one) return [line];
          return how === 'drop' ? [] : how === 'double' ? [line, line] : [`  ${line}`];
        });
        sound(text.join('\n'));
      }),
      { numRuns: drawn({ quick: 8, long: 15 }), endOnFailure: true },
    );
  });

  test('a word of the shipped policy replaced by another', () => {
    const words = [...DEFAULT_TEXT.matchAll(/[A-Za-z0-9_.-]+/g)];
    fc.assert(
      fc.property(fc.nat(words.length - 1), fc.nat(words.length - 1), (one, other) => {
        const [from, to] = [words[one], words[other]];
        if (from === undefined || to === undefined) return;
        const text =
          DEFAULT_TEXT.slice(0, from.index) + to[0] + DEFAULT_TEXT.slice(from.index + from[0].length);
        // What loads is compiled too: a policy or its errors.
        if (!sound(text)) return;
        const { policy, findings } = checkPolicy([{ file: 'fuzz.yaml', text }], { today: TODAY });
        expect(policy === null).toBe(findings.length > 0);
      }),
      { numRuns: drawn({ quick: 8, long: 15 }), endOnFailure: true },
    );
  });

  test('each bad document stays bad with a comment, another line ending and a byte order mark', () => {
    const turns: readonly ((text: string) => string)[] = [
      (text) => `${text}\n# comment`,
      (text) => text.replaceAll('\n', '\r\n'),
      (text) => `\uFEFF${text}`,
    ];
    // The long ones take turns; the short ones are turned in every way.
    for (const [index, { what, text }] of BAD_DOCUMENTS.entries())
      for (const [number, turned] of turns.entries())
        if (
          typeof text === 'string' &&
          (text.length < 1_000 || (text.length < 20_000 && index % 3 === number))
        )
          expect(sound(turned(text)), what).toBe(false);
  });
});

describe('bad on purpose', () => {
  test('four thousand and ninety-seven rules are refused, and one less are not', () => {
    const rules = (count: number): string =>
      JSON.stringify({
        policy: 1,
        id: 'a',
        extends: { id: 'p' },
        rules: Array.from({ length: count }, (_, index) => ({
          id: `r${index}`,
          decision: 'DENY',
          when: { host: 'a.test' },
        })),
      });
    expect(sound(rules(4_096))).toBe(true);
    expect(sound(rules(4_097))).toBe(false);
  });

  test('laughs, nesting and size cost neither the stack nor the memory', () => {
    const laughs = Array.from(
      { length: 40 },
      (_, n) => `k${n}: &a${n} [${n === 0 ? 'x' : `*a${n - 1}, *a${n - 1}`}]`,
    );
    expect(sound(laughs.join('\n'))).toBe(false);
    for (const open of ['[', '{"a":', '- ', '? ', '!', '&a '])
      expect(sound(`policy: 1\nid: a\nextends: { id: p }\nrules: ${open.repeat(3_000)}`), open).toBe(false);
    const deep = `${'{ "!": '.repeat(500)}{ var: sandbox }${' }'.repeat(500)}`;
    expect(
      sound(
        String(layer(`rules: [{ id: r, decision: ALLOW, when: { host: a.test }, logic: ${deep} }]`).text),
      ),
    ).toBe(false);
    expect(sound('x'.repeat(10_000_000))).toBe(false);
    expect(sound(new Uint8Array(10_000_000))).toBe(false);
  });

  test('names of the prototype are names like any other, wherever they stand', () => {
    for (const name of PROTOTYPE_NAMES) {
      const at = (body: string): string => String(layer(`rules: [{ id: r, decision: ALLOW, ${body} }]`).text);
      expect(sound(at(`when: { ${name}: x }`)), name).toBe(false);
      expect(sound(at(`when: { executor: ${name} }`)), name).toBe(false);
      expect(sound(at(`when: { host: a.test }, logic: { ${name}: [] }`)), name).toBe(false);
      expect(sound(at(`when: { host: a.test }, logic: { var: ${name} }`)), name).toBe(false);
      expect(sound(at(`when: { host: a.test }, ${name}: x`)), name).toBe(false);
      expect(sound(DEFAULT_TEXT.replace('CLEAN: ALLOW', `${name}: ALLOW`)), name).toBe(false);
      expect(
        sound(DEFAULT_TEXT.replace("'*': SANDBOX_FLAG_VIOLATION", `${name}: SANDBOX_FLAG_VIOLATION`)),
        name,
      ).toBe(false);
    }
  });

  test('layers in a circle, without a parent or with another hash never come into force', () => {
    const child = (id: string, parent: string, hash = ''): { file: string; text: string } => ({
      file: `${id}.yaml`,
      text: `policy: 1\nid: ${id}\nextends: { id: ${parent}${hash} }\n`,
    });
    const first = { file: 'default.yaml', text: DEFAULT_TEXT };
    for (const texts of [
      [child('a', 'a')],
      [child('a', 'b'), child('b', 'a')],
      [child('a', 'phase38-default'), first],
      [first, child('a', 'other')],
      [first, child('a', 'phase38-default'), child('b', 'phase38-default')],
      [first, child('a', 'phase38-default', `, hash: "sha256:${'1'.repeat(64)}"`)],
      [first, first],
    ]) {
      const { policy, findings } = checkPolicy(texts, { today: TODAY });
      expect(policy).toBeNull();
      expect(findings.map(({ code }) => code)).toContain('policy.bad-parent');
    }
  });
});
