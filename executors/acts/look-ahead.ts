// A look that is taken ahead, while a page comes to rest after an act whose caller is about to look.
// INVARIANT: nothing of it leaves the executor but by a look that was decided, right behind that act, and only where the page is as it
// was: the same document in each frame, no change counted, the same words and values, nothing moving, the same focus, and the same
// frames to be read.
import type { Page } from '#executors/page/page.ts';
import { APPEARANCE, type Appearance } from './appearance.ts';
import type { Changes } from '#executors/perception/in-page/changes.ts';
import { READ_LIVE, type LiveReading } from '#executors/perception/in-page/live.ts';
import { takeIn, type Taken } from '#executors/perception/snapshot.ts';
import { READ_CHANGES } from '#executors/perception/staleness.ts';

type View = { readonly width: number; readonly height: number };
/** How each frame looked, from before anything was taken of it. */
type Looks = ReadonlyMap<string, Appearance>;
type Now = { readonly changes: Changes | null; readonly live: LiveReading; readonly looks: Appearance };

const NOW = `function () { return { changes: (${READ_CHANGES})(), live: (${READ_LIVE})(), looks: (${APPEARANCE})() }; }`;

export class LookAhead {
  readonly #page: Page;
  readonly #viewport: View;
  readonly #frameChanges: number;
  readonly #taken: Promise<readonly [Looks, Taken] | null>;

  constructor(page: Page, viewport: View) {
    this.#page = page;
    this.#viewport = viewport;
    this.#frameChanges = page.frameChanges;
    // Whatever goes wrong is met again by the look itself, which tells of it.
    this.#taken = Promise.all([looksOf(page), takeIn(page, viewport)]).catch(() => null);
  }

  /** `null` where the page may look otherwise by now. Throws as a look does. */
  async stillSo(page: Page, { width, height }: View): Promise<Taken | null> {
    if (page !== this.#page || width !== this.#viewport.width || height !== this.#viewport.height)
      return null;
    const all = await this.#taken;
    if (all === null) return null;
    const [before, taken] = all;
    const isKnown = taken.frames.every(({ frameId }) => before.get(frameId)?.isMoving === false);
    if (!isKnown || taken.late > 0 || !this.#stands(taken)) return null;
    const [now] = await Promise.all([
      Promise.all(taken.frames.map(({ frameId }) => page.run(NOW, [], parseNow, frameId))),
      page.history(),
    ]);
    const isSame = now.every(({ changes, live, looks }, nth) => {
      const frame = taken.frames[nth];
      return (
        changes?.mutations === 0 &&
        !looks.isMoving &&
        looks.text === before.get(frame?.frameId ?? '')?.text &&
        JSON.stringify(live) === JSON.stringify(frame?.live ?? null)
      );
    });
    return isSame && this.#stands(taken) ? taken : null;
  }

  #stands({ documentId, url, leftOut }: Taken): boolean {
    const page = this.#page;
    return (
      page.documentId === documentId &&
      page.url === url &&
      page.frameChanges === this.#frameChanges &&
      !page.loading &&
      page.held === 0 &&
      page.dialogs.held === null &&
      !leftOut.some(({ origin }) => origin !== '' && page.reads(`${origin}/`))
    );
  }
}

/** Of the frames that the last look found, whose sessions answer in order: asked first, it is how they were before the rest. */
async function looksOf(page: Page): Promise<Looks> {
  const known = page.looked?.documentId === page.documentId ? page.looked.frames : [];
  return new Map(
    await Promise.all(
      known.map(
        async (frameId) => [frameId, await page.run(APPEARANCE, [], parseAppearance, frameId)] as const,
      ),
    ),
  );
}

// Made by our own functions in a world that the page cannot reach.
const parseAppearance = (value: unknown): Appearance => value as Appearance;
const parseNow = (value: unknown): Now => value as Now;
