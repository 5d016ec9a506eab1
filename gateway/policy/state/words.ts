// What the log, a refusal and a status say about a policy: its identity, and what a change amounts to.
import type { AuditEvent } from '#gateway/audit/format/contract.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';
import { guardInWords } from '#policy/tools/compare/guards.ts';
import { guardsIn, knownGuards } from '#policy/tools/gate/compare-decisions.ts';
import { decisionChangeInWords } from '#policy/tools/gate/compare-decisions.ts';
import type { Comparison } from '#policy/tools/gate/compare-decisions.ts';
import { countInWords } from '#policy/tools/render/render-diff.ts';
import { hashToAcknowledge } from '#policy/tools/gate/gate.ts';
import type { Identified } from './identified.ts';
import type { OpenedBundle } from '#gateway/policy/kept/sources.ts';

/** Changes that a refusal or an entry shows. */
const MAX_CHANGES_SHOWN = 10;

export type PolicyEventType = Extract<AuditEvent['type'], `policy.${string}`>;

export const WORDS: Record<PolicyEventType, string> = {
  'policy.loaded': 'load the policy',
  'policy.refused': 'load the policy',
  'policy.reverted': 'go back to an earlier bundle',
  'policy.shadow': 'put a candidate beside the policy',
  'policy.edited': 'write a policy file',
  'policy.trusted': 'trust a key for policy bundles',
  'policy.untrusted': 'trust a key for policy bundles no more',
  'policy.held': 'deny everything until the fleet’s policy is confirmed',
};

export const digestsOf = (bundles: readonly OpenedBundle[]): string =>
  bundles.map(({ digest }) => digest).join();

export function identityOf({
  policy,
  files,
  bundles,
}: {
  readonly policy: CompiledPolicy;
  readonly files: readonly string[];
  readonly bundles: readonly OpenedBundle[];
}): Readonly<Record<string, unknown>> {
  return {
    semantic: policy.semanticHash,
    source: policy.sourceHash,
    layers: policy.layers,
    files,
    ...(bundles.length === 0
      ? {}
      : {
          bundles: bundles.map(({ manifest, keyId, digest, reverted }) => ({
            id: manifest.id,
            revision: manifest.revision,
            keyId,
            digest,
            reverted,
          })),
        }),
  };
}

export function comparisonOf(compared: Comparison): Readonly<Record<string, unknown>> {
  if (!compared.proven) return { compared: 'UNPROVEN', fact: compared.fact };
  const { loosened, tightened, changes } = compared;
  const guards = guardsIn(compared).map(guardInWords);
  const more = { guards: guards.length - MAX_CHANGES_SHOWN, changes: changes.length - MAX_CHANGES_SHOWN };
  return {
    ...(guards.length === 0 ? {} : { guards: guards.slice(0, MAX_CHANGES_SHOWN) }),
    loosened: String(loosened),
    tightened: String(tightened),
    changes: changes
      .slice(0, MAX_CHANGES_SHOWN)
      .map(({ region: _region, ...change }) => ({ ...change, requests: String(change.requests) })),
    // What is not shown is counted.
    ...(more.guards > 0 ? { moreGuards: more.guards } : {}),
    ...(more.changes > 0 ? { moreChanges: more.changes } : {}),
  };
}

export function loosening(compared: Comparison, policy: Identified): Failure {
  const help = `run \`ghost policy reload --acknowledge-loosening --reason "…"\`, or put \`acknowledged: ${hashToAcknowledge(knownGuards(compared), policy)}\` into config.yaml`;
  const details = { ...comparisonOf(compared), semantic: policy.semanticHash };
  if (!compared.proven)
    return failure(
      'policy.loosens',
      `that the changed policy loosens nothing could not be proved; \`${compared.fact}\` grew the comparison`,
      { help, details },
    );
  const [guard] = guardsIn(compared);
  if (guard !== undefined && compared.loosened === 0n)
    return failure('policy.loosens', `the changed policy is guarded less: ${guardInWords(guard)}`, {
      help,
      details,
      span: guard.span,
    });
  const first = compared.changes.find(({ direction }) => direction === 'LOOSENED');
  const shown = first === undefined ? '' : `, first ${decisionChangeInWords(first, 3)}`;
  return failure(
    'policy.loosens',
    `the changed policy loosens ${countInWords(compared.loosened)} requests${shown}`,
    {
      help,
      details,
    },
  );
}

/** What was in force before cannot be found out, so nothing says whether this loosens it. */
export const lastUnknown = (why: string, policy: Identified): Failure =>
  failure('policy.last-unknown', `what was in force before is not known: ${why}`, {
    help: `bring the file back; or read the policy, and run \`ghost policy reload --acknowledge-loosening --reason "…"\`, or put \`acknowledged: ${policy.sourceHash}\` into config.yaml`,
    details: { semantic: policy.semanticHash },
  });

/** The first failure, with all of them in its details. */
export const allOf = (first: Failure, failures: readonly Failure[]): Failure =>
  failures.length < 2 ? first : { ...first, details: { ...first.details, failures: failures.slice(0, 100) } };
