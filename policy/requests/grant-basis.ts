// The basis of a grant: hash and day of a policy. INVARIANT: the basis changes as soon as an entry has ended, although the documents,
// and so the semantic hash, are the same: what was allowed before is then examined again.
import type { EffectivePolicy } from '#policy/language/facts.ts';

/** The semantic hash, and the day since which entries that were in it are gone. */
export const grantBasisOf = ({
  semanticHash,
  asOf,
}: Pick<EffectivePolicy, 'semanticHash' | 'asOf'>): string =>
  asOf === undefined || asOf === null ? semanticHash : `${semanticHash}@${asOf}`;
