// Compiling can be put down and taken up: what comes out does not depend on when, and no turn grows with the policy.
import { canonicalLines } from '#policy/engine/space/canonical-text.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Work } from '#policy/collections/budget.ts';
import { compileInTurns, compilePolicy } from '#policy/engine/compile/compile.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import type { PolicyDocument } from '#policy/engine/documents/document.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { deciderTables } from '#policy/engine/deciding/decide.ts';
import { HostClasses } from '#policy/engine/classes/host-classes.ts';
import { parseHostPattern } from '#policy/requests/host.ts';
import { loadPolicy } from '#policy/engine/reading/load.ts';
import { Space } from '#policy/engine/space/space.ts';
import { stackInTurns } from '#policy/engine/layers/stack.ts';
import type { Turns } from '#policy/collections/turns.ts';
import { DEFAULT_TEXT, TODAY } from '#test/fixtures/policy/policies.ts';
import { first } from '#test/fixtures/policy/small.ts';
import { drawn } from '#test/fixtures/how-much.ts';

const rule = fc.record({
  decision: fc.constantFrom('ALLOW', 'ESCALATE', 'DENY'),
  host: fc.constantFrom('a.test', '*.a.test', 'b.test', '*.b.a.test', 'c.test'),
  capability: fc.constantFrom('SCREENSHOT', 'CLOSE_TAB', 'ACCESS_HISTORY'),
  path: fc.constantFrom('', ', path: /x', ', path: /x/y'),
});
const aDocument = fc
  .array(rule, { maxLength: 6 })
  .map((rules) =>
    first(
      rules.length === 0
        ? ''
        : `rules:\n${rules
            .map(
              ({ decision, host, capability, path }, index) =>
                `  - { id: r${index}, decision: ${decision}, when: { capability: ${capability}, host: '${host}'${path} } }`,
            )
            .join('\n')}`,
    ),
  );

type Compiling = Turns<Result<CompiledPolicy, Failure[]>>;

/** All that is decided with, and all that is said of it. */
function asText(result: Result<CompiledPolicy, Failure[]>): string {
  if (!result.ok) return JSON.stringify(result.error);
  const { semanticHash, sourceHash, statistics, slices, floors, decisionNode, envelopeNode } = result.value;
  const { at, columnOfHost, columns } = slices;
  const grid = [[...at], [...columnOfHost], columns];
  const tables = floors.map(({ facts, offsets, cells, envelope }) => [
    facts,
    offsets.map((one) => [...one]),
    [...cells],
    [...envelope],
  ]);
  return JSON.stringify([semanticHash, sourceHash, statistics, grid, tables, decisionNode, envelopeNode]);
}

describe('a policy compiled in turns', () => {
  test('is the one that is compiled at once, whatever else is compiled between the turns', () => {
    fc.assert(
      fc.property(
        aDocument,
        aDocument,
        fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 8 }),
        (one, other, turns) => {
          const made: (string | null)[] = [null, null];
          const going: readonly Compiling[] = [one, other].map((document) =>
            compileInTurns([document], { today: TODAY }),
          );
          for (let round = 0; made.includes(null); round += 1) {
            const which = round % 2;
            for (
              let left = (turns[round % turns.length] ?? 0) + 1;
              left > 0 && made[which] === null;
              left -= 1
            ) {
              const turn = going[which]?.next();
              if (turn?.done === true) made[which] = asText(turn.value);
            }
          }
          expect(made).toEqual(
            [one, other].map((document) => asText(compilePolicy([document], { today: TODAY }))),
          );
        },
      ),
      { numRuns: drawn({ quick: 20, long: 60 }) },
    );
  });

  test('that does not hold is refused with the same words', () => {
    const broken = first(
      'tests:\n  cases:\n    - { name: wrong, with: { capability: SCREENSHOT, executor: HEADED_CHROMIUM }, expect: ABORT }',
    );
    const compiling = compileInTurns([broken], { today: TODAY });
    let turn = compiling.next();
    while (turn.done !== true) turn = compiling.next();
    expect(turn.value.ok).toBe(false);
    expect(asText(turn.value)).toBe(asText(compilePolicy([broken], { today: TODAY })));
  });

  test('is put down more often the larger it is: rules and hosts make turns, not longer ones', () => {
    const turnsOf = (text: string): number => {
      const loaded = loadPolicy(text, { file: 'large.yaml' });
      if (!loaded.ok) throw new Error(loaded.error[0]?.message);
      return counted([loaded.value]);
    };
    const [few, many] = [200, 800].map((count) => turnsOf(withRules(count)));
    expect((many ?? 0) - (few ?? 0)).toBeGreaterThan(600 / 2);
    const [short, long] = [2_000, 22_000].map((count) => turnsOf(withList(count)));
    expect((long ?? 0) - (short ?? 0)).toBeGreaterThan(20_000 / 20);
  });
});

