// Whether a policy that loaded may take the place of the one in force: what changes, and who took what loosens upon themselves.
// INVARIANT: what loosens, or cannot be proved not to, is refused until somebody acknowledged exactly this change.
import { err, ok } from '#policy/failure.ts';
import type { Result } from '#policy/failure.ts';
import { compareDecisions, needsAcknowledgement } from '#policy/life/compare-decisions.ts';
import type { Comparison } from '#policy/life/compare-decisions.ts';
import type { Active } from './in-force.ts';
import type { Candidate } from './sources.ts';
import { digestsOf, loosening } from './words.ts';

export type Adoption = {
  /** The same bytes and bundles as those in force. */
  readonly unchanged: boolean;
  /** `null`: nothing was in force, or nothing changed. */
  readonly compared: Comparison | null;
  readonly acknowledged: Active['acknowledged'];
};

export type Acknowledgements = {
  readonly by: string;
  /** A person's own reason, given with the request. */
  readonly reason: string | null;
  /** Semantic hash that the settings acknowledge. */
  readonly inSettings: string | null;
};

/** Errors: `policy.loosens`, with what loosens in its details. */
export function adoptionOf(
  before: Active | null,
  candidate: Candidate,
  { by, reason, inSettings }: Acknowledgements,
): Result<Adoption> {
  const { policy } = candidate;
  const unchanged = isUnchanged(before, candidate);
  const compared = before === null || unchanged ? null : compareDecisions(before.policy, policy);
  if (compared === null || !needsAcknowledgement(compared))
    return ok({ unchanged, compared, acknowledged: unchanged ? (before?.acknowledged ?? null) : null });
  const given = reason ?? (inSettings === policy.semanticHash ? 'acknowledged in the settings' : null);
  return given === null
    ? err(loosening(compared, policy))
    : ok({ unchanged, compared, acknowledged: { by, reason: given } });
}

const isUnchanged = (before: Active | null, { policy, sources }: Candidate): boolean =>
  before !== null &&
  before.policy.sourceHash === policy.sourceHash &&
  digestsOf(before.bundles) === digestsOf(sources.bundles);

/** Counts for the one who asked: `null` where nothing was compared, or nothing proved. */
export function countsOf(compared: Comparison | null): {
  readonly loosened: string | null;
  readonly tightened: string | null;
} {
  return compared?.proven === true
    ? { loosened: String(compared.loosened), tightened: String(compared.tightened) }
    : { loosened: null, tightened: null };
}
