// What an answer comes to, for whoever asked, for those who look at the question later, and for the log.
import { nameOf } from '#gateway/boundary/task/principal.ts';
import type { Principal } from '#gateway/boundary/task/principal.ts';
import type { ConsentAnswer, ConsentCard, ConsentView, LeftOut } from '#gateway/protocol/views/consent.ts';
import type { Approvers } from './approvers.ts';
import type { Proof } from './authentication.ts';
import type { ConsentOutcome } from './contract.ts';

export const isAllowance = (answer: ConsentAnswer): boolean => answer !== 'DENY' && answer !== 'DENY_TASK';

export function outcomeOf(
  card: ConsentCard,
  {
    answer,
    by: principal,
    says,
    leftOut,
  }: {
    readonly answer: ConsentAnswer;
    readonly by: Principal;
    readonly says?: string | undefined;
    readonly leftOut?: LeftOut | undefined;
  },
  proof: Proof,
  approvers: Approvers,
): ConsentOutcome {
  const by = nameOf(principal);
  switch (answer) {
    case 'ALLOW_ONCE':
    case 'ALLOW_TASK_SITE': {
      const identity = approvers.identityOf(proof);
      const approver = identity === null ? null : approvers.as(card, principal, identity);
      return {
        state: 'GRANTED',
        consentId: card.id,
        scope: answer === 'ALLOW_ONCE' ? 'ONCE' : 'TASK_SITE',
        ...(leftOut === undefined ? {} : { leftOut }),
        ...(approver === null ? {} : { approver }),
        by,
        proof,
      };
    }
    case 'DENY':
    case 'DENY_TASK':
      return {
        state: 'REFUSED',
        consentId: card.id,
        by,
        proof,
        stopTask: answer === 'DENY_TASK',
        ...(says === undefined ? {} : { says }),
      };
  }
}

/** As those see it who look at a closed question. */
export function stateOf({ state }: ConsentOutcome): ConsentView['state'] {
  return state === 'NOBODY' || state === 'NOT_ASKED' || state === 'NO_APPROVER' ? 'TIMED_OUT' : state;
}

/** Who answered, and how that is known; or why nobody could. */
export const howOf = (outcome: ConsentOutcome): Readonly<Record<string, unknown>> => ({
  authentication: outcome.proof?.authentication ?? null,
  ...(outcome.proof?.identity === undefined ? {} : { identity: outcome.proof.identity }),
  ...(outcome.state === 'GRANTED' && outcome.approver !== undefined ? { approver: outcome.approver } : {}),
  ...(outcome.state === 'GRANTED' && outcome.leftOut !== undefined ? { leftOut: outcome.leftOut } : {}),
  ...(outcome.state === 'REFUSED' && outcome.says !== undefined ? { says: outcome.says } : {}),
  ...(outcome.state === 'NO_APPROVER' ? { problem: outcome.error.message } : {}),
  ...outcome.proof?.evidence,
});
