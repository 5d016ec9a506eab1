// The answer to a dialog of the page. INVARIANT: to accept is to act, and what is typed into it leaves like any typed text; to dismiss
// is what happens without an answer, and takes no more than a look.
import { own, quoted, say, ELEMENT } from './phrase.ts';
import { NO_TRAITS, given, startsEffect } from './row.ts';
import type { RowsOf } from './row.ts';

export type DialogAction = {
  readonly type: 'HANDLE_DIALOG';
  readonly accept: boolean;
  /** For a prompt that is accepted; default: what stands in it. */
  readonly promptText?: string;
  /** The one that is meant, of the page’s dialogs; default: whichever is open. */
  readonly number?: number;
};

export const DIALOG_ROWS: RowsOf<DialogAction> = {
  HANDLE_DIALOG: {
    ...NO_TRAITS,
    // A yes to what a page asks is none to what it asks next.
    askedEachTime: true,
    capabilities: ['SCREENSHOT', 'EXECUTE_JAVASCRIPT', 'FORM_SUBMIT_DATA'],
    gates: ({ accept, promptText }, { documentUrl: url }) => [
      { capability: accept ? 'EXECUTE_JAVASCRIPT' : 'SCREENSHOT', url },
      ...(promptText === undefined ? [] : [{ capability: 'FORM_SUBMIT_DATA', url } as const]),
    ],
    payload: (action, visit) =>
      action.promptText === undefined ? action : { ...action, promptText: visit('typed', action.promptText) },
    to: 'DOCUMENT',
    aim: ({ number = null }) => ({ at: 'DIALOG', number }),
    starts: startsEffect,
    needs: 'NOTHING',
    words: {
      log: ({ accept, promptText }) =>
        promptText === undefined
          ? say`${accept ? 'accept' : 'dismiss'} ${ELEMENT}`
          : say`answer ${ELEMENT} with ${quoted(promptText)}`,
      verb: ({ accept }) => own`${accept ? 'accept' : 'dismiss'} a dialog of the page`,
      takes: ({ promptText }) => given('answer', promptText),
    },
  },
};
