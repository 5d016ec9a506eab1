// Policy, then person: one answer for one act, with its audit entries. Acts of a caller, of a page and of the network all
// come through here. INVARIANT: an ESCALATE without a granted consent is a refusal, whatever went wrong on the way.
import type { Gate } from '#policy/actions.ts';
import { failure } from '#policy/failure.ts';
import type { Failure, Result } from '#policy/failure.ts';
import type { EffectivePolicy, PolicyFacts } from '#policy/facts.ts';
import type { Initiator } from '#policy/vocabulary.ts';
import type { AuditEntry, AuditEvent, AuditLog } from './audit/contract.ts';
import type { ConsentBroker, ConsentOutcome } from './consent/broker.ts';
import { questionFor } from './consent/question.ts';
import { escalated, rule } from './decide.ts';
import type { Ruling } from './decide.ts';
import { hostOf } from './facts.ts';
import { nameOf } from './principal.ts';
import type { Principal } from './principal.ts';
import type { ConsentCard } from './protocol/views.ts';
import type { TaskContext } from './tasks/context.ts';

export type Consultation = {
  readonly task: TaskContext;
  readonly requestId: string;
  readonly by: Principal;
  readonly initiator: Initiator;
  readonly asked: readonly { readonly gate: Gate; readonly facts: PolicyFacts }[];
  /** Verb and object, as `words.ts` has it. */
  readonly what: string;
  readonly documentUrl: string;
  readonly documentId: string;
  /** What an approval is bound to. */
  readonly digest: string;
  readonly details: ConsentCard['details'];
  readonly agentSays: string | null;
  /** `false`: nobody is asked, an ESCALATE that no grant covers is a refusal (what a page loads by itself). */
  readonly askPerson: boolean;
  readonly auditType: 'decision' | 'page.act' | 'connection';
  /** Plain JSON for the audit entry. */
  readonly evidence: Readonly<Record<string, unknown>>;
};

export type Verdict = {
  readonly ruling: Ruling;
  readonly consent: ConsentOutcome | null;
  /** `null`: go on, once `recorded` is there and well. */
  readonly error: Failure | null;
  /** The entries of this verdict, on disk. Must be awaited before anything is done. */
  readonly recorded: Promise<Result<AuditEntry>>;
};

export type Consultants = {
  readonly policy: EffectivePolicy;
  readonly audit: AuditLog;
  readonly consent: ConsentBroker;
  readonly now: () => number;
};

export async function consult(
  with_: Consultants,
  about: Consultation,
  signal: AbortSignal,
): Promise<Verdict> {
  const { policy, audit, now } = with_;
  const { task } = about;
  const ruling = rule(policy, about.asked);
  const granted = ruling.decision === 'ESCALATE' && coveredByGrants(ruling, about, now());
  const entry = eventFor(about, ruling);
  const recorded = audit.append({
    ...entry,
    type: about.auditType,
    verdict: ruling.decision,
    outcome: ruling.decision === 'ALLOW' ? null : granted ? 'GRANTED_BEFORE' : null,
  });
  if (ruling.decision === 'ALLOW' || granted) {
    return { ruling, consent: null, error: null, recorded };
  }
  if (ruling.decision !== 'ESCALATE') {
    return { ruling, consent: null, error: refusal(about, ruling), recorded };
  }
  if (!about.askPerson) {
    return { ruling, consent: null, error: refusal(about, ruling), recorded };
  }
  const written = await recorded;
  if (!written.ok) return { ruling, consent: null, error: written.error, recorded };
  return askPerson(with_, about, ruling, entry, signal);
}

/** The feed's counts: acts of the task and of its pages; sockets are not counted. */
export function count(task: TaskContext, verdict: Verdict): void {
  if (verdict.ruling.decision === 'ESCALATE' && verdict.consent !== null) task.counts.asked += 1;
  if (verdict.error === null) task.counts.allowed += 1;
  else task.counts.denied += 1;
}

async function askPerson(
  { policy, audit, consent, now }: Consultants,
  about: Consultation,
  ruling: Ruling,
  entry: AuditEvent,
  signal: AbortSignal,
): Promise<Verdict> {
  const { task } = about;
  const asked = await audit.append({ ...entry, type: 'consent.asked' });
  if (!asked.ok) return { ruling, consent: null, error: asked.error, recorded: Promise.resolve(asked) };
  const outcome: ConsentOutcome =
    task.approve === 'deny'
      ? { state: 'REFUSED', consentId: `c-${about.requestId}`, by: nameOf(task.requestedBy), stopTask: true }
      : await consent.ask(
          questionFor({ ...about, ruling, policy, requestedBy: about.by, startedBy: about.initiator }),
          signal,
        );
  const recorded = audit.append({
    ...entry,
    type: 'consent.answered',
    who: outcome.by ?? 'nobody',
    why: outcome.consentId,
    outcome: outcome.state,
    details: { ...entry.details, scope: outcome.state === 'GRANTED' ? outcome.scope : null },
  });
  if (outcome.state !== 'GRANTED') {
    return { ruling, consent: outcome, error: consentFailure(about, ruling, outcome), recorded };
  }
  keepGrants(about, ruling, outcome.scope, now());
  return { ruling, consent: outcome, error: null, recorded };
}

