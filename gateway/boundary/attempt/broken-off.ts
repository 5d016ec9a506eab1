// What an error that nobody expected makes of an attempt: a refusal, with an outcome in the log. INVARIANT: no attempt that was counted
// ends without an entry that says so.
import { describe, fail } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { Journal } from '#gateway/boundary/steps/journal.ts';
import type { Attempt } from './contract.ts';

type Refusal = Extract<Result<never>, { readonly ok: false }>;

/** `boundary.internal`, of a step that threw. */
export const unexpected = (thrown: unknown): Refusal =>
  fail('boundary.internal', 'the act was refused because of an unexpected error', {
    cause: describe(thrown),
  });

/** The same, with its entry: for a step after which no other writes the outcome. */
export const brokenOff =
  (journal: Journal, { act }: Attempt) =>
  (thrown: unknown): Refusal => {
    const refusal = unexpected(thrown);
    journal.note(act, 'act.outcome', 'FAILED', { error: refusal.error });
    return refusal;
  };
