// The JSON Schema of a policy document, generated from the vocabulary: what the loader checks and what an editor completes.
// INVARIANT: closed everywhere. A key, fact or member that is not in the vocabulary is an error.
// oxlint-disable unicorn/no-thenable -- `then` is JSON Schema's keyword
import { ACCEPTABLE_LINTS } from '#policy/language/acceptable-lints.ts';
import { PATH_CASES } from '#policy/requests/url-parts/path-case.ts';
import { DOCUMENT_FACTS, DISPLAY_MEMBERS, isFactName, factSpec } from '#policy/language/fact-table.ts';
import type { KeyedStyle } from '#policy/language/fact-table.ts';
import { LISTS_FILE_PATTERN } from '#policy/engine/documents/included.ts';
import { LOGIC_OPERATORS } from './logic.ts';
import { KEY_MEANINGS, factMeaning } from '#policy/language/meanings.ts';
import { REQUEST_KEYS } from '#policy/requests/request.ts';
import {
  BROWSER_DECISIONS,
  BROWSER_VIOLATION_TYPES,
  OBLIGATIONS,
  VOCABULARY_ID,
} from '#policy/language/vocabulary.ts';

export type JsonSchema = { readonly [key: string]: unknown };

export const MAX_ENTRIES = 4096;
export const MAX_WORD_LISTS = 8;
const MAX_WORDS = 64;
export const MAX_HOST_LISTS = 64;
const MAX_INCLUDED = 16;
const CELLS = ['ALLOW', 'ESCALATE', 'DENY', 'NEVER', 'ABORT'];
const ID = '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$';
const END = '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}@[1-9][0-9]{0,9}$';

export const closed = (properties: JsonSchema, required: readonly string[] = []): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  properties: described(properties),
  ...(required.length > 0 ? { required } : {}),
});
/** With what its keys mean, as an editor shows it. */
function described(properties: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(properties).map(([key, schema]) => {
      const meaning = factMeaning(key) ?? KEY_MEANINGS[key];
      const open = meaning === undefined || typeof schema !== 'object' || schema === null;
      return [key, open ? schema : { description: meaning, ...schema }];
    }),
  );
}

export const ref = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });
export const text = (maxLength = 2000): JsonSchema => ({ type: 'string', minLength: 1, maxLength });
export const list = (items: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: 'array',
  items,
  ...more,
});
/** A value, or a list of values that is not empty. */
export const oneOrMore = (type: string, value: JsonSchema): JsonSchema => ({
  type: [type, 'array'],
  if: { type: 'array' },
  then: { items: { type, ...value }, minItems: 1, uniqueItems: true },
  else: value,
});

/** A number, or its digits as text. */
const port = { minimum: 1, maximum: 65_535, pattern: '^[1-9][0-9]{0,4}$' };
const portSchema: JsonSchema = {
  type: ['integer', 'string', 'array'],
  if: { type: 'array' },
  then: { items: { type: ['integer', 'string'], ...port }, minItems: 1, uniqueItems: true },
  else: port,
};

/** A number, or a range as `9-17`. */
export function integerSchema(minimum: number, maximum: number): JsonSchema {
  const value = { minimum, maximum, pattern: '^[0-9]{1,9}-[0-9]{1,9}$' };
  return {
    type: ['integer', 'string', 'array'],
    if: { type: 'array' },
    then: { items: { type: ['integer', 'string'], ...value }, minItems: 1, uniqueItems: true },
    else: value,
  };
}

const parameterName = { minLength: 1, maxLength: 100 };
const parameterValue = { maxLength: 300 };
/** `{ module: [Accounts] }` for values, `{ export: true }` for whatever value. */
const querySchema: JsonSchema = {
  type: 'object',
  minProperties: 1,
  maxProperties: 8,
  propertyNames: parameterName,
  additionalProperties: {
    type: ['boolean', 'string', 'array'],
    if: { type: 'array' },
    then: { items: { type: 'string', ...parameterValue }, minItems: 1, uniqueItems: true },
    else: { if: { type: 'boolean' }, then: { const: true }, else: parameterValue },
  },
};

/** By style, so that a fact of another one does not compile until it says how it is written. */
export const KEYED_SCHEMAS: Readonly<Record<KeyedStyle, JsonSchema>> = {
  parameters: querySchema,
  names: oneOrMore('string', { minLength: 1, maxLength: 300 }),
};

