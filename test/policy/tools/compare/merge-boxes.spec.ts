// Boxes joined: the same classes with the same values, in fewer boxes, and none left that could be joined.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeBoxes } from '#policy/tools/compare/merge-boxes.ts';
import type { ClassSet, PlainBox } from '#policy/tools/compare/merge-boxes.ts';
import { CAPABILITY_INDEX, FACT_COUNT, factIndex } from '#policy/engine/space/space.ts';
import { defaultPolicy } from '#test/fixtures/policy/policies.ts';

const { space } = defaultPolicy();
const [EXECUTOR, ORIGIN] = [factIndex('executor'), factIndex('origin')];
const FACTS = [CAPABILITY_INDEX, EXECUTOR, ORIGIN];
const count = (fact: number): number => space.counts[fact] ?? 1;

/** A value for every class of the three facts, 0 for none. */
const SIZE = FACTS.reduce((size, fact) => size * count(fact), 1);
const at = (index: number): readonly number[] => {
  let rest = index;
  return FACTS.map((fact) => {
    const own = rest % count(fact);
    rest = Math.floor(rest / count(fact));
    return own;
  });
};
const boxAt = (index: number, value: number): PlainBox => {
  const classes = at(index);
  const sets: ClassSet[] = Array.from({ length: FACT_COUNT }, () => null);
  for (const [position, fact] of FACTS.entries()) sets[fact] = [classes[position] ?? 0];
  return { value, sets };
};
const holds = (box: PlainBox, index: number): boolean =>
  FACTS.every((fact, position) => box.sets[fact]?.includes(at(index)[position] ?? 0) ?? true);
const valuesOf = (boxes: readonly PlainBox[]): readonly (readonly number[])[] =>
  Array.from({ length: SIZE }, (_, index) =>
    boxes.filter((box) => holds(box, index)).map(({ value }) => value),
  );

test('keep every class with its value, once, and no two are left that differ in one fact only', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 2 }), { minLength: SIZE, maxLength: SIZE }),
      fc.array(fc.nat(2), { maxLength: 2 }),
      (values, uniform) => {
        // Whole stretches of one value, so that there is something to join.
        const filled = values.map((value, index) => (uniform.includes(at(index)[2] ?? 0) ? 1 : value));
        const boxes = filled.flatMap((value, index) => (value === 0 ? [] : [boxAt(index, value)]));
        const merged = mergeBoxes(boxes, space);
        expect(valuesOf(merged)).toEqual(filled.map((value) => (value === 0 ? [] : [value])));
        const texts = merged.map(({ value, sets }) => [
          String(value),
          ...sets.map((set) => set?.join() ?? '*'),
        ]);
        for (const [index, one] of texts.entries())
          for (const other of texts.slice(index + 1))
            expect(one.filter((part, position) => part !== other[position]).length).toBeGreaterThan(1);
        for (const { sets } of merged)
          for (const [fact, set] of sets.entries()) {
            if (set === null) continue;
            expect(set.length).toBeLessThan(count(fact));
            expect(set).toEqual([...new Set(set)].toSorted((a, b) => a - b));
          }
      },
    ),
    { numRuns: 15, endOnFailure: true },
  );
});

test('the host and the capability are joined last: what differs in them and in another stays readable', () => {
  const full = Array.from({ length: SIZE }, (_, index) => boxAt(index, 1));
  expect(mergeBoxes(full, space)).toEqual([
    { value: 1, sets: Array.from({ length: FACT_COUNT }, () => null) },
  ]);
  // An L: one capability at both origins, another at one. The stretch over origins is joined, not that over capabilities.
  const l = [0, 1, 2].flatMap((one) => {
    const [capability, origin] = [one === 2 ? 1 : 0, one === 1 ? 1 : 0];
    const sets: ClassSet[] = Array.from({ length: FACT_COUNT }, () => null);
    sets[CAPABILITY_INDEX] = [capability];
    sets[ORIGIN] = [origin];
    return [{ value: 7, sets }];
  });
  expect(mergeBoxes(l, space).map(({ sets }) => [sets[CAPABILITY_INDEX], sets[ORIGIN]])).toEqual([
    [[0], null],
    [[1], [0]],
  ]);
});

test('boxes of other values are never joined, and of none there are none', () => {
  expect(mergeBoxes([], space)).toEqual([]);
  const two = [boxAt(0, 1), boxAt(1, 2)];
  expect(mergeBoxes(two, space)).toEqual(two);
});
