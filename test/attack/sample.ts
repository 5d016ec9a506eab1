// The part of the suite that runs in `npm test`: every second way that shares a page, each day the others, and every twelfth that needs
// one of its own.
import { partOf, TURN } from '#test/fixtures/how-much.ts';
import { ownPage, type Way } from './way.ts';
import { WAYS } from './ways/all.ts';

const every = (nth: number, from: readonly Way[]): readonly Way[] =>
  from.filter((_way, at) => at % nth === 0);

/** Behind the boundary, in `npm test`. `npm run attack` runs them all. */
export const guardedSample = (turn: number): readonly Way[] => [
  ...partOf(
    2,
    WAYS.filter((way) => !ownPage(way)),
    turn,
  ),
  ...every(
    12,
    WAYS.filter((way) => ownPage(way) && way.later === undefined),
  ),
  ...WAYS.filter(({ later }) => later !== undefined).slice(0, 1),
];
export const GUARDED_SAMPLE = guardedSample(TURN);

/** The same in one browser for all tabs: what differs there is how targets are reached, not what pages try. */
export const SHARED_SAMPLE: readonly Way[] = [
  ...every(
    2,
    WAYS.filter((way) => !ownPage(way)),
  ),
  ...every(
    40,
    WAYS.filter((way) => ownPage(way) && way.later === undefined),
  ),
];

/** Proved alive unguarded, in `npm test`: some of each kind of canary and of most families. */
export const UNGUARDED_SAMPLE: readonly Way[] = every(
  16,
  WAYS.filter((way) => way.absent === undefined && way.windowMs === undefined && way.later === undefined),
);

/** `only`: ways whose id or family holds it. */
export function waysFor(wanted: { readonly sample: boolean; readonly only: string }): readonly Way[] {
  const from = wanted.sample ? GUARDED_SAMPLE : WAYS;
  return from.filter(({ id, family }) => id.includes(wanted.only) || family === wanted.only);
}