function valueSchema(fact: string): JsonSchema {
  if (fact === 'elementWords' || fact === 'valueWords' || fact === 'hostList')
    return oneOrMore('string', { pattern: ID });
  if (!isFactName(fact)) return oneOrMore('string', { enum: DISPLAY_MEMBERS });
  const spec = factSpec(fact);
  switch (spec.kind) {
    case 'enum':
      return oneOrMore('string', { enum: spec.members });
    case 'boolean':
      return oneOrMore('boolean', {});
    case 'integer':
      return integerSchema(spec.min, spec.max);
    case 'keyed':
      return KEYED_SCHEMAS[spec.style];
    case 'host':
      return oneOrMore('string', { minLength: 1, maxLength: 300 });
    case 'text':
      if (spec.style === 'port') return portSchema;
      return oneOrMore('string', { minLength: 1, maxLength: 1000 });
    case 'path':
      return oneOrMore('string', { minLength: 1, maxLength: 1000 });
  }
}

/** How the `path` beside it is compared. */
export const pathCase: JsonSchema = { enum: PATH_CASES };

const conditional = {
  when: ref('box'),
  except: list(ref('box'), { minItems: 1, maxItems: 64 }),
  logic: ref('logic'),
};
const duties = { obligations: ref('obligations'), escalate: ref('escalate') };
const accept = {
  /** Findings of `ghost policy check` that are meant, each with why. */
  accept: list(closed({ lint: { enum: ACCEPTABLE_LINTS }, reason: text() }, ['lint', 'reason']), {
    minItems: 1,
    maxItems: ACCEPTABLE_LINTS.length,
  }),
};
const reason = { reason: text(), ...accept };
const violation = { violation: { enum: BROWSER_VIOLATION_TYPES } };
const entryId = { id: { type: 'string', pattern: ID } };

