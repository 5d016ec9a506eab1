// What two policies side by side keep of a text: what both take for the same, or nothing.
import { describe, expect, test } from 'vitest';
import type { EffectivePolicy } from '#policy/language/facts.ts';
import { keepingOfBoth } from '#policy/tools/logs/keeping.ts';
import { withFloorsOf } from '#policy/tools/logs/layer-zero-floors.ts';
import { compiled, first } from '#test/fixtures/policy/small.ts';

const floorOn = (id: string, values: string): string =>
  `\n  - { id: ${id}, decision: DENY, violation: CAPABILITY_DENIED, reason: R., when: { capability: FORM_SUBMIT_DATA, value: [${values}] } }`;
const policyWith = (floors: string): EffectivePolicy => compiled(first('', floors));

describe('an active policy that looks at no value, and a candidate with a floor on one', () => {
  const candidate = compiled(first('', floorOn('secret', 'top secret')));
  const both = withFloorsOf(policyWith(''), candidate);

  test('keep the two values apart that the candidate tells apart', () => {
    expect(both.keptOf?.('value', 'top secret')).not.toBe(both.keptOf?.('value', 'hello'));
    expect(both.keptOf?.('value', 'bye')).toBe(both.keptOf?.('value', 'hello'));
  });
});

test('what is kept of a text is the same to each of two policies, or nothing is kept', () => {
  const [one, other] = [policyWith(floorOn('a', 'alpha, both')), policyWith(floorOn('b', 'beta, both'))];
  const both = keepingOfBoth(one, other);
  for (const text of ['alpha', 'beta', 'both', 'neither', '']) {
    const kept = both.keptOf('value', text);
    if (kept === null) continue;
    expect(one.keptOf?.('value', kept), text).toBe(one.keptOf?.('value', text));
    expect(other.keptOf?.('value', kept), text).toBe(other.keptOf?.('value', text));
  }
  expect(both.keptOf('value', 'both')).toBe('both');
});

test('beside a policy that keeps nothing, nothing of a text is kept', () => {
  expect(keepingOfBoth({ prefixOf: () => '/' }, policyWith('')).keptOf('value', 'x')).toBeNull();
});
