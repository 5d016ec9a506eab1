// Carries out what follows a decision: reads inputs that may be read only after it, extends the task, and keeps the outcome in the
// log and in the task's ledger. INVARIANT: a source is read only once the decision is on disk.
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { dataDigest, type Authorization } from '#executors/contract/authorization.ts';
import { mayHaveHappened } from '#executors/contract/outcome.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import { afterAllow } from '#gateway/boundary/steps/after-allow.ts';
import type { Consultants } from '#gateway/boundary/steps/consult.ts';
import { issue, type Issuers } from '#gateway/boundary/steps/issue.ts';
import type { Journal } from '#gateway/boundary/steps/journal.ts';
import { holdsFor } from '#gateway/boundary/task/lease.ts';
import { loggedOutcome, textOfError } from '#gateway/boundary/steps/logged-outcome.ts';
import type { Verdict } from '#gateway/boundary/steps/verdict.ts';
import type { Attempt, Handed } from './contract.ts';
import type { Decided } from './decide.ts';

export type Authorised = Handed & { readonly authorization: Authorization };

/** What the executor gets: the verdict allows the act, the log has it, and the task may go where it leads. */
export async function authoriseAct(
  parts: Consultants,
  issuers: Issuers,
  attempt: Attempt,
  { verdict, granted }: Decided,
  signal: AbortSignal,
): Promise<Result<Authorised>> {
  const handed = await handedFor(issuers.journal, attempt, verdict, signal);
  if (!handed.ok) return handed;
  const held = await stillOurs(issuers, attempt, verdict);
  if (!held.ok) return held;
  const authorization = await issue(issuers, attempt.act, verdict, handed.value.bound);
  if (!authorization.ok) return authorization;
  const admitted = await admitAct(parts, attempt, verdict);
  if (!admitted.ok) return admitted;
  attempt.request.typed?.allowed();
  attempt.weighed.commit(granted, verdict.ok && verdict.value.ruling.askOnce !== undefined);
  return ok({ ...handed.value, authorization: authorization.value });
}

/** Of what may be done: whoever shares the task knows of it first. Errors: those of the lease, and of the log. */
async function stillOurs(
  { lease, journal }: Issuers,
  { request, act }: Attempt,
  verdict: Result<Verdict>,
): Promise<Result<unknown>> {
  if (lease === undefined || !verdict.ok || verdict.value.error !== null) return ok(undefined);
  const written = await verdict.value.recorded;
  const held = written.ok ? await holdsFor(lease, request.action, act) : written;
  if (!held.ok) journal.note(act, 'act.outcome', 'FAILED', { error: held.error });
  return held;
}

/** What the executor is handed. Errors: those of the source that is read now, and of the log. */
async function handedFor(
  journal: Journal,
  { act, bound, text, inputs }: Attempt,
  verdict: Result<Verdict>,
  signal: AbortSignal,
): Promise<Result<Handed>> {
  if (inputs.fetch === null || !verdict.ok || verdict.value.error !== null) return ok({ bound, text });
  const written = await verdict.value.recorded;
  const fetched = written.ok ? await inputs.fetch(signal) : written;
  if (!fetched.ok) {
    journal.note(act, 'act.outcome', 'FAILED', { error: fetched.error });
    return fetched;
  }
  return ok({ text: fetched.value, bound: { ...bound, dataDigest: dataDigest(fetched.value) } });
}

/** Origins that the task may read or act on from now on. Errors: those of the log. */
async function admitAct(
  parts: Consultants,
  { request, requestId, weighed }: Attempt,
  verdict: Result<Verdict>,
): Promise<Result<void>> {
  if (!verdict.ok) return verdict;
  const target = { requestId, gates: weighed.gates, byPage: false };
  return afterAllow(parts, request.task, target, verdict.value);
}

/** The outcome as its caller gets it; the ledger has read it, the log has its entry. */
export async function concludeAct(
  journal: Journal,
  { request: { task }, act, inputs, landing }: Attempt,
  done: Result<ActOutcome>,
  signal: AbortSignal,
): Promise<Result<ActOutcome>> {
  const result = done.ok ? await inputs.handOut(done.value, signal) : done;
  const { url } = landing.document;
  if (result.ok) task.state.provenance.read(result.value, url);
  else task.state.provenance.readText(url, textOfError(result.error) ?? '');
  const refused = !result.ok && result.error.code.startsWith('authorization.');
  journal.note(
    act,
    refused ? 'authorization.refused' : 'act.outcome',
    result.ok ? 'DONE' : mayHaveHappened(result.error) ? 'UNKNOWN' : 'FAILED',
    loggedOutcome(result),
  );
  return result;
}
