// EXTRACT and SCREENSHOT: what a person would read and see.
import { ok, type Result } from '#policy/failure.ts';
import type { ActOutcome } from '../contract.ts';
import type { RefEntry } from '../perception/refs.ts';
import type { Page } from '../tabs/page.ts';

const JPEG_QUALITY = 80;
/** A page that grows while it is looked at must not make an image of any size. */
const MOST_HEIGHT = 8 * 900;

// What a person sees: `innerText` leaves out what is hidden and keeps line breaks, and never holds a field's value.
const TEXT = `function () {
  const element = this instanceof HTMLElement ? this : this.parentElement;
  return element === null ? '' : element.innerText;
}`;

export async function extract(page: Page, entry: RefEntry | null): Promise<Result<ActOutcome>> {
  const text =
    entry === null
      ? await page.evaluate(`document.body === null ? '' : document.body.innerText`, String)
      : await page.callOn(entry, TEXT, [], String);
  await page.history();
  return ok({ kind: 'TEXT', text: text.trim(), document: page.document() });
}

export async function screenshot(
  page: Page,
  fullPage: boolean,
  viewport: { readonly width: number; readonly height: number },
): Promise<Result<ActOutcome>> {
  let { width, height } = viewport;
  if (fullPage) {
    const { cssContentSize } = await page.session.send('Page.getLayoutMetrics');
    width = Math.max(1, Math.min(Math.ceil(cssContentSize.width), viewport.width));
    height = Math.max(viewport.height, Math.min(Math.ceil(cssContentSize.height), MOST_HEIGHT));
  }
  const { data } = await page.session.send('Page.captureScreenshot', {
    format: 'jpeg',
    quality: JPEG_QUALITY,
    ...(fullPage ? { clip: { x: 0, y: 0, width, height, scale: 1 }, captureBeyondViewport: true } : {}),
  });
  await page.history();
  return ok({ kind: 'IMAGE', jpegBase64: data, width, height, document: page.document() });
}
