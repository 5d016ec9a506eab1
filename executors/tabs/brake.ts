// A page that asks for more than it can be given, again and again: its scripts are ended and get no further turn, so that it takes
// nothing from the gateway or from other tabs any more. INVARIANT: what stands there can still be looked at; the next document runs.
import { outsideBudget } from '../cdp/budget.ts';
import type { Page } from './page.ts';

/** Requests that wait for their turn (pace.ts): no ordinary page has a tenth as many. */
export const WAITING_REQUESTS = 1_000;
/** Dialogs of one document; each past the first few was dismissed with its script ended. */
export const DISMISSED_DIALOGS = 300;

/** `does`: what the page does, to be said after “the page”. */
export function brake(page: Page, does: string): void {
  if (page.braked !== null) return;
  page.braked = does;
  setScripts(page, false);
}

/** Another document, or one that somebody wants to run after all. */
export function releaseBrake(page: Page): void {
  if (page.braked === null) return;
  page.braked = null;
  setScripts(page, true);
}

function setScripts(page: Page, run: boolean): void {
  outsideBudget(() => {
    for (const session of page.frames.sessions()) {
      session
        .send('Emulation.setScriptExecutionDisabled', { value: !run })
        .catch(() => page.waiter.changed()); // it went away
      if (!run) session.send('Runtime.terminateExecution').catch(() => page.waiter.changed());
    }
  });
}
