// Takes a snapshot of a page: one capture a process of everything that is in it, read by our own rules, and the points of what
// is in view. INVARIANT: nothing of a frame is in it whose origin was not admitted.
import { CdpClosed, CdpError, CdpTimeout } from '../cdp/connection.ts';
import type { PageSnapshot, SnapshotGrids } from '../contract/snapshot.ts';
import type { FrameState } from '#executors/page/frame-tree.ts';
import { framesWithin } from '#executors/page/frame-scope.ts';
import type { Page } from '#executors/page/page.ts';
import { ownersOf, pointOfElement, seeThrough } from './aiming.ts';
import { ownerOf } from '#executors/page/frame-scope.ts';
import { STYLES, type Box } from './reading/captured.ts';
import type { Secrets } from './picture/secret-places.ts';
import { READ_LIVE, type LiveReading } from './in-page/live.ts';
import { POINTS, type Point } from './in-page/points.ts';
import { UNSAID, type Item } from './reading/normalise.ts';
import type { AdmittedFrame, LeftOut } from './reading/perceive.ts';
import { withRefs } from './grids/with-refs.ts';
import type { ReadSummary } from './grids/read-captured.ts';
import { readCaptures, type Capture } from './perceiver.ts';
import type { Refs } from '#executors/page/refs.ts';
import { WATCH } from './staleness.ts';

/** Elements in view that are tried; a page with more of them has the rest without a point. */
const MOST_POINTS = 400;
/** A frame of another process has so long to answer; then it is left out. */
const FRAME_MS = 5_000;
const MIN_ELEMENTS = 5;
/** Of the view: a page of text with few links is poor in elements, and nothing is missing. */
const MIN_DRAWN_SHARE = 0.25;
/** Elements in closed shadow trees are tried one by one. */
const MAX_CLOSED_ELEMENTS = 20;
/** What a capture tells of each node, in the order in which it is read. */
export const CAPTURE = { computedStyles: [...STYLES] };

/** What else comes of the same capture. */
export type Beside = {
  /** Once it is aborted, nothing more is begun: the counts are another look's. */
  readonly signal?: AbortSignal;
  /** Told what repeats in the scope. */
  readonly onGrids?: (grids: SnapshotGrids) => void;
  /** Told where secrets stand. `began`: from now on, whatever happens on the page counts (`staleness.ts`). */
  readonly hidden?: Pick<Secrets, 'values'> & {
    readonly began: () => void;
    readonly found: (places: Places) => void;
  };
};
/** `secrets`: what was looked for, for a capture of the page to come. */
export type Places = { readonly boxes: readonly Box[]; readonly secrets: Secrets };

/** What was taken of a page, before any of it has a ref. */
export type Taken = {
  readonly documentId: string;
  readonly url: string;
  /** By the monotonic clock. */
  readonly at: number;
  readonly elements: number;
  /** The page's own first. */
  readonly watched: readonly string[];
  readonly late: number;
  readonly frames: readonly AdmittedFrame[];
  readonly leftOut: readonly LeftOut[];
  /** By frame. */
  readonly documents: ReadonlyMap<string, string>;
  readonly items: readonly Item[];
  readonly summary: ReadSummary;
};

type View = { readonly width: number; readonly height: number };

export async function takeSnapshot(
  page: Page,
  refs: Refs,
  viewport: View,
  /** Of one frame, and those in it. Default: the page. */
  scope: string = page.id,
  beside: Beside = {},
): Promise<PageSnapshot> {
  return give(page, refs, viewport, await takeIn(page, viewport, scope, beside), beside.onGrids);
}

