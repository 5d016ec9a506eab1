// `logic` of a document: which conditions are read, as what, and each refusal with its place and mend.
import { describe, expect, test } from 'vitest';
import { toJsonLogic } from '#policy/engine/documents/condition.ts';
import { readLogic } from '#policy/engine/reading/logic.ts';
import { Problems } from '#policy/engine/values/problems.ts';
import { readSource } from '#policy/engine/reading/source.ts';

const LISTS = { words: new Map([['buying', ['buy', 'pay now']]]), hosts: new Map() };

function read(value: unknown) {
  const source = readSource(JSON.stringify({ logic: value }), 'p.json');
  if (!source.ok) throw new Error('a document of one line');
  const problems = new Problems(source.value);
  const condition = readLogic(value, ['logic'], problems, LISTS);
  const said = problems.list.map((one) => `${one.span?.column} ${one.code} ${one.message} (${one.help})`);
  return { logic: condition === null ? null : toJsonLogic(condition), said };
}

const fact = (name: string) => ({ var: name });
const downloads = fact('downloads');
const between = (low: number, high: number) => ({ or: [{ '<=': [low, downloads, high] }] });
const SANDBOX = { in: [fact('sandbox'), [true]] };
const SHOT = { in: [fact('capability'), ['SCREENSHOT']] };

