// Time as a dimension: random policies with random dates against a policy compiled for each day from documents that know no
// dates, and the difference of two of them against brute force over days and requests.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffPolicies } from '#policy/tools/compare/diff.ts';
import type { DiffRow } from '#policy/tools/compare/diff.ts';
import { endingsOf } from '#policy/tools/compare/endings.ts';
import { refine } from '#policy/tools/compare/refinement.ts';
import { MAX_CELLS } from '#policy/engine/compile/layout.ts';
import { compilePolicy } from '#policy/engine/compile/compile.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { interpret } from '#policy/engine/deciding/interpret.ts';
import { compareDecisions } from '#policy/tools/gate/compare-decisions.ts';
import { atNameClass, changesAt, inRegion } from '#test/policy/tools/compare/compare-brute-force.ts';
import { TODAY, build, load, lowerLayer, request, upperLayer } from './policy-arbitraries.ts';
import type { Data } from './policy-arbitraries.ts';
import { drawn } from '#test/fixtures/how-much.ts';

/** `npm run fuzz` draws ten times as many. */
const runs = (numRuns: number): { numRuns: number; endOnFailure: true } => ({
  numRuns: drawn({ quick: Math.ceil(numRuns / 2), long: numRuns, fuzz: 10 * numRuns }),
  endOnFailure: true,
});

/** Among them one that is past, today, neighbours, and the last day that can be written. */
const ENDS = ['2026-11-20', TODAY, '2026-11-22', '2026-12-31', '2027-01-01', '2028-02-29', '9999-12-31'];
const CALENDAR = [TODAY, '2026-11-22', '2026-11-23', '2027-01-01', '2028-03-01', '9999-12-31'];

const rulesOf = (layer: Data): readonly Data[] => (Array.isArray(layer['rules']) ? layer['rules'] : []);

const without = (entry: Data, ...keys: readonly string[]): Data =>
  Object.fromEntries(Object.entries(entry).filter(([key]) => !keys.includes(key)));

/** Every ALLOW without duties has a date or none: only such an entry may end. */
const withDates = (layer: Data): fc.Arbitrary<Data> =>
  fc.array(fc.option(fc.constantFrom(...ENDS)), { minLength: 8, maxLength: 8 }).map((dates) => ({
    ...layer,
    rules: rulesOf(layer).map((one, index) => {
      const rule = without(one, 'expires', 'obligations');
      const date = dates[index] ?? null;
      return rule['decision'] === 'ALLOW' && date !== null ? { ...rule, expires: date } : rule;
    }),
  }));

/** Three of four rules allow. */
const granting = (layer: Data): Data => ({
  ...layer,
  rules: rulesOf(layer).map((rule, index) => {
    if (index === 3) return rule;
    return { ...without(rule, 'violation', 'escalate'), decision: 'ALLOW' };
  }),
});
const layers = fc.oneof(
  upperLayer.map((one) => [granting(one)]),
  fc.tuple(upperLayer, lowerLayer('upper', 'middle')).map((all) => all.map(granting)),
);
const dated = layers.chain((all) => fc.tuple(...all.map(withDates)));
/** A policy, and one that differs from it in dates, and in an entry less now and then. */
const edited = layers.chain((all) =>
  fc
    .tuple(fc.tuple(...all.map(withDates)), fc.tuple(...all.map(withDates)), fc.boolean())
    .map(
      ([old, renewed, less]) =>
        [old, less ? renewed.map((one) => ({ ...one, rules: rulesOf(one).slice(1) })) : renewed] as const,
    ),
);

/** The documents as they are on a day, without a date in them: what has ended is not there. */
function policyOn(all: readonly Data[], day: string): CompiledPolicy {
  const onDay = all.map((layer) => ({
    ...layer,
    rules: rulesOf(layer)
      .filter(({ expires }) => typeof expires !== 'string' || day <= expires)
      .map((rule) => without(rule, 'expires')),
  }));
  const compiled = compilePolicy(onDay.map(load), { today: '2000-01-01' });
  if (!compiled.ok) throw new Error(compiled.error.map((one) => one.message).join('\n'));
  return compiled.value;
}

function compiledOn(all: readonly Data[], today: string): CompiledPolicy {
  const compiled = compilePolicy(all.map(load), { today });
  if (!compiled.ok) throw new Error(compiled.error.map((one) => one.message).join('\n'));
  return compiled.value;
}

