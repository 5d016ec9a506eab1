// What a page starts besides navigations: dialogs, file choosers, other programs. Each is answered by a verdict.
// INVARIANT: no file is chosen and no program opened; no dialog is accepted here: what may be shown waits for an act that answers it, and
// everything else is dismissed.
import { stretched } from '#executors/cdp/budget.ts';
import { describe } from '#policy/language/failure.ts';
import type { RemoteEvent } from '#executors/contract/remote.ts';
import type { PageAct, PageActVerdict } from '#executors/contract/page-act.ts';
import { MAX_DISMISSED_DIALOGS } from '#executors/page/brake.ts';
import { DialogHeld } from '#executors/page/dialogs.ts';
import type { Expectation } from '#executors/page/expectation.ts';
import type { Page } from '#executors/page/page.ts';

type Options = {
  readonly tabId: string;
  readonly ask: (act: PageAct) => Promise<PageActVerdict>;
  readonly expectation: () => Expectation | null;
  /** Takes the tab's credentials out of a text. */
  readonly hide: (text: string) => string;
  /** The page that acts are on. */
  readonly front: () => Page | undefined;
  /** All of them wait for their own act, alerts too. */
  readonly dialogsWait: () => boolean;
  /** One waits, or does so no longer. */
  readonly onDialog: (event: DialogEvent) => void;
};
type DialogEvent = Extract<RemoteEvent, { readonly kind: 'DIALOG' | 'DIALOG_GONE' }>;

/** Dialogs that one document is asked about; the rest is dismissed, and the script ended that opened it. */
const MAX_DIALOGS_PER_DOCUMENT = 20;
/** The browser's answers to what came before a dialog may come behind the word of it: by them it is known what the dialog stopped. */
const ANSWERS_MS = 1_000;
/** What the browser handles by itself, each with a decision of its own. */
const OWN_SCHEMES = new Set(['http:', 'https:', 'about:', 'blob:', 'data:', 'javascript:', 'filesystem:']);

export function watchPageActs(
  page: Page,
  { tabId, ask, expectation, hide, front, dialogsWait, onDialog }: Options,
): void {
  const { session } = page;
  const decide = async (act: PageAct): Promise<PageActVerdict> => {
    const release = page.hold();
    try {
      return await ask(Object.freeze(act));
    } catch (thrown) {
      return { allow: false, reason: describe(thrown) };
    } finally {
      release();
    }
  };
  session.on('Page.frameRequestedNavigation', ({ url }) => {
    const scheme = URL.parse(url)?.protocol ?? '';
    if (scheme === '' || OWN_SCHEMES.has(scheme)) return;
    // Told, not asked: a tab's browser finds no program for it (processes/profile.ts), whatever the verdict.
    decide({ kind: 'EXTERNAL_PROTOCOL', tabId, documentUrl: page.url, url }).catch(() =>
      page.waiter.changed(),
    );
  });
  session.on('Page.javascriptDialogOpening', ({ type, message: said, defaultPrompt }) => {
    const dialogs = page.dialogs.opened();
    if (dialogs > MAX_DISMISSED_DIALOGS)
      page.brake.stop(`opens one dialog after another (${dialogs} so far)`);
    if (dialogs > MAX_DIALOGS_PER_DOCUMENT) {
      session
        .send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' })
        .catch(() => page.waiter.changed());
      // A script that opens one after another would go on for ever.
      if (type !== 'beforeunload')
        session.send('Runtime.terminateExecution').catch(() => page.waiter.changed());
      return;
    }
    // Its words go to the log, to rules and to people; what a prompt holds goes back to the page, and is hidden where it is told.
    const message = hide(said);
    const dialog = {
      dialog: type,
      message,
      from: page.url,
      ...(type === 'prompt' ? { defaultText: defaultPrompt ?? '' } : {}),
    };
    decide({ kind: 'DIALOG', tabId, documentUrl: page.url, dialog: type, message })
      .then(async ({ allow }) => {
        if (allow && (type !== 'alert' || dialogsWait()) && waits()) {
          const { budget } = page;
          page.dialogs.hold(dialog, expectation());
          const { held } = page.dialogs;
          if (held !== null) {
            const { message: text, defaultText = '', from } = held.dialog;
            onDialog({
              kind: 'DIALOG',
              page: page.id,
              number: held.number,
              dialog: type,
              message: text,
              defaultText: hide(defaultText),
              from,
            });
          }
          await budget?.untilCarriedOut(stretched(ANSWERS_MS));
          // Answered meanwhile, by the browser too: the act goes on.
          if (page.dialogs.held !== held) return;
          budget?.end(new DialogHeld(`the page asks (${type})`));
          page.waiter.changed();
          return;
        }
        page.dialogs.answered(dialog, type === 'alert' ? 'CLOSED' : 'DISMISSED');
        await session.send('Page.handleJavaScriptDialog', { accept: false });
      })
      .catch(() => page.waiter.changed()); // the page went away with its dialog
  });
  session.on('Page.javascriptDialogClosed', ({ result: accepted }) => {
    onDialog({ kind: 'DIALOG_GONE', page: page.id, accepted });
    page.dialogs.closed();
    page.waiter.changed();
  });
  /** Whoever only looks is not made to wait, and a page behind another one cannot be answered. */
  const waits = (): boolean => {
    if (page !== front()) return false;
    return page.budget === null || dialogsWait() || expectation()?.acts === true;
  };
  session.on('Page.fileChooserOpened', ({ backendNodeId, frameId, mode }) => {
    // That it was asked for is told whatever is decided: none is shown, and to give it files is an act of its own.
    if (backendNodeId !== undefined)
      page.dialogs.askedForFiles({ backendNodeId, frameId, multiple: mode === 'selectMultiple' });
    decide({ kind: 'FILE_CHOOSER', tabId, documentUrl: page.url }).catch(() => page.waiter.changed());
  });
}
