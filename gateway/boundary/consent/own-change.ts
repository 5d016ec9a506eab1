// A change of the gateway's own ways (its policy, its settings), put to a person in the consent document before anything is written.
// INVARIANT: what loosens has the gravest look and is confirmed by typing; the question and its end are in the log, whatever the end is.
import { createHash } from 'node:crypto';
import type { EffectivePolicy } from '#policy/language/facts.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { AuditEvent, AuditLog } from '#gateway/audit/format/contract.ts';
import type { ConsentBroker } from './broker.ts';
import type { ConsentOutcome, Question } from './contract.ts';
import { howOf } from './outcomes.ts';
import { SHIELD_GRAVEST_MS, SHIELD_MS, cardPolicy } from './question.ts';

export type OwnChange = {
  readonly of: 'policy' | 'settings';
  readonly by: string;
  readonly title: string;
  /** Typed to confirm what loosens; `null` where nothing does. */
  readonly retype: string | null;
  readonly shadow?: Question['shadow'];
  readonly capabilities: Question['capabilities'];
  readonly rows: Question['details'];
  readonly because: Pick<Question['because'][number], 'at' | 'reason'>;
  /** All that is proposed: its digest stands on the card and in the log. */
  readonly proposed: unknown;
  /** For what a refusal is remembered. */
  readonly asker: string;
  readonly log: Pick<AuditEvent, 'what' | 'why' | 'details'>;
  /** What to do where it was not confirmed. */
  readonly help: { readonly nobody: string; readonly notAsked: string; readonly void: string };
};

type Granted = Extract<ConsentOutcome, { state: 'GRANTED' }>;
export type Confirmed = Pick<Granted, 'by' | 'proof'> & {
  /** What every entry about this change says. */
  readonly entry: Pick<AuditEvent, 'taskId' | 'requestId' | 'what' | 'where' | 'why' | 'details'>;
};

type Parts = {
  /** What is decided with: a policy that comes into force meanwhile voids the question. */
  readonly life: { readonly inForce: () => Result<EffectivePolicy> };
  readonly consents: Pick<ConsentBroker, 'ask'>;
  readonly audit: Pick<AuditLog, 'append'>;
};

const TIMEOUT_SECONDS = 300;

/** Errors: `consent.*`, `audit.*`. */
export async function confirmChange(
  { life, consents, audit }: Parts,
  change: OwnChange,
  signal: AbortSignal,
): Promise<Result<Confirmed>> {
  const question = questionOf(change, life.inForce());
  const { what, why, details } = change.log;
  const said = { ...details, digest: question.digest, loosens: change.retype !== null };
  const entry = { taskId: null, requestId: null, what, where: '', why, details: said };
  const asked = await audit.append({
    ...entry,
    type: 'consent.asked',
    who: change.by,
    verdict: 'ESCALATE',
    outcome: null,
  });
  if (!asked.ok) return asked;
  const outcome = await consents.ask(question, signal);
  const answered = await audit.append({
    ...entry,
    type: 'consent.answered',
    who: outcome.by ?? 'nobody',
    verdict: 'ESCALATE',
    outcome: outcome.state,
    details: { ...said, ...howOf(outcome) },
  });
  if (!answered.ok) return answered;
  return outcome.state === 'GRANTED'
    ? ok({ by: outcome.by, proof: outcome.proof, entry })
    : refused(outcome.state, change);
}

function questionOf(change: OwnChange, inForce: Result<EffectivePolicy>): Question {
  const { of, by, title, retype, shadow, capabilities, rows, because, proposed, asker } = change;
  const loosens = retype !== null;
  return {
    taskId: of,
    intent: `change the ${of}`,
    title,
    look: loosens ? 'isolated' : 'dialog',
    site: null,
    from: null,
    ...(loosens ? { retype } : {}),
    ...(shadow === undefined ? {} : { shadow }),
    capabilities,
    details: rows,
    startedBy: 'CLIENT',
    because: [{ entry: `${of}.edit`, decision: 'ESCALATE', layer: 'gateway', ...because }],
    policy: inForce.ok ? cardPolicy(inForce.value) : { id: '', revision: 0, semanticHash: '' },
    agentSays: null,
    shieldMs: loosens ? SHIELD_GRAVEST_MS : SHIELD_MS,
    digest: `sha256:${createHash('sha256').update(JSON.stringify(proposed)).digest('hex')}`,
    answers: ['DENY', 'ALLOW_ONCE'],
    askers: [by],
    asker: { key: asker, page: false },
    kind: `${of}.edit`,
    timeoutSeconds: TIMEOUT_SECONDS,
  };
}

function refused(state: Exclude<ConsentOutcome['state'], 'GRANTED'>, { of, help }: OwnChange): Result<never> {
  switch (state) {
    case 'REFUSED':
      return fail('consent.refused', `the change of the ${of} was not confirmed`, {
        help: 'nothing was changed; propose it again where that was a mistake',
      });
    case 'TIMED_OUT':
      return fail('consent.timed-out', `nobody confirmed the change of the ${of} in time`, {
        help: `propose it again, and answer within ${TIMEOUT_SECONDS / 60} minutes`,
      });
    case 'NOBODY': {
      const message = `nobody can be asked to confirm the change of the ${of}`;
      return fail('consent.nobody', message, { help: help.nobody });
    }
    case 'NO_APPROVER':
      return fail('consent.no-approver', `nobody here may confirm the change of the ${of}`, {
        help: '`approvers` in config.yaml says who stands behind the roles that the policy names',
      });
    case 'NOT_ASKED': {
      const message = 'this was refused a moment ago, or too many questions are open';
      return fail('consent.too-many', message, { help: help.notAsked });
    }
    case 'VOID': {
      const message = 'the policy changed while this change waited for its confirmation';
      return fail('consent.void', message, { help: help.void });
    }
  }
}
