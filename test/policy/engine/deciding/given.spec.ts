// Partial evaluation: the same answers as `decide`, whatever is asked.
import { describe, expect, test, vi } from 'vitest';
import { deciderGiven } from '#policy/engine/deciding/given.ts';
import { BROWSER_CAPABILITIES, BROWSER_EXECUTOR_TYPES } from '#policy/language/vocabulary.ts';
import { facts, policyOf, shipped } from '#test/fixtures/policy/policies.ts';

const policy = policyOf(shipped('default'), shipped('demo'));

describe('a decider with most facts given', () => {
  test('answers as the policy does, every time it is asked', () => {
    const base = facts({ capability: 'SCREENSHOT', addressClass: 'LOOPBACK', namedByUser: true });
    const given = deciderGiven(policy, base);
    for (let round = 0; round < 2; round++)
      for (const capability of BROWSER_CAPABILITIES)
        for (const executor of BROWSER_EXECUTOR_TYPES)
          for (const host of ['', 'shop.test', 'x.shop.test', 'prize.test', 'other.test'])
            expect(given(capability, executor, host)).toBe(
              policy.decide({ ...base, capability, executor, host }),
            );
  });

  test('what is no member, or no canonical host, is denied before any rule', () => {
    const given = deciderGiven(policy, facts({ capability: 'SCREENSHOT' }));
    expect(given('SCREENSHOT', 'HEADED_CHROMIUM', '').decision).toBe('ALLOW');
    expect(given('SCREENSHOT', 'HEADED_CHROMIUM', 'SHOP.test').because[0]?.entry).toBe('request');
    for (const wrong of ['SCREENSHOTS', '', 'constructor']) {
      // @ts-expect-error -- what a caller without types may ask
      expect(given(wrong, 'HEADED_CHROMIUM', '').because[0]?.entry).toBe('request');
      // @ts-expect-error -- what a caller without types may ask
      expect(given('SCREENSHOT', wrong, '').because[0]?.entry).toBe('request');
    }
  });

  test('asks once for each answer: hosts that are alike share it', () => {
    const asked = vi.spyOn(policy, 'decide');
    const given = deciderGiven(policy, facts({ capability: 'SCREENSHOT' }));
    const first = given('NAVIGATE_SAME_ORIGIN', 'HEADED_CHROMIUM', 'one.test');
    expect(given('NAVIGATE_SAME_ORIGIN', 'HEADED_CHROMIUM', 'one.test')).toBe(first);
    expect(given('NAVIGATE_SAME_ORIGIN', 'HEADED_CHROMIUM', 'other.test')).toBe(first);
    expect(asked).toHaveBeenCalledTimes(1);
    given('NAVIGATE_SAME_ORIGIN', 'HEADLESS_CHROMIUM', 'one.test');
    expect(asked).toHaveBeenCalledTimes(2);
    asked.mockRestore();
  });

  test('no two answers share a place, whichever is asked for first', () => {
    const base = facts({ capability: 'SCREENSHOT' });
    const answer = policy.decide(base);
    const asked = vi.spyOn(policy, 'decide').mockImplementation(() => ({ ...answer }));
    const given = deciderGiven(policy, base);
    const seen = new Set<unknown>();
    for (const capability of BROWSER_CAPABILITIES)
      for (const executor of BROWSER_EXECUTOR_TYPES) seen.add(given(capability, executor, 'a.test'));
    const all = BROWSER_CAPABILITIES.length * BROWSER_EXECUTOR_TYPES.length;
    expect(seen.size).toBe(all);
    const questions = asked.mock.calls.map(([one]) => `${one.capability} ${one.executor} ${one.host}`);
    expect(questions).toHaveLength(all);
    expect(new Set(questions).size).toBe(all);
    asked.mockRestore();
  });
});
