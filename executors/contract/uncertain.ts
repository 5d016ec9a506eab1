// An act that may have had its effect although it failed. INVARIANT: it is not made a second time by itself: whoever asked looks first.
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';

const LOOK = 'look at the page before it is done again: it may have happened';

/** `act.uncertain`: nobody knows what came of it. */
export const uncertain = (message: string, cause?: unknown): Failure =>
  failure('act.uncertain', `${message}: it may have happened`, {
    help: LOOK,
    details: { mayHaveHappened: true },
    ...(cause === undefined ? {} : { cause }),
  });

/** The same of a failure that has a name of its own: the browser is gone, the time was over. */
export const inDoubt = (error: Failure): Failure => ({
  ...error,
  help: error.help === undefined ? LOOK : `${error.help}; ${LOOK}`,
  details: { ...error.details, mayHaveHappened: true },
});

export const mayHaveHappened = ({ details }: Failure): boolean => details?.['mayHaveHappened'] === true;