describe('a condition', () => {
  test.each([
    [fact('sandbox'), SANDBOX],
    [{ var: ['sandbox'] }, SANDBOX],
    [{ '!': [fact('sandbox')] }, { '!': [SANDBOX] }],
    [{ '!': fact('sandbox') }, { '!': [SANDBOX] }],
    [
      { and: [fact('sandbox'), { or: [fact('namedByUser')] }] },
      { and: [SANDBOX, { or: [{ in: [fact('namedByUser'), [true]] }] }] },
    ],
    [{ '==': [fact('capability'), 'SCREENSHOT'] }, SHOT],
    [{ '===': ['SCREENSHOT', fact('capability')] }, SHOT],
    [{ '!=': [fact('capability'), 'SCREENSHOT'] }, { '!': [SHOT] }],
    [{ '!==': ['SCREENSHOT', fact('capability')] }, { '!': [SHOT] }],
    [{ '==': [fact('sandbox'), false] }, { in: [fact('sandbox'), [false]] }],
    [{ '==': [downloads, 5] }, between(5, 5)],
    [{ '==': [fact('host'), 'a.test'] }, { host_in: [fact('host'), ['a.test']] }],
    [{ '==': [fact('elementName'), ' Pay NOW'] }, { in: [fact('elementName'), ['pay now']] }],
    [{ '==': [fact('elementWords'), 'buying'] }, { words_in: [fact('elementName'), ['buy', 'pay now']] }],
    [{ in: [fact('elementWords'), ['buying']] }, { words_in: [fact('elementName'), ['buy', 'pay now']] }],
    [
      { '==': [fact('display'), 'HEADED'] },
      { in: [fact('executor'), ['HEADED_CHROMIUM', 'HEADED_EDGE', 'HEADED_UNKNOWN']] },
    ],
    [
      { in: [fact('capability'), ['SCREENSHOT', 'OPEN_TAB']] },
      { in: [fact('capability'), ['SCREENSHOT', 'OPEN_TAB']] },
    ],
    [{ in: [downloads, [1, 3]] }, { or: [{ '<=': [1, downloads, 1] }, { '<=': [3, downloads, 3] }] }],
    [{ '<': [downloads, 5] }, between(0, 4)],
    [{ '<=': [downloads, 5] }, between(0, 5)],
    [{ '>': [downloads, 5] }, between(6, 1000)],
    [{ '>=': [downloads, 5] }, between(5, 1000)],
    [{ '<': [5, downloads] }, between(6, 1000)],
    [{ '<=': [5, downloads] }, between(5, 1000)],
    [{ '>': [5, downloads] }, between(0, 4)],
    [{ '>=': [5, downloads] }, between(0, 5)],
    [{ '<': [2, downloads, 5] }, between(3, 4)],
    [{ '<=': [2, downloads, 5] }, between(2, 5)],
    [{ '<=': [-7, downloads, 5000] }, between(0, 1000)],
    [{ '<=': [5, downloads, 5] }, between(5, 5)],
    [{ '<': [5, downloads, 5] }, false],
    [{ '<': [downloads, 0] }, false],
    [
      { host_in: [fact('host'), ['a.test', '*.b.test']] },
      { host_in: [fact('host'), ['a.test', '*.b.test']] },
    ],
    [{ path_under: [fact('path'), ['/a', '/b']] }, { path_under: [fact('path'), ['/a', '/b']] }],
    [{ path_under: [fact('folder'), ['/srv']] }, { path_under: [fact('folder'), ['/srv']] }],
  ])('%j is read', (value, logic) => {
    expect(read(value)).toEqual({ logic, said: [] });
  });

  const nested = (levels: number): unknown =>
    levels === 0 ? fact('sandbox') : { '!': [nested(levels - 1)] };

  test('has eight levels at most, and 256 nodes', () => {
    expect(read(nested(7)).said).toEqual([]);
    const TOO_LARGE =
      '10 policy.too-large the condition has more than 256 nodes or 8 levels (split the rule in two)';
    expect(read(nested(8))).toEqual({ logic: null, said: [TOO_LARGE] });
    expect(read({ and: Array.from({ length: 255 }, () => fact('sandbox')) }).said).toEqual([]);
    expect(read({ and: Array.from({ length: 256 }, () => fact('sandbox')) }).said).toEqual([TOO_LARGE]);
  });

  const README = 'see the list of operators in policy/README.md';
  test.each([
    [5, '10 policy.type-mismatch `5` is not a condition (a condition is `{ operator: [arguments] }`)'],
    [null, '10 policy.type-mismatch `null` is not a condition (a condition is `{ operator: [arguments] }`)'],
    [[], '10 policy.type-mismatch `[]` is not a condition (a condition is `{ operator: [arguments] }`)'],
    [
      'x'.repeat(99),
      `10 policy.type-mismatch \`${'x'.repeat(80)}\` is not a condition (a condition is \`{ operator: [arguments] }\`)`,
    ],
    [{}, '10 policy.type-mismatch a condition has exactly one operator, not 0 (join conditions by `and`)'],
    [
      { and: [], or: [] },
      '10 policy.type-mismatch a condition has exactly one operator, not 2 (join conditions by `and`)',
    ],
    [{ nad: [] }, '11 policy.unknown-operator `nad` is not an operator (did you mean `and`?)'],
    [
      { constructor: [] },
      '11 policy.unknown-operator `constructor` is not an operator (use one of: and, or, !, ==, ===, !=, !==, <, <=, >, >=, in, var, host_in, path_under, path_under_any_case)',
    ],
    [{ and: [] }, `17 policy.type-mismatch \`and\` takes at least one condition (${README})`],
    [{ or: [] }, `16 policy.type-mismatch \`or\` takes at least one condition (${README})`],
    [{ '!': [] }, `15 policy.type-mismatch \`!\` takes one condition (${README})`],
    [{ '!': [SANDBOX, SANDBOX] }, `15 policy.type-mismatch \`!\` takes one condition (${README})`],
    [
      { '!': 7 },
      '15 policy.type-mismatch `7` is not a condition (a condition is `{ operator: [arguments] }`)',
    ],
    [
      { '!': [7] },
      '16 policy.type-mismatch `7` is not a condition (a condition is `{ operator: [arguments] }`)',
    ],
    [
      { and: [SANDBOX, 7] },
      '52 policy.type-mismatch `7` is not a condition (a condition is `{ operator: [arguments] }`)',
    ],
    [
      fact('capability'),
      '10 policy.type-mismatch `capability` is not true or false (compare it with a value)',
    ],
    [fact('display'), '10 policy.type-mismatch `display` is not true or false (compare it with a value)'],
    [fact('sandbx'), '17 policy.unknown-fact `sandbx` is not a fact (did you mean `sandbox`?)'],
    [
      { var: ['sandbox', true] },
      '17 policy.type-mismatch `var` takes the name of one fact, without a default (as in `{ var: downloads }`)',
    ],
    [
      { var: 5 },
      '17 policy.type-mismatch `var` takes the name of one fact, without a default (as in `{ var: downloads }`)',
    ],
    [{ '==': [downloads] }, `16 policy.type-mismatch \`==\` takes two arguments (${README})`],
    [{ '!=': [downloads, 1, 2] }, `16 policy.type-mismatch \`!=\` takes two arguments (${README})`],
    [{ '===': [1, 2] }, '20 policy.type-mismatch `2` is not a fact (one side is a fact: `{ var: name }`)'],
    [
      { '==': [{ var: 'sandbox', or: 1 }, 2] },
      '42 policy.type-mismatch `2` is not a fact (one side is a fact: `{ var: name }`)',
    ],
    [
      { '==': [{ or: 1 }, null] },
      '26 policy.type-mismatch `null` is not a fact (one side is a fact: `{ var: name }`)',
    ],
    [
      { '==': [downloads, 'five'] },
      '37 policy.type-mismatch `five` is not of the type of `downloads` (`downloads` is integer)',
    ],
    [
      { '==': ['five', downloads] },
      '17 policy.type-mismatch `five` is not of the type of `downloads` (`downloads` is integer)',
    ],
    [
      { '==': [downloads, 1.5] },
      '37 policy.type-mismatch `1.5` is not a whole number (`downloads` is a whole number)',
    ],
    [
      { '==': [fact('sandbox'), 'true'] },
      '35 policy.type-mismatch `true` is not of the type of `sandbox` (`sandbox` is boolean)',
    ],
    [
      { '==': [fact('capability'), null] },
      '38 policy.type-mismatch `null` is not of the type of `capability` (`capability` is enum)',
    ],
    [
      { '==': [fact('capability'), 'SCREENSHT'] },
      '38 policy.unknown-member `SCREENSHT` is not a member of `capability` (did you mean `SCREENSHOT`?)',
    ],
    [
      { '==': [fact('display'), 'HEADLES'] },
      '35 policy.unknown-member `HEADLES` is not a member of `display` (did you mean `HEADLESS`?)',
    ],
    [
      { '==': [fact('display'), true] },
      '35 policy.type-mismatch `true` is not of the type of `display` (`display` is enum)',
    ],
    [
      { '==': [fact('host'), '*.a.test'] },
      '32 policy.type-mismatch `*.a.test` is a pattern, and this compares exactly (use `host_in`)',
    ],
    [
      { '==': [fact('host'), 5] },
      '32 policy.type-mismatch `5` is not of the type of `host` (`host` is text)',
    ],
    [
      { '==': [fact('host'), 'A.test'] },
      '32 policy.bad-host `A.test` is not a host pattern (did you mean `a.test`? use a host (`example.com`) or its strict subdomains (`*.example.com`))',
    ],
    [
      { '==': [fact('path'), '/a'] },
      '32 policy.type-mismatch `path` is compared by its segments (use `path_under`)',
    ],
    [
      { '==': [fact('elementName'), 5] },
      '39 policy.type-mismatch `5` is not of the type of `elementName` (`elementName` is text)',
    ],
    [
      { '==': [fact('elementWords'), 'selling'] },
      '40 policy.unknown-member `selling` is not a word list of this document (use one of: buying)',
    ],
    [{ '<': [downloads] }, `15 policy.type-mismatch \`<\` takes two or three arguments (${README})`],
    [
      { '<=': [1, downloads, 2, 3] },
      `16 policy.type-mismatch \`<=\` takes two or three arguments (${README})`,
    ],
    [{ '>': [5, downloads, 1] }, `15 policy.type-mismatch \`>\` takes two arguments (${README})`],
    [{ '>=': [downloads] }, `16 policy.type-mismatch \`>=\` takes two arguments (${README})`],
    [
      { '<': [1, 2] },
      '15 policy.type-mismatch `<` compares one fact with numbers (as in `{ "<": [{ var: downloads }, 5] }`)',
    ],
    [
      { '<': [downloads, 1, 2] },
      '15 policy.type-mismatch `<` compares one fact with numbers (as in `{ "<": [{ var: downloads }, 5] }`)',
    ],
    [
      { '<': [1, 2, downloads] },
      '15 policy.type-mismatch `<` compares one fact with numbers (as in `{ "<": [{ var: downloads }, 5] }`)',
    ],
    [
      { '<': [fact('capability'), 5] },
      '16 policy.type-mismatch `capability` is not a number (use `==` or `in`)',
    ],
    [{ '<': [5, fact('display')] }, '18 policy.type-mismatch `display` is not a number (use `==` or `in`)'],
    [
      { '<': [fact('download'), 5] },
      '23 policy.unknown-fact `download` is not a fact (did you mean `downloads`?)',
    ],
    [
      { '<': [downloads, '5'] },
      '36 policy.type-mismatch `5` is not a whole number (one side is a fact, the others numbers)',
    ],
    [
      { '<': [downloads, 0.5] },
      '36 policy.type-mismatch `0.5` is not a whole number (one side is a fact, the others numbers)',
    ],
    [
      { '<': [downloads, downloads] },
      '36 policy.type-mismatch `{"var":"downloads"}` is not a whole number (one side is a fact, the others numbers)',
    ],
    [{ in: [fact('capability')] }, `16 policy.type-mismatch \`in\` takes a fact and a list (${README})`],
    [{ in: [5, [5]] }, '17 policy.type-mismatch `5` is not a fact (one side is a fact: `{ var: name }`)'],
    [
      { in: [fact('capability'), []] },
      '38 policy.type-mismatch `in` needs a list of values that is not empty (as in `{ in: [{ var: x }, [A, B]] }`)',
    ],
    [
      { in: [fact('capability'), 'SCREENSHOT'] },
      '38 policy.type-mismatch `in` needs a list of values that is not empty (as in `{ in: [{ var: x }, [A, B]] }`)',
    ],
    [
      { in: [fact('capability'), ['SCREENSHOT', 'X']] },
      '52 policy.unknown-member `X` is not a member of `capability` (use one of: ',
    ],
    [
      { host_in: [fact('host')] },
      `21 policy.type-mismatch \`host_in\` takes the fact \`host\` and a list of patterns (${README})`,
    ],
    [
      { host_in: [7, ['a.test']] },
      '22 policy.type-mismatch `7` is not a fact (one side is a fact: `{ var: name }`)',
    ],
    [
      { host_in: [fact('path'), ['a.test']] },
      '22 policy.type-mismatch `path` is not a host (use `{ var: host }`)',
    ],
    [
      { host_in: [fact('host'), []] },
      '37 policy.type-mismatch `host_in` needs a list of host patterns that is not empty (as in `["*.example.com"]`)',
    ],
    [
      { host_in: [fact('host'), 'a.test'] },
      '37 policy.type-mismatch `host_in` needs a list of host patterns that is not empty (as in `["*.example.com"]`)',
    ],
    [
      { host_in: [fact('host'), ['a.test', '*']] },
      '47 policy.bad-host `*` is not a host pattern (use a host (`example.com`) or its strict subdomains (`*.example.com`))',
    ],
    [
      { path_under: [fact('path')] },
      `24 policy.type-mismatch \`path_under\` takes a path and a list of patterns (${README})`,
    ],
    [
      { path_under: [null, ['/a']] },
      '25 policy.type-mismatch `null` is not a fact (one side is a fact: `{ var: name }`)',
    ],
    [
      { path_under: [fact('host'), ['/a']] },
      '25 policy.type-mismatch `host` is not a path (use `{ var: path }` or `{ var: folder }`)',
    ],
    [
      { path_under: [fact('display'), ['/a']] },
      '25 policy.type-mismatch `display` is not a path (use `{ var: path }` or `{ var: folder }`)',
    ],
    [
      { path_under: [fact('path'), []] },
      '40 policy.type-mismatch `path_under` needs a list of paths that is not empty (as in `["/a/b"]`)',
    ],
    [
      { path_under: [fact('path'), '/a'] },
      '40 policy.type-mismatch `path_under` needs a list of paths that is not empty (as in `["/a/b"]`)',
    ],
    [
      { path_under: [fact('path'), ['/a', '/b/']] },
      '46 policy.bad-path `/b/` is not a path in its plain form (did you mean `/b`? write `/a/b`, decoded, for that path and all below it)',
    ],
  ])('%j is refused', (value, message) => {
    const { logic, said } = read(value);
    expect(logic).toBeNull();
    expect(said).toHaveLength(1);
    expect(said[0]?.slice(0, message.length)).toBe(message);
  });

  test('all mistakes of a condition come at once', () => {
    expect(read({ and: [{ nad: [] }, fact('x'), { or: [5] }, fact('sandbox')] }).said).toHaveLength(3);
    expect(read({ in: [fact('capability'), ['A', 'B']] }).said).toHaveLength(2);
  });
});
