// A page that asks for more than it can be given, again and again: its scripts are ended and get no further turn, so that it takes
// nothing from the gateway or from other tabs any more. Of a frame in a process of its own that one alone is stopped.
// INVARIANT: what is there can still be looked at; the next document runs.
import { outsideBudget } from '#executors/cdp/budget.ts';
import type { CdpSession } from '#executors/cdp/connection.ts';
import type { FramePart } from './frame-parts.ts';
import type { FrameTree } from './frame-tree.ts';
import type { Waiter } from './waiter.ts';

/** Dialogs of one document; each past the first few was dismissed with its script ended. */
export const MAX_DISMISSED_DIALOGS = 300;

/** Between the release for a document and its commit; a document that does not come by then is not coming. */
const MAX_COMING_MS = 2_000;

/** Of a page: why its scripts were ended, and the sessions by which they are. */
type Brakes = {
  braked: string | null;
  /** Until then another document is about to come, and what the one before still asks for is refused and stops nothing. */
  comingUntilMs: number;
  readonly frames: Pick<FrameTree, 'sessions'>;
  readonly waiter: Pick<Waiter, 'changed'>;
};

/** `does`: what the page does, to be said after “the page”. */
export function brake(page: Brakes, does: string): void {
  if (page.braked !== null || performance.now() < page.comingUntilMs) return;
  page.braked = does;
  void setScripts(page, false);
}

/**
 * Before a document is handed over: its scripts run from the first line, whatever the one before asks for until then. Resolves when
 * the browser has taken it.
 */
export async function releaseForNext(page: Brakes): Promise<void> {
  page.comingUntilMs = performance.now() + MAX_COMING_MS;
  await releaseBrake(page);
}

/** The document is there: it answers for itself. */
export function releaseForCommitted(page: Brakes): void {
  page.comingUntilMs = 0;
  void releaseBrake(page);
}

/**
 * Another document, or one that somebody wants to run after all. Resolves when the browser has taken it: what is parsed before that
 * never runs, so a document that comes by itself waits for it.
 */
export async function releaseBrake(page: Brakes): Promise<void> {
  if (page.braked === null) return;
  page.braked = null;
  await setScripts(page, true);
}

/**
 * A frame of another site: it stands without its scripts until its page goes elsewhere, and the page, which may know nothing of what
 * was put into it, runs on.
 */
export function brakeFrame(page: Brakes, part: FramePart, does: string): void {
  if (part.braked !== null) return;
  part.braked = does;
  void outsideBudget(() => setScriptsOf(page, part.session, false));
  // What it has waiting is refused now, and not at the rate at which it would be asked about.
  part.pace.letGo(part);
}

/** Resolves with the page's own session: frames of other sites go with the document that they stand in. */
function setScripts(page: Brakes, run: boolean): Promise<unknown> {
  return outsideBudget(() => {
    const [own] = page.frames.sessions().map((session) => setScriptsOf(page, session, run));
    return own ?? Promise.resolve();
  });
}

async function setScriptsOf(page: Brakes, session: CdpSession, run: boolean): Promise<void> {
  const set = session.send('Emulation.setScriptExecutionDisabled', { value: !run });
  const ended = run ? undefined : session.send('Runtime.terminateExecution');
  await Promise.all([set, ended]).catch(() => page.waiter.changed()); // it went away
}
