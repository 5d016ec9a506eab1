// Every kind of generated single-page task, and which seeds are for what.
// INVARIANT: held-out seeds are run to report, never to develop: no seed is in both lists.
import type { Kind } from './contract.ts';
import { CHOOSE } from './kinds/choose.ts';
import { DATA } from './kinds/data.ts';
import { FIELDS } from './kinds/fields.ts';
import { PRESS } from './kinds/press.ts';
import { PUZZLES } from './kinds/puzzles.ts';
import { SMALL_SITES } from './kinds/small-sites.ts';
import { WIDGETS } from './kinds/widgets.ts';

export const KINDS: readonly Kind[] = [
  ...PRESS,
  ...CHOOSE,
  ...FIELDS,
  ...WIDGETS,
  ...DATA,
  ...PUZZLES,
  ...SMALL_SITES,
];

const range = (from: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, i) => from + i);
const MOST = 1_000;
export const developmentSeeds = (count: number): readonly number[] => range(1, Math.min(count, MOST));
export const heldOutSeeds = (count: number): readonly number[] => range(100_000, count);
