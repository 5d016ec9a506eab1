// Tables read from generated pages, a page a markup: what holds of `npm run tasks -- --extract` on more seeds.
import { expect, test } from 'vitest';
import { heldOutSeeds } from '../kinds.ts';
import { runExtract, totalOf } from './run.ts';

test('cells of generated pages are right and complete, and none is without words', async () => {
  const done = await runExtract(heldOutSeeds(1));
  const { precision, recall, wordless } = totalOf(done);
  expect(done.length).toBeGreaterThanOrEqual(9);
  expect(precision).toBeGreaterThanOrEqual(0.95);
  expect(recall).toBeGreaterThanOrEqual(0.9);
  expect(wordless).toBe(0);
});
