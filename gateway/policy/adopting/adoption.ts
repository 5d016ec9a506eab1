// Whether a policy that loaded may take the place of the one in force: what changes, and who took what loosens upon themselves.
// INVARIANT: what loosens, or cannot be proved not to, is refused until somebody acknowledged exactly this change.
import { err, fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { knownGuards } from '#policy/tools/gate/compare-decisions.ts';
import type { Comparison } from '#policy/tools/gate/compare-decisions.ts';
import { allows } from '#gateway/boundary/consent/authentication.ts';
import type { Proof } from '#gateway/boundary/consent/authentication.ts';
import type { Checked } from '#gateway/policy/checking/check-thread.ts';
import type { Active } from '#gateway/policy/state/in-force.ts';
import type { Warrant } from '#gateway/policy/state/life-parts.ts';
import type { Candidate } from '#gateway/policy/kept/sources.ts';
import type { Before } from './comparison-base.ts';
import type { LostIdentity } from '#gateway/policy/kept/last-in-force.ts';
import type { Identified } from '#gateway/policy/state/identified.ts';
import { admission, hashToAcknowledge } from '#policy/tools/gate/gate.ts';
import { digestsOf, lastUnknown, loosening } from '#gateway/policy/state/words.ts';

export type Adoption = {
  /** The same bytes and bundles as those in force. */
  readonly unchanged: boolean;
  /** `null`: nothing was in force, or nothing changed. */
  readonly compared: Comparison | null;
  readonly acknowledged: Active['acknowledged'];
};

export type Admitted = Pick<Checked, 'answer' | 'compared'>;

/** Compared here, on this thread: at a start, and for edits. */
export const admitHere =
  ({ policy }: Candidate) =>
  (active: Active): Admitted => {
    const admitted = admission(active.policy, { findings: [], policy });
    return admitted.answer === 'REFUSED' ? { answer: 'UNPROVEN', compared: null } : admitted;
  };

export type Acknowledgements = {
  readonly by: string;
  /** A person's own reason, given with the request. */
  readonly reason: string | null;
  /** Hash that the settings acknowledge: of what is decided, or of the text. */
  readonly inSettings: string | null;
};

/** INVARIANT: a reason counts from somebody who may allow, and for the very text that they were shown. */
export function reasonIn({ acknowledge, proof, covers }: Warrant, sourceHash: string): string | null {
  const meant = covers === undefined || covers === sourceHash;
  return meant && mayWiden(proof).ok ? acknowledge : null;
}

/** Errors: `consent.not-shown`. */
export const mayWiden = (proof: Proof | undefined): Result<void> =>
  proof === undefined || allows(proof.authentication)
    ? ok(undefined)
    : fail('consent.not-shown', 'whoever asks for this may tighten the policy, and not widen it');

/** Errors: `policy.loosens`, with what loosens in its details, and `policy.last-unknown`. */
export function adoptionOf(
  before: Before,
  candidate: { readonly policy: Identified; readonly sources: Candidate['sources'] },
  { by, reason, inSettings }: Acknowledgements,
  admit: (active: Active) => Admitted,
): Result<Adoption> {
  const { policy } = candidate;
  const givenFor = (hash: string): string | null =>
    reason ??
    (inSettings === hash || inSettings === policy.sourceHash ? 'acknowledged in the settings' : null);
  // Which guards went is not known: the hash of what is decided would say nothing of them.
  const given = givenFor(policy.sourceHash);
  const adopted = (more: Partial<Adoption> = {}): Result<Adoption> =>
    ok({ unchanged: false, compared: null, acknowledged: null, ...more });
  switch (before.kind) {
    case 'FIRST':
    case 'SAME':
      return adopted();
    case 'LOST':
      if (isWhatWasLost(before, policy)) return adopted();
      return given === null
        ? err(lastUnknown(before.why, policy))
        : adopted({ acknowledged: { by, reason: given } });
    case 'KNOWN': {
      const { active, running, otherFiles } = before;
      if (running && isUnchanged(active, candidate))
        return adopted({ unchanged: true, acknowledged: active.acknowledged });
      const { answer, compared } = admit(active);
      if (answer === 'MAY_GO_IN') return adopted({ compared });
      if (compared === null) return err(lastUnknown('the two could not be compared', policy));
      const word =
        givenFor(hashToAcknowledge(knownGuards(compared), policy)) ??
        (otherFiles ? 'whoever opened the gateway named other files' : null);
      return word === null
        ? err(loosening(compared, policy))
        : adopted({ compared, acknowledged: { by, reason: word } });
    }
  }
}

/** The very text that the log names: one that decides the same may have lost its guards. An early entry names no text. */
const isWhatWasLost = (lost: LostIdentity, { semanticHash, sourceHash }: Identified): boolean =>
  lost.sourceHash === null ? lost.semanticHash === semanticHash : lost.sourceHash === sourceHash;

export const isUnchanged = (
  before: Active,
  { policy, sources }: { readonly policy: Identified; readonly sources: Candidate['sources'] },
): boolean =>
  before.policy.sourceHash === policy.sourceHash && digestsOf(before.bundles) === digestsOf(sources.bundles);

/** Counts for the one who asked: `null` where nothing was compared, or nothing proved. */
export function countsOf(compared: Comparison | null): {
  readonly loosened: string | null;
  readonly tightened: string | null;
} {
  return compared?.proven === true
    ? { loosened: String(compared.loosened), tightened: String(compared.tightened) }
    : { loosened: null, tightened: null };
}
