// HANDLE_DIALOG, and the answer that a dialog gets when nobody gives one.
// INVARIANT: a dialog is accepted here and nowhere else, and only the one that was decided on.
import type { DialogAction } from '#policy/acts/dialog-acts.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { CdpError } from '#executors/cdp/connection.ts';
import { reachesPage } from '#executors/cdp/budget.ts';
import type { HeldDialog } from '#executors/page/dialogs.ts';
import type { Page } from '#executors/page/page.ts';
import { VERDICT_DEADLINE_MS } from './settle.ts';

/** Errors: `act.changed` where the page closed it meanwhile. */
export async function answerDialog(
  page: Page,
  { accept, promptText }: DialogAction,
  text: string | null,
): Promise<Result<void>> {
  const { held } = page.dialogs;
  if (held === null)
    return fail('act.changed', 'the dialog closed between the decision and the act', {
      help: 'take a new snapshot; nothing was answered',
    });
  if (accept) reachesPage();
  await close(page, held, accept, promptText === undefined ? undefined : (text ?? ''));
  return ok(undefined);
}

/** The page is told no. */
export async function dismissDialog(page: Page): Promise<void> {
  const { held } = page.dialogs;
  if (held === null) return;
  try {
    await close(page, held, false);
  } catch (thrown) {
    if (!(thrown instanceof CdpError)) throw thrown;
    // It is no longer there: its page went elsewhere, or closed it.
  }
}

async function close(
  page: Page,
  { dialog: opened }: HeldDialog,
  accept: boolean,
  typed?: string,
): Promise<void> {
  const { dialog, defaultText } = opened;
  page.dialogs.answered(opened, accept ? 'ACCEPTED' : 'DISMISSED');
  await page.session.send('Page.handleJavaScriptDialog', {
    accept,
    ...(accept && dialog === 'prompt' ? { promptText: typed ?? defaultText ?? '' } : {}),
  });
  // Who stays has nothing on its way; who goes is told by what comes next.
  if (!accept && dialog === 'beforeunload') page.forgetNavigation();
  const leaves = (): boolean => page.navigating !== null || page.held > 0;
  await page.waiter.unless(leaves, page.dialogs.tidyUp(), VERDICT_DEADLINE_MS);
}