const hash = { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' };
const listsFile = { type: 'string', pattern: LISTS_FILE_PATTERN };

const LISTS = {
  /** Lists of words by name, for `elementWords` and `valueWords`. */
  words: {
    type: 'object',
    minProperties: 1,
    maxProperties: MAX_WORD_LISTS,
    propertyNames: { pattern: ID },
    additionalProperties: list(text(100), { minItems: 1, maxItems: MAX_WORDS, uniqueItems: true }),
  },
  /** Lists of host patterns by name, for `hostList`. */
  lists: {
    type: 'object',
    minProperties: 1,
    maxProperties: MAX_HOST_LISTS,
    propertyNames: { pattern: ID },
    additionalProperties: list(text(300), { minItems: 1, maxItems: MAX_ENTRIES, uniqueItems: true }),
  },
};

/** Of a file that a document includes: lists, and nothing that decides. */
export const LISTS_FILE_SCHEMA: JsonSchema = {
  ...closed({ owner: text(200), description: text(), ...LISTS }),
  minProperties: 1,
};

const table = closed(
  {
    ...entryId,
    by: list({ enum: DOCUMENT_FACTS }, { minItems: 1, maxItems: 2, uniqueItems: true }),
    columns: list({ type: 'string' }, { minItems: 1, uniqueItems: true }),
    rows: { type: 'object', minProperties: 1, additionalProperties: ref('row') },
    when: ref('box'),
    violation: { type: 'object', additionalProperties: { enum: BROWSER_VIOLATION_TYPES } },
    ...reason,
    ...duties,
  },
  ['id', 'by', 'rows'],
);

const floorBox = closed(
  {
    ...entryId,
    decision: { enum: ['ESCALATE', 'DENY', 'ABORT'] },
    ...conditional,
    ...violation,
    ...reason,
    ...duties,
  },
  ['id', 'decision', 'when'],
);

/** The whole schema. Draft 2020-12. */
export function policySchema(): JsonSchema {
  const facts = Object.fromEntries(DOCUMENT_FACTS.map((fact) => [fact, valueSchema(fact)]));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://ghost-browser.invalid/policy.schema.json',
    title: 'Ghost Browser policy',
    description: `Generated by policy/engine/reading/schema.ts from the vocabulary ${VOCABULARY_ID}. Do not edit.`,
    ...closed(
      {
        $schema: { type: 'string' },
        policy: { const: 1 },
        ...entryId,
        revision: { type: 'integer', minimum: 1, maximum: 1_000_000_000 },
        whole: { const: true },
        vocabulary: { const: VOCABULARY_ID },
        owner: text(200),
        description: text(),
        extends: closed({ ...entryId, hash }, ['id']),
        include: list(closed({ file: listsFile, hash }, ['file', 'hash']), {
          minItems: 1,
          maxItems: MAX_INCLUDED,
        }),
        ...LISTS,
        defaults: list(ref('table'), { maxItems: MAX_ENTRIES }),
        floors: list(
          {
            type: 'object',
            if: { properties: { by: true }, required: ['by'] },
            then: ref('table'),
            else: ref('floor'),
          },
          { maxItems: MAX_ENTRIES },
        ),
        rules: list(ref('rule'), { maxItems: MAX_ENTRIES }),
        delegate: list(ref('delegation'), { maxItems: MAX_ENTRIES }),
        escalation: closed({
          approvers: ref('approvers'),
          timeout: ref('timeout'),
          fourEyes: { const: true },
          askOnce: ref('askOnce'),
          /** Approvals are always bound to both; the key may say so. */
          bind: list({ enum: ['policyHash', 'requestDigest'] }, { minItems: 2, uniqueItems: true }),
        }),
        obligations: closed({ always: ref('obligations'), after: ref('obligations') }),
        invariants: list(ref('invariant'), { maxItems: MAX_ENTRIES }),
        tests: closed({ given: ref('request'), cases: list(ref('case'), { maxItems: MAX_ENTRIES }) }, [
          'cases',
        ]),
        end: { type: 'string', pattern: END },
      },
      ['policy', 'id'],
    ),
    $defs: {
      box: { ...closed({ ...facts, pathCase }), minProperties: 1 },
      logic: {
        type: 'object',
        minProperties: 1,
        maxProperties: 1,
        additionalProperties: false,
        properties: Object.fromEntries(LOGIC_OPERATORS.map((operator) => [operator, true])),
      },
      cell: { enum: CELLS },
      row: {
        type: ['string', 'array'],
        if: { type: 'array' },
        then: { items: ref('cell') },
        else: ref('cell'),
      },
      table,
      floor: floorBox,
      rule: closed(
        {
          ...entryId,
          decision: { enum: ['ALLOW', 'ESCALATE', 'DENY'] },
          ...conditional,
          publicSuffix: { const: true },
          expires: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
          ...violation,
          ...reason,
          ...duties,
        },
        ['id', 'decision', 'when'],
      ),
      delegation: closed(
        {
          ...entryId,
          to: { enum: ['ALLOW', 'ESCALATE'] },
          ...conditional,
          publicSuffix: { const: true },
          ...reason,
        },
        ['id', 'to', 'when'],
      ),
      invariant: closed(
        {
          ...entryId,
          at_least: { enum: ['ESCALATE', 'DENY', 'ABORT'] },
          over: ref('box'),
          requires: ref('obligations'),
          ...reason,
        },
        ['id'],
      ),
      obligations: list({ enum: OBLIGATIONS }, { minItems: 1, uniqueItems: true }),
      approvers: list({ type: 'string', pattern: ID }, { minItems: 1, maxItems: 16, uniqueItems: true }),
      timeout: { type: 'integer', minimum: 1, maximum: 3600 },
      askOnce: { type: 'integer', minimum: 0, maximum: 1440 },
      escalate: {
        ...closed({
          approvers: ref('approvers'),
          timeout: ref('timeout'),
          fourEyes: { const: true },
          askOnce: ref('askOnce'),
        }),
        minProperties: 1,
      },
      request: closed(Object.fromEntries(REQUEST_KEYS.map((key) => [key, true]))),
      case: closed(
        {
          name: text(300),
          with: ref('request'),
          expect: { enum: BROWSER_DECISIONS },
          by: { type: 'string' },
        },
        ['name', 'expect'],
      ),
    },
  };
}

/** The text of `policy/defaults/policy.schema.json`. */
export function policySchemaText(): string {
  return `${JSON.stringify(policySchema(), null, 2)}\n`;
}
