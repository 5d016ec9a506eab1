// An edit from the app: checked, compared, and put to a person in the consent document before anything is written.
// INVARIANT: the app proposes and never confirms; what loosens is confirmed by typing, on a card that says exactly what it is.
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import type { ConsentBroker } from '#gateway/boundary/consent/broker.ts';
import { confirmChange } from '#gateway/boundary/consent/own-change.ts';
import type { PolicyReload } from '#gateway/protocol/views/policy.ts';
import { visible } from '#gateway/protocol/visible.ts';
import type { Result } from '#policy/language/failure.ts';
import type { PolicyEdit } from '#gateway/policy/state/editable.ts';
import type { PolicyLife } from '#gateway/policy/policy-life.ts';
import { gatesOfTheWeek } from '#gateway/policy/logged-decisions.ts';
import { editQuestion } from './edit-question.ts';

export type PolicyProposal = { readonly edit: PolicyEdit; readonly reason: string; readonly by: string };

type Parts = {
  readonly life: PolicyLife;
  readonly consents: Pick<ConsentBroker, 'ask'>;
  readonly audit: Pick<AuditLog, 'append' | 'since' | 'count'>;
  /** The wall's time, in milliseconds. */
  readonly wallMs: () => number;
};

/** Errors: those of `PolicyLife.preview` and `edit`, `consent.refused`, `.timed-out`, `.nobody`, `.void`, `audit.*`. */
export async function propose(
  parts: Parts,
  { edit, reason, by }: PolicyProposal,
  signal: AbortSignal,
): Promise<Result<PolicyReload>> {
  const { life } = parts;
  const previewed = await life.preview(edit, gatesOfTheWeek(parts.audit, parts.wallMs()));
  if (!previewed.ok) return previewed;
  const { compared, covers, replayed } = previewed.value;
  const question = editQuestion({ edit, compared, replayed, reason, by });
  const confirmed = await confirmChange(
    parts,
    {
      ...question,
      because: {
        at: visible(edit.file, 200),
        reason: 'whoever edits a policy confirms the change where no page and no agent can',
      },
      proposed: edit,
      log: { what: 'change the policy', why: reason, details: { file: edit.file, base: edit.base } },
      help: {
        nobody: 'open the UI, or write the file and run `ghost policy reload`',
        notAsked: 'wait a little, then look at the difference again',
        void: 'look at the difference again',
      },
    },
    signal,
  );
  if (!confirmed.ok) return confirmed;
  const { by: who, proof } = confirmed.value;
  // Another layer may have been changed since: that was on no card.
  return life.edit(edit, { by: who, acknowledge: question.retype === null ? null : reason, covers, proof });
}
