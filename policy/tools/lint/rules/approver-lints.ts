// Lint of who may answer, where the settings of a gateway are at hand: unknown-approver.
import { unknownApprovers } from '#policy/engine/compile/unknown-approvers.ts';
import type { Context } from '#policy/tools/lint/model/context.ts';
import type { Remark } from '#policy/tools/lint/model/finding.ts';

export function approverLints({ policy, layer, approverProblem }: Context): readonly Remark[] {
  if (approverProblem === null) return [];
  return unknownApprovers(policy, approverProblem, [layer]).map((one) => ({
    id: 'unknown-approver',
    ...one,
  }));
}