function coveredByGrants(ruling: Ruling, about: Consultation, now: number): boolean {
  const { grants } = about.task;
  return ruling.gates
    .filter(({ decision }) => decision === 'ESCALATE')
    .every(({ gate }) => {
      const grant = {
        site: siteKey(gate, about),
        capability: gate.capability,
        policyHash: ruling.policyHash,
      };
      return grants.coversSite(grant) || grants.takeFollowUp({ ...grant, documentId: about.documentId, now });
    });
}

function keepGrants(about: Consultation, ruling: Ruling, scope: 'ONCE' | 'TASK_SITE', now: number): void {
  const { grants } = about.task;
  for (const { gate, decision, facts } of ruling.gates) {
    if (decision !== 'ESCALATE') continue;
    const grant = { site: siteKey(gate, about), capability: gate.capability, policyHash: ruling.policyHash };
    if (scope === 'TASK_SITE') grants.allowSite(grant);
    else if (
      gate.capability === 'FORM_SUBMIT_CREDENTIALS' &&
      (facts.action === 'FILL' || facts.action === 'TYPE')
    ) {
      grants.allowFollowUp({ ...grant, documentId: about.documentId, now });
    }
  }
}

/** A site here is one origin: the narrowest thing that "this site" can mean. */
function siteKey(gate: Gate, about: Consultation): string {
  return URL.parse(gate.url ?? about.documentUrl)?.origin ?? '';
}

function eventFor(about: Consultation, ruling: Ruling): AuditEvent {
  const target =
    ruling.gates.find(({ decision }) => decision === ruling.decision)?.gate.url ?? about.documentUrl;
  return {
    type: about.auditType,
    taskId: about.task.id,
    requestId: about.requestId,
    who: nameOf(about.by),
    what: about.what,
    where: hostOf(URL.parse(target)),
    verdict: ruling.decision,
    why: reasonsInWords(ruling),
    outcome: null,
    details: {
      ...about.evidence,
      gates: ruling.gates.map(({ gate, decision }) => ({
        capability: gate.capability,
        url: gate.url ?? null,
        decision,
      })),
      violation: ruling.violation,
      digest: about.digest,
      policy: ruling.policyHash,
    },
  };
}

export function reasonsInWords(ruling: Ruling): string {
  return ruling.because.map(({ entry, at }) => (at === '' ? entry : `${entry} (${at})`)).join(', ');
}

function refusal(about: Consultation, ruling: Ruling): Failure {
  const first = ruling.because[0];
  const aborted = ruling.decision === 'ABORT';
  const help =
    !about.askPerson && ruling.decision === 'ESCALATE'
      ? 'nobody is asked about what a page loads by itself; name the host in a policy rule to allow it'
      : 'a policy rule decides this; see `ghost policy explain`';
  return failure(
    aborted ? 'boundary.aborted' : 'boundary.denied',
    `not allowed to ${about.what}: ${first?.reason ?? 'no rule allows it'}`,
    {
      help,
      details: detailsOfRuling(ruling),
    },
  );
}

function consentFailure(
  about: Consultation,
  ruling: Ruling,
  outcome: Exclude<ConsentOutcome, { state: 'GRANTED' }>,
): Failure {
  const details = { ...detailsOfRuling(ruling), consentId: outcome.consentId, stopTask: outcome.stopTask };
  switch (outcome.state) {
    case 'REFUSED':
      return failure('consent.refused', `\`${outcome.by ?? 'nobody'}\` refused to let it ${about.what}`, {
        details,
      });
    case 'TIMED_OUT':
      return failure('consent.timed-out', `nobody answered in time whether to ${about.what}`, {
        details,
        help: 'answer in the UI, or with `ghost consent approve`',
      });
    case 'NOBODY':
      return failure('consent.nobody', `nobody could be asked whether to ${about.what}`, {
        details,
        help: 'open the UI with `npm start`, or run `ghost run` in a terminal, to be asked',
      });
    case 'VOID':
      return failure('consent.void', `the question whether to ${about.what} no longer stands`, { details });
  }
}

/** For callers and `--json`: what was decided and by what, without the rest of the policy. */
function detailsOfRuling(ruling: Ruling): Record<string, unknown> {
  return {
    decision: ruling.decision,
    violation: ruling.violation,
    capabilities:
      ruling.decision === 'ESCALATE' ? escalated(ruling) : ruling.gates.map(({ gate }) => gate.capability),
    because: ruling.because.map(({ entry, at, layer, reason }) => ({ entry, at, layer, reason })),
  };
}