export async function takeIn(
  page: Page,
  viewport: View,
  scope: string = page.id,
  { onGrids, hidden, signal }: Beside = {},
): Promise<Taken> {
  const { session, documentId, url } = page;
  const at = performance.now();
  const known = page.looked?.documentId === documentId ? page.looked.frames : [];
  // From here on it is counted anew: what was seen before is over, whatever comes of this.
  page.looksAnew();
  // From before the capture on: what happens meanwhile counts. A session does in order what it is asked.
  const worlds = await Promise.all([page.world(), ...known.map((id) => page.world(id).catch(gone))]);
  signal?.throwIfAborted();
  const watching = Promise.all([
    page.runIn(worlds[0], WATCH, [], Number),
    ...known.map((id, nth) => watch(page, id, worlds[nth + 1] ?? null)),
  ]);
  if (hidden !== undefined) {
    await watching;
    hidden.began();
  }
  const capturing = session.sendRaw('DOMSnapshot.captureSnapshot', CAPTURE);
  const live = page.runIn(worlds[0], READ_LIVE, [], parseLive);
  const [[elements], captured, frames] = await Promise.all([
    watching,
    capturing,
    readFrames(page, new Set(known), live, signal),
    live,
    page.history(),
  ]);
  if (page.documentId !== documentId)
    throw new CdpError('another document came while the page was looked at');
  const items: Item[] = [];
  const wanted = framesWithin(page, scope);
  const secrets =
    hidden === undefined
      ? null
      : { values: hidden.values, open: frames.frames.map(({ frameId }) => frameId) };
  const reading = {
    ...frames,
    captures: [captured, ...frames.captures],
    viewport,
    ...(onGrids === undefined ? {} : { grids: scopedFrames(frames.frames, scope, wanted) }),
    ...(secrets === null ? {} : { secrets }),
  };
  const summary = await readCaptures(reading, (part) => {
    for (const item of part) if (scope === page.id || wanted(item.frameId)) items.push(item);
  });
  const { places } = summary;
  if (places !== undefined && secrets !== null) hidden?.found({ boxes: places, secrets });
  if (scope !== page.id) outdent(items);
  await addPoints(page, items);
  const { watched, documents, leftOut } = frames;
  const late = watched.filter((frameId) => frameId !== page.id && !known.includes(frameId)).length;
  const { frames: admitted } = frames;
  return {
    documentId,
    url,
    at,
    elements,
    watched,
    late,
    frames: admitted,
    leftOut,
    documents,
    items,
    summary,
  };
}

/** From here on it is a look: its elements have refs, and what changes is counted from it. */
export function give(
  page: Page,
  refs: Refs,
  viewport: View,
  taken: Taken,
  onGrids?: Beside['onGrids'],
): PageSnapshot {
  const { documentId, url, at, elements, watched, late, items, documents, summary } = taken;
  const generation = refs.begin(documentId);
  page.wasLookedAt({ generation, documentId, url, at, elements, frames: watched, late });
  for (const { named, backendNodeId, frameId, node } of items) {
    if (!named) continue;
    const { role, name } = node;
    const document = documents.get(frameId) ?? documentId;
    node.ref = refs.give({ backendNodeId, frameId, documentId: document, role, name });
  }
  const { scroll, drawn, grids } = summary;
  if (grids !== undefined) onGrids?.(withRefs(grids, items));
  const shown = withoutCovered(items);
  return Object.freeze({
    document: page.document(),
    generation,
    nodes: Object.freeze(shown.map(({ node }) => node)),
    scroll: Object.freeze({ ...scroll, viewportHeight: viewport.height }),
    status: page.status,
    blocked: page.blocked,
    axDeficient: page.loaded && drawn >= MIN_DRAWN_SHARE && isPoor(shown),
  });
}

/** The scope and the frames in it that are of its own origin: what was decided about it is decided about no other one. */
function scopedFrames(
  frames: readonly AdmittedFrame[],
  scope: string,
  wanted: (frameId: string) => boolean,
): readonly string[] {
  const of = frames.find(({ frameId }) => frameId === scope);
  if (of === undefined) return [];
  const isLike = ({ frameId, foreign, origin }: AdmittedFrame): boolean =>
    frameId === scope ||
    // Two opaque origins are never the same.
    ((of.owner === null || wanted(frameId)) &&
      (of.foreign ? origin === of.origin && origin !== 'null' && origin !== '' : !foreign));
  return frames.filter(isLike).map(({ frameId }) => frameId);
}

/** A frame by itself begins at the margin. */
function outdent(items: readonly Item[]): void {
  const least = items.reduce((min, { node }) => Math.min(min, node.depth), Infinity);
  for (const { node } of items) node.depth -= least;
}