describe('no part of it is made in one piece', () => {
  /** Turns that each part takes, of a policy with so many rules. */
  function turnsOf(count: number): Readonly<Record<string, number>> {
    const loaded = loadPolicy(withRules(count), { file: 'large.yaml' });
    if (!loaded.ok) throw new Error(loaded.error[0]?.message);
    const compiled = compilePolicy([loaded.value], { today: TODAY });
    if (!compiled.ok) throw new Error(compiled.error[0]?.message);
    const { stack, invariants, space, diagram, decisionNode, outcomes } = compiled.value;
    return {
      stack: counting(stackInTurns([loaded.value], TODAY)),
      classes: counting(Space.inTurns(stack.entries, invariants, new Work(), space.days)),
      text: counting(canonicalLines(diagram, decisionNode, (leaf) => outcomes.text(leaf))),
      tables: counting(deciderTables(compiled.value)),
    };
  }

  test('the layers, the classes, the text that is hashed and the tables are put down more often the larger they are', () => {
    const [few, many] = [turnsOf(200), turnsOf(2_000)];
    expect((many['stack'] ?? 0) - (few['stack'] ?? 0)).toBeGreaterThanOrEqual(7);
    expect((many['classes'] ?? 0) - (few['classes'] ?? 0)).toBeGreaterThanOrEqual(2 * (1_800 / 64));
    expect((many['tables'] ?? 0) - (few['tables'] ?? 0)).toBeGreaterThanOrEqual(1);
    expect(few['text']).toBeGreaterThan(100);
  });
});

test('hosts are numbered in turns as they are at once', () => {
  const labels = fc.constantFrom('a', 'b', 'c');
  const host = fc
    .tuple(fc.constantFrom('', '*.'), fc.array(labels, { minLength: 1, maxLength: 4 }))
    .map(([wild, parts]) => `${wild}${parts.join('.')}.test`);
  fc.assert(
    fc.property(fc.array(host, { maxLength: 20 }), (texts) => {
      const patterns = texts.map((text) => {
        const parsed = parseHostPattern(text);
        if (!parsed.ok) throw new Error(text);
        return parsed.value;
      });
      const turns = HostClasses.inTurns(patterns);
      let turn = turns.next();
      while (turn.done !== true) turn = turns.next();
      const [one, other] = [turn.value, new HostClasses(patterns)];
      expect(one.count).toBe(other.count);
      for (const pattern of patterns) expect(one.interval(pattern)).toEqual(other.interval(pattern));
      for (let index = 0; index < one.count; index += 1)
        expect(one.witness(index)).toBe(other.witness(index));
    }),
  );
});

function counted(documents: readonly PolicyDocument[]): number {
  return counting(compileInTurns(documents, { today: TODAY }), (compiled) => {
    if (!compiled.ok) throw new Error(compiled.error[0]?.message);
  });
}

function counting<T>(work: Turns<T>, check: (made: T) => void = () => {}): number {
  for (let turns = 0; ; turns += 1) {
    const turn = work.next();
    if (turn.done !== true) continue;
    check(turn.value);
    return turns;
  }
}

function withRules(count: number): string {
  const rules = Array.from(
    { length: count },
    (_, index) =>
      `  - { id: h${index}, decision: DENY, when: { capability: NAVIGATE_CROSS_ORIGIN, host: h${index}.example } }\n`,
  );
  return DEFAULT_TEXT.replace('\nrules:\n', `\nrules:\n${rules.join('')}`);
}

function withList(count: number): string {
  const hosts = Array.from({ length: count }, (_, index) => `h${index}.example`);
  return DEFAULT_TEXT.replace(
    '\nrules:\n',
    `\nrules:\n  - { id: list, decision: DENY, when: { host: [${hosts.join(', ')}] } }\n`,
  );
}
