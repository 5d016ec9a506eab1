// Every lint that is defined by decisions, against all requests one by one: no finding that is not there, and none missed.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkPolicy } from '#policy/engine/compile/check.ts';
import type { PolicyText } from '#policy/engine/compile/check.ts';
import type { Failure } from '#policy/language/failure.ts';
import { lintPolicy } from '#policy/tools/lint/lint.ts';
import { stackOf } from '#test/fixtures/policy/stack.ts';
import { lintsOf } from './lint-oracle.ts';
import { TODAY } from './policy-arbitraries.ts';
import type { Data } from './policy-arbitraries.ts';
import {
  REQUESTS,
  entriesOf,
  floorAt,
  inValue,
  severityOf,
  smallLayer,
  smallPolicy,
  speaks,
  valuesOf,
} from './small-policies.ts';
import { drawn } from '#test/fixtures/how-much.ts';

const RUNS = { numRuns: drawn({ quick: 20, long: 60, fuzz: 600 }) };
const textOf = (layer: Data): PolicyText => ({
  file: `${String(layer['id'])}.json`,
  text: JSON.stringify(layer),
});

/** What grants what floors forbid, by the definition: `rules.r0 capability SCREENSHOT`. */
function grantsInFloors(layer: Data, floors: readonly Data[]): readonly string[] {
  const grants = [
    ...entriesOf(layer, 'rules').map((one) => ({
      one,
      ref: `rules.${String(one['id'])}`,
      word: one['decision'],
    })),
    ...entriesOf(layer, 'delegate').map((one) => ({
      one,
      ref: `delegate.${String(one['id'])}`,
      word: one['to'],
    })),
  ].filter(({ word }) => severityOf(word) < 2);
  return grants.flatMap(({ one, ref, word }) => {
    const scope = REQUESTS.filter((request) => speaks(one, request));
    const given = (request: (typeof REQUESTS)[number]): boolean =>
      floorAt(floors, request) <= severityOf(word);
    if (scope.length === 0) return [];
    const whole = !scope.some(given);
    const named = valuesOf(one).filter(([fact, value]) => {
      const own = scope.filter((request) => inValue(fact, value, request));
      return own.length > 0 && !own.some(given);
    });
    if (!whole) return named.map(([, value]) => `${ref} ${String(value)}`);
    const alone = named.filter(
      ([fact, value]) => !REQUESTS.some((request) => inValue(fact, value, request) && given(request)),
    );
    return alone.length > 0 ? alone.map(([, value]) => `${ref} ${String(value)}`) : [ref];
  });
}

const told = (message: string): string =>
  /^`(?<entry>[^`]+)` grants (?:`(?<value>[^`]+)`)?/u.exec(message)?.slice(1).filter(Boolean).join(' ') ??
  message;
const refused = (failures: readonly Failure[]): readonly string[] =>
  failures.flatMap(({ code, message }) => (code === 'policy.grant-in-floor' ? [told(message)] : []));

describe('a grant in a floor', () => {
  test('is refused for every value of which nothing is given, and for no other', () => {
    let found = 0;
    fc.assert(
      fc.property(smallPolicy, (layer) => {
        const { findings } = checkPolicy([textOf(layer)], { today: TODAY });
        const expected = grantsInFloors(layer, [layer]);
        expect(refused(findings).toSorted()).toEqual(expected.toSorted());
        found += expected.length;
      }),
      RUNS,
    );
    expect(found).toBeGreaterThan(drawn({ quick: 2, long: 5 }));
  });

  test('shows a request that the entry speaks of and a floor forbids', () => {
    fc.assert(
      fc.property(smallPolicy, (layer) => {
        for (const one of checkPolicy([textOf(layer)], { today: TODAY }).findings) {
          if (one.code !== 'policy.grant-in-floor') continue;
          const witness = Object(one.details?.['witness']);
          const [section = '', id] = String(one.details?.['entry']).split('.');
          const grant = entriesOf(layer, section).find((entry) => entry['id'] === id) ?? {};
          expect(speaks(grant, witness)).toBe(true);
          expect(floorAt([layer], witness)).toBeGreaterThan(severityOf(grant['decision'] ?? grant['to']));
        }
      }),
      RUNS,
    );
  });

  test('is a warning where the floor is one of a layer above', () => {
    let found = 0;
    fc.assert(
      fc.property(smallPolicy, smallLayer, (upper, lower) => {
        const { findings, policy } = lintPolicy([textOf(upper), textOf(lower)], { today: TODAY });
        fc.pre(policy !== null);
        const own = findings.filter((one) => one.id === 'grant-in-floor' && one.span.file === 'lower.json');
        const expected = grantsInFloors(lower, [upper, lower]);
        expect(own.map((one) => told(one.message)).toSorted()).toEqual(expected.toSorted());
        expect(own.every((one) => one.level === 'warning')).toBe(true);
        found += expected.length;
      }),
      RUNS,
    );
    expect(found).toBeGreaterThan(drawn({ quick: 2, long: 5 }));
  });

  test('is found whatever the order of entries and of their lists', () => {
    const turned = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(turned).toReversed()
        : value !== null && typeof value === 'object'
          ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, turned(one)]))
          : value;
    fc.assert(
      fc.property(smallPolicy, (layer) => {
        const both = [layer, Object(turned(layer))].map((one) =>
          refused(checkPolicy([textOf(one)], { today: TODAY }).findings).toSorted(),
        );
        expect(both[1]).toEqual(both[0]);
      }),
      RUNS,
    );
  });
});

describe('lints of entries', () => {
  const SAID: readonly string[] = ['unreachable', 'powerless', 'redundant', 'loosens-default'];
  const counts = new Map<string, number>();

  test('find exactly what every request one by one shows, in one layer and below another', () => {
    fc.assert(
      fc.property(smallPolicy, smallLayer, (upper, lower) => {
        const texts = [upper, lower].map(textOf);
        const { findings, policy } = lintPolicy(texts, { today: TODAY });
        fc.pre(policy !== null);
        const documents = policy.stack.layers.map((layer) => layer.document);
        for (const [index, document] of documents.entries()) {
          const stack = stackOf(documents.slice(0, index + 1), TODAY);
          if (!stack.ok) throw new Error('the same documents');
          const layer = stack.value.layers[index];
          if (layer === undefined) throw new Error('the same layers');
          const entries = [
            ...layer.floors.filter((entry) => entry.section === 'floors' && /^f\d/u.test(entry.id)),
            ...layer.rules,
            ...layer.delegate,
          ];
          for (const entry of entries) {
            const own = findings.filter(
              (one) => one.span.file === document.file && one.entry === entry.ref && SAID.includes(one.id),
            );
            const expected = lintsOf(entry, layer, stack.value);
            expect([entry.ref, own.map((one) => one.id)]).toEqual([entry.ref, expected]);
            for (const id of expected) counts.set(id, (counts.get(id) ?? 0) + 1);
          }
        }
      }),
      { numRuns: drawn({ quick: 12, long: 40, fuzz: 400 }) },
    );
    // A property of nothing says nothing.
    expect([...counts.keys()].toSorted()).toEqual(SAID.toSorted());
  });
});
