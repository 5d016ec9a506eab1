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

/** The act that goes on with it, if it may. */
export function answerTo(result: Result<ActOutcome>): BrowserAction | null {
  const open = openIn(result);
  return open === undefined || open.dialog === 'prompt' ? null : { type: 'HANDLE_DIALOG', accept: true };
}

/** Why the act came to nothing: the page wants words that nobody gave. */
export function unanswered(result: Result<ActOutcome>): Failure | null {
  const open = openIn(result);
  return open?.dialog === 'prompt'
    ? failure(
        'act.dialog-dismissed',
        `the page asked ${quoted(open.message)}, and it was dismissed without an answer`,
      )
    : null;
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
