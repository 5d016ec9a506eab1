// Policy, then person: one answer for one act, with its audit entries. Acts of a caller, of a page and of the network all
// come through here. INVARIANT: an ESCALATE without a granted consent is a refusal, whatever went wrong on the way.
import { fail, failure, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import type { EffectivePolicy } from '#policy/language/facts.ts';
import { keepingOfBoth } from '#policy/tools/logs/keeping.ts';
import type { Keeping } from '#policy/tools/logs/keeping.ts';
import type { PathDigests } from '#policy/tools/logs/logged-path.ts';
import { VOCABULARY_ID } from '#policy/language/vocabulary.ts';
import { grantBasisOf } from '#policy/requests/grant-basis.ts';
import type { Initiator, Obligation } from '#policy/language/vocabulary.ts';
import type { AuditEvent, AuditLog } from '#gateway/audit/format/contract.ts';
import type { ConsentBroker } from '#gateway/boundary/consent/broker.ts';
import type { ConsentOutcome } from '#gateway/boundary/consent/contract.ts';
import type { GrantBook } from '#gateway/boundary/grants/grant-book.ts';
import { coveringGrants, keepGrants } from '#gateway/boundary/grants/grants.ts';
import type { FormSeen } from '#gateway/boundary/grants/log-ins.ts';
import { withoutLeftOut } from '#gateway/boundary/grants/planned-acts.ts';
import { illegible } from '#gateway/boundary/words/legible.ts';
import { hostRows } from '#gateway/boundary/words/host-rows.ts';
import type { ContentFacts } from '#gateway/boundary/provenance/content.ts';
import { byHost } from '#gateway/boundary/weighing/by-host.ts';
import type { Asking, Judge } from '#gateway/boundary/weighing/by-host.ts';
import { howOf } from '#gateway/boundary/consent/outcomes.ts';
import { questionFor, rememberedBy } from '#gateway/boundary/consent/question.ts';
import { keepStorageGrants } from '#gateway/boundary/grants/storage-grants.ts';
import { isDeferred, ownersMay, rule } from '#policy/engine/deciding/ruling.ts';
import type { Ruling } from '#policy/engine/deciding/ruling.ts';
import { hostOf } from '#policy/requests/host.ts';
import type { DownloadSettings } from '#gateway/settings/download-settings.ts';
import { notePageEvent } from '#gateway/boundary/task/page-log.ts';
import { nameOf } from '#gateway/boundary/task/principal.ts';
import type { Principal } from '#gateway/boundary/task/principal.ts';
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';
import { loggedGates } from './logged-gates.ts';
import { consentFailure, heldFailure, reasonsInWords, refusal } from './refusals.ts';
import type { PeopleAndClock } from '#gateway/boundary/task/setting.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';
import type { Verdict } from './verdict.ts';

export type Asked = readonly Asking[];

export type Consultation = {
  readonly task: TaskContext;
  readonly requestId: string;
  readonly by: Principal;
  readonly initiator: Initiator;
  readonly asked: Asked;
  /** Verb and object, as `words.ts` has it. */
  readonly what: string;
  /** Of the card, where no capability says it. */
  readonly title?: string;
  readonly documentUrl: string;
  readonly documentId: string;
  /** The form that the act submits, or enters something into. */
  readonly form?: FormSeen | null;
  /** What an approval is bound to. */
  readonly digest: string;
  /** Digest of what runs or leaves by the act: a grant for the task is for that alone, where `coverage.ts` says so. */
  readonly content?: string | null;
  /** What that is, where its capability's row does not say it. */
  readonly contentSays?: string | null;
  readonly details: ConsentCard['details'];
  readonly agentSays: string | null;
  /** `false`: nobody is asked, an ESCALATE that no grant covers is a refusal (what a page loads by itself). */
  readonly askPerson: boolean;
  /** The person was asked for the document that this belongs to: an ESCALATE is covered, a DENY is not. */
  readonly coveredByDocument: boolean;
  /** The server of that document: what others than whoever answered for it have to answer for is not covered. */
  readonly admittedAt?: string;
  /** It is asked for a whole plan: once for all of it, or not at all. */
  readonly isPlan?: true;
  /** A person is asked each time, also where the policy would allow it; the answer is kept for nothing else. */
  readonly eachTime?: boolean;
  /** Connections are logged, and not counted in the feed. */
  readonly auditType: 'decision' | 'page.act' | 'connection';
  /** Whose words it is made of. */
  readonly stands?: ContentFacts;
  /** Plain JSON for the audit entry. */
  readonly evidence: Readonly<Record<string, unknown>>;
};

/** INVARIANT: what is put together by what a policy looks at is put together anew for the policies that judge it. */
export type Consulted = Omit<Consultation, 'asked'> & {
  readonly asked: Asked | ((judging: Keeping) => Asked);
};

/** A policy beside the one in force: told of every single decision, for the log, and never answers. */
export type CandidateBeside = {
  readonly policy: Keeping & Judge;
  readonly note: (event: AuditEvent, given: Ruling) => void;
};

export type Consultants = {
  /** The policy in force; a failure means that every act is denied. */
  readonly policy: () => Result<EffectivePolicy>;
  /** `null`: there is none. */
  readonly candidate?: () => CandidateBeside | null;
  readonly audit: AuditLog;
  readonly consent: ConsentBroker;
  /** Under the key of the log; without it, nothing of an address but what the policy looked at is in the log. */
  readonly digests?: PathDigests | null;
  /** The time of a permission (`system/clock`), in milliseconds. */
  readonly now: () => number;
  /** Where downloads go, and how large they may be; without it there are none. */
  readonly downloads?: DownloadSettings;
  /** Duties of a policy that the settings make good, beside those that always are. */
  readonly duties?: ReadonlySet<Obligation>;
  /** Where what is kept of answers is listed, and can be taken back. */
  readonly grants?: GrantBook;
  /** Whose account the gateway runs as, its people and its time zone. */
  readonly peopleAndClock: PeopleAndClock;
};

/** A policy that changes again and again while a person thinks is asked about so often at most. */
const MAX_ATTEMPTS = 3;

/** Errors: `policy.not-loaded`, and `consent.void` where the policy kept changing while a person thought. */
export async function consult(
  parts: Consultants,
  about: Consulted,
  signal: AbortSignal,
): Promise<Result<Verdict>> {
  for (let attempt = 1; ; attempt += 1) {
    const policy = parts.policy();
    if (!policy.ok) return notLoaded(parts, about, policy.error);
    const verdict = await judge(parts, policy.value, about, signal);
    const after = parts.policy();
    const holds = after.ok && grantBasisOf(after.value) === verdict.ruling.policyHash;
    const stands = holds || (verdict.error !== null && verdict.consent?.state !== 'VOID');
    // What was asked under another policy is void, and decided again under the one that holds now.
    if (!stands && attempt < MAX_ATTEMPTS && !signal.aborted) continue;
    count(about, verdict);
    if (!stands && verdict.error === null)
      return fail('consent.void', 'the policy changed while this act was waiting', { help: 'ask again' });
    return ok(verdict);
  }
}

async function judge(
  parts: Consultants,
  policy: EffectivePolicy,
  consulted: Consulted,
  signal: AbortSignal,
): Promise<Verdict> {
  const { audit, now } = parts;
  consulted.task.state.grants.endOver(now());
  const beside = parts.candidate?.() ?? null;
  const judging = beside === null ? policy : keepingOfBoth(policy, beside.policy);
  const asked = typeof consulted.asked === 'function' ? consulted.asked(judging) : consulted.asked;
  const judges = [policy, ...(beside === null ? [] : [beside.policy])];
  const put = byHost(asked, consulted.task.state.frameHosts, judges);
  const ruled = rule(policy, put, parts.duties);
  const ruling = consulted.eachTime === true ? asQuestion(ruled) : ruled;
  const about = {
    ...consulted,
    asked: put,
    keptHost: (host: string): string => policy.keptOf?.('contentHost', host) ?? host,
    details: [...consulted.details, ...hostRows(policy, ruling, consulted)],
  };
  const before =
    ruling.decision === 'ESCALATE' && about.eachTime !== true ? answeredBefore(ruling, about, now()) : null;
  const granted = before !== null;
  const unread = ruling.decision === 'ESCALATE' && !granted ? illegible(about.details) : null;
  const asks = ruling.decision === 'ESCALATE' && about.askPerson && unread === null;
  const entry = eventFor(parts, policy, about, ruling);
  const kept = asks && about.task.approve === 'ask' ? keptBack(parts, about, ruling, entry) : null;
  if (kept !== null) return kept;
  beside?.note(entry, ruling);
  const goes = ruling.decision === 'ALLOW' || granted;
  const event: AuditEvent = {
    ...entry,
    outcome: granted ? 'GRANTED_BEFORE' : goes || asks ? null : 'REFUSED',
    ...(before === null || before.length === 0 ? {} : { details: { ...entry.details, restsOn: before } }),
  };
  // A page does as much as it likes; what a person is asked about has its entry.
  const recorded =
    about.by.kind === 'page' && !asks
      ? notePageEvent(audit, about.task, event, goes ? null : likenessOf(about, ruling))
      : audit.append(event);
  if (ruling.decision === 'ALLOW' || granted) return { ruling, consent: null, error: null, recorded };
  if (!asks) return { ruling, consent: null, error: unread ?? refusal(about.what, ruling), recorded };
  const written = await recorded;
  if (!written.ok) return { ruling, consent: null, error: written.error, recorded };
  return askPerson(parts, policy, about, ruling, entry, signal);
}

/** The answers by which everything that escalates was granted before; `null`: something was not. */
function answeredBefore(
  ruling: Ruling,
  about: Consultation & { readonly keptHost: (host: string) => string },
  now: number,
): readonly string[] | null {
  if (about.coveredByDocument && coversApprovers(ruling, about))
    return about.admittedAt === undefined ? [] : [...about.task.state.grants.answersAt(about.admittedAt)];
  const covering = coveringGrants(ruling, about, now);
  return covering === null ? null : [...new Set(covering.flatMap(({ answer }) => answer ?? []))];
}

/** Whoever runs the gateway let the document come, or those did who have to answer for this. */
function coversApprovers({ gates }: Ruling, { task, admittedAt }: Consultation): boolean {
  const answered = admittedAt === undefined ? null : task.state.grants.answeredAt(admittedAt);
  return gates.every(
    ({ gate, decision, approvers }) =>
      decision !== 'ESCALATE' ||
      isDeferred(gate, decision) ||
      approvers === undefined ||
      ownersMay(approvers) ||
      answered?.has(approvers) === true,
  );
}

/** What a page was refused is alike by what it tried, where, what it would have taken along, and what decided it. */
const likenessOf = ({ auditType, evidence }: Consultation, ruling: Ruling): string =>
  JSON.stringify([
    auditType,
    evidence['kind'] ?? evidence['method'] ?? null,
    evidence['provenance'] ?? null,
    ruling.decision,
    ruling.policyHash,
    ruling.gates.map(({ gate, because }) => [
      hostOf(URL.parse(gate.url ?? '')),
      because.map(({ entry, at }) => `${entry}@${at}`),
    ]),
  ]);

/** What was refused a moment ago is refused again, and nobody is asked. */
function keptBack(
  { audit, consent }: Consultants,
  about: Consultation,
  ruling: Ruling,
  entry: AuditEvent,
): Verdict | null {
  const { asker, kind } = rememberedBy({ ...about, requestedBy: about.by, ruling });
  const held = consent.memory.held(asker, kind);
  if (held === null) return null;
  const event = (repeats?: number): AuditEvent => ({
    ...entry,
    why: held.consentId ?? entry.why,
    outcome: 'REFUSED',
    details: {
      ...entry.details,
      refusedBefore: held.consentId,
      ...(repeats === undefined ? {} : { repeats }),
    },
  });
  const recorded =
    about.by.kind === 'page'
      ? notePageEvent(audit, about.task, event(), likenessOf(about, ruling))
      : consent.memory.repeated(asker, kind, (repeats) => audit.append(event(repeats)));
  return { ruling, consent: null, error: heldFailure(about.what, ruling, held), recorded };
}

/** An ALLOW as a question. INVARIANT: never less than what the policy says. */
const asQuestion = (ruling: Ruling): Ruling =>
  ruling.decision !== 'ALLOW'
    ? ruling
    : {
        ...ruling,
        decision: 'ESCALATE',
        gates: ruling.gates.map((gate) => ({ ...gate, decision: 'ESCALATE' })),
      };

async function askPerson(
  parts: Consultants,
  policy: EffectivePolicy,
  about: Consultation & { readonly keptHost: (host: string) => string },
  ruling: Ruling,
  entry: AuditEvent,
  signal: AbortSignal,
): Promise<Verdict> {
  const { audit, consent, now } = parts;
  const { task } = about;
  const asked = await audit.append({ ...entry, type: 'consent.asked' });
  if (!asked.ok) return { ruling, consent: null, error: asked.error, recorded: Promise.resolve(asked) };
  const outcome: ConsentOutcome =
    task.approve === 'deny'
      ? {
          state: 'REFUSED',
          consentId: `c-${about.requestId}`,
          by: nameOf(task.requestedBy),
          proof: { authentication: 'TASK_SETTING' },
          stopTask: true,
        }
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
    details: {
      ...entry.details,
      approval: outcome.consentId,
      scope: outcome.state === 'GRANTED' ? outcome.scope : null,
      ...howOf(outcome),
    },
  });
  if (outcome.state !== 'GRANTED')
    return { ruling, consent: outcome, error: consentFailure(about.what, ruling, outcome), recorded };
  // What nobody can look up afterwards was not granted: the log may be well again when the next act comes.
  const written = await recorded;
  if (!written.ok) return { ruling, consent: null, error: written.error, recorded };
  const allowed = withoutLeftOut(ruling, outcome.leftOut);
  const kept = about.eachTime === true ? [] : keepGrants(allowed, about, outcome.scope, now());
  const all = [...kept, ...keepStorageGrants(allowed, about, outcome.scope, now())];
  for (const one of all) one.restsOn(outcome.consentId);
  parts.grants?.note(all, {
    taskId: task.id,
    intent: task.title ?? task.intent,
    by: outcome.by,
    consentId: outcome.consentId,
  });
  return { ruling, consent: outcome, error: null, recorded, kept };
}

