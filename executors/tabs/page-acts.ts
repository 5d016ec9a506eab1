// What a page starts besides navigations: dialogs, file choosers, downloads. Each is answered by a verdict.
// INVARIANT: no file is chosen and none is saved; a dialog that nobody allowed is dismissed.
import { describe } from '#policy/failure.ts';
import type { PageAct, PageActVerdict } from '../contract.ts';
import type { Page } from './page.ts';

type Options = {
  readonly tabId: string;
  readonly ask: (act: PageAct) => Promise<PageActVerdict>;
};

export function watchPageActs(page: Page, { tabId, ask }: Options): void {
  const { session } = page;
  const decide = async (act: PageAct): Promise<PageActVerdict> => {
    page.held += 1;
    try {
      return await ask(Object.freeze(act));
    } catch (thrown) {
      return { allow: false, reason: describe(thrown) };
    } finally {
      page.held -= 1;
      page.waiter.changed();
    }
  };
  session.on('Page.javascriptDialogOpening', ({ type, message, defaultPrompt }) => {
    decide({ kind: 'DIALOG', tabId, documentUrl: page.url, dialog: type, message })
      .then(({ allow }) =>
        session.send('Page.handleJavaScriptDialog', {
          // An alert can only be closed; leaving a page was decided on as a navigation already.
          accept: allow || type === 'alert' || type === 'beforeunload',
          ...(allow && type === 'prompt' ? { promptText: defaultPrompt ?? '' } : {}),
        }),
      )
      .catch(() => page.waiter.changed()); // the page went away with its dialog
  });
  session.on('Page.fileChooserOpened', () => {
    decide({ kind: 'FILE_CHOOSER', tabId, documentUrl: page.url }).catch(() => page.waiter.changed());
  });
}
