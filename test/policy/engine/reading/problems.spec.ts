// The failures of one document: each with its place, a hundred of them listed.
import { describe, expect, test } from 'vitest';
import { Problems } from '#policy/engine/values/problems.ts';
import { readSource } from '#policy/engine/reading/source.ts';

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

  test('are listed up to a hundred, and where there are more, that is said', () => {
    const problems = fresh();
    for (let index = 0; index < 100; index++) problems.add('policy.syntax', [], `${index}`);
    expect(problems.list).toHaveLength(100);
    expect(problems.rest()).toEqual([]);
    for (let index = 0; index < 1234; index++) expect(problems.add('policy.syntax', [], 'more')).toBeNull();
    expect(problems.list).toHaveLength(100);
    expect(problems.rest()).toEqual([
      {
        code: 'policy.too-large',
        message: '… and more',
        retryable: false,
        help: 'mend those listed first',
        span: { file: 'p.yaml', line: 1, column: 1, endLine: 3, endColumn: 1 },
      },
    ]);
  });

  test('are not looked for where they would not be listed', () => {
    const problems = fresh();
    for (let index = 0; index < 100; index++) problems.add('policy.syntax', [], `${index}`);
    const help = (): string => {
      throw new Error('it was looked for');
    };
    expect(problems.isFull).toBe(true);
    expect(problems.add('policy.syntax', [], 'more', { help })).toBeNull();
  });
});
