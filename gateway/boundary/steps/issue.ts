// Issues the authorisation that an executor obeys, from a verdict. INVARIANT: none leaves here before its decision is on disk.
import type { Result } from '#policy/language/failure.ts';
import { digestOf } from '#executors/contract/authorization.ts';
import type { Authorization } from '#executors/contract/authorization.ts';
import type { Authority } from './authorise.ts';
import type { Lease } from '#gateway/boundary/task/lease.ts';
import type { Verdict } from './verdict.ts';
import type { Act, Journal } from './journal.ts';

export type Issuers = {
  readonly authority: Authority;
  readonly journal: Journal;
  readonly lease?: Lease | undefined;
};

/** Errors: the verdict's own, and those of the log. */
export async function issue(
  { authority, journal }: Issuers,
  act: Act,
  verdict: Result<Verdict>,
  bound: Parameters<Authority['authorise']>[0],
): Promise<Result<Authorization>> {
  if (!verdict.ok) return verdict;
  const { ruling, error, recorded } = verdict.value;
  if (error !== null) {
    const written = await recorded;
    return { ok: false, error: written.ok ? error : written.error };
  }
  const written = await journal.issued(act, verdict.value, digestOf(bound));
  // Its time runs from when the act can begin, however long the disk took.
  return written.ok ? { ok: true, value: authority.authorise(bound, ruling.policyHash) } : written;
}
