// The compiled form against its oracles on random policies: the interpreter of POLICY.md 6.1, and json-logic-js.
import fc from 'fast-check';
import jsonLogic from 'json-logic-js';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { formatPolicy } from '#policy/tools/render/format.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { compilePolicy } from '#policy/engine/compile/compile.ts';
import { holds, toJsonLogic } from '#policy/engine/documents/condition.ts';
import { atOnce } from '#policy/collections/turns.ts';
import { canonicalLines } from '#policy/engine/space/canonical-text.ts';
import { leafValue } from '#policy/engine/space/node.ts';
import type { NodeId } from '#policy/engine/space/node.ts';
import { DISPLAY_OF, FACT_NAMES } from '#policy/language/fact-table.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { interpret } from '#policy/engine/deciding/interpret.ts';
import { loadPolicy } from '#policy/engine/reading/load.ts';
import { decisionFor } from '#policy/engine/layers/verdict.ts';
import { conditionOf, isRule, opensAt, truthOf } from './document-oracle.ts';
import { TODAY, build, load, lowerLayer, request, upperLayer } from './policy-arbitraries.ts';
import type { Data } from './policy-arbitraries.ts';
import { drawn } from '#test/fixtures/how-much.ts';

/** `npm run fuzz` draws ten times as many. */
const runs = (numRuns: number): { numRuns: number; endOnFailure: true } => ({
  numRuns: drawn({ quick: Math.ceil(numRuns / 2), long: numRuns, fuzz: 10 * numRuns }),
  endOnFailure: true,
});
const RUNS = runs(20);
const requests = fc.array(request, { minLength: 25, maxLength: 25 });
const stackOfLayers = fc.oneof(
  upperLayer.map((one) => [one]),
  fc.tuple(upperLayer, lowerLayer('upper', 'middle')),
  fc.tuple(upperLayer, lowerLayer('upper', 'middle'), lowerLayer('middle', 'lowest')),
);

function says(rule: unknown, data: unknown): boolean {
  if (!isRule(rule)) throw new TypeError('not JSON Logic');
  return jsonLogic.apply(rule, data) === true;
}

/** The leaf of a diagram at a request. */
function leafAt(policy: CompiledPolicy, root: NodeId, facts: PolicyFacts): number {
  let node = root;
  while (node >= 0) {
    const fact = policy.diagram.factOf(node);
    const name = FACT_NAMES[fact] ?? 'host';
    const index =
      name === 'host' ? policy.space.hosts.classOf(facts.host) : policy.space.classOf(fact, facts[name]);
    node = policy.diagram.childrenOf(node)[index] ?? 0;
  }
  return leafValue(node);
}

const entriesOf = (layer: Data, section: string): readonly Data[] => {
  const list: unknown = layer[section];
  return Array.isArray(list) ? list.filter((one: Data) => one['when'] !== undefined) : [];
};

/** The same document with everything turned round whose order must not matter. */
function shuffled(value: unknown, parent = ''): unknown {
  if (Array.isArray(value)) {
    const list = value.map((one) => shuffled(one, parent));
    // A row's cells follow the columns; both stay.
    const ordered = [
      'columns',
      'rows',
      'by',
      '<',
      '<=',
      '>',
      '>=',
      '==',
      '!=',
      '===',
      '!==',
      'in',
      'host_in',
      'path_under',
      'path_under_any_case',
    ];
    return ordered.includes(parent) ? list : list.toReversed();
  }
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, one]: [string, unknown]) => [key, shuffled(one, parent === 'rows' ? 'rows' : key)]),
  );
}

const textOf = (...of: Parameters<typeof canonicalLines>): string => atOnce(canonicalLines(...of)).join('\n');

/** Every decision's severity and every envelope, as the text of two diagrams: equal for equal functions. */
const severitiesOf = ({
  diagram,
  outcomes,
  decisionNode,
  envelopeNode,
}: CompiledPolicy): readonly string[] => [
  textOf(diagram, diagram.mapper(diagram, (value) => outcomes.severity(value))(decisionNode), (value) =>
    String(value),
  ),
  textOf(diagram, envelopeNode, (value) => String(value)),
];

const hashOf = (texts: readonly string[]): string => compiledFrom(texts).semanticHash;

const compiledFrom = (texts: readonly string[]): CompiledPolicy => {
  const documents = texts.map((text) => {
    const loaded = loadPolicy(text, { file: 'x' });
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.error));
    return loaded.value;
  });
  const compiled = compilePolicy(documents, { today: TODAY });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.error));
  return compiled.value;
};

