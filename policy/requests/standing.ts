// What an approval stands on. INVARIANT: it is another one as soon as an entry has ended, though the documents, and so the
// semantic hash, are the same: whatever was allowed before is examined anew.
import type { EffectivePolicy } from '#policy/language/facts.ts';

/** The semantic hash, and the day since which entries that were in it are gone. */
export const standingOf = ({ semanticHash, asOf }: Pick<EffectivePolicy, 'semanticHash' | 'asOf'>): string =>
  asOf === undefined || asOf === null ? semanticHash : `${semanticHash}@${asOf}`;
