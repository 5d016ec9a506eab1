// Rules of host and path, as a security team lists them: the compiled form grows with their number, no more with its square,
// and decides what the interpreter decides. Its parts: nodes and pairs by numbers, paths as intervals of classes.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compilePolicy } from '#policy/engine/compile/compile.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { interpret } from '#policy/engine/deciding/interpret.ts';
import { loadPolicy } from '#policy/engine/reading/load.ts';
import { NodeTable } from '#policy/collections/node-table.ts';
import { PathClasses } from '#policy/engine/classes/open-classes.ts';
import { PairMemo } from '#policy/collections/pair-memo.ts';
import { pathUnder } from '#policy/requests/url-parts/paths.ts';
import { BROWSER_DECISIONS } from '#policy/language/vocabulary.ts';
import { DEFAULT_TEXT, TODAY, facts } from '#test/fixtures/policy/policies.ts';
import { drawn } from '#test/fixtures/how-much.ts';

function listed(count: number): CompiledPolicy {
  const rules = Array.from({ length: count }, (_, index) => {
    const host = index % 2 === 0 ? `h${index}.test` : `*.h${index}.test`;
    const path = index % 3 === 0 ? `/team${index}` : `/team${index}/api/v${index % 7}`;
    const decision = ['ALLOW', 'DENY'][index % 2];
    return `  - { id: r${index}, decision: ${decision}, when: { capability: NAVIGATE_CROSS_ORIGIN, host: "${host}", path: ${path} } }`;
  });
  const loaded = loadPolicy(DEFAULT_TEXT.replace('rules:\n', `rules:\n${rules.join('\n')}\n`), {
    file: 'list',
  });
  if (!loaded.ok) throw new Error(loaded.error[0]?.message);
  const compiled = compilePolicy([loaded.value], { today: TODAY });
  if (!compiled.ok) throw new Error(compiled.error[0]?.message);
  return compiled.value;
}

describe('an allow-list of hosts and paths', () => {
  test('of two thousand entries is proved, and four times as many take four times the cells', () => {
    const [small, large] = [listed(500), listed(2000)];
    expect(large.statistics.cells / small.statistics.cells).toBeLessThan(4.2);
    expect(large.statistics.classes['path']).toBe(2001);
    for (const index of [0, 1, 2, 3, 999, 1000, 1998, 1999])
      for (const host of [`h${index}.test`, `w.h${index}.test`, 'other.test'])
        for (const path of ['/', `/team${index}`, `/team${index}/api/v${index % 7}/x`, `/team${index}0`]) {
          const request = facts({ capability: 'NAVIGATE_CROSS_ORIGIN', host, path });
          const oracle = interpret(large.stack, request);
          const decision = large.decide(request);
          expect(decision.decision).toBe(BROWSER_DECISIONS[oracle.severity]);
          expect(decision.because.map((one) => one.entry).toSorted()).toEqual(
            oracle.winners.map((one) => one.entry.ref).toSorted(),
          );
        }
  });
});

const segments = fc.array(fc.constantFrom('a', 'b', 'a-b', 'a.b', 'é'), { maxLength: 4 });
const path = segments.map((list) => `/${list.join('/')}`);

test('a path is in the interval of a pattern exactly when it is the pattern or below it', () => {
  fc.assert(
    fc.property(fc.array(path, { maxLength: 12 }), fc.array(path), (patterns, asked) => {
      const classes = new PathClasses(patterns, '/');
      for (const pattern of patterns) {
        const [from, to] = classes.interval(pattern);
        for (const one of [...asked, ...patterns]) {
          const own = classes.classOf(one);
          expect(from <= own && own < to).toBe(pathUnder(pattern, one));
        }
      }
    }),
  );
  expect(() => new PathClasses(['/a'], '/').interval('/b')).toThrow('no class of `/b`');
});

test('the shortest form of a function of paths is the same whatever patterns it came from, and in order', () => {
  const [few, many] = [
    new PathClasses(['/b', '/a'], '/'),
    new PathClasses(['/b', '/a', '/a-b', '/a/b'], '/'),
  ];
  const form = (classes: PathClasses): unknown => classes.reduce((one) => classes.witness(one).length % 2);
  expect(form(few)).toEqual([
    ['', 1],
    ['/a', 0],
    ['/b', 0],
  ]);
  const within = (classes: PathClasses, pattern: string): unknown =>
    classes.reduce((one) => Number(pathUnder(pattern, classes.witness(one))));
  expect(within(many, '/a')).toEqual(within(few, '/a'));
  expect(form(many)).toEqual([
    ['', 1],
    ['/a', 0],
    ['/a-b', 0],
    ['/b', 0],
  ]);
});

test('equal runs of one fact are one node, and a node stays as it was made', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(5), fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 6 })), {
        maxLength: 700,
      }),
      (nodes) => {
        const table = new NodeTable();
        const ids = new Map<string, number>();
        for (const [fact, words] of nodes) {
          const id = table.intern(fact, Int32Array.from([7, ...words, 7]), 1, words.length + 1);
          const key = `${fact}:${words.join()}`;
          expect(ids.get(key) ?? id).toBe(id);
          ids.set(key, id);
        }
        expect(table.size).toBe(ids.size);
        for (const [key, id] of ids)
          expect(`${table.fact(id)}:${table.pool.slice(table.start(id), table.end(id)).join()}`).toBe(key);
      },
    ),
    { numRuns: drawn({ quick: 12, long: 30 }) },
  );
});

test('what is remembered of pairs is what a Map remembers', () => {
  const number = fc.oneof(fc.integer({ min: -20, max: 20 }), fc.integer());
  fc.assert(
    fc.property(
      fc.array(fc.tuple(number, number, fc.integer({ min: -1000 })), { maxLength: 500 }),
      (entries) => {
        const [memo, map] = [new PairMemo(), new Map<string, number>()];
        for (const [left, right, value] of entries) {
          expect(memo.get(left, right)).toBe(map.get(`${left} ${right}`));
          memo.set(left, right, value);
          map.set(`${left} ${right}`, value);
        }
        expect(memo.size).toBe(map.size);
        for (const [left, right] of entries) expect(memo.get(left, right)).toBe(map.get(`${left} ${right}`));
      },
    ),
    { numRuns: 50 },
  );
});
