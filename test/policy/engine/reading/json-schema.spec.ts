// The checker of our schemas against ajv, as the oracle: the same violations, at the same places, in the same words.
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { violationsOf } from '#policy/engine/reading/json-schema.ts';
import type { JsonSchema } from '#policy/engine/reading/schema.ts';
import { policySchema } from '#policy/engine/reading/schema.ts';
import { readSource } from '#policy/engine/reading/source.ts';
import { TEST_FILE_SCHEMA } from '#policy/tools/testing/test-schema.ts';
import { BAD_DOCUMENTS } from '#test/fixtures/policy/bad-documents.ts';
import { DEFAULT_TEXT } from '#test/fixtures/policy/policies.ts';
import { drawn } from '#test/fixtures/how-much.ts';

const POLICY = policySchema();
const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, strict: true, inlineRefs: false });
ajv.addKeyword('enumDescriptions');

function oracle(schema: JsonSchema): (data: unknown) => readonly string[] {
  const validate = ajv.compile(schema);
  return (data) => {
    validate(data);
    return (validate.errors ?? []).map((one) =>
      line(one.keyword, one.instancePath, nameIn(one), one.message),
    );
  };
}

function ours(schema: JsonSchema): (data: unknown) => readonly string[] {
  return (data) =>
    violationsOf(data, schema).map(({ keyword, path, name, message }) => {
      const pointer = path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`);
      return line(keyword, pointer.join(''), name, message);
    });
}

/** Which of two equal items is named first is of no account. */
const line = (keyword: string, at: string, name: string | null, message = ''): string =>
  [keyword, at, name ?? '', message.replace(/ \(items ##.*/u, '')].join(' | ');

/** ajv looks for equal items among those of the right type alone. */
const compared = (lines: readonly string[]): readonly string[] =>
  lines
    .filter((one) => {
      const at = one.startsWith('uniqueItems | ') ? one.split(' | ')[1] : undefined;
      return at === undefined || !lines.some((other) => other.startsWith(`type | ${at}/`));
    })
    .toSorted();

function nameIn({ keyword, params }: ErrorObject): string | null {
  const given: unknown =
    keyword === 'required'
      ? params['missingProperty']
      : keyword === 'additionalProperties'
        ? params['additionalProperty']
        : null;
  return typeof given === 'string' ? given : null;
}

function dataOf(text: string | Uint8Array): unknown {
  const source = readSource(text, 'x.yaml');
  return source.ok ? source.value.data : null;
}

const [wanted, found] = [oracle(POLICY), ours(POLICY)];

test('every bad document has the violations that ajv finds', () => {
  const looked = BAD_DOCUMENTS.map(({ text }) => dataOf(text)).filter((data) => data !== null);
  expect(looked.length).toBeGreaterThan(100);
  for (const data of looked) expect(compared(found(data))).toEqual(compared(wanted(data)));
  expect(looked.some((data) => found(data).length > 1)).toBe(true);
});

const KEYS = [
  'policy',
  'id',
  'rules',
  'floors',
  'when',
  'capability',
  'host',
  'decision',
  'by',
  'rows',
  'logic',
  'obligations',
  'expires',
  'words',
  'tests',
  'cases',
  'with',
  '__proto__',
  'axes',
  'prove',
  'over',
  'never',
  'acts',
  'a/b~c',
];
const scalar = fc.oneof(
  fc.constantFrom<unknown>(
    'ALLOW',
    'DENY',
    'SCREENSHOT',
    '*',
    'HEADLESS_*',
    '',
    'x'.repeat(301),
    '\u{1F600}',
    'AUDIT',
  ),
  fc.constantFrom<unknown>(1, 0, -1, 1.5, 1001, true, false, null),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 5 }),
  ),
}));

/** A real document with a value somewhere in it replaced. */
const altered = fc
  .tuple(fc.infiniteStream(fc.nat()), value)
  .map(([picks, given]) => replaced(dataOf(DEFAULT_TEXT), picks, given));

function replaced(node: unknown, picks: Iterator<number>, given: unknown): unknown {
  const pick = picks.next().value ?? 0;
  if (typeof node !== 'object' || node === null || pick % 7 === 0) return given;
  const entries: [string, unknown][] = Object.entries(node);
  const [key, inner] = entries[pick % entries.length] ?? ['x', null];
  const next = replaced(inner, picks, given);
  return Array.isArray(node)
    ? node.map((item: unknown, index) => (String(index) === key ? next : item))
    : { ...node, [key]: next };
}

test.each([
  ['policies', POLICY, fc.oneof(value, altered)],
  ['test files', TEST_FILE_SCHEMA, value],
] as const)('any data at all, as %s, has the violations that ajv finds', (_, schema, data) => {
  const [expected, got] = [oracle(schema), ours(schema)];
  fc.assert(
    fc.property(data, (one) => {
      expect(compared(got(one))).toEqual(compared(expected(one)));
    }),
    { numRuns: drawn({ quick: 200, long: 400, fuzz: 20_000 }) },
  );
});

test('a schema with a rule that is not known here is refused, and so is a reference to nothing', () => {
  expect(() => violationsOf({}, { type: 'object', dependentRequired: {} })).toThrow('no rule');
  expect(() => violationsOf({}, { $ref: '#/$defs/x', $defs: {} })).toThrow('no definition');
  expect(() => violationsOf({}, { type: 'null' })).toThrow('no type');
});
