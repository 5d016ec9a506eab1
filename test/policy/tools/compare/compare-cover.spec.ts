// Boxes worked out node by node: disjoint, exactly the classes of the function, and none where there would be too many.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boxesOf } from '#policy/tools/compare/boxes.ts';
import { Cover } from '#policy/tools/compare/cover.ts';
import { Budget } from '#policy/collections/budget.ts';
import { MAX_CELLS } from '#policy/engine/compile/layout.ts';
import { Diagram } from '#policy/engine/space/diagram.ts';
import { leaf } from '#policy/engine/space/node.ts';
import type { NodeId } from '#policy/engine/space/node.ts';
import { CAPABILITY_INDEX, FACT_COUNT, factIndex } from '#policy/engine/space/space.ts';
import { defaultPolicy } from '#test/fixtures/policy/policies.ts';
import { drawn } from '#test/fixtures/how-much.ts';

const { space } = defaultPolicy();
const FACTS = [CAPABILITY_INDEX, factIndex('executor'), factIndex('tabPolicy')];
const count = (fact: number): number => space.counts[fact] ?? 1;
const SIZE = FACTS.reduce((size, fact) => size * count(fact), 1);

/** The class of each fact, of a point of the three facts. */
const at = (point: number): readonly number[] => {
  let rest = point;
  return FACTS.toReversed()
    .map((fact) => {
      const own = rest % count(fact);
      rest = Math.floor(rest / count(fact));
      return own;
    })
    .toReversed();
};

/** The function with these values, point by point. */
function diagramOf(values: readonly number[]): { readonly diagram: Diagram; readonly root: NodeId } {
  const diagram = new Diagram(space, new Budget(MAX_CELLS));
  const build = (depth: number, base: number): NodeId => {
    const fact = FACTS[depth];
    if (fact === undefined) return leaf(values[base] ?? 0);
    const children = Int32Array.from({ length: count(fact) }, (_, index) =>
      build(depth + 1, base * count(fact) + index),
    );
    return diagram.make(fact, children);
  };
  return { diagram, root: build(0, 0) };
}

type Sets = readonly (readonly number[] | null)[];
const holds = (sets: Sets, point: number): boolean =>
  FACTS.every((fact, position) => sets[fact]?.includes(at(point)[position] ?? 0) ?? true);
const found = (root: NodeId, diagram: Diagram, limit = SIZE): readonly Sets[] | null =>
  new Cover(diagram, space, limit).of(root);

const points = Array.from({ length: SIZE }, (_, point) => point);
const values = fc.array(fc.integer({ min: 0, max: 1 }), { minLength: SIZE, maxLength: SIZE });
/** Unions of boxes, as the floors of a policy make them: that is where sharing pays. */
const unions = fc
  .array(fc.tuple(...FACTS.map((fact) => fc.subarray([...Array(count(fact)).keys()], { minLength: 1 }))), {
    minLength: 1,
    maxLength: 4,
  })
  .map((boxes) =>
    points.map((point) =>
      boxes.some((box) => box.every((set, position) => set.includes(at(point)[position] ?? 0))) ? 1 : 0,
    ),
  );

test('every class of the function is in one box, and no other class in any', () => {
  fc.assert(
    fc.property(fc.oneof(values, unions), (wanted) => {
      const { diagram, root } = diagramOf(wanted);
      const boxes = found(root, diagram) ?? [];
      expect(points.map((point) => boxes.filter((sets) => holds(sets, point)).length)).toEqual(wanted);
      for (const sets of boxes) {
        expect(sets).toHaveLength(FACT_COUNT);
        for (const [fact, set] of sets.entries()) {
          if (set === null) continue;
          expect(set.length).toBeLessThan(count(fact));
          expect(set).toEqual([...new Set(set)].toSorted((a, b) => a - b));
        }
      }
    }),
    { numRuns: drawn({ quick: 12, long: 30 }), endOnFailure: true },
  );
});

test('what several classes share is one box, and what only some have is beside it', () => {
  // One executor for all capabilities, a second for the first two alone, and a third at some tab policies of the last.
  const wanted = points.map((point) => {
    const [capability = 0, executor = 0, tabs = 0] = at(point);
    if (executor === 0) return 1;
    if (executor === 1 && capability < 2) return 1;
    return executor === 2 && capability === count(CAPABILITY_INDEX) - 1 && tabs === 0 ? 1 : 0;
  });
  const { diagram, root } = diagramOf(wanted);
  expect(found(root, diagram)).toHaveLength(3);
});

test('more boxes than the limit are none, and the function is told as its hull with its exact count', () => {
  const wanted = points.map((point) => (at(point).reduce((sum, one) => sum + one, 0) % 2 === 0 ? 1 : 0));
  const { diagram, root } = diagramOf(wanted);
  const all = found(root, diagram) ?? [];
  expect(all.length).toBeGreaterThan(1);
  expect(found(root, diagram, all.length)).toHaveLength(all.length);
  expect(found(root, diagram, 1)).toBeNull();
  const [hull, ...others] = boxesOf(diagram, root, space, { maxBoxes: 1 });
  expect(others).toEqual([]);
  const exact = boxesOf(diagram, root, space);
  expect(exact.every((box) => box.exact)).toBe(true);
  expect(hull).toMatchObject({
    exact: false,
    values: new Set([1]),
    classes: exact.reduce((sum, box) => sum + box.classes, 0n),
  });
});

test('values of one group share boxes that say which of them they hold', () => {
  const wanted = points.map((point) => (at(point)[0] === 0 ? 1 + (at(point)[1] === 0 ? 0 : 1) : 0));
  const { diagram, root } = diagramOf(wanted);
  const apart = boxesOf(diagram, root, space);
  expect(apart.map((box) => [...box.values])).toEqual([[1], [2]]);
  const together = boxesOf(diagram, root, space, { groupOf: () => 7 });
  expect(together).toHaveLength(1);
  expect(together[0]?.values).toEqual(new Set([1, 2]));
  expect(together[0]?.sets[CAPABILITY_INDEX]).toEqual([0]);
});

test('nothing and everything', () => {
  const { diagram } = diagramOf([]);
  expect(found(leaf(0), diagram)).toEqual([]);
  expect(found(leaf(1), diagram)).toEqual([Array.from({ length: FACT_COUNT }, () => null)]);
});
