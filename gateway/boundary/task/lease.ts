// Whether a task is still this gateway's to act for, where several share their tasks. INVARIANT: an act that may change something is noted
// with whoever shares before an executor gets its authorisation; where that cannot be noted, nothing is done.
import { actRow } from '#policy/acts/act-rows.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

type LeasedAct = { readonly taskId: string; readonly what: string };

/** Errors of `holds`: why the task is not this gateway's to act for any more, or that nobody could be asked. */
export type Lease = { readonly holds: (act: LeasedAct) => Promise<Result<void>> };

/** Errors: the lease's. */
export const holdsFor = async (
  lease: Lease,
  action: BrowserAction,
  { taskId, what }: LeasedAct,
): Promise<Result<void>> => (isRepeatable(action) ? ok(undefined) : lease.holds({ taskId, what }));

/** A `data:` address is a document with scripts of the caller's own: nobody knows what it does. */
function isRepeatable(action: BrowserAction): boolean {
  const { repeatable, starts } = actRow(action);
  return repeatable && (starts.kind !== 'ADDRESS' || /^https?:/iu.test(starts.url.trim()));
}