/**
 * Without what no assistive technology is told of and nobody can click either: the page behind a dialog, which is hidden whole.
 * Where some of that is in view and covered, the rest is taken for covered as well.
 */
function withoutCovered(items: readonly Item[]): readonly Item[] {
  const unsaid = items.filter(({ node }) => node.states.includes(UNSAID));
  if (unsaid.length === 0) return items;
  const covered = unsaid.some(({ node }) => node.coveredBy !== undefined);
  const stays = ({ node }: Item): boolean => (node.inView ? (node.point ?? null) !== null : !covered);
  return items.filter((item) => !item.node.states.includes(UNSAID) || stays(item));
}

/** Specification 000, 2.3: fewer elements to act on than this say too little of a page that shows much. */
const isPoor = (items: readonly Item[]): boolean => items.filter(({ acts }) => acts).length < MIN_ELEMENTS;

type ReadFrames = {
  readonly frames: readonly AdmittedFrame[];
  readonly leftOut: readonly LeftOut[];
  /** Of other processes. */
  readonly captures: readonly Capture[];
  /** By frame. */
  readonly documents: ReadonlyMap<string, string>;
  readonly watched: readonly string[];
};

/** Frames of the page's own origin, and of those that the task may read; what vanishes meanwhile is not there. `live`: of the page itself. */
async function readFrames(
  page: Page,
  known: ReadonlySet<string>,
  live: Promise<LiveReading>,
  signal: AbortSignal | undefined,
): Promise<ReadFrames> {
  const { readable, leftOut } = await page.frames.read(page.reads);
  signal?.throwIfAborted();
  const parts = readable.filter(({ id, root, parentId }) => parentId !== null && id === root);
  const [frames, left, captures] = await Promise.all([
    Promise.all(
      readable.map(async (state) =>
        state.parentId === null
          ? { frameId: state.id, origin: null, foreign: false, live: await live, owner: null, window: null }
          : admit(page, state, state.parentId, known.has(state.id), readable[0]?.origin ?? '', signal),
      ),
    ),
    Promise.all(
      leftOut.map(async ({ id, parentId, origin, why }) => {
        const owner = await ownerOf(page, id, parentId).catch(gone);
        return owner === null ? [] : [{ owner, origin, why }];
      }),
    ),
    Promise.all(parts.map((state) => capture(page, state))),
  ]);
  const documents = new Map(readable.map((state) => [state.id, state.documentId]));
  const admitted = frames.filter((frame) => frame !== null);
  return {
    frames: admitted,
    leftOut: left.flat(),
    captures: captures.filter((one) => one !== null),
    documents,
    watched: admitted.filter(({ live }) => live !== null).map(({ frameId }) => frameId),
  };
}

async function admit(
  page: Page,
  { id, origin }: FrameState,
  parentId: string,
  isWatched: boolean,
  own: string,
  signal: AbortSignal | undefined,
): Promise<AdmittedFrame | null> {
  try {
    const [live, [owner, window]] = await Promise.all([
      readFrame(page, id, isWatched, signal).catch(gone),
      ownerOf(page, id, parentId).then(
        async (at) => [at, (await seeThrough(page, at, [], false)).window] as const,
      ),
    ]);
    return { frameId: id, origin, foreign: origin !== own, live, owner, window };
  } catch (thrown) {
    return gone(thrown);
  }
}

/** Watched before it is read: a session does in order what it is asked. */
async function readFrame(
  page: Page,
  id: string,
  isWatched: boolean,
  signal: AbortSignal | undefined,
): Promise<LiveReading> {
  const world = await page.world(id);
  signal?.throwIfAborted();
  const watching = isWatched ? null : page.runIn(world, WATCH, [], Number, id);
  const [live] = await Promise.all([page.runIn(world, READ_LIVE, [], parseLive, id), watching]);
  return live;
}

