// Sets of paths, folders, endpoints, names and word lists, as a document writes them: what is read, and every mistake.
import { describe, expect, test } from 'vitest';
import type { FactName } from '#policy/language/fact-table.ts';
import { Problems } from '#policy/engine/values/problems.ts';
import { readSource } from '#policy/engine/reading/source.ts';
import { readWordLists, textSet, wordsSet } from '#policy/engine/values/text-sets.ts';

function problems(): Problems {
  const source = readSource('policy: 1\n', 'p.yaml');
  if (!source.ok) throw new Error('a document of one line');
  return new Problems(source.value);
}

const shown = (found: Problems): readonly string[] =>
  found.list.map((one) => `${one.code}: ${one.message} (${one.help})`);

function read(fact: FactName, ...values: readonly unknown[]) {
  const found = problems();
  const set = textSet(fact, values, (index) => ['rules', index], found);
  return { set, said: shown(found) };
}

describe('a set of texts', () => {
  test.each([
    ['path', ['/a', '/b/c'], { kind: 'paths', fact: 'path', patterns: ['/a', '/b/c'] }],
    ['folder', ['/srv'], { kind: 'paths', fact: 'folder', patterns: ['/srv'] }],
    [
      'endpoint',
      ['http://127.0.0.1:9222'],
      { kind: 'members', fact: 'endpoint', members: ['http://127.0.0.1:9222'] },
    ],
    ['elementName', [' Pay  NOW '], { kind: 'members', fact: 'elementName', members: ['pay now'] }],
    [
      'contentHost',
      ['crm.example', '10.0.0.7', '[::1]'],
      { kind: 'members', fact: 'contentHost', members: ['crm.example', '10.0.0.7', '[::1]'] },
    ],
    ['path', [], { kind: 'paths', fact: 'path', patterns: [] }],
  ] as const)('of %s %j is read', (fact, values, set) => {
    expect(read(fact, ...values)).toEqual({ set, said: [] });
  });

  const FORM = 'write it as in `http://127.0.0.1:9222`';
  test.each([
    ['path', 7, 'policy.type-mismatch: `7` is not of the type of `path` (`path` is text)'],
    [
      'elementName',
      null,
      'policy.type-mismatch: `null` is not of the type of `elementName` (`elementName` is text)',
    ],
    [
      'contentHost',
      'CRM.Example.',
      'policy.bad-text: `CRM.Example.` is not a host as it is compared (did you mean `crm.example`? write one host exactly, as in `crm.example.com`)',
    ],
    ...['*.example', 'https://crm.example', 'crm.example:8443', ''].map(
      (host) =>
        [
          'contentHost',
          host,
          `policy.bad-text: \`${host}\` is not a host as it is compared (write one host exactly, as in \`crm.example.com\`)`,
        ] as const,
    ),
    [
      'path',
      '/a/*',
      'policy.bad-path: `/a/*` ends with `*` (did you mean `/a`? write `/a/b`, decoded, for that path and all below it)',
    ],
    [
      'folder',
      '/srv/',
      'policy.bad-path: `/srv/` is not a folder in its plain form (did you mean `/srv`? write `/a/b` for that folder and all below it)',
    ],
    [
      'endpoint',
      'http://127.1:9222/',
      `policy.bad-text: \`http://127.1:9222/\` is not an endpoint (did you mean \`http://127.0.0.1:9222\`? ${FORM})`,
    ],
    ['endpoint', '9222', `policy.bad-text: \`9222\` is not an endpoint (${FORM})`],
    ['elementName', ' ', 'policy.bad-text: ` ` is no name that can be seen (write the name as it is shown)'],
  ] as const)('of %s: %j is refused', (fact, value, said) => {
    expect(read(fact, value)).toEqual({ set: null, said: [said] });
  });

  test('one wrong value is reported, and nothing is left of the set', () => {
    const { set, said } = read('path', '/a', 1, '/b', '/c/');
    expect(set).toBeNull();
    expect(said).toHaveLength(2);
  });
});

describe('word lists', () => {
  const lists = (value: unknown) => {
    const found = problems();
    return { lists: [...readWordLists(value, found)], said: shown(found) };
  };

  test('are phrases in canonical form, sorted, each once', () => {
    expect(lists({ buying: ['Pay, NOW', 'order', 'pay now', 'buy'], none: [] })).toEqual({
      lists: [
        ['buying', ['buy', 'order', 'pay now']],
        ['none', []],
      ],
      said: [],
    });
  });

  test('an entry without a word is an error, the others stay', () => {
    expect(lists({ buying: ['!', 'buy'] })).toEqual({
      lists: [['buying', ['buy']]],
      said: [
        'policy.bad-text: `!` holds no word (a word is letters and digits; several stand in one entry, as in `pay now`)',
      ],
    });
  });

  test('what has another shape is no list here: the schema reports it', () => {
    for (const value of [undefined, null, 'buy', 7, ['buy']])
      expect(lists(value)).toEqual({ lists: [], said: [] });
    expect(lists({ a: 'buy', b: [1, null] })).toEqual({
      lists: [
        ['a', []],
        ['b', []],
      ],
      said: [],
    });
  });
});

describe('a set by word lists', () => {
  const declared = new Map([
    ['buying', ['order', 'buy']],
    ['paying', ['pay', 'buy']],
  ]);
  const read2 = (names: readonly unknown[], lists = declared) => {
    const found = problems();
    return {
      set: wordsSet('elementWords', names, (index) => ['rules', index], { words: lists }, found),
      said: shown(found),
    };
  };

  test('has the phrases of all of them, sorted, each once', () => {
    expect(read2(['paying', 'buying'])).toEqual({
      set: { kind: 'words', fact: 'elementName', phrases: ['buy', 'order', 'pay'] },
      said: [],
    });
  });

  test('an unknown list is an error that names the nearest', () => {
    expect(read2(['buying', 'payin'])).toEqual({
      set: null,
      said: ['policy.unknown-member: `payin` is not a word list of this document (did you mean `paying`?)'],
    });
    expect(read2([7]).said).toEqual([
      'policy.unknown-member: `7` is not a word list of this document (use one of: buying, paying)',
    ]);
    expect(read2(['buying'], new Map())).toEqual({
      set: null,
      said: [
        'policy.unknown-member: `buying` is not a word list of this document (declare it, as in `words: { buying: [buy, order] }`)',
      ],
    });
  });
});
