// How a page looks, as lines of text: what stands where, how large, in which colours, cut off or covered. INVARIANT: a line is what the
// browser laid out; what only a machine's fonts decide is not in it, since there is one font (`still.ts`).
import type { Page } from 'playwright-core';

export const VIEWS = [
  { width: 1600, height: 896, look: 'light' },
  { width: 1280, height: 800, look: 'light' },
  { width: 800, height: 704, look: 'light' },
  { width: 320, height: 640, look: 'light' },
  { width: 1600, height: 896, look: 'dark' },
  { width: 320, height: 640, look: 'dark' },
] as const;
export type View = (typeof VIEWS)[number];

export const nameOf = ({ width, look }: View): string => `${width} px, ${look}`;

export async function putInto(page: Page, { width, height, look }: View): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: look, reducedMotion: 'reduce' });
  await page.evaluate(() => scrollTo(0, 0));
}

/** Of all that is in view. An editor's letters are its own affair. */
export const looked = (page: Page): Promise<string[]> => page.evaluate(linesOfPage);

function linesOfPage(): string[] {
  const SHOWN = 'a, button, input, select, textarea, summary, svg, img, canvas, h1, h2, h3, [role]';
  const ownText = (element: Element): string =>
    [...element.childNodes]
      .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      .map(({ textContent }) => textContent ?? '')
      .join(' ')
      .replaceAll(/\s+/gu, ' ')
      .trim();
  const short = (colour: string): string =>
    colour === 'rgba(0, 0, 0, 0)' ? '-' : colour.replaceAll(/rgba?\(|[ )]/gu, '');
  const lines: string[] = [];
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('.cm-editor') !== null && !element.matches('.cm-editor')) continue;
    const text = ownText(element);
    if (text === '' && !element.matches(SHOWN)) continue;
    const { x, y, width, height } = element.getBoundingClientRect();
    const inView = x < innerWidth && y < innerHeight && x + width > 0 && y + height > 0;
    if (!inView || width < 2 || height < 2 || !element.checkVisibility({ visibilityProperty: true }))
      continue;
    const { color, backgroundColor, fontSize, fontWeight, overflowX } = getComputedStyle(element);
    const top = document.elementFromPoint(
      Math.min(Math.max(x + width / 2, 0), innerWidth - 1),
      Math.min(Math.max(y + height / 2, 0), innerHeight - 1),
    );
    const isCovered = top !== null && !element.contains(top) && !top.contains(element);
    const isCut = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
    const box = [x, y, width, height].map((value) => Math.round(value)).join(' ');
    const marks = `${isCut ? ' cut' : ''}${isCovered ? ' covered' : ''}`;
    const name = text || (element.getAttribute('aria-label') ?? '');
    lines.push(
      `${element.tagName.toLowerCase()} ${JSON.stringify(name.slice(0, 24))} ${box} ${parseFloat(fontSize)}/${fontWeight} ${short(color)} ${short(backgroundColor)}${marks}`,
    );
  }
  return lines;
}
