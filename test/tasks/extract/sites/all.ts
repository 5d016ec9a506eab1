// All pages with the structure of real sites. INVARIANT: every third shape is held out, and is looked at by its figures alone.
import { FLAT } from './flat.ts';
import { GRIDS } from './grids.ts';
import { LISTINGS } from './listings.ts';
import { READING } from './reading.ts';
import { REFERENCE } from './reference.ts';
import { SCRIPTED } from './scripted.ts';
import { SHOPS } from './shops.ts';
import { WORK } from './work.ts';
import type { Shape } from './parts.ts';

export type Half = 'learnt' | 'held-out';
const EVERY = 3;

/** By their names; without `half` both. */
export function sitesOf(half: Half | null = null): Readonly<Record<string, Shape>> {
  const all: readonly (readonly [string, Shape])[] = Object.entries({
    ...SHOPS,
    ...REFERENCE,
    ...GRIDS,
    ...WORK,
    ...READING,
    ...LISTINGS,
    ...SCRIPTED,
    ...FLAT,
  });
  return Object.fromEntries(
    all.filter((_, at) => half === null || (at % EVERY === EVERY - 1) === (half === 'held-out')),
  );
}
