// What makes a page look the same on another day and another machine: one font, one hour, one time zone.
// INVARIANT: it changes nothing that the UI itself decides; fonts of the machine are used for signs alone that the one font lacks.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { tellOf } from '#test/fixtures/views.ts';

const HOUR_MS = Date.UTC(2026, 10, 27, 8, 30, 0);
const FONT = createRequire(import.meta.url).resolve(
  '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
);

/** Views are told as of that hour until `endStill`: before a gateway is filled. */
export const tellStill = (): void => tellOf(HOUR_MS);
export const endStill = (): void => tellOf(null);

/** Before the page has an address. */
export async function holdStill(page: Page): Promise<void> {
  await page.clock.setFixedTime(HOUR_MS);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTimezoneOverride', { timezoneId: 'UTC' });
  await page.addInitScript(useOneFont, readFileSync(FONT).toString('base64'));
}

/**
 * In every document, frames too. How wide a letter is does not hang on how this machine fits letters to pixels: that is what the precision
 * is for. A font that is made of bytes, and a sheet that is made by script, are no matter of the
 * page's policy.
 */
async function useOneFont(base64: string): Promise<void> {
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0) ?? 0);
  const font = new FontFace('Of Every Machine', bytes, { weight: '100 900' });
  const sheet = new CSSStyleSheet();
  // Of a layer, so that no sheet of the UI that is as important comes before it.
  sheet.replaceSync(
    `@layer still {
      *, ::before, ::after {
        font-family: 'Of Every Machine' !important;
        text-rendering: geometricPrecision !important;
      }
    }`,
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  document.fonts.add(await font.load());
}
