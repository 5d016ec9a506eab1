// A look that is taken ahead, while a page comes to rest after an act whose caller is about to look.
// INVARIANT: nothing of it leaves the executor but by a look that was decided, right behind that act, and only where, as that look was
// asked for, the page was as it had been: the same document in each frame, no change counted, the same words, values and places, nothing
// moving, no closed shadow tree, the same focus, the same points, and the same frames to be read.
import type { Page } from '#executors/page/page.ts';
import { APPEARANCE, NOW, type Appearance, type Now } from './appearance.ts';
import { pointsStand, takeIn, type Taken } from '#executors/perception/snapshot.ts';
import { REST } from './rest.ts';
import { before, type Before } from './settle.ts';

type View = { readonly width: number; readonly height: number };
/** How each frame looked, from before anything was taken of it. */
type Looks = ReadonlyMap<string, Appearance>;
/** `taken`: as the page was `at`, by the monotonic clock; `null` where that is another one. */
type Checked = { readonly taken: Taken | null; readonly at: number };

/** Whoever looks waits no longer for it than a look takes. */
const MOST_MS = 2_000;
/** Older than this, what was found while the look was being decided is asked again: a person may have been asked meanwhile. */
const FRESH_MS = 100;

export class LookAhead {
  readonly #page: Page;
  readonly #viewport: View;
  readonly #frameChanges: number;
  /** The page as the act before left it. */
  readonly start: Before;
  readonly #dropped = new AbortController();
  /** The act before waited for a part of it alone. */
  readonly #rest: Promise<unknown>;
  readonly #taken: Promise<readonly [Looks, Taken] | null>;
  #checking: Promise<Checked> | null = null;

  constructor(page: Page, viewport: View) {
    this.#page = page;
    this.#viewport = viewport;
    this.#frameChanges = page.frameChanges;
    this.start = before(page);
    // Whatever goes wrong is met again by the look itself, which tells of it.
    this.#rest = page.run(REST, [], Boolean).catch(() => null);
    this.#taken = Promise.all([
      looksOf(page),
      takeIn(page, viewport, page.id, { signal: this.#dropped.signal }),
    ]).catch(() => null);
  }

  /** It is over: it begins nothing more on the page. */
  drop(): void {
    this.#dropped.abort();
  }

  /** A look is about to be decided: whether the page still is as it was is found out meanwhile. */
  expected(page: Page, view: View): void {
    this.#checking = this.#check(page, view);
    // Whoever looks meets it again.
    this.#checking.catch(() => undefined);
  }

  /** Another document is on its way, or was asked for, since the act before. */
  moves(page: Page): boolean {
    return page.loading || page.asked.navigations !== this.start.requested;
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

  async #stillSo(page: Page, view: View): Promise<Taken | null> {
    const known = (await this.#checking) ?? null;
    const isFresh = known !== null && performance.now() - known.at < FRESH_MS;
    const { taken } = isFresh ? known : await this.#check(page, view);
    return taken !== null && this.#stands(taken) ? taken : null;
  }

  async #check(page: Page, { width, height }: View): Promise<Checked> {
    const other = (): Checked => ({ taken: null, at: performance.now() });
    if (page !== this.#page || width !== this.#viewport.width || height !== this.#viewport.height)
      return other();
    const [all] = await Promise.all([this.#taken, this.#rest]);
    if (all === null) return other();
    const [earlier, taken] = all;
    const isKnown = taken.frames.every(({ frameId }) => earlier.get(frameId)?.isMoving === false);
    if (!isKnown || taken.late > 0 || !this.#stands(taken)) return other();
    // In a closed tree no change is counted.
    if (taken.summary.hasClosedTrees !== false) return other();
    const at = performance.now();
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
        looks.text === earlier.get(frame?.frameId ?? '')?.text &&
        JSON.stringify(live) === JSON.stringify(frame?.live ?? null)
      );
    });
    return { taken: areSame && isSame ? taken : null, at };
  }

  #stands({ documentId, url, frames, leftOut }: Taken): boolean {
    const page = this.#page;
    return (
      page.documentId === documentId &&
      page.url === url &&
      page.frameChanges === this.#frameChanges &&
      !this.moves(page) &&
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
