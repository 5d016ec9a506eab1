// Detects a page that blocks everybody, ends it as far as its own process goes, and describes it in a sentence.
// INVARIANT: nothing here waits for the page longer than a ping; what is ended is the page's script, never the browser.
import { failure, type Failure } from '#policy/language/failure.ts';
import { ActBudget, outsideBudget, stretched } from '#executors/cdp/budget.ts';
import type { Page } from './page.ts';

/** A page that can answer at all answers within this. */
const PING_MS = 1_000;
const AFTER_END_MS = 500;
const MANY_DIALOGS = 5;
/** From `Page.stopLoading` to the word that the navigation is over. */
export const STOPPED_MS = 300;

const never = (): boolean => false;

/** Whether its main thread gets to anything. A page that waits for a verdict is not asked. */
export async function answers(page: Page, ms: number = PING_MS): Promise<boolean> {
  const budget = new ActBudget(never, stretched(ms));
  try {
    await budget.run(() => page.session.send('Runtime.evaluate', { expression: '0', returnByValue: true }));
    return true;
  } catch {
    return false; // late, or gone: neither answers
  }
}

/** Ends the scripts that run in it now, and says whether it answers then. */
export async function endScripts(page: Page): Promise<boolean> {
  outsideBudget(() => {
    if (page.navigating !== null) page.session.send('Page.stopLoading').catch(() => page.waiter.changed());
    for (const session of page.frames.sessions())
      session.send('Runtime.terminateExecution').catch(() => page.waiter.changed()); // it went away
  });
  return answers(page, AFTER_END_MS);
}

/** It is there without its scripts: it can be looked at and left. */
export const stopped = (page: Page, does: string, what: 'page' | 'frame' = 'page'): Failure =>
  failure('page.flood', `the ${what} ${does}; its scripts were ended`, {
    help: 'look at what stands there, or go elsewhere',
    details: { url: page.url.slice(0, MAX_URL_CHARACTERS), answersAgain: true },
  });

/** What the page does, and what to do about it. `free`: it answers again. */
export function unresponsive(page: Page, free: boolean): Failure {
  const dropped = page.session.flood;
  const doing =
    page.brake.reason ??
    (page.dialogs.count > MANY_DIALOGS
      ? `opens one dialog after another (${page.dialogs.count} so far)`
      : dropped.count > 0
        ? `floods the browser with messages (${dropped.count} were not read, most of them ${dropped.most})`
        : page.ownNavigations > 1
          ? `leads itself from one address to the next (${page.ownNavigations} times since the last act)`
          : page.loading && free
            ? 'is still loading, and keeps the browser from answering meanwhile'
            : 'keeps its script running and answers to nothing');
  const flood = page.brake.reason !== null || page.dialogs.count > MANY_DIALOGS || dropped.count > 0;
  return failure(flood ? 'page.flood' : 'page.unresponsive', `the page ${doing}`, {
    help: free
      ? 'its script was ended: take a new snapshot, or go elsewhere'
      : 'go elsewhere (the page is then replaced), or close the tab',
    details: { url: page.url.slice(0, MAX_URL_CHARACTERS), answersAgain: free },
  });
}

const MAX_URL_CHARACTERS = 2_000;
