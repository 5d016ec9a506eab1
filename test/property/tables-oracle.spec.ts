// The compiled tables on random policies × requests, more than 100,000 in `npm run test:long`: against the interpreter of POLICY.md 6.1, and
// against a reading of the same documents by json-logic-js.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BROWSER_DECISIONS } from '#policy/language/vocabulary.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { interpret } from '#policy/engine/deciding/interpret.ts';
import { layerSays, oracleDecides } from './document-oracle.ts';
import { build, lowerLayer, request, upperLayer } from './policy-arbitraries.ts';
import type { Built } from './policy-arbitraries.ts';
import { drawn } from '#test/fixtures/how-much.ts';

/** Few for mutation runs, which go through all of this once a mutant. */
const FEW = process.env['GHOST_ORACLE_POLICIES'];
const POLICIES = Number(FEW ?? drawn({ quick: 7, long: 20 }));
const REQUESTS = FEW === undefined ? 5_100 : 300;
const ENOUGH = FEW === undefined ? drawn({ quick: 35_000, long: 100_000 }) : 1_000;

const stacks = fc.oneof(
  upperLayer.map((one) => [one]),
  fc.tuple(upperLayer, lowerLayer('upper', 'middle')),
  fc.tuple(upperLayer, lowerLayer('upper', 'middle'), lowerLayer('middle', 'lowest')),
);

/** Every policy is asked a part of these, another one each time. */
const pool = fc.sample(request, 2 * REQUESTS);

const shown = (facts: PolicyFacts, layers: Built['layers']): string =>
  `${JSON.stringify(facts)}\n${JSON.stringify(layers)}`;

test('the tables decide as the interpreter and as json-logic-js on the same documents', () => {
  const met = new Set<number>();
  let total = 0;
  const check = ({ policy, layers }: Built, asked: readonly PolicyFacts[]): void => {
    const says = layers.map(layerSays);
    for (const facts of asked) {
      const { decision, because } = policy.decide(facts);
      const trace = interpret(policy.stack, facts);
      const theirs = oracleDecides(says, facts);
      const same =
        decision === BROWSER_DECISIONS[theirs.severity] &&
        trace.severity === theirs.severity &&
        trace.envelope === theirs.envelope &&
        because.length === trace.winners.length &&
        because.every((reason) =>
          trace.winners.some(({ entry }) => entry.ref === reason.entry && entry.layer === reason.layer),
        );
      if (!same) expect({ decision, because, trace }, shown(facts, layers)).toEqual(theirs);
      met.add(theirs.severity);
    }
    total += asked.length;
  };
  fc.assert(
    fc.property(stacks, fc.nat(REQUESTS), (layers, from) =>
      check(build(layers), pool.slice(from, from + REQUESTS)),
    ),
    { numRuns: POLICIES, endOnFailure: true },
  );
  expect(total).toBeGreaterThanOrEqual(ENOUGH);
  expect(met).toEqual(new Set([0, 1, 2, 3]));
});
