// One builder for the rows of a consent card: it says whose the words are, escapes them and keeps both their ends. A row that is
// written, spread or changed anywhere else would reach a person without that.
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { isNode, nodesOf } from './nodes.ts';
import type { SyntaxNode } from './nodes.ts';
import { SOURCES } from './syntax.ts';

const BUILDER = 'gateway/boundary/words/rows.ts';
const MAKERS = new Set(['ours', 'theirs', 'hidden', 'address', 'script']);
/** What a row has beside a `value`: no other object of the gateway has these. */
const WHOSE = ['by', 'masked'];

const nodesIn = (value: unknown): readonly SyntaxNode[] => (Array.isArray(value) ? value.filter(isNode) : []);
/** Of an identifier or of a text; `''` for anything else. */
function nameOf(value: unknown): string {
  if (!isNode(value)) return '';
  const name = value['name'] ?? value['value'];
  return typeof name === 'string' ? name : '';
}

/** An object that says whose words it holds, and one that is made of what the builder gave. */
function rowsMadeIn(nodes: readonly SyntaxNode[]): readonly string[] {
  return nodes.flatMap((node) => {
    if (node.type === 'AssignmentExpression') {
      const { left } = node;
      return isNode(left) && left.type === 'MemberExpression' && nameOf(left['property']) === 'mustRead'
        ? ['assigns `mustRead`']
        : [];
    }
    if (node.type !== 'ObjectExpression') return [];
    const properties = nodesIn(node['properties']);
    const keys = new Set(properties.map(({ key }) => nameOf(key)));
    if (WHOSE.every((key) => keys.has(key)) && keys.has('value')) return ['writes a row'];
    if (keys.has('mustRead')) return ['writes `mustRead`'];
    const spread = properties.filter(({ type }) => type === 'SpreadElement').map(({ argument }) => argument);
    return spread.some((one) => nodesOf(one).some((inner) => MAKERS.has(calledBy(inner))))
      ? ['spreads a row']
      : [];
  });
}

const calledBy = (node: SyntaxNode): string => (node.type === 'CallExpression' ? nameOf(node['callee']) : '');

const gateway = SOURCES.filter(({ file }) => file.startsWith('gateway/'));

test('rows of a card are made by their builder alone', () => {
  expect(gateway.length).toBeGreaterThan(200);
  const made = gateway.flatMap(({ file, nodes }) => rowsMadeIn(nodes).map((what) => `${file}: ${what}`));
  expect(made.filter((line) => !line.startsWith(`${BUILDER}: `))).toEqual([]);
  expect(made.filter((line) => line.startsWith(`${BUILDER}: `)).length).toBeGreaterThan(2);
});

test.each([
  ['a row that is written out', "const row = { kind: 'FACT', label, value, by: 'PAGE', masked: false };"],
  ['a row with a note put on it', "const row = { ...address('PAGE', 'from', url), note: 'made' };"],
  ['a row that is chosen and spread', "const row = { ...(a ? ours('FACT', 'x', y) : b), value: text };"],
  ['a mark of what has to be read', 'const row = { ...given, mustRead: true };'],
  ['a mark that is assigned', 'row.mustRead = true;'],
])('%s is found', (_, source) => {
  expect(rowsMadeIn(nodesOf(parseSync('x.ts', source).program))).not.toEqual([]);
});

test.each([
  ['a call of the builder', "const row = theirs('PAGE', 'FILE', 'file', name, { note: 'made' });"],
  ['a list of rows', "const rows = [...weighed.details, ours('FACT', 'size', size)];"],
  ['a request that names who asks', "const about = { by: 'PAGE', value: text };"],
])('%s is none', (_, source) => {
  expect(rowsMadeIn(nodesOf(parseSync('x.ts', source).program))).toEqual([]);
});
