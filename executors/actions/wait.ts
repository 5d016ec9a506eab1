// WAIT: for a time, for a text, or until the page has come to rest. Always bounded, always abortable.
import { fail, ok, type Result } from '#policy/failure.ts';
import type { Page } from '../tabs/page.ts';

const MOST_MS = 30_000;

/** Runs in our world: true once the visible text holds the words, false at the deadline. */
const UNTIL_TEXT = (text: string, deadlineMs: number): string => `new Promise((resolve) => {
  const wanted = ${JSON.stringify(text)}.toLowerCase();
  const there = () => (document.body?.innerText ?? '').toLowerCase().includes(wanted);
  if (there()) return resolve(true);
  let due = false;
  const observer = new MutationObserver(() => {
    if (due) return;
    due = true;
    setTimeout(() => { due = false; if (there()) finish(true); }, 50);
  });
  const finish = (found) => { observer.disconnect(); clearTimeout(timer); resolve(found); };
  const timer = setTimeout(() => finish(there()), ${deadlineMs});
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
})`;

export type WaitFor = { readonly milliseconds?: number; readonly text?: string };

export async function wait(page: Page, what: WaitFor, signal: AbortSignal): Promise<Result<void>> {
  const deadline = Math.min(what.milliseconds ?? 10_000, MOST_MS);
  const { waiter } = page;
  if (what.text !== undefined) return waitForText(page, what.text, deadline, signal);
  if (what.milliseconds !== undefined) {
    await waiter.until(() => false, deadline, signal);
    return ok(undefined);
  }
  await waiter.until(() => !page.loading && page.active.size === 0 && page.held === 0, deadline, signal);
  return ok(undefined);
}

async function waitForText(
  page: Page,
  text: string,
  deadlineMs: number,
  signal: AbortSignal,
): Promise<Result<void>> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    const left = Math.max(0, end - performance.now());
    const documentId = page.documentId;
    try {
      const found = await page.evaluate(UNTIL_TEXT(text, Math.min(left, 10_000)), Boolean);
      if (found) return ok(undefined);
    } catch (thrown) {
      // The document went away: look at the next one.
      if (page.session.connection.closed) throw thrown;
      await waiter(page, documentId, left, signal);
    }
    if (signal.aborted || performance.now() >= end) {
      return fail('act.timed-out', `\`${text}\` did not appear within ${deadlineMs} ms`, {
        help: 'take a snapshot to see what is there',
      });
    }
  }
}

const waiter = (page: Page, documentId: string, left: number, signal: AbortSignal): Promise<boolean> =>
  page.waiter.until(() => page.documentId !== documentId && page.domReady, left, signal);
