// The failures of one document: each with its place, two hundred of them listed, the others counted.
import { describe, expect, test } from 'vitest';
import { Problems } from '#policy/problems.ts';
import { readSource } from '#policy/source.ts';

function fresh(): Problems {
  const source = readSource('policy: 1\nid: base\n', 'p.yaml');
  if (!source.ok) throw new Error('two lines');
  return new Problems(source.value);
}

describe('the failures of a document', () => {
  test('point at the value, or at the key where that is wrong', () => {
    const problems = fresh();
    expect(problems.add('policy.type-mismatch', ['id'], 'a')).toBeNull();
    problems.add('policy.unknown-key', ['id'], 'b', { key: true, help: 'mend it', details: { entry: 'x' } });
    expect(problems.list).toEqual([
      {
        code: 'policy.type-mismatch',
        message: 'a',
        retryable: false,
        span: { file: 'p.yaml', line: 2, column: 5, endLine: 2, endColumn: 9 },
      },
      {
        code: 'policy.unknown-key',
        message: 'b',
        retryable: false,
        help: 'mend it',
        details: { entry: 'x' },
        span: { file: 'p.yaml', line: 2, column: 1, endLine: 2, endColumn: 3 },
      },
    ]);
    expect(Object.keys(problems.list[0] ?? {})).not.toContain('help');
    expect(Object.keys(problems.list[0] ?? {})).not.toContain('details');
    expect(problems.rest()).toEqual([]);
  });

  test('are listed up to two hundred, and the others are counted', () => {
    const problems = fresh();
    for (let index = 0; index < 200; index++) problems.add('policy.syntax', [], `${index}`);
    expect(problems.list).toHaveLength(200);
    expect(problems.rest()).toEqual([]);
    for (let index = 0; index < 1234; index++) expect(problems.add('policy.syntax', [], 'more')).toBeNull();
    expect(problems.list).toHaveLength(200);
    expect(problems.rest()).toEqual([
      {
        code: 'policy.too-large',
        message: '… and 1,234 more',
        retryable: false,
        help: 'mend those listed first',
      },
    ]);
  });
});
