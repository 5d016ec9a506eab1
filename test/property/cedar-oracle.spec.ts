// What Cedar can say of a policy: ALLOW or not, on the facts with hosts as strings. One random first layer becomes one Cedar
// policy set, and cedar-wasm has to permit exactly what the tables allow.
import { isAuthorized, preparsePolicySet, statefulIsAuthorized } from '@cedar-policy/cedar-wasm/nodejs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DISPLAY_OF } from '#policy/language/fact-table.ts';
import { spacedWords } from '#test/fixtures/policy/spaced-words.ts';
import { cedarPolicies } from '#test/fixtures/cedar.ts';
import { isNode } from '#policy/engine/values/document-node.ts';
import { build, request, upperLayer } from './policy-arbitraries.ts';
import type { Data } from './policy-arbitraries.ts';

const POLICIES = 15;
const REQUESTS = 100;

/** Cedar has no operator for parts of a text: an export asks for what holds of them (render-export.spec.ts). */
const PARTS: ReadonlySet<string> = new Set(['query', 'groups', 'address', 'fragment', 'fragmentAmbiguous']);

function withoutParts(value: Data): Data {
  const plain = (one: unknown): unknown => {
    if (Array.isArray(one))
      return one.map(plain).filter((item) => typeof item !== 'string' || !item.includes('/*'));
    if (!isNode(one)) return one;
    const kept = Object.entries(one).flatMap(([key, inner]): [string, unknown][] => {
      if (PARTS.has(key)) return [];
      if (key === 'logic' && /"(?:groups|address|fragment)"|\/\*/u.test(JSON.stringify(inner))) return [];
      const next = plain(inner);
      return Array.isArray(inner) && inner.length > 0 && Array.isArray(next) && next.length === 0
        ? [[key, ['/']]]
        : [[key, next]];
    });
    const boxes = Object.fromEntries(kept);
    // A box of such facts alone holds everywhere.
    if (isNode(boxes['when']) && Object.keys(boxes['when']).filter((key) => key !== 'pathCase').length === 0)
      boxes['when'] = { namedByUser: [true, false] };
    if (Array.isArray(boxes['except']))
      boxes['except'] = boxes['except'].map((box: unknown) =>
        isNode(box) && Object.keys(box).filter((key) => key !== 'pathCase').length === 0
          ? { namedByUser: [true, false] }
          : box,
      );
    return boxes;
  };
  const made = plain(value);
  return isNode(made) ? made : value;
}

const entity = (type: string, id: string) => ({ type, id });

test('cedar-wasm permits exactly what the tables allow', () => {
  // Every second request runs into no fixed floor: half of what is asked can be allowed.
  const open = {
    storage: 'NONE',
    tabAction: 'NONE',
    tabPolicy: 'SINGLE_TAB',
    launchFlags: 'CLEAN',
    sandbox: true,
  } as const;
  const pool = fc
    .sample(request, 3 * REQUESTS)
    .map((facts, index) => (index % 2 === 0 ? { ...facts, ...open } : facts))
    // Cedar has two values of truth: what is open is asked of the export (render-export.spec.ts).
    .map((facts) => ({
      ...facts,
      pathAmbiguous: false,
      path: /^[!-~]+$/u.test(facts.path) ? facts.path : '/A/B',
    }));
  const met = { allowed: 0, refused: 0 };
  fc.assert(
    fc.property(upperLayer.map(withoutParts), fc.nat(2 * REQUESTS), (layer, from) => {
      const { policy, layers } = build([layer]);
      const prepared = preparsePolicySet('oracle', { staticPolicies: cedarPolicies(layers[0] ?? layer) });
      expect(prepared).toEqual({ type: 'success' });
      for (const facts of pool.slice(from, from + REQUESTS)) {
        const answer = statefulIsAuthorized({
          preparsedPolicySetId: 'oracle',
          principal: entity('Agent', 'agent'),
          action: entity('Action', 'ask'),
          resource: entity('Browser', 'browser'),
          context: {
            ...facts,
            display: DISPLAY_OF[facts.executor],
            pathFolded: facts.path.toLowerCase(),
            elementSpaced: spacedWords(facts.elementName),
            valueSpaced: spacedWords(facts.value),
          },
          entities: [],
        });
        if (answer.type !== 'success') throw new Error(JSON.stringify(answer));
        // An erring policy would be skipped in silence.
        const { decision, diagnostics } = answer.response;
        const allowed = policy.decide(facts).decision === 'ALLOW';
        if (diagnostics.errors.length > 0 || (decision === 'allow') !== allowed)
          expect.fail(JSON.stringify({ decision, errors: diagnostics.errors, facts, layers }));
        met[allowed ? 'allowed' : 'refused']++;
      }
    }),
    { numRuns: POLICIES, endOnFailure: true },
  );
  expect(met.allowed).toBeGreaterThan(50);
  expect(met.refused).toBeGreaterThan(50);
});

test('a forbid that reads a missing fact is skipped by Cedar and is no document of ours', () => {
  const answer = isAuthorized({
    principal: entity('Agent', 'agent'),
    action: entity('Action', 'ask'),
    resource: entity('Browser', 'browser'),
    context: {},
    entities: [],
    policies: {
      staticPolicies:
        'permit(principal, action, resource); forbid(principal, action, resource) when { context.risk > 50 };',
    },
  });
  expect(answer).toMatchObject({ type: 'success', response: { decision: 'allow' } });
  expect(() =>
    build([{ policy: 1, id: 'upper', rules: [{ id: 'r', decision: 'DENY', when: { risk: 51 } }] }]),
  ).toThrow('`risk` is not a fact');
});
