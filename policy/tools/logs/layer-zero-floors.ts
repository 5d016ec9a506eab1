// The floors of a candidate's first layer, for shadow mode: they hold before the candidate does (POLICY.md 6.10).
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { placeOf } from '#policy/engine/documents/document.ts';
import type { EffectivePolicy, PolicyDecision, PolicyFacts } from '#policy/language/facts.ts';
import { cellAt } from '#policy/engine/deciding/interpret.ts';
import { decisionOf } from '#policy/engine/documents/decision-words.ts';
import { BROWSER_DECISIONS } from '#policy/language/vocabulary.ts';
import { keepingOfBoth } from './keeping.ts';

/** The policy in force, with the candidate's first floors on top. Everything else about it stays the active policy's. */
export function withFloorsOf(active: EffectivePolicy, candidate: CompiledPolicy | null): EffectivePolicy {
  if (candidate === null) return active;
  const { id, revision, semanticHash, sourceHash, layers, asOf = null } = active;
  return {
    id,
    revision,
    semanticHash,
    asOf,
    sourceHash,
    layers,
    decide: (facts) => atLeastFloors(active.decide(facts), candidate, facts),
    looksLike: (host) => active.looksLike?.(host) ?? null,
    // The severer of two answers is found where each is asked about all that it tells apart itself.
    textsOf: (fact) => [...new Set([...(active.textsOf?.(fact) ?? []), ...candidate.textsOf(fact)])],
    missingClass: (facts) => active.missingClass?.(facts) ?? [],
    ...keepingOfBoth(active, candidate),
  };
}

function atLeastFloors(
  answer: PolicyDecision,
  candidate: CompiledPolicy,
  facts: PolicyFacts,
): PolicyDecision {
  const [first] = candidate.stack.layers;
  const said = (first?.floors ?? []).flatMap((entry) => {
    const cell = cellAt(entry, facts);
    return cell === null ? [] : [{ entry, cell }];
  });
  const worst = said.reduce((most, { cell }) => Math.max(most, cell.severity), 0);
  if (worst <= BROWSER_DECISIONS.indexOf(answer.decision)) return answer;
  const deciding = said.filter(({ cell }) => cell.severity === worst);
  const decision = BROWSER_DECISIONS[worst] ?? 'DENY';
  return Object.freeze({
    decision,
    violation: decision === 'ESCALATE' ? null : (deciding[0]?.cell.violation ?? 'CAPABILITY_DENIED'),
    because: deciding.map(({ entry, cell }) => ({
      entry: entry.ref,
      decision: decisionOf(cell.severity),
      layer: `${entry.layer} (shadow)`,
      at: placeOf(cell.span),
      reason: entry.reason,
    })),
    obligations: [...new Set([...answer.obligations, ...deciding.flatMap(({ entry }) => entry.obligations)])],
    escalation: decision === 'ESCALATE' ? candidate.decide(facts).escalation : null,
  });
}