/** A day in what a row says of days. */
function onDay({ region }: Pick<DiffRow, 'region'>, day: string): boolean {
  const words = region['day'];
  return (
    words === undefined ||
    words.some((word) => {
      const dates = String(word).match(/\d{4}-\d{2}-\d{2}/g) ?? [];
      const [first = '', last = ''] = dates;
      if (/^from .* on$/.test(String(word))) return day >= first;
      if (String(word).startsWith('until ')) return day <= first;
      return String(word).startsWith('on ') ? day === first : day >= first && day <= last;
    })
  );
}

const requests = fc.array(request, { minLength: 25, maxLength: 25 });
const said = ({ decision, violation, obligations, escalation }: ReturnType<CompiledPolicy['decide']>) => ({
  decision,
  violation,
  obligations,
  escalation,
});

describe('a policy with dates', () => {
  test('decides on every day as one that is compiled for it from documents without dates', () => {
    let ended = 0;
    fc.assert(
      fc.property(dated, requests, (all, asked) => {
        const { policy, layers: kept } = build(all);
        const effects = endingsOf(policy).flatMap(({ day, effects: own }) =>
          (own ?? []).map((effect) => ({ day, effect })),
        );
        for (const { day, effect } of effects) {
          const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
          const told = [before, day].map((on) => policyOn(kept, on).decide(effect.witness).decision);
          expect(told).toEqual([effect.from, effect.to]);
          ended += 1;
        }
        for (const day of CALENDAR) {
          const oracle = policyOn(kept, day);
          const fresh = compiledOn(kept, day);
          for (const facts of asked) {
            const own = policy.on(day).decide(facts);
            expect(said(own)).toEqual(said(oracle.decide(facts)));
            expect(own.because).toEqual(fresh.decide(facts).because);
            expect(interpret(oracle.stack, facts).severity).toBe(
              ['ALLOW', 'ESCALATE', 'DENY', 'ABORT'].indexOf(own.decision),
            );
          }
          // The calendar alone moves no hash, and a policy in which nothing has ended says so of itself.
          expect(fresh.semanticHash).toBe(policy.semanticHash);
          expect(fresh.asOf).toBe(policy.on(day).asOf);
        }
      }),
      runs(3),
    );
    expect(ended).toBeGreaterThan(0);
  });

  test('has the same hash as another one exactly where they decide alike on every day', () => {
    fc.assert(
      fc.property(edited, ([one, other]) => {
        const [old, renewed] = [build(one), build(other)];
        const days = ['0001-01-01', '2026-11-20', ...CALENDAR];
        const hashes = (kept: readonly Data[]): readonly string[] =>
          days.map((day) => policyOn(kept, day).semanticHash);
        expect(old.policy.semanticHash === renewed.policy.semanticHash).toBe(
          JSON.stringify(hashes(old.layers)) === JSON.stringify(hashes(renewed.layers)),
        );
        expect(old.policy.hashFromToday === renewed.policy.hashFromToday).toBe(
          JSON.stringify(hashes(old.layers).slice(2)) === JSON.stringify(hashes(renewed.layers).slice(2)),
        );
      }),
      runs(5),
    );
  });

  test('differs from another one on exactly the days and requests of the rows', () => {
    let [changed, bounded] = [0, 0];
    fc.assert(
      fc.property(edited, requests, ([one, other], asked) => {
        const [old, renewed] = [build(one), build(other)];
        const diff = diffPolicies(old.policy, renewed.policy);
        if (!diff.ok) throw new Error(diff.error.message);
        const { rows } = diff.value;
        bounded += rows.filter(({ region }) => region['day'] !== undefined).length;
        const { space } = refine(old.policy, renewed.policy, MAX_CELLS);
        for (const day of CALENDAR) {
          const [before, after] = [policyOn(old.layers, day), policyOn(renewed.layers, day)];
          const check = (facts: PolicyFacts): void => {
            const at = atNameClass(facts, space);
            const here = rows.filter((row) => inRegion(row, at) && onDay(row, day));
            const expected = changesAt(before, after, facts).filter((change) => change !== null);
            if (expected.length > 0) changed += 1;
            for (const change of expected)
              expect(here.map(({ about, from, to }) => `${about} ${from} ${to}`)).toContain(change);
            for (const row of here.filter(({ exact }) => exact))
              expect(expected).toContain(`${row.about} ${row.from} ${row.to}`);
          };
          asked.forEach(check);
          for (const row of rows.filter((one) => one.day === day)) {
            expect(onDay(row, day)).toBe(true);
            check(row.witness);
          }
        }
        const loosened = rows.some(({ direction }) => direction === 'LOOSENED');
        const compared = compareDecisions(old.policy, renewed.policy);
        expect(compared.proven && compared.loosened > 0n).toBe(loosened);
      }),
      runs(8),
    );
    expect(changed).toBeGreaterThan(5);
    expect(bounded).toBeGreaterThan(0);
  });
});
