// A candidate beside the policy in force: what it would decide otherwise is logged, and changes no answer.
// INVARIANT: the one thing that a candidate enforces are the floors of its first layer (`withFloorsOf`), and they only tighten.
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import type { EffectivePolicy } from '#policy/language/facts.ts';
import { keepingOfBoth } from '#policy/tools/logs/keeping.ts';
import type { PathDigests } from '#policy/tools/logs/logged-path.ts';
import { VOCABULARY_ID } from '#policy/language/vocabulary.ts';
import type { AuditEvent, AuditLog } from '#gateway/audit/format/contract.ts';
import { rule } from '#policy/engine/deciding/ruling.ts';
import type { Ruling } from '#policy/engine/deciding/ruling.ts';
import { loggedFacts } from '#policy/tools/logs/logged-address.ts';

export type Shadow = {
  /** The policy in force, without the candidate's floors. */
  readonly active: EffectivePolicy;
  readonly candidate: CompiledPolicy;
  /** Called for every difference. */
  readonly count: () => void;
};

/** Where a difference is written, and the key under which its paths are. */
type DifferenceLog = { readonly audit: Pick<AuditLog, 'append'>; readonly digests?: PathDigests | null };

/** For `Consultants.candidate`: whoever notes the differences of the candidate of this moment. */
export const differencesIn = (log: DifferenceLog, shadow: () => Shadow | null) => () => {
  const beside = shadow();
  return beside === null
    ? null
    : {
        policy: beside.candidate,
        note: (event: AuditEvent, given: Ruling): void => noteDifference(log, beside, event, given),
      };
};

/** Logs where the candidate decides otherwise. `given`: the ruling that holds, with the candidate's floors in it. */
function noteDifference(
  { audit, digests = null }: DifferenceLog,
  { active, candidate, count }: Shadow,
  event: AuditEvent,
  given: Ruling,
): void {
  const asked = given.gates;
  const plain = rule(active, asked);
  const other = rule(candidate, asked);
  const both = keepingOfBoth(active, candidate);
  const gates = plain.gates.flatMap(({ facts, decision }, index) => {
    const would = other.gates[index]?.decision ?? 'DENY';
    if (would === decision) return [];
    return [{ ...loggedFacts(facts, both, digests), decision, candidate: would }];
  });
  if (gates.length === 0) return;
  count();
  // Not waited for: should it not reach the disk, the log refuses every later entry, and so every later act.
  void audit.append({
    ...event,
    type: 'policy.shadow',
    verdict: other.decision,
    why: other.because.map(({ entry, at }) => (at === '' ? entry : `${entry} (${at})`)).join(', '),
    outcome: null,
    details: {
      vocabulary: VOCABULARY_ID,
      id: candidate.id,
      active: active.semanticHash,
      candidate: candidate.semanticHash,
      enforced: given.gates.some(({ decision }, index) => decision !== plain.gates[index]?.decision),
      gates,
    },
  });
}
