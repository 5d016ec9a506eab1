// What a person may know of the policy's life, as plain JSON: `ghost policy status` and the UI.
import type { EffectivePolicy } from '#policy/language/facts.ts';
import { placeOf } from '#policy/engine/documents/document.ts';
import { endingInWords, endingsOf } from '#policy/tools/compare/endings.ts';
import type { Ending } from '#policy/tools/compare/endings.ts';
import type { Result } from '#policy/language/failure.ts';
import { unknownApprovers } from '#policy/engine/compile/unknown-approvers.ts';
import type { ProblemOf } from '#policy/engine/compile/unknown-approvers.ts';
import type { PolicyLifeView, PolicyRefusal } from '#gateway/protocol/views/policy.ts';
import type { Active } from './in-force.ts';
import type { OpenedBundle } from '#gateway/policy/kept/sources.ts';

export function lifeView(of: {
  readonly active: Active | null;
  readonly policy: Result<EffectivePolicy>;
  readonly refused: PolicyRefusal | null;
  readonly shadow: PolicyLifeView['shadow'];
  readonly watching: boolean;
  readonly first: boolean;
  readonly approverProblem: ProblemOf | null;
}): PolicyLifeView {
  const { active, policy, refused, shadow, watching, first, approverProblem } = of;
  return {
    policy: policy.ok
      ? {
          loaded: true,
          id: policy.value.id,
          revision: policy.value.revision,
          semanticHash: active?.policy.semanticHash ?? policy.value.semanticHash,
          layers: policy.value.layers,
        }
      : { loaded: false, error: policy.error },
    sourceHash: active?.policy.sourceHash ?? null,
    since: active?.since ?? null,
    files: active?.files ?? refused?.files ?? [],
    bundles: (active?.bundles ?? []).map(bundleView),
    acknowledged: active?.acknowledged ?? null,
    shadow,
    refused,
    watching,
    first,
    approvers:
      active === null || approverProblem === null
        ? []
        : unknownApprovers(active.policy, approverProblem).map(({ level, message, help, span }) => ({
            level,
            message,
            help,
            at: placeOf(span),
          })),
    endings: active === null ? [] : endingsOf(active.policy, MAX_ENDINGS_SHOWN).map(endingView),
  };
}

/** The next ones that are told. */
const MAX_ENDINGS_SHOWN = 5;

const endingView = (ending: Ending) => ({
  day: ending.day,
  entries: ending.entries,
  says: endingInWords(ending),
});

const bundleView = ({ file, manifest, keyId, digest, reverted }: OpenedBundle) => ({
  file,
  id: manifest.id,
  revision: manifest.revision,
  keyId,
  digest,
  notAfter: manifest.notAfter,
  reverted,
});
