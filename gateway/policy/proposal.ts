// An edit from the app: checked, compared, and put to a person in the consent document before anything is written.
// INVARIANT: the app proposes and never confirms; what loosens is confirmed by typing, on a card that says exactly what it is.
import { createHash } from 'node:crypto';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import { SHIELD_GRAVEST_MS, SHIELD_MS, cardPolicy } from '#gateway/boundary/consent/question.ts';
import { theirs } from '#gateway/boundary/words/rows.ts';
import type { ConsentBroker } from '#gateway/boundary/consent/broker.ts';
import type { ConsentOutcome, Question } from '#gateway/boundary/consent/contract.ts';
import type { PolicyReload } from '#gateway/protocol/views/policy.ts';
import { howOf } from '#gateway/boundary/steps/consult.ts';
import { visible } from '#gateway/protocol/visible.ts';
import { fail } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { needsAcknowledgement } from '#policy/tools/gate/compare-decisions.ts';
import type { Comparison } from '#policy/tools/gate/compare-decisions.ts';
import type { PolicyEdit } from './state/editable.ts';
import type { PolicyLife } from './policy-life.ts';
import { changeRows } from './change-rows.ts';
import { wordToLoosen } from './loosen-word.ts';

export type PolicyProposal = { readonly edit: PolicyEdit; readonly reason: string; readonly by: string };

type Parts = {
  readonly life: PolicyLife;
  readonly consents: Pick<ConsentBroker, 'ask'>;
  readonly audit: Pick<AuditLog, 'append'>;
};

const TIMEOUT_SECONDS = 300;

/** Errors: those of `PolicyLife.preview` and `edit`, `consent.refused`, `.timed-out`, `.nobody`, `.void`, `audit.*`. */
export async function propose(
  { life, consents, audit }: Parts,
  { edit, reason, by }: PolicyProposal,
  signal: AbortSignal,
): Promise<Result<PolicyReload>> {
  const previewed = await life.preview(edit);
  if (!previewed.ok) return previewed;
  const { compared, covers } = previewed.value;
  const loosens = compared !== null && needsAcknowledgement(compared);
  const question = questionOf(life, { edit, reason, by }, compared, loosens);
  const note = (
    type: 'consent.asked' | 'consent.answered',
    who: string,
    outcome: string | null,
    how: Readonly<Record<string, unknown>> = {},
  ) =>
    audit.append({
      type,
      taskId: null,
      requestId: null,
      who,
      what: 'change the policy',
      where: '',
      verdict: 'ESCALATE',
      why: reason,
      outcome,
      details: { file: edit.file, base: edit.base, digest: question.digest, loosens, ...how },
    });
  const asked = await note('consent.asked', by, null);
  if (!asked.ok) return asked;
  const outcome = await consents.ask(question, signal);
  const answered = await note('consent.answered', outcome.by ?? 'nobody', outcome.state, howOf(outcome));
  if (!answered.ok) return answered;
  if (outcome.state !== 'GRANTED') return refused(outcome.state);
  const { by: who, proof } = outcome;
  // Another layer may have been changed since: that was on no card.
  return life.edit(edit, {
    by: who,
    acknowledge: loosens ? reason : null,
    covers,
    ...(proof === undefined ? {} : { proof }),
  });
}

function questionOf(
  life: PolicyLife,
  { edit, reason, by }: PolicyProposal,
  compared: Comparison | null,
  loosens: boolean,
): Question {
  // Of what is decided with: a policy that comes into force meanwhile voids the question.
  const inForce = life.inForce();
  return {
    taskId: 'policy',
    intent: 'change the policy',
    title: loosens ? 'Loosen the policy' : 'Change the policy',
    look: loosens ? 'isolated' : 'dialog',
    site: null,
    from: null,
    ...(loosens ? { retype: wordToLoosen(compared) } : {}),
    capabilities: capabilitiesIn(compared),
    details: [
      theirs('PERSON', 'FILE', 'file', edit.file),
      ...changeRows(compared),
      theirs('PERSON', 'VALUE', 'reason, for the log', reason),
    ],
    startedBy: 'CLIENT',
    because: [
      {
        entry: 'policy.edit',
        decision: 'ESCALATE',
        layer: 'gateway',
        at: visible(edit.file, 200),
        reason: 'whoever edits a policy confirms the change where no page and no agent can',
      },
    ],
    policy: inForce.ok ? cardPolicy(inForce.value) : { id: '', revision: 0, semanticHash: '' },
    agentSays: null,
    shieldMs: loosens ? SHIELD_GRAVEST_MS : SHIELD_MS,
    digest: `sha256:${createHash('sha256').update(JSON.stringify(edit)).digest('hex')}`,
    answers: ['DENY', 'ALLOW_ONCE'],
    askers: [by],
    asker: { key: `policy ${by}`, page: false },
    kind: 'policy.edit',
    timeoutSeconds: TIMEOUT_SECONDS,
  };
}

const capabilitiesIn = (compared: Comparison | null): Question['capabilities'] =>
  compared?.proven === true ? [...new Set(compared.changes.map(({ witness }) => witness.capability))] : [];

function refused(state: Exclude<ConsentOutcome['state'], 'GRANTED'>): Result<never> {
  switch (state) {
    case 'REFUSED':
      return fail('consent.refused', 'the change of the policy was not confirmed');
    case 'TIMED_OUT':
      return fail('consent.timed-out', 'nobody confirmed the change of the policy in time');
    case 'NOBODY':
      return fail('consent.nobody', 'nobody can be asked to confirm the change of the policy', {
        help: 'open the UI, or write the file and run `ghost policy reload`',
      });
    case 'NO_APPROVER':
      return fail('consent.no-approver', 'nobody here may confirm the change of the policy');
    case 'NOT_ASKED':
      return fail('consent.too-many', 'this was refused a moment ago, or too many questions are open', {
        help: 'wait a little, then look at the difference again',
      });
    case 'VOID':
      return fail('consent.void', 'the policy changed while this change waited for its confirmation', {
        help: 'look at the difference again',
      });
  }
}
