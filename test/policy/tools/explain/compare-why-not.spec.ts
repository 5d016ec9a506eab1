// What stands between a request and an ALLOW: exact, and only what really would help.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { whyNot } from '#policy/tools/explain/why-not.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { holds } from '#policy/engine/documents/condition.ts';
import { FACT_NAMES, factSpec } from '#policy/language/fact-table.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { HOST_INDEX } from '#policy/engine/space/space.ts';
import { build, factsOf, request, upperLayer } from '#test/property/policy-arbitraries.ts';
import { defaultPolicy, facts, layer, policyOf, shipped } from '#test/fixtures/policy/policies.ts';

/** Whether some request with at most `count` other facts, and the same capability, is allowed: by trying them all. */
function allowedWithin(policy: CompiledPolicy, from: PolicyFacts, count: number): boolean {
  const { space } = policy;
  const trying = (at: PolicyFacts, first: number, left: number): boolean => {
    if (policy.decide(at).decision === 'ALLOW') return true;
    if (left === 0) return false;
    for (let fact = first; fact < FACT_NAMES.length; fact++) {
      const name = FACT_NAMES[fact] ?? 'host';
      if (name === 'capability') continue;
      for (let index = 0; index < (space.counts[fact] ?? 1); index++) {
        const value = fact === HOST_INDEX && index === 0 ? '' : space.witness(fact, index);
        if (trying({ ...at, [name]: value }, fact + 1, left - 1)) return true;
      }
    }
    return false;
  };
  return trying(from, 0, count);
}

const IN_WORDS = new Set<string>(
  FACT_NAMES.filter((fact) => ['host', 'path', 'keyed', 'text'].includes(factSpec(fact).kind)),
);

describe('why not', () => {
  test('the nearest ALLOW is allowed, and no request with fewer changes is', () => {
    let near = 0;
    fc.assert(
      fc.property(upperLayer, fc.array(request, { minLength: 12, maxLength: 12 }), (one, asked) => {
        const { policy } = build([one]);
        for (const from of asked) {
          const { nearestAllow } = whyNot(policy, from);
          const change = nearestAllow === null ? null : Object.entries(nearestAllow.change);
          if (change !== null) {
            const to = factsOf({ ...from, ...nearestAllow?.change });
            expect(policy.decide(to).decision).toBe('ALLOW');
            expect(to.capability).toBe(from.capability);
            for (const [fact, value] of change) expect(value).not.toBe(Reflect.get(from, fact));
          }
          const fewer = Math.min(2, (change?.length ?? 3) - 1);
          if (fewer < 0) continue;
          near += 1;
          expect(allowedWithin(policy, from, fewer)).toBe(false);
        }
      }),
      { numRuns: 5, endOnFailure: true },
    );
    expect(near).toBeGreaterThan(0);
  });

  test('a rule that almost speaks does speak with what it needs, whichever of the values it is', () => {
    fc.assert(
      fc.property(upperLayer, fc.array(request, { minLength: 12, maxLength: 12 }), (one, asked) => {
        const { policy } = build([one]);
        for (const from of asked) {
          for (const miss of whyNot(policy, from).almost) {
            const entry = policy.stack.entries.find(({ ref }) => ref === miss.entry);
            if (entry === undefined) throw new Error(miss.entry);
            expect(holds(entry.scope, from)).toBe(false);
            const needs = miss.needs.flatMap((need) => Object.entries(need));
            // Hosts, paths, parameters and names are in words; the other facts can be tried.
            if (needs.length !== 1 || needs.some(([fact]) => IN_WORDS.has(fact))) continue;
            for (const [fact, { is, oneOf }] of needs) {
              expect(is).toBe(Reflect.get(from, fact));
              expect(oneOf.length).toBeGreaterThan(0);
              for (const value of oneOf) {
                expect(holds(entry.scope, { ...from, [fact]: value })).toBe(true);
              }
            }
          }
        }
      }),
      { numRuns: 10, endOnFailure: true },
    );
  });

  test('an agent on a page would have to come from the person', () => {
    const docs = policyOf(
      shipped('default'),
      layer(`rules:
  - id: corp-docs
    decision: ESCALATE
    when: { capability: NAVIGATE_CROSS_ORIGIN, host: ["*.docs.example"], provenance: PAGE }`),
    );
    const asked = facts({
      capability: 'NAVIGATE_CROSS_ORIGIN',
      host: 'a.docs.example',
      provenance: 'PAGE',
      namedByUser: true,
    });
    const { nearestAllow, almost } = whyNot(docs, asked);
    expect(docs.decide(asked).decision).toBe('ESCALATE');
    expect(nearestAllow).toEqual({ change: { provenance: 'USER' } });
    expect(almost).toEqual([]);
  });

  test('it names the site that the person did not name', () => {
    const demo = policyOf(shipped('default'), shipped('demo'));
    const asked = facts({ capability: 'NAVIGATE_CROSS_ORIGIN', host: 'shop.test', addressClass: 'LOOPBACK' });
    const { almost, nearestAllow } = whyNot(demo, asked);
    expect(nearestAllow).toEqual({ change: { namedByUser: true } });
    expect(almost[0]).toMatchObject({
      entry: 'rules.demo-named',
      decision: 'ALLOW',
      needs: [{ namedByUser: { is: false, oneOf: [true] } }],
    });
  });

  test('what nothing allows has no nearest ALLOW, and an ALLOW needs nothing', () => {
    const policy = defaultPolicy();
    expect(whyNot(policy, facts({ capability: 'ACCESS_PASSWORDS' }))).toEqual({
      almost: [],
      nearestAllow: null,
    });
    expect(whyNot(policy, facts({ capability: 'SCREENSHOT' }))).toEqual({
      almost: [],
      nearestAllow: { change: {} },
    });
  });
});