describe('random policies', () => {
  test('the tables decide as the interpreter does, with the same reasons and duties', () => {
    fc.assert(
      fc.property(stackOfLayers, requests, (layers, asked) => {
        const { policy } = build(layers);
        for (const facts of asked) {
          const oracle = interpret(policy.stack, facts);
          const expected = decisionFor(policy.stack, oracle.severity, oracle.winners);
          const actual = policy.decide(facts);
          const entries = (one: typeof actual): string[] =>
            one.because.map((reason) => `${reason.layer} ${reason.entry}`).sort();
          expect(entries(actual)).toEqual(entries(expected));
          expect({ ...actual, because: [] }).toEqual({ ...expected, because: [] });
          expect(leafAt(policy, policy.envelopeNode, facts)).toBe(oracle.envelope);
          expect(policy.outcomes.severity(leafAt(policy, policy.decisionNode, facts))).toBe(oracle.severity);
          expect(policy.decide(facts)).toBe(actual);
        }
      }),
      RUNS,
    );
  });

  test('conditions hold exactly when json-logic-js says so', () => {
    fc.assert(
      fc.property(upperLayer, requests, (layer, asked) => {
        const document = load(layer);
        for (const section of ['rules', 'floors', 'delegate'] as const) {
          for (const entry of entriesOf(layer, section)) {
            const read = document[section].find((one) => one.ref === `${section}.${String(entry['id'])}`);
            if (read === undefined) throw new Error(`${String(entry['id'])} was not read`);
            for (const facts of asked) {
              const data = { ...facts, display: DISPLAY_OF[facts.executor] };
              const truth = truthOf(conditionOf(entry, layer), data);
              const grants = section === 'delegate' || entry['decision'] === 'ALLOW';
              const opens = opensAt(entry, facts, layer);
              const expected = grants ? truth === true && opens : truth !== false;
              if (read.firm !== undefined)
                expect(holds(read.firm, facts)).toBe(truth === true && (read.publicAlone !== true || opens));
              expect(holds(read.scope, facts)).toBe(expected);
              expect(says(toJsonLogic(read.scope), facts)).toBe(expected);
            }
          }
        }
      }),
      RUNS,
    );
  });

  test('order, format and file type change neither the semantic hash nor a decision', () => {
    fc.assert(
      fc.property(stackOfLayers, (layers) => {
        const { policy, layers: kept } = build(layers);
        expect(hashOf(kept.map((one) => JSON.stringify(shuffled(one))))).toBe(policy.semanticHash);
        expect(hashOf(kept.map((one) => stringify(one, { aliasDuplicateObjects: false })))).toBe(
          policy.semanticHash,
        );
        expect(hashOf(kept.map((one) => `# comment\n${JSON.stringify(one, null, 4)}`))).toBe(
          policy.semanticHash,
        );
      }),
      runs(6),
    );
  });

  test('a rule said twice, and a list said as two rules, are the same policy', () => {
    fc.assert(
      fc.property(upperLayer, (layer) => {
        const { policy, layers } = build([layer]);
        const kept = layers[0] ?? layer;
        const split = entriesOf(kept, 'rules').flatMap((rule, index): Data[] => {
          const when: Data = rule['when'] instanceof Object ? { ...rule['when'] } : {};
          const [fact, values] =
            Object.entries(when).find(([, value]) => Array.isArray(value) && value.length > 1) ?? [];
          if (fact === undefined || !Array.isArray(values)) return [rule, { ...rule, id: `again${index}` }];
          return values.map((value: unknown, part) => ({
            ...rule,
            id: `${String(rule['id'])}-${part}`,
            when: { ...when, [fact]: value },
          }));
        });
        expect(build([{ ...kept, rules: split }]).policy.semanticHash).toBe(policy.semanticHash);
      }),
      runs(6),
    );
  });

  // Their violations are not compared: a rule stands for its own layer's default and silences it, but not an upper layer's.
  // Where the default denies as well, one layer names the rule's violation, and two layers name both entries, and so the
  // upper one's violation first (POLICY.md 6.1: rules replace defaults of their layer, layers combine by the severest).
  test('floors and denials in a layer of their own below decide the same, and leave the same envelope', () => {
    let moved = 0;
    fc.assert(
      fc.property(upperLayer, (layer) => {
        const { policy, layers } = build([layer]);
        const kept = layers[0] ?? layer;
        const denies = (one: Data): boolean => one['decision'] === 'DENY';
        const random = (one: Data): boolean => /^f\d/u.test(String(one['id']));
        const all = (section: string): readonly Data[] => {
          const list: unknown = kept[section];
          return Array.isArray(list) ? list : [];
        };
        const below: Data = {
          policy: 1,
          id: 'below',
          extends: { id: 'upper' },
          // What the moved entries say by a list of words is said of the same list.
          ...(kept['words'] === undefined ? {} : { words: kept['words'] }),
          floors: all('floors').filter(random),
          rules: all('rules').filter(denies),
        };
        const upper: Data = {
          ...kept,
          floors: all('floors').filter((one) => !random(one)),
          rules: all('rules').filter((one) => !denies(one)),
        };
        moved += [below['floors'], below['rules']].flat().length;
        expect(severitiesOf(compiledFrom([JSON.stringify(upper), JSON.stringify(below)]))).toEqual(
          severitiesOf(policy),
        );
      }),
      runs(6),
    );
    expect(moved).toBeGreaterThan(0);
  });

  test('`fmt` keeps the semantic hash of every layer, whatever order it was written in', () => {
    fc.assert(
      fc.property(stackOfLayers, (layers) => {
        const { policy, layers: kept } = build(layers);
        const texts = kept.map((one) => {
          const text = stringify(shuffled(one), { aliasDuplicateObjects: false });
          const done = formatPolicy({ file: 'p.yaml', text });
          if (!done.ok) throw new Error(JSON.stringify(done.error));
          return done.value;
        });
        expect(hashOf(texts)).toBe(policy.semanticHash);
      }),
      runs(5),
    );
  });

  test('policies with different decisions have different hashes', () => {
    fc.assert(
      fc.property(upperLayer, upperLayer, requests, (one, other, asked) => {
        const [a, b] = [build([one]).policy, build([other]).policy];
        const differ = asked.some((facts) => a.decide(facts).decision !== b.decide(facts).decision);
        if (differ) expect(a.semanticHash).not.toBe(b.semanticHash);
      }),
      runs(6),
    );
  });
});