/** A part of the page in another process. After its frames are watched: its session answers in order. */
async function capture(page: Page, { id, session }: FrameState): Promise<Capture | null> {
  try {
    await page.world(id);
    return await session.sendRaw('DOMSnapshot.captureSnapshot', CAPTURE, { deadlineMs: FRAME_MS });
  } catch (thrown) {
    return gone(thrown);
  }
}

const watch = (page: Page, frameId: string, world: number | null): Promise<unknown> =>
  frameId === page.id || world === null
    ? Promise.resolve()
    : page.runIn(world, WATCH, [], Number, frameId).catch(gone);

/** One call a frame, and one for each frame around it. A frame that vanished meanwhile has no points. */
async function addPoints(page: Page, items: readonly Item[]): Promise<void> {
  const byFrame = aimedAt(items);
  let closed = MAX_CLOSED_ELEMENTS;
  await Promise.all(
    [...byFrame].map(async ([frameId, some]) => {
      const points = (await pointsIn(page, frameId, some).catch(gone)) ?? [];
      for (const [at, { node }] of some.entries()) {
        const point = points[at] ?? null;
        node.point = point !== null && 'x' in point ? point : null;
        if (point !== null && 'coveredBy' in point) node.coveredBy = point.coveredBy;
      }
      const unseen = some.filter(({ node }) => node.point === null && node.coveredBy === undefined);
      const tried = unseen.slice(0, Math.max(0, closed));
      closed -= tried.length;
      await Promise.all(
        tried.map(async (item) => {
          const aimed = await pointOfElement(page, item).catch(gone);
          if (aimed?.kind === 'POINT') item.node.point = { x: round(aimed.x), y: round(aimed.y) };
          if (aimed?.kind === 'COVERED') item.node.coveredBy = aimed.by;
        }),
      );
    }),
  );
}

/** Those that are tried, by frame. */
function aimedAt(items: readonly Item[]): ReadonlyMap<string, readonly Item[]> {
  const byFrame = new Map<string, Item[]>();
  let left = MOST_POINTS;
  for (const item of items) {
    if (item.path === null || left === 0) continue;
    left -= 1;
    const some = byFrame.get(item.frameId) ?? [];
    byFrame.set(item.frameId, some);
    some.push(item);
  }
  return byFrame;
}

/** Whether a click would hit now what it would have hit when they were taken. */
export async function pointsStand(page: Page, items: readonly Item[]): Promise<boolean> {
  const all = await Promise.all(
    [...aimedAt(items)].map(async ([frameId, some]) => {
      const points = await pointsIn(page, frameId, some);
      return some.every(({ node }, at) => {
        const now = points[at] ?? null;
        const before = node.coveredBy === undefined ? (node.point ?? null) : { coveredBy: node.coveredBy };
        return JSON.stringify(now) === JSON.stringify(before);
      });
    }),
  );
  return all.every(Boolean);
}

const round = (value: number): number => Math.round(value * 10) / 10;

async function pointsIn(page: Page, frameId: string, some: readonly Item[]): Promise<readonly Point[]> {
  const wanted = some.map(({ path, tag }) => ({ path: path ?? [], tag }));
  const [found, owners] = await Promise.all([
    page.run(POINTS, [wanted], parsePoints, frameId),
    ownersOf(page, frameId).then((all) => {
      // By the time that there are points to look for through them.
      for (const owner of all) page.finds(owner);
      return all;
    }),
  ]);
  let points: readonly Point[] = found;
  for (const owner of owners) {
    const free = points.flatMap((point) => (point !== null && 'x' in point ? [point] : []));
    // oxlint-disable-next-line no-await-in-loop -- frame by frame, outwards
    const seen = (await seeThrough(page, owner, free, false)).points.values();
    points = points.map((point) => (point !== null && 'x' in point ? (seen.next().value ?? null) : point));
  }
  return points;
}

function gone(thrown: unknown): null {
  if (thrown instanceof CdpClosed) throw thrown;
  if (thrown instanceof CdpError || thrown instanceof CdpTimeout) return null;
  throw thrown;
}

// Made by our own functions in a world that the page cannot reach.
const parseLive = (value: unknown): LiveReading => value as LiveReading;
const parsePoints = (value: unknown): Point[] => value as Point[];
