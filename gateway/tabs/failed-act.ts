// Explains an act that failed on a page: what was tried on what, where, what the page says of it, what to do next.
// INVARIANT: this is the one place that puts it together; what was found out while the act was being mended is not read again.
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import type { FailedAct } from '#gateway/protocol/explained.ts';

/** Of the page's console: what it said last. */
const MAX_CONSOLE_ERRORS = 3;

export const READ_CONSOLE: BrowserAction = {
  type: 'OBSERVE',
  what: 'CONSOLE',
  level: 'error',
  last: MAX_CONSOLE_ERRORS,
};

/** What the console said; nothing where it could not be read. */
export const consoleErrorsIn = (read: Result<ActOutcome>): readonly string[] =>
  read.ok && read.value.kind === 'OBSERVED' && read.value.observed.what === 'CONSOLE'
    ? read.value.observed.entries.map(({ text }) => text)
    : [];

/** What whoever asked for the act knows of it; `consoleErrors` is called where nobody read them yet. */
export type KnownOfAct = Pick<FailedAct, 'attemptedRef' | 'url' | 'suggestion'> &
  Partial<Pick<FailedAct, 'element' | 'retryLog'>> & {
    readonly consoleErrors: () => Promise<readonly string[]>;
  };

/** What an attempt to mend it left in the failure's details counts, and only this file writes there; `known` fills in the rest. */
export async function explainFailedAct({ details = {} }: Failure, known: KnownOfAct): Promise<FailedAct> {
  const before: Partial<FailedAct> = details;
  return {
    attemptedRef: before.attemptedRef ?? known.attemptedRef,
    element: known.element ?? before.element ?? null,
    url: known.url,
    consoleErrors: before.consoleErrors ?? (await known.consoleErrors()),
    retryLog: known.retryLog ?? before.retryLog ?? [],
    suggestion: before.suggestion ?? known.suggestion,
  };
}