describe('layers', () => {
  const rank = ['ALLOW', 'ESCALATE', 'DENY', 'ABORT'];

  test('no layer gets below the envelope of the layers above it', () => {
    fc.assert(
      fc.property(
        upperLayer,
        lowerLayer('upper', 'middle'),
        lowerLayer('middle', 'lowest'),
        requests,
        (upper, middle, lowest, asked) => {
          const full = build([upper, middle, lowest]);
          const above = build(full.layers.slice(0, 2)).policy;
          const top = build(full.layers.slice(0, 1)).policy;
          for (const facts of asked) {
            const decided = rank.indexOf(full.policy.decide(facts).decision);
            expect(decided).toBeGreaterThanOrEqual(interpret(above.stack, facts).envelope);
            expect(decided).toBeGreaterThanOrEqual(interpret(top.stack, facts).envelope);
            expect(rank.indexOf(above.decide(facts).decision)).toBeGreaterThanOrEqual(
              interpret(top.stack, facts).envelope,
            );
          }
        },
      ),
      RUNS,
    );
  });

  test('without a delegation a lower layer only tightens', () => {
    fc.assert(
      fc.property(upperLayer, lowerLayer('upper', 'lower'), requests, (upper, lower, asked) => {
        const closed = build([{ ...upper, delegate: [] }]);
        const both = build([...closed.layers, lower]);
        for (const facts of asked)
          expect(rank.indexOf(both.policy.decide(facts).decision)).toBeGreaterThanOrEqual(
            rank.indexOf(closed.policy.decide(facts).decision),
          );
      }),
      runs(6),
    );
  });

  test('one more restriction never loosens where a rule matched already', () => {
    fc.assert(
      fc.property(upperLayer, fc.constantFrom('ESCALATE', 'DENY'), requests, (layer, decision, asked) => {
        const before = build([layer]);
        const [kept = layer] = before.layers;
        const added: Data = { id: 'added', decision, when: { origin: 'CROSS_ORIGIN' } };
        const after = build([{ ...kept, rules: [...entriesOf(kept, 'rules'), added] }]).policy;
        for (const facts of asked) {
          const matched = interpret(before.policy.stack, facts).voices.some(
            (voice) => voice.entry.section === 'rules',
          );
          if (!matched) continue;
          expect(rank.indexOf(after.decide(facts).decision)).toBeGreaterThanOrEqual(
            rank.indexOf(before.policy.decide(facts).decision),
          );
        }
      }),
      runs(6),
    );
  });

  test('an ALLOW that expires never loosens', () => {
    fc.assert(
      fc.property(upperLayer, requests, (layer, asked) => {
        const [kept = layer] = build([layer]).layers;
        const dated = {
          ...kept,
          rules: entriesOf(kept, 'rules').map((rule) =>
            rule['decision'] === 'ALLOW' ? { ...rule, expires: TODAY } : rule,
          ),
        };
        const document = load(dated);
        const [today, tomorrow] = [TODAY, '2026-11-22'].map((day) =>
          compilePolicy([document], { today: day }),
        );
        // One that takes a duty along when it ends is refused for what it loosens.
        if (today?.ok === false && today.error.every(({ code }) => code === 'policy.expiring-restriction'))
          return;
        if (today?.ok !== true || tomorrow?.ok !== true) throw new Error('the dated policy does not compile');
        for (const facts of asked)
          expect(rank.indexOf(tomorrow.value.decide(facts).decision)).toBeGreaterThanOrEqual(
            rank.indexOf(today.value.decide(facts).decision),
          );
      }),
      runs(6),
    );
  });
});
