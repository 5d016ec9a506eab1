// Takes a snapshot of a page: one capture of everything that stands in it, read by our own rules, and the points of what is in
// view. INVARIANT: nothing of a frame stands in it whose origin was not admitted.
import { CdpError } from '../cdp/connection.ts';
import type { PageSnapshot } from '../contract.ts';
import type { Page } from '../tabs/page.ts';
import { STYLES } from './captured.ts';
import { readLive, type LiveReading } from './in-page/live.ts';
import { findPoints, type Point } from './in-page/points.ts';
import type { Item } from './normalise.ts';
import type { AdmittedFrame } from './perceive.ts';
import { readCaptures } from './perceiver.ts';
import type { Refs } from './refs.ts';
import { WATCH } from './staleness.ts';

const READ_LIVE = `(${String(readLive)})()`;
const WATCH_AND_READ = `(${WATCH}, ${READ_LIVE})`;
const POINTS = String(findPoints);
/** Elements in view that are tried; a page with more of them has the rest without a point. */
const MOST_POINTS = 400;

export async function takeSnapshot(
  page: Page,
  refs: Refs,
  viewport: { readonly width: number; readonly height: number },
): Promise<PageSnapshot> {
  const { session, documentId, url } = page;
  const at = performance.now();
  // From before the capture on: what happens meanwhile counts.
  const elements = await page.evaluate(WATCH, Number);
  const [captured, frames] = await Promise.all([
    session.sendRaw('DOMSnapshot.captureSnapshot', { computedStyles: [...STYLES] }),
    admittedFrames(page),
    page.history(),
  ]);
  if (page.documentId !== documentId)
    throw new CdpError('another document came while the page was looked at');
  const generation = refs.begin(documentId);
  const watched = frames.flatMap(({ frameId, live }) => (live === null ? [] : [frameId]));
  page.looked = { generation, documentId, url, at, elements, frames: watched };
  const items: Item[] = [];
  const scroll = await readCaptures({ captures: [{ captured, owner: null }], frames, viewport }, (part) => {
    for (const item of part) {
      items.push(item);
      if (!item.named) continue;
      const { backendNodeId, frameId, node } = item;
      node.ref = refs.give({ backendNodeId, frameId, role: node.role, name: node.name });
    }
  });
  await addPoints(page, items);
  return Object.freeze({
    document: page.document(),
    generation,
    nodes: Object.freeze(items.map(({ node }) => node)),
    scroll: Object.freeze({ ...scroll, viewportHeight: viewport.height }),
    status: page.status,
    blocked: page.blocked,
  });
}

type Frame = { readonly id: string; readonly url: string; readonly securityOrigin: string };
type Tree = { readonly frame: Frame; readonly childFrames?: readonly Tree[] };

/** Frames of the page's own origin alone: another origin's content is not the reader's to see without a decision. */
async function admittedFrames(page: Page): Promise<AdmittedFrame[]> {
  const [live, { frameTree }] = await Promise.all([
    page.evaluate(READ_LIVE, parseLive),
    page.session.send('Page.getFrameTree'),
  ]);
  const { securityOrigin: origin } = frameTree.frame;
  const inner = readableFrames(frameTree, origin).map(async ({ id, url }) => ({
    frameId: id,
    origin: URL.parse(url)?.origin ?? '',
    live: await page.evaluate(WATCH_AND_READ, parseLive, id).catch(gone),
  }));
  return [{ frameId: page.id, origin: null, live }, ...(await Promise.all(inner))];
}

/** Of the same origin, or written into the frame by such a one; sandboxed frames are not in this process. */
function readableFrames({ childFrames = [] }: Tree, origin: string): Frame[] {
  return childFrames.flatMap((child) => {
    const { url, securityOrigin } = child.frame;
    const own = securityOrigin === origin || url === 'about:srcdoc' || url === 'about:blank';
    return own ? [child.frame, ...readableFrames(child, origin)] : [];
  });
}

/** One call a frame. A frame that vanished meanwhile has no points. */
async function addPoints(page: Page, items: readonly Item[]): Promise<void> {
  const byFrame = new Map<string, Item[]>();
  let left = MOST_POINTS;
  for (const item of items) {
    if (item.path === null || left === 0) continue;
    left -= 1;
    byFrame.set(item.frameId, [...(byFrame.get(item.frameId) ?? []), item]);
  }
  await Promise.all(
    [...byFrame].map(async ([frameId, some]) => {
      const wanted = some.map(({ path, tag }) => ({ path, tag }));
      const expression = `(${POINTS})(${JSON.stringify(wanted)})`;
      const points = (await page.evaluate(expression, parsePoints, frameId).catch(gone)) ?? [];
      for (const [at, { node }] of some.entries()) {
        const point = points[at] ?? null;
        node.point = point !== null && 'x' in point ? point : null;
        if (point !== null && 'coveredBy' in point) node.coveredBy = point.coveredBy;
      }
    }),
  );
}

function gone(thrown: unknown): null {
  if (thrown instanceof CdpError) return null;
  throw thrown;
}

// Made by our own functions in a world that the page cannot reach.
const parseLive = (value: unknown): LiveReading => value as LiveReading;
const parsePoints = (value: unknown): Point[] => value as Point[];
