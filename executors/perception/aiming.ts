// A point of the main viewport at which a click lands on an element and nowhere else, through all the frames that it is in; and
// the guard that holds there while a click is on its way. INVARIANT: a point counts only if every frame around it is hit there too.
import { CdpError } from '../cdp/connection.ts';
import { ownerOf } from '#executors/page/frame-scope.ts';
import type { NodeId } from '#executors/page/frame-scope.ts';
import type { Page } from '#executors/page/page.ts';
import { AIM, type Aim } from './in-page/aim.ts';
import type { Landing } from '#policy/acts/keys.ts';
import { guardClick, releaseClick } from './in-page/guard.ts';
import { SEE_THROUGH, type Through } from './in-page/through.ts';

export type Aimed =
  | { readonly kind: 'POINT'; readonly x: number; readonly y: number }
  | Extract<Aim, { kind: 'COVERED' | 'INVISIBLE' }>;

type Point = { readonly x: number; readonly y: number };

export const GUARD = String(guardClick);
export const RELEASE = String(releaseClick);
/** Tried in a frame, since what lies around it may cover some. */
const MOST_POINTS = 12;

/** Scrolls the element into view. Throws `CdpError` where it, or a frame around it, is gone. */
export const aimAtElement = (page: Page, node: NodeId, landing: Landing): Promise<Aimed> =>
  aimAs(page, node, landing, true);

/** The same as the page stands: nothing is scrolled. */
export const pointOfElement = (page: Page, node: NodeId): Promise<Aimed> => aimAs(page, node, 'CLICK', false);

async function aimAs(page: Page, node: NodeId, landing: Landing, bring: boolean): Promise<Aimed> {
  const framed = node.frameId !== page.id;
  const aimed = await page.callOn(node, AIM, [landing, framed ? MOST_POINTS : 1, bring], parseAim);
  if (aimed.kind !== 'POINTS') return aimed;
  let { points } = aimed;
  for (const owner of await ownersOf(page, node.frameId)) {
    // oxlint-disable-next-line no-await-in-loop -- frame by frame, outwards
    const seen = await seeThrough(page, owner, points, bring);
    points = seen.points.flatMap((point) => (point !== null && 'x' in point ? [point] : []));
    if (points.length > 0) continue;
    const covering = seen.points.find((point) => point !== null && 'coveredBy' in point);
    return covering !== undefined && covering !== null && 'coveredBy' in covering
      ? { kind: 'COVERED', by: covering.coveredBy }
      : { kind: 'INVISIBLE' };
  }
  const [first] = points;
  return first === undefined ? { kind: 'INVISIBLE' } : { kind: 'POINT', ...first };
}

export const seeThrough = (
  page: Page,
  owner: NodeId,
  points: readonly Point[],
  bring: boolean,
): Promise<Through> => page.callOn(owner, SEE_THROUGH, [points, bring], parseThrough);

/** The elements of the frames that a frame is in, its own first; empty for the main frame. */
export async function ownersOf(page: Page, frameId: string): Promise<NodeId[]> {
  if (frameId === page.id) return [];
  const around = page.frames.around(frameId);
  if (around.at(-1)?.id !== page.id) throw new CdpError('the frame is not on the page any more');
  const frames = [frameId, ...around.map(({ id }) => id)];
  return Promise.all(around.map((parent, at) => ownerOf(page, frames[at] ?? '', parent.id)));
}

/**
 * Mouse events that do not go to the element are swallowed, in its frame and in those around it, until `releaseAll` of the nodes, which
 * never reject: where the frames around it cannot be told nothing is guarded. `pressable`: what within it is another one's.
 */
export function guardAll(
  page: Page,
  node: NodeId,
  pressable: string,
): { readonly nodes: Promise<readonly NodeId[]>; readonly done: Promise<unknown> } {
  const owners = ownersOf(page, node.frameId);
  const done = owners.then((around) =>
    Promise.all([node, ...around].map((one) => page.callOn(one, GUARD, [pressable], Boolean))),
  );
  const nodes = owners.then(
    (around) => [node, ...around],
    () => [],
  );
  return { nodes, done };
}

/** `missed`: the press went elsewhere; `reached`: something before it did not. A frame that is gone has none: the click led somewhere. */
type Released = { readonly missed: boolean; readonly reached: boolean };

export async function releaseAll(page: Page, guarded: readonly NodeId[]): Promise<Released> {
  const released = await Promise.all(
    guarded.map(async (one) => {
      try {
        return await page.callOn(one, RELEASE, [], parseReleased);
      } catch (thrown) {
        if (page.session.connection.closed) throw thrown;
        return { missed: false, reached: false };
      }
    }),
  );
  return { missed: released.some(({ missed }) => missed), reached: released.some(({ reached }) => reached) };
}

// Made by our own functions in a world that the page cannot reach.
const parseAim = (value: unknown): Aim => value as Aim;
const parseReleased = (value: unknown): Released => value as Released;
const parseThrough = (value: unknown): Through => value as Through;
