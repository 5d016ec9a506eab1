// What holds while there is no policy: everything is denied, and the decision says why.
import type { EffectivePolicy, PolicyDecision } from '#policy/language/facts.ts';
import type { Failure } from '#policy/language/failure.ts';

/** A policy that denies every request, for the time in which none could be loaded. */
export function closedPolicy(failures: readonly Failure[]): EffectivePolicy {
  const first = failures[0];
  const span = first?.span;
  const decision: PolicyDecision = Object.freeze({
    decision: 'DENY',
    violation: 'CAPABILITY_DENIED',
    because: Object.freeze([
      Object.freeze({
        entry: 'policy.not-loaded',
        decision: 'DENY',
        layer: 'engine',
        at: span === undefined ? '' : `${span.file}:${span.line}:${span.column}`,
        reason: `No policy is in force${first === undefined ? '' : `: ${first.message}`}.`,
      } as const),
    ]),
    obligations: Object.freeze(['AUDIT', 'CLEAR_STORAGE', 'DELETE_PROFILE'] as const),
    escalation: null,
  });
  return Object.freeze({
    id: 'closed',
    revision: 0,
    semanticHash: 'sha256:none',
    sourceHash: 'sha256:none',
    layers: Object.freeze([]),
    decide: () => decision,
    prefixOf: () => '/',
  });
}
