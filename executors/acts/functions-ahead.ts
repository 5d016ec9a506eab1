// What looks and acts will run in a document is sent to it and compiled while it loads, or while nobody waits for it.
// INVARIANT: it is kept in our own worlds and not called; frames of another origin have none of it before they are looked into.
import { CdpClosed, CdpError, CdpTimeout } from '#executors/cdp/connection.ts';
import { READ_CREDENTIALS } from '#executors/guards/known-credentials.ts';
import type { Page } from '#executors/page/page.ts';
import { GUARD, RELEASE } from '#executors/perception/aiming.ts';
import { READ_ELEMENT } from '#executors/perception/inspect.ts';
import { AIM } from '#executors/perception/in-page/aim.ts';
import { READ_LIVE } from '#executors/perception/in-page/live.ts';
import { POINTS } from '#executors/perception/in-page/points.ts';
import { SEE_THROUGH } from '#executors/perception/in-page/through.ts';
import { WATCH } from '#executors/perception/staleness.ts';
import { APPEARANCE, NOW } from './appearance.ts';
import { REST, SHORT_REST } from './rest.ts';

/** In the order of their need. */
const LOOKS = [WATCH, READ_LIVE, POINTS] as const;
const AFTER_ACTS = [READ_CREDENTIALS, APPEARANCE, NOW] as const;
const ACTS = [READ_ELEMENT, AIM, GUARD, RELEASE, REST, SHORT_REST] as const;
const MOST_FRAMES = 10;

/** Its document is built, and may yet wait for pictures and frames. */
export const keepForPage = (page: Page): void =>
  keep(page, [
    [...LOOKS, SEE_THROUGH],
    [...ACTS, ...AFTER_ACTS],
  ]);

/** Of its own origin. */
export function keepForFrames(page: Page): void {
  for (const frameId of page.frames.own().slice(0, MOST_FRAMES)) keep(page, [LOOKS, AFTER_ACTS], frameId);
}

function keep(page: Page, lots: readonly (readonly string[])[], frameId: string = page.id): void {
  for (const lot of lots)
    page.keep(lot, frameId).catch((thrown: unknown) => {
      // A document that went meanwhile needs none of it, and one that lacks it says so when it is called.
      if (!(thrown instanceof CdpError || thrown instanceof CdpTimeout || thrown instanceof CdpClosed))
        throw thrown;
    });
}
