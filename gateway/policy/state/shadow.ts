// A candidate beside the policy in force: what it would decide otherwise is logged, and changes no answer.
// INVARIANT: the one thing that a candidate enforces are the floors of its first layer (`withFloorsOf`), and they only tighten.
import { checkPolicy, checkWithParents } from '#policy/engine/compile/check.ts';
import type { PolicyText } from '#policy/engine/compile/check.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compile.ts';
import type { EffectivePolicy } from '#policy/language/facts.ts';
import { err, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import type { PathDigests } from '#policy/tools/logs/logged-path.ts';
import { loadPolicy } from '#policy/engine/reading/load.ts';
import { VOCABULARY_ID } from '#policy/language/vocabulary.ts';
import type { AuditEvent, AuditLog } from '#gateway/audit/format/contract.ts';
import { rule } from '#policy/engine/deciding/ruling.ts';
import type { Ruling } from '#policy/engine/deciding/ruling.ts';
import { loggedFacts } from '#policy/tools/logs/logged-address.ts';
import { SHIPPED, readPolicyText } from '#gateway/settings/policy-source.ts';
import { dayAt, readSources } from '#gateway/policy/kept/sources.ts';
import type { Place } from '#gateway/policy/kept/sources.ts';

export type Shadow = {
  /** The policy in force, without the candidate's floors. */
  readonly active: EffectivePolicy;
  readonly candidate: CompiledPolicy;
  /** Called for every difference. */
  readonly count: () => void;
};

/** Where a difference is written, and the key under which its paths are. */
type DifferenceLog = { readonly audit: Pick<AuditLog, 'append'>; readonly digests?: PathDigests | null };

/**
 * Reads a candidate. Several files are its layers; one file stands for the active layer of its id, or below the active
 * ones that it extends, or below a shipped policy.
 */
export function readShadow(
  files: readonly string[],
  active: readonly PolicyText[],
  place: Place,
): Result<CompiledPolicy, readonly Failure[]> {
  const sources = readSources(files, place);
  if (!sources.ok) return sources;
  const { texts } = sources.value;
  const options = { today: dayAt(place) };
  const [only, ...more] = texts;
  const report =
    only === undefined || more.length > 0
      ? checkPolicy(texts, options)
      : (asLayer(only, active, options) ?? checkWithParents(only, shippedBut(only), options));
  return report.policy === null ? err(report.findings) : ok(report.policy);
}

function asLayer(
  text: PolicyText,
  active: readonly PolicyText[],
  options: { today: string },
): ReturnType<typeof checkPolicy> | null {
  const idOf = (one: PolicyText) => loadPolicy(one.text, { file: one.file });
  const own = idOf(text);
  if (!own.ok) return { findings: own.error, policy: null };
  const ids = active.map((one) => {
    const loaded = idOf(one);
    return loaded.ok ? loaded.value.id : '';
  });
  if (ids.includes(own.value.id))
    return checkPolicy(
      active.map((one, index) => (ids[index] === own.value.id ? text : one)),
      options,
    );
  return own.value.extends !== null && own.value.extends.id === ids.at(-1)
    ? checkPolicy([...active, text], options)
    : null;
}

function shippedBut(text: PolicyText): readonly PolicyText[] {
  return Object.values(SHIPPED).flatMap((file) => {
    const shipped = readPolicyText(file);
    return shipped.ok && shipped.value.file !== text.file ? [shipped.value] : [];
  });
}

/** For `Consultants.candidate`: whoever notes the differences of the candidate of this moment. */
export const differencesIn = (log: DifferenceLog, shadow: () => Shadow | null) => () => {
  const beside = shadow();
  return beside === null
    ? null
    : (event: AuditEvent, given: Ruling): void => noteDifference(log, beside, event, given);
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
  const gates = plain.gates.flatMap(({ facts, decision }, index) => {
    const would = other.gates[index]?.decision ?? 'DENY';
    if (would === decision) return [];
    const kept = longest(active.prefixOf(facts.path), candidate.prefixOf(facts.path));
    return [{ ...loggedFacts(facts, kept, digests), decision, candidate: would }];
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

/** What either policy looked at: both are prefixes of one path. */
const longest = (a: string, b: string): string => (a.length < b.length ? b : a);
