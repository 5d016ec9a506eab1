// A look with a picture of the same moment. INVARIANT: the picture leaves this file with its secrets' places black, or not at all: where
// they cannot be told for the moment at which it was taken, there is none. A look never fails or waits long for its picture.
import { setTimeout as wait } from 'node:timers/promises';
import { CdpError } from '#executors/cdp/connection.ts';
import type { PagePicture, PageSnapshot } from '#executors/contract/snapshot.ts';
import { scopeOf } from '#executors/page/frame-scope.ts';
import type { Page } from '#executors/page/page.ts';
import type { Refs } from '#executors/page/refs.ts';
import { fillBlack } from './picture/fill-black.ts';
import { readCaptures } from './perceiver.ts';
import { common, type Box } from './reading/captured.ts';
import { CAPTURE, takeSnapshot, type Places } from './snapshot.ts';
import { stalenessOf } from './staleness.ts';

const WIDTH_PX = 640;
const JPEG_QUALITY_PERCENT = 60;
/** Beyond the look itself. */
const MOST_MS = 700;

type Viewport = { readonly width: number; readonly height: number };
type Found = { shot: Promise<Uint8Array | null>; places: Places | null };

export async function lookWithPicture(
  page: Page,
  refs: Refs,
  viewport: Viewport,
  values: readonly string[],
): Promise<{ readonly snapshot: PageSnapshot; readonly picture?: PagePicture }> {
  const scale = Math.min(1, WIDTH_PX / viewport.width);
  const found: Found = { shot: Promise.resolve(null), places: null };
  const snapshot = await takeSnapshot(page, refs, viewport, scopeOf(page), {
    hidden: {
      values,
      began: () => {
        found.shot = take(page, viewport, scale).catch(() => null);
      },
      found: (places) => {
        found.places = places;
      },
    },
  });
  const late = new AbortController();
  const picture = await Promise.race([
    blackened(page, viewport, found, scale).catch(() => null),
    wait(MOST_MS, null, { signal: late.signal }).catch(() => null),
  ]);
  late.abort();
  return picture === null ? { snapshot } : { snapshot, picture };
}

/** As it is drawn now, smaller; nothing of it is scrolled or resized for that. */
async function take(page: Page, viewport: Viewport, scale: number): Promise<Uint8Array> {
  const { cssVisualViewport } = await page.session.send('Page.getLayoutMetrics');
  // Boxes are told in pixels of a page that nobody enlarged.
  if (cssVisualViewport.scale !== 1 || (cssVisualViewport.zoom ?? 1) !== 1)
    throw new CdpError('the page is enlarged: where its secrets stand cannot be told');
  const { data } = await page.session.send('Page.captureScreenshot', {
    format: 'jpeg',
    quality: JPEG_QUALITY_PERCENT,
    clip: { x: cssVisualViewport.pageX, y: cssVisualViewport.pageY, ...viewport, scale },
  });
  return Buffer.from(data, 'base64');
}

async function blackened(
  page: Page,
  viewport: Viewport,
  { shot, places }: Found,
  scale: number,
): Promise<PagePicture | null> {
  const jpeg = await shot;
  if (jpeg === null || places === null) return null;
  const seen = inView(places.boxes, viewport);
  const now = await stalenessOf(page);
  const isStill = now !== null && now.mutations === 0 && !now.stale;
  // A style moves things without a word, into view too: where something is hidden, it has to be where it was.
  if (!isStill || places.boxes.length > 0) {
    const { documentId } = page;
    const captured = await page.session.sendRaw('DOMSnapshot.captureSnapshot', CAPTURE);
    // No frame is admitted: the list of the page is not wanted again.
    const again = await readCaptures(
      { captures: [captured], frames: [], leftOut: [], viewport, secrets: places.secrets },
      () => undefined,
    );
    const last = inView(again.places ?? [], viewport);
    if (page.documentId !== documentId || JSON.stringify(last) !== JSON.stringify(seen)) return null;
  }
  const boxes = seen.map(({ x, y, width, height }) => ({
    x: x * scale,
    y: y * scale,
    width: width * scale,
    height: height * scale,
  }));
  return {
    jpeg: boxes.length === 0 ? jpeg : fillBlack(jpeg, boxes),
    width: Math.round(viewport.width * scale),
    height: Math.round(viewport.height * scale),
    scale,
    black: boxes.length,
  };
}

function inView(boxes: readonly Box[], viewport: Viewport): readonly Box[] {
  const view = { x: 0, y: 0, ...viewport };
  return boxes.map((box) => common(view, box)).filter(({ width, height }) => width > 0 && height > 0);
}
