// Tables read from pages with the structure of real sites, a page a shape: bounds for this one seed, some cells below what was measured.
import { expect, test } from 'vitest';
import { heldOutSeeds } from '../kinds.ts';
import { runExtract, totalOf } from './run.ts';
import { sitesOf, type Half } from './sites/all.ts';

/** Measured over three seeds: learnt 1.000 and 1.000, held out 0.979 and 0.976. */
const LEAST = {
  learnt: { pages: 32, precision: 0.99, recall: 0.99 },
  'held-out': { pages: 16, precision: 0.97, recall: 0.97 },
} as const satisfies Record<Half, unknown>;

test.each(['learnt', 'held-out'] as const)(
  'cells of the %s site shapes are right and complete, and none is without words',
  async (half) => {
    const done = await runExtract(heldOutSeeds(1), [], sitesOf(half));
    const { precision, recall, wordless } = totalOf(done);
    expect(done.length).toBeGreaterThanOrEqual(LEAST[half].pages);
    expect(precision).toBeGreaterThanOrEqual(LEAST[half].precision);
    expect(recall).toBeGreaterThanOrEqual(LEAST[half].recall);
    expect(wordless).toBe(0);
  },
);
