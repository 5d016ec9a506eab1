// An edit from the app: checked, compared, and put to a person in the consent document before anything is written.
// INVARIANT: the app proposes and never confirms; what loosens is confirmed by typing, on a card that says exactly what it is.
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import type { ConsentBroker } from '#gateway/boundary/consent/broker.ts';
import type { Question } from '#gateway/boundary/consent/contract.ts';
import { confirmChange } from '#gateway/boundary/consent/own-change.ts';
import { theirs } from '#gateway/boundary/words/rows.ts';
import type { PolicyReload } from '#gateway/protocol/views/policy.ts';
import { visible } from '#gateway/protocol/visible.ts';
import type { Result } from '#policy/language/failure.ts';
import { needsAcknowledgement } from '#policy/tools/gate/compare-decisions.ts';
import type { Comparison } from '#policy/tools/gate/compare-decisions.ts';
import type { PolicyEdit } from '#gateway/policy/state/editable.ts';
import type { PolicyLife } from '#gateway/policy/policy-life.ts';
import { changeRows, weekRows } from '#gateway/policy/change-rows.ts';
import { gatesOfTheWeek } from '#gateway/policy/logged-decisions.ts';
import { wordToLoosen } from '#gateway/policy/loosen-word.ts';

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
  const loosens = compared !== null && needsAcknowledgement(compared);
  const confirmed = await confirmChange(
    parts,
    {
      of: 'policy',
      by,
      title: loosens ? 'Loosen the policy' : 'Change the policy',
      retype: loosens ? wordToLoosen(compared) : null,
      capabilities: capabilitiesIn(compared),
      rows: [
        theirs('PERSON', 'FILE', 'file', edit.file),
        ...changeRows(compared),
        ...weekRows(replayed),
        theirs('PERSON', 'VALUE', 'reason, for the log', reason),
      ],
      because: {
        at: visible(edit.file, 200),
        reason: 'whoever edits a policy confirms the change where no page and no agent can',
      },
      proposed: edit,
      asker: `policy ${by}`,
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
  return life.edit(edit, { by: who, acknowledge: loosens ? reason : null, covers, proof });
}

const capabilitiesIn = (compared: Comparison | null): Question['capabilities'] =>
  compared?.proven === true ? [...new Set(compared.changes.map(({ witness }) => witness.capability))] : [];
