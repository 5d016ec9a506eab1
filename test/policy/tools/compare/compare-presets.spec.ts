// `ghost policy diff` of the default policy against every shipped one, over every class of requests that either tells apart.
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { diffPolicies } from '#policy/tools/compare/diff.ts';
import type { PolicyDiff } from '#policy/tools/compare/diff.ts';
import { refine } from '#policy/tools/compare/refinement.ts';
import { MAX_CELLS } from '#policy/engine/compile/layout.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { everyClass } from './compare-every-class.ts';
import { defaultPolicy, policyOf, shipped } from '#test/fixtures/policy/policies.ts';

const PRESETS = new URL('../../../../policy/presets/', import.meta.url);
const names = readdirSync(PRESETS).filter((one) => one.endsWith('.yaml') && !one.includes('policy-test'));

function preset(file: string): CompiledPolicy {
  const text = readFileSync(new URL(file, PRESETS), 'utf8');
  const below = text.includes('\nextends: { id: phase38-default');
  return policyOf(...(below ? [shipped('default')] : []), { file, text });
}

function difference(old: CompiledPolicy, renewed: CompiledPolicy): PolicyDiff {
  const diff = diffPolicies(old, renewed);
  if (!diff.ok) throw new Error(diff.error.message);
  return diff.value;
}

const sizeOf = (old: CompiledPolicy, renewed: CompiledPolicy): number =>
  refine(old, renewed, MAX_CELLS).space.counts.reduce((size, count) => size * count, 1);

describe('the difference of the default policy and', () => {
  const standard = defaultPolicy();
  test.each([
    ...names.map((file) => [file, () => preset(file)] as const),
    ['demo.yaml', () => policyOf(shipped('default'), shipped('demo'))] as const,
  ])('%s: nothing missed, nothing spurious, in any class of requests', (_, renewed) => {
    const other = renewed();
    const diff = difference(standard, other);
    const every = everyClass(standard, other, diff);
    expect(diff.rows.filter(({ exact }) => !exact)).toEqual([]);
    expect(every.wrong.slice(0, 3)).toEqual([]);
    expect(every.classes).toBe(sizeOf(standard, other));
    expect(diff.compared).toBe(BigInt(every.classes));
    expect(diff.differ).toBe(BigInt(every.differ));
    expect(every.differ).toBeGreaterThan(0);
  });

  test('itself is none', () => {
    const diff = difference(standard, defaultPolicy());
    expect(everyClass(standard, standard, diff)).toMatchObject({ differ: 0, wrong: [] });
  });
});

test('what was left out or put in is noticed', () => {
  const [standard, other] = [defaultPolicy(), preset('shopping.yaml')];
  const diff = difference(standard, other);
  const [first] = diff.rows;
  if (first === undefined) throw new Error('no rows');
  const wrongOf = (rows: PolicyDiff['rows']): number =>
    everyClass(standard, other, { ...diff, rows }).wrong.length;
  expect(wrongOf(diff.rows.slice(1))).toBeGreaterThan(0);
  expect(wrongOf([...diff.rows, first])).toBeGreaterThan(0);
  expect(wrongOf(diff.rows.with(0, { ...first, to: 'ABORT' }))).toBeGreaterThan(0);
  const { host: _host, capability: _capability, ...region } = first.region;
  expect(wrongOf(diff.rows.with(0, { ...first, region }))).toBeGreaterThan(0);
});
