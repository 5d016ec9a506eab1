// After an act: waits for the navigation that it started, or until the page has come to rest. Always bounded.
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { ActOverdue, atMost } from '#executors/cdp/budget.ts';
import type { Expectation } from '#executors/page/expectation.ts';
import type { Page } from '#executors/page/page.ts';
import { answers } from '#executors/page/unresponsive.ts';
import { keepForPage } from './functions-ahead.ts';
import { REST, SHORT_REST, WHOLE } from './rest.ts';

/** Behind the wait for a document there is a look at what came of it. */
const KEEP_MS = 1_500;
const ANSWER_MS = 1_000;
/** A verdict may wait for a person; the boundary ends it, and this is the last resort. */
export const VERDICT_DEADLINE_MS = 180_000;
export const BEGIN_DEADLINE_MS = 2_000;
const LOAD_DEADLINE_MS = 20_000;
/** Behind DOMContentLoaded, this long for images and frames that do not come. */
const LATE_DEADLINE_MS = 3_000;
const DOWNLOAD_DEADLINE_MS = 500;
const REQUESTS_DEADLINE_MS = 2_000;
const ANSWERED_MS = 1_000;

export type Before = { readonly documentId: string; readonly url: string; readonly requested: number };

export const before = (page: Page): Before => ({
  documentId: page.documentId,
  url: page.url,
  requested: page.asked.navigations,
});

/** For a document: a slow one has what is left of the act. */
export const loadDeadline = (): number => atMost(LOAD_DEADLINE_MS, KEEP_MS);

/** Errors: `act.navigation-denied` where what the act started was refused, `act.timed-out`. `onRest`: somebody looks next. */
export async function settle(
  page: Page,
  start: Before,
  expectation: Expectation,
  signal: AbortSignal,
  onRest: (() => void) | null = null,
): Promise<Result<void>> {
  const { waiter } = page;
  const committed = (): boolean => page.documentId !== start.documentId;
  // What is refused after the act has brought a new document is that document's own doing, and no failure of the act.
  const refused = (): boolean => expectation.refused.length > 0 && !committed();
  const ended = (): boolean => refused() || expectation.downloads > 0;
  // The page asked for a navigation: it begins, is refused, or turns out to be within the document.
  const begun = (): boolean =>
    page.navigating !== null || page.held > 0 || committed() || refused() || page.url !== start.url;
  if (page.asked.navigations !== start.requested) await waiter.until(begun, BEGIN_DEADLINE_MS, signal);
  if (page.asked.opensSomething) {
    await waiter.until(() => !page.asked.opensSomething, BEGIN_DEADLINE_MS, signal);
    page.asked.nothingOpens();
  }
  if (expectation.awaitsDownload)
    await waiter.until(() => !expectation.awaitsDownload || refused(), BEGIN_DEADLINE_MS, signal);
  await waiter.until(() => page.held === 0, VERDICT_DEADLINE_MS, signal);
  if (!page.loading) {
    await waiter.until(() => page.requests.active === 0, atMost(REQUESTS_DEADLINE_MS, KEEP_MS), signal);
    const { navigations } = page.asked;
    // An act that leads somewhere has all of its rest: what it covers is covered no longer behind it, and a refusal costs the document.
    const isWhole = onRest === null || expectation.decided.url !== null;
    const resting = untilStill(page, isWhole ? REST : SHORT_REST);
    if (!page.loading) onRest?.();
    await waiter.unless(() => page.loading, resting, VERDICT_DEADLINE_MS);
    if (page.asked.navigations !== navigations) await waiter.until(begun, BEGIN_DEADLINE_MS, signal);
    // The word that a document is on its way may come behind the answer to the act: it is waited for like any other.
    if (page.loading) await waiter.until(() => page.held === 0, VERDICT_DEADLINE_MS, signal);
  }
  if (page.loading) {
    const ready = (): boolean => page.held === 0 && (ended() || (page.navigating === null && page.domReady));
    const deadlineMs = loadDeadline();
    if (!(await waiter.until(ready, deadlineMs, signal)) && page.navigating !== null && !committed()) {
      return fail('act.timed-out', `the page did not load within ${Math.round(deadlineMs / 100) / 10} s`, {
        details: { url: page.url },
        help: 'its server may be slow: wait and look again',
      });
    }
    if (!page.domReady && !ended()) await mustAnswer(page);
    if (committed()) keepForPage(page);
    if (!ended()) await waiter.until(() => page.loaded, atMost(LATE_DEADLINE_MS, KEEP_MS), signal);
    // A navigation that ended without a document may have become a download.
    if (page.asked.navigations !== start.requested && !committed())
      await waiter.until(ended, DOWNLOAD_DEADLINE_MS, signal);
  }
  // What the server answered may be told behind the document that it brought.
  if (committed() && /^https?:/u.test(page.url))
    await waiter.until(() => page.isAnswered, atMost(ANSWERED_MS, KEEP_MS), signal);
  const [first] = expectation.refused;
  return first === undefined || !refused() ? ok(undefined) : { ok: false, error: first };
}

/** A document that is on its way answers; one whose script runs and runs does not, and has to be told of. */
export async function mustAnswer(page: Page): Promise<void> {
  if (page.held === 0 && page.navigating === null && !(await answers(page, ANSWER_MS)))
    throw new ActOverdue('the page does not answer');
}

/** Rows that a script brings come after the page: it is waited for a while, and what is there then is read. */
export const untilWhole = (page: Page): Promise<void> => untilStill(page, WHOLE);

async function untilStill(page: Page, script: string): Promise<void> {
  try {
    await page.run(script, [], Boolean);
  } catch (thrown) {
    // The document went away while we watched it: that is a navigation, and the caller looks for it next.
    if (page.session.connection.closed) throw thrown;
  }
}