async function notLoaded(parts: Consultants, about: Consulted, error: Failure): Promise<Result<never>> {
  const { task, requestId, by, what } = about;
  const event: AuditEvent = {
    type: about.auditType,
    taskId: task.id,
    requestId,
    who: nameOf(by),
    what,
    where: '',
    verdict: 'DENY',
    why: 'no policy is in force',
    outcome: 'REFUSED',
    details: { error },
  };
  if (by.kind !== 'page') task.state.stoppedActs.note(event);
  await (by.kind === 'page'
    ? notePageEvent(parts.audit, task, event, `${event.type} no policy`)
    : parts.audit.append(event));
  return {
    ok: false,
    error: failure('policy.not-loaded', 'no policy is in force, so every act is denied', {
      cause: error.message,
      help: error.help ?? 'run `ghost policy check`',
      ...(error.span === undefined ? {} : { span: error.span }),
    }),
  };
}

/** What of a page's own was refused without a question is noted with its entry. */
function count(about: Consulted, { consent, error, ruling }: Verdict): void {
  const { counts, stoppedActs } = about.task.state;
  const refusedByPerson = consent?.state === 'REFUSED' && consent.proof?.authentication !== 'TASK_SETTING';
  if (about.auditType !== 'connection') {
    if (consent !== null) counts.asked += 1;
    if (error === null) counts.allowed += 1;
    else counts.denied += 1;
  }
  if (refusedByPerson) counts.youRefused += 1;
  else if (error === null && consent?.state === 'GRANTED') counts.youAllowed += 1;
  else if (error !== null && (about.by.kind !== 'page' || consent !== null))
    stoppedActs.note({
      type: about.auditType,
      who: nameOf(about.by),
      what: about.what,
      where: hostOf(URL.parse(targetOf(about, ruling))),
      why: reasonsInWords(ruling),
      asked: wasAsked(consent),
    });
}

