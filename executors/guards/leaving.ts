// Leaves a page that blocks its own navigation: its process would have to load the next document, so an empty page takes its place.
// INVARIANT: a page about which a person is being asked is not given up; a page of somebody else's browser is never closed.
import { stretched } from '#executors/cdp/budget.ts';
import { CdpError } from '#executors/cdp/connection.ts';
import type { Page } from '#executors/page/page.ts';
import type { Targets } from './targets.ts';
import { STOPPED_MS, answers, endScripts } from '#executors/page/unresponsive.ts';

/** Verdicts that nobody is asked about come within milliseconds; a page that has some waiting all the time makes them. */
const HELD_MS = 1_000;

const GIVEN_UP = 'keeps the browser busy while another page is to take its place';

export type Leaving = {
  readonly targets: Targets;
  /** The act leads elsewhere: the page that is there is given up. */
  readonly leaves: boolean;
  readonly attached: boolean;
  /** A person is being asked about something that the page started. */
  readonly asking: () => boolean;
};

/** Empty pages that took the place of one, as long as nobody has gone elsewhere from them. */
const untouched = new WeakSet<Page>();

/** Whether another page took its place: when somebody goes elsewhere, or when it was silent twice. Throws where the browser is gone. */
export async function isReplaced(page: Page, leaving: Leaving): Promise<boolean> {
  if (!(await isToBeReplaced(page, leaving))) return false;
  giveUp(page);
  untouched.add(await leaving.targets.replace(page));
  return true;
}

/**
 * From here on it takes nothing from the browser, which has another page to open, nor from us: what it still asks for is not read, stays
 * paused, and goes with it. Should another page take longer than the act has, the next one finds it stopped.
 */
function giveUp(page: Page): void {
  page.brake.stop(GIVEN_UP);
  for (const session of page.frames.sessions()) session.silence('Fetch.requestPaused');
}

async function isToBeReplaced(page: Page, { leaves, attached, asking }: Leaving): Promise<boolean> {
  if (attached) {
    if (leaves) await page.brake.releaseForNext();
    return false;
  }
  // It runs nothing: where it does not answer the browser is still busy with the one before, and yet another page would be no better.
  if (leaves && untouched.delete(page)) return false;
  if (!leaves && (page.silentActs === 0 || page.held > 0)) return false;
  if (asking()) return false;
  if (page.brake.reason !== null) return leaves;
  if (page.held > 0) {
    await within(page, () => page.held === 0, HELD_MS);
    if (asking()) return false;
    if (page.held > 0) return true;
  }
  if (leaves && page.navigating !== null) {
    // What is on its way is given up anyhow, and until then the page is not let to answer.
    try {
      await page.session.send('Page.stopLoading');
    } catch (thrown) {
      if (!(thrown instanceof CdpError)) throw thrown;
      // It is on its way out and another one is not there yet: whether it answers is found out below.
    }
    await within(page, () => page.navigating === null, STOPPED_MS);
  }
  if (await answers(page)) return false;
  const free = await endScripts(page);
  return leaves || (!free && page.silentActs >= 2);
}

function within(page: Page, holds: () => boolean, ms: number): Promise<boolean> {
  return page.waiter.until(holds, stretched(ms), AbortSignal.timeout(stretched(ms) * 2));
}
