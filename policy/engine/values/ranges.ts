// Numbers as `when` writes them: one, or a range `9-17` with both ends in it.
import type { FactSpec } from '#policy/language/fact-table.ts';
import type { Problems } from './problems.ts';
import type { Path } from './source-places.ts';

const RANGE = /^(\d{1,9})-(\d{1,9})$/u;

export function rangesOf(
  value: unknown,
  at: Path,
  { min, max }: Extract<FactSpec, { kind: 'integer' }>,
  problems: Problems,
): readonly (readonly [number, number])[] {
  if (typeof value === 'number') return [[value, value]];
  const [, low, high] = (typeof value === 'string' ? RANGE.exec(value) : null) ?? [];
  // What is neither the schema has reported.
  if (low === undefined || high === undefined) return [];
  const [from, to] = [Number(low), Number(high)];
  if (min <= from && from <= to && to <= max) return [[from, to]];
  problems.add('policy.type-mismatch', at, `\`${String(value)}\` is no range`, {
    help: `the smaller number first, from ${min} to ${max}`,
  });
  return [];
}
