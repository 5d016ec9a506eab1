// The policy at a start. INVARIANT: one that loosens what was in force when the gateway ended waits for somebody to acknowledge it;
// until then the one from then holds on, and where that is not known, nothing is in force.
import { admitHere, adoptionOf } from './adoption.ts';
import type { Adoption } from './adoption.ts';
import type { Before } from './comparison-base.ts';
import type { Active } from '#gateway/policy/state/in-force.ts';
import type { Candidate } from '#gateway/policy/kept/sources.ts';
import type { Failure } from '#policy/language/failure.ts';
import { comparisonOf } from '#gateway/policy/state/words.ts';

export type Start = {
  readonly inForce:
    | { readonly policy: 'CANDIDATE'; readonly acknowledged: Adoption['acknowledged'] }
    | { readonly policy: 'BEFORE'; readonly active: Active }
    | { readonly policy: 'NONE' };
  readonly refused: Failure | null;
  /** What the log's entry says beside the policy's identity. */
  readonly said: Readonly<Record<string, unknown>>;
  /** No policy was ever in force here. */
  readonly first: boolean;
};

/** `inSettings`: the semantic hash that the settings acknowledge. */
export function startOf(before: Before, candidate: Candidate, inSettings: string | null): Start {
  const first = before.kind === 'FIRST';
  const adopted = adoptionOf(
    before,
    candidate,
    { by: 'gateway', reason: null, inSettings },
    admitHere(candidate),
  );
  if (adopted.ok) {
    const { compared, acknowledged } = adopted.value;
    const said = {
      ...(first ? { first } : {}),
      ...(compared === null ? {} : comparisonOf(compared)),
      ...(acknowledged === null ? {} : { acknowledged }),
    };
    return { inForce: { policy: 'CANDIDATE', acknowledged }, refused: null, said, first };
  }
  // Of a bundle nothing is kept that says how long it is valid.
  const holdsOn = before.kind === 'KNOWN' && !before.bundled;
  return {
    inForce: holdsOn ? { policy: 'BEFORE', active: before.active } : { policy: 'NONE' },
    refused: adopted.error,
    said: { asBefore: true },
    first,
  };
}
