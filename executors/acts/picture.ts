// SCREENSHOT: the viewport, one element, or the whole page in overlapping screens; on request with the refs written on it.
// INVARIANT: nothing is scrolled, and what is drawn over the page for a picture is gone when the picture is there.
import { ok, type Result } from '#policy/language/failure.ts';
import type { PictureFormat } from '#policy/acts/reading-acts.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import { drawMarks, wipeMarks, type Mark } from '#executors/perception/in-page/marks.ts';
import type { RefEntry, Refs } from '#executors/page/refs.ts';
import { REGION_ROLES } from '#executors/perception/reading/roles.ts';
import { takeSnapshot } from '#executors/perception/snapshot.ts';
import type { Page } from '#executors/page/page.ts';

const JPEG_QUALITY_PERCENT = 80;
/** Specification 02: screens of 900 px that overlap by 100, eight at most; a longer page is flagged. */
const SCREEN_STEP_PX = 800;
const MAX_SCREENS = 8;
const DRAW = String(drawMarks);
const WIPE = `(${String(wipeMarks)})()`;

type Viewport = { readonly width: number; readonly height: number };
type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
type Wanted = {
  readonly fullPage?: boolean;
  readonly marks?: boolean;
  readonly format?: PictureFormat;
};
/** How one picture is drawn. */
type Drawing = { readonly page: Page; readonly format: Exclude<PictureFormat, 'pdf'> };

const MIME_TYPES = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
} as const satisfies Record<PictureFormat, string>;

export async function screenshot(
  page: Page,
  refs: Refs,
  entry: RefEntry | null,
  { fullPage = false, marks = false, format = 'jpeg' }: Wanted,
  viewport: Viewport,
): Promise<Result<ActOutcome>> {
  const drawn = marks ? await marksOf(page, refs, viewport) : [];
  if (marks) await page.evaluate(`(${DRAW})(${JSON.stringify(drawn)})`, Boolean);
  try {
    const { cssContentSize } = await page.session.send('Page.getLayoutMetrics');
    const content = { width: Math.ceil(cssContentSize.width), height: Math.ceil(cssContentSize.height) };
    const picture =
      format === 'pdf'
        ? await printed(page, content)
        : entry !== null
          ? await element({ page, format }, entry, content)
          : fullPage
            ? await whole({ page, format }, content, viewport)
            : await view({ page, format }, viewport);
    await page.history();
    return ok({
      kind: 'IMAGE',
      ...picture,
      mimeType: MIME_TYPES[format],
      ...(marks ? { marks: drawn.map(({ ref }) => ref) } : {}),
      document: page.document(),
    });
  } finally {
    // The document may be gone, and its marks with it.
    if (marks) await page.evaluate(WIPE, Boolean).catch(Boolean);
  }
}

type Picture = Omit<Extract<ActOutcome, { kind: 'IMAGE' }>, 'kind' | 'document' | 'marks' | 'mimeType'>;

async function printed(page: Page, content: Viewport): Promise<Picture> {
  const { data } = await page.session.send('Page.printToPDF', { printBackground: true });
  return { base64: data, ...content };
}

async function view(drawing: Drawing, viewport: Viewport): Promise<Picture> {
  const base64 = await capture(drawing, null);
  return { base64, width: viewport.width, height: viewport.height };
}

async function element(drawing: Drawing, entry: RefEntry, content: Viewport): Promise<Picture> {
  const box = await drawing.page.callOn(entry, AREA, [], parseArea);
  const area = {
    x: Math.max(0, Math.floor(box.x)),
    y: Math.max(0, Math.floor(box.y)),
    width: Math.max(1, Math.min(Math.ceil(box.width), content.width)),
    height: Math.max(1, Math.min(Math.ceil(box.height), SCREEN_STEP_PX * MAX_SCREENS)),
  };
  return { base64: await capture(drawing, area), width: area.width, height: area.height };
}

/** One long picture, and the same in screens for a model; `complete: false` where the page goes on below. */
async function whole(drawing: Drawing, content: Viewport, viewport: Viewport): Promise<Picture> {
  const width = Math.max(1, Math.min(content.width, viewport.width));
  const most = SCREEN_STEP_PX * (MAX_SCREENS - 1) + viewport.height;
  const height = Math.max(viewport.height, Math.min(content.height, most));
  const screens: { y: number; height: number; jpegBase64: string }[] = [];
  const screen: Drawing = { ...drawing, format: 'jpeg' };
  for (let y = 0; y === 0 || y + (viewport.height - SCREEN_STEP_PX) < height; y += SCREEN_STEP_PX) {
    const tall = Math.min(viewport.height, height - y);
    // oxlint-disable-next-line no-await-in-loop -- one picture at a time is all that the browser draws
    screens.push({ y, height: tall, jpegBase64: await capture(screen, { x: 0, y, width, height: tall }) });
  }
  const base64 = await capture(drawing, { x: 0, y: 0, width, height });
  return { base64, width, height, screens, complete: content.height <= most };
}

async function capture({ page, format }: Drawing, area: Area | null): Promise<string> {
  const { data } = await page.session.send('Page.captureScreenshot', {
    format,
    ...(format === 'png' ? {} : { quality: JPEG_QUALITY_PERCENT }),
    ...(area === null ? {} : { clip: { ...area, scale: 1 }, captureBeyondViewport: true }),
  });
  return data;
}

async function marksOf(page: Page, refs: Refs, viewport: Viewport): Promise<Mark[]> {
  const { nodes } = await takeSnapshot(page, refs, viewport);
  return nodes.flatMap(({ ref, role, box, inView }) =>
    ref === null || box === null || !inView || REGION_ROLES.has(role) ? [] : [{ ref, ...box }],
  );
}

/** In the coordinates of the main document, whatever frame it is in. */
const AREA = `function () {
  const element = this instanceof Element ? this : this.parentElement;
  const own = Element.prototype.getBoundingClientRect.call(element);
  let x = own.left, y = own.top, view = window;
  for (; view.frameElement !== null; view = view.parent) {
    const outer = Element.prototype.getBoundingClientRect.call(view.frameElement);
    x += outer.left + view.frameElement.clientLeft;
    y += outer.top + view.frameElement.clientTop;
  }
  return { x: x + view.scrollX, y: y + view.scrollY, width: own.width, height: own.height };
}`;

// Made by our own function in a world that the page cannot reach.
const parseArea = (value: unknown): Area => value as Area;
