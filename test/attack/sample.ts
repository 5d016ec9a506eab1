// The part of the suite that runs in `npm test`: every way that shares a page, and every sixth that needs one of its own.
import { ownPage, type Way } from './way.ts';
import { WAYS } from './ways/all.ts';

/** Behind the boundary, in `npm test`. `npm run attack` runs them all. */
export const GUARDED_SAMPLE: readonly Way[] = every(
  6,
  WAYS.filter(ownPage),
  WAYS.filter((way) => !ownPage(way)),
);

/** Proved alive unguarded, in `npm test`: some of each kind of canary and of most families. */
export const UNGUARDED_SAMPLE: readonly Way[] = every(
  10,
  WAYS.filter((way) => way.absent === undefined && way.windowMs === undefined && way.later === undefined),
  [],
);

/** `only`: ways whose id or family holds it. */
export function waysFor(wanted: { readonly sample: boolean; readonly only: string }): readonly Way[] {
  const from = wanted.sample ? GUARDED_SAMPLE : WAYS;
  return from.filter(({ id, family }) => id.includes(wanted.only) || family === wanted.only);
}

function every(nth: number, from: readonly Way[], also: readonly Way[]): readonly Way[] {
  return [...from.filter((_way, at) => at % nth === 0), ...also];
}
