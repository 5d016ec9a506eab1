// A queue and what forgets the oldest: the same as a plain list would do.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forgetOldest } from '#policy/collections/forget-oldest.ts';
import { Queue } from '#policy/collections/queue.ts';

test('what goes in first comes out first, whatever the turns are in', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer()), { maxLength: 400 }), (turns) => {
      const queue = new Queue<number>();
      const plain: number[] = [];
      for (const turn of turns) {
        if (turn === null) expect(queue.shift()).toBe(plain.shift());
        else {
          queue.push(turn);
          plain.push(turn);
        }
        expect(queue.size).toBe(plain.length);
      }
    }),
  );
});

test('of a set that has room to spare the oldest go together, and never more than were wanted', () => {
  fc.assert(
    fc.property(fc.nat({ max: 200 }), fc.nat({ max: 20 }), fc.nat({ max: 10 }), (count, most, spare) => {
      const known = new Set<number>();
      for (let one = 0; one < count; one += 1) {
        known.add(one);
        forgetOldest(known, most, spare);
        expect(known.size).toBeLessThanOrEqual(most + spare);
        expect(known.size).toBeGreaterThanOrEqual(Math.min(one + 1, most));
        expect([...known]).toEqual(Array.from({ length: known.size }, (_, at) => one + 1 - known.size + at));
      }
    }),
  );
});
