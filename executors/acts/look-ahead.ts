// A look that is taken ahead, while a page comes to rest after an act whose caller is about to look.
// INVARIANT: nothing of it leaves the executor but by a look that was decided, right behind that act, and only where the page is as it
// was: the same document in each frame, no change counted, the same words, values and places, nothing moving, no closed shadow tree, the
// same focus, the same points, and the same frames to be read.
import type { Page } from '#executors/page/page.ts';
import { APPEARANCE, type Appearance } from './appearance.ts';
import type { Changes } from '#executors/perception/in-page/changes.ts';
import { READ_LIVE, type LiveReading } from '#executors/perception/in-page/live.ts';
import { pointsStand, takeIn, type Taken } from '#executors/perception/snapshot.ts';
import { READ_CHANGES } from '#executors/perception/staleness.ts';

type View = { readonly width: number; readonly height: number };
/** How each frame looked, from before anything was taken of it. */
type Looks = ReadonlyMap<string, Appearance>;
type Now = { readonly changes: Changes | null; readonly live: LiveReading; readonly looks: Appearance };

/** Whoever looks waits no longer for it than a look takes. */
const MOST_MS = 2_000;

const NOW = `function () { return { changes: (${READ_CHANGES})(), live: (${READ_LIVE})(), looks: (${APPEARANCE})() }; }`;

export class LookAhead {
  readonly #page: Page;
  readonly #viewport: View;
  readonly #frameChanges: number;
  readonly #dropped = new AbortController();
  readonly #taken: Promise<readonly [Looks, Taken] | null>;

  constructor(page: Page, viewport: View) {
    this.#page = page;
    this.#viewport = viewport;
    this.#frameChanges = page.frameChanges;
    // Whatever goes wrong is met again by the look itself, which tells of it.
    this.#taken = Promise.all([
      looksOf(page),
      takeIn(page, viewport, page.id, { signal: this.#dropped.signal }),
    ]).catch(() => null);
  }

  /** It is over: it begins nothing more on the page. */
  drop(): void {
    this.#dropped.abort();
  }

  /** `null` where the page may look otherwise by now, or does not tell in time: then it is dropped. Throws as a look does. */
  async stillSo(page: Page, view: View): Promise<Taken | null> {
    const late = Promise.withResolvers<null>();
    const timer = setTimeout(() => late.resolve(null), MOST_MS);
    try {
      const taken = await Promise.race([this.#stillSo(page, view), late.promise]);
      if (taken === null) this.drop();
      return taken;
    } finally {
      clearTimeout(timer);
    }
  }

  async #stillSo(page: Page, { width, height }: View): Promise<Taken | null> {
    if (page !== this.#page || width !== this.#viewport.width || height !== this.#viewport.height)
      return null;
    const all = await this.#taken;
    if (all === null) return null;
    const [before, taken] = all;
    const isKnown = taken.frames.every(({ frameId }) => before.get(frameId)?.isMoving === false);
    if (!isKnown || taken.late > 0 || !this.#stands(taken)) return null;
    // In a closed tree no change is counted.
    if (taken.summary.hasClosedTrees !== false) return null;
    const [areSame, now] = await Promise.all([
      pointsStand(page, taken.items),
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
    return areSame && isSame && this.#stands(taken) ? taken : null;
  }

  #stands({ documentId, url, frames, leftOut }: Taken): boolean {
    const page = this.#page;
    return (
      page.documentId === documentId &&
      page.url === url &&
      page.frameChanges === this.#frameChanges &&
      !page.loading &&
      page.held === 0 &&
      page.dialogs.held === null &&
      frames.every(({ foreign, origin }) => !foreign || page.reads(`${origin ?? ''}/`)) &&
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