/** Whether a question stood before a person, whatever became of it. */
const wasAsked = (consent: ConsentOutcome | null): boolean =>
  consent?.state === 'TIMED_OUT' || consent?.state === 'VOID';

/** Where the gate leads that decided it. */
const targetOf = ({ documentUrl }: Consulted, { gates, decision }: Ruling): string =>
  gates.find((one) => one.decision === decision)?.gate.url ?? documentUrl;

export function eventFor(
  { digests = null }: { readonly digests?: PathDigests | null },
  policy: EffectivePolicy,
  about: Consultation,
  ruling: Ruling,
): AuditEvent {
  return {
    type: about.auditType,
    taskId: about.task.id,
    requestId: about.requestId,
    who: nameOf(about.by),
    what: about.what,
    where: hostOf(URL.parse(targetOf(about, ruling))),
    verdict: ruling.decision,
    why: reasonsInWords(ruling),
    outcome: null,
    details: {
      ...about.evidence,
      // In the vocabulary's own terms, so that a log can be decided again exactly under another policy.
      vocabulary: VOCABULARY_ID,
      gates: loggedGates(ruling.gates, policy, digests),
      violation: ruling.violation,
      ...(ruling.mend === undefined ? {} : { mend: ruling.mend }),
      digest: about.digest,
      policy: ruling.semanticHash,
      source: ruling.source.hash,
      layers: ruling.source.layers,
    },
  };
}
