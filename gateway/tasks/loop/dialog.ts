// What a task does about a dialog that its own act brought: a question is put to whoever decides on acts, a prompt has no answer of ours.
// INVARIANT: nothing is accepted but by an act that passes the boundary; what is not answered is dismissed by the next look.
import type { BrowserAction } from '#policy/acts/actions.ts';
import { failure } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import type { PageDialog } from '#executors/contract/page-act.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import { quoted } from '#gateway/protocol/visible.ts';

const openIn = (result: Result<ActOutcome>): PageDialog | undefined =>
  result.ok ? result.value.dialogs?.find(({ answer }) => answer === 'OPEN') : undefined;

/** Dialogs that one proposal may bring after another: a page that asks again and again would hold a task until its time is over. */
export const MOST_ANSWERS = 3;

/** The act that goes on with it, if it may. `answered`: dialogs of the same proposal before it. To leave what is not saved, nobody asked for. */
export function answerTo(result: Result<ActOutcome>, answered: number): BrowserAction | null {
  const open = openIn(result);
  return open?.dialog === 'confirm' && answered < MOST_ANSWERS
    ? { type: 'HANDLE_DIALOG', accept: true }
    : null;
}

/** Why the act came to nothing: the page asked something that a task does not answer by itself. */
export function unanswered(result: Result<ActOutcome>, answered: number): Failure | null {
  const open = openIn(result);
  if (open?.dialog === 'prompt')
    return failure(
      'act.dialog-dismissed',
      `the page asked ${quoted(open.message)}, and it was dismissed without an answer`,
    );
  if (open?.dialog === 'beforeunload')
    return failure(
      'act.dialog-dismissed',
      'the page asked whether to leave it without saving, and it was not left',
      { help: 'save or undo what was entered there first, or leave the page yourself' },
    );
  if (open === undefined || answered < MOST_ANSWERS) return null;
  return failure(
    'act.dialog-dismissed',
    `the page asked again and again: ${answered} dialogs were accepted, and ${quoted(open.message)} was dismissed without an answer`,
    { help: 'look at the page yourself: a task accepts no more of one step’s dialogs' },
  );
}

/** What the page asked meanwhile, for the memory of a task. */
export const askedMeanwhile = (result: Result<ActOutcome>): string =>
  result.ok
    ? (result.value.dialogs ?? [])
        .filter(({ answer }) => answer !== 'OPEN')
        .map(
          ({ dialog, message, answer }) =>
            `the page showed a dialog (${dialog}) ${quoted(message)}: ${answer.toLowerCase()}`,
        )
        .join('; ')
    : '';
