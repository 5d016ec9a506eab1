// Writes what happens to the policy into the audit log: one form for every event of its life.
import type { AuditEntry, AuditLog } from '#gateway/audit/format/contract.ts';
import type { Proof } from '#gateway/boundary/consent/authentication.ts';
import { describe, fail } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { WORDS } from './words.ts';
import type { PolicyEventType } from './words.ts';

export type PolicyRecord = (
  type: PolicyEventType,
  outcome: string | null,
  details: Readonly<Record<string, unknown>>,
  who?: string,
) => Promise<Result<AuditEntry>>;

export const recordIn =
  (audit: Pick<AuditLog, 'append'>): PolicyRecord =>
  (type, outcome, details, who = 'gateway') =>
    audit.append({
      type,
      taskId: null,
      requestId: null,
      who,
      what: WORDS[type],
      where: '',
      verdict: null,
      why: '',
      outcome,
      details,
    });

/** How it is known who asked for the act. Who gives none opened the gateway in its own process. */
export const authenticated = (
  { authentication, evidence }: Proof = { authentication: 'LIBRARY_CALLBACK' },
): Readonly<Record<string, unknown>> => ({ authentication, ...evidence });

type Act = {
  readonly type: PolicyEventType;
  readonly details: Readonly<Record<string, unknown>>;
  readonly by: string;
  readonly proof?: Proof | undefined;
};

/**
 * An act that is recorded before it is done (outcome `null`), and again with what came of it. The second entry is not what
 * anything depends on: should it not reach the disk, the log refuses every later one. Errors: those of the act, `audit.*`.
 */
export async function recorded<T>(
  note: PolicyRecord,
  { type, details: what, by, proof }: Act,
  act: () => Result<T> | Promise<Result<T>>,
): Promise<Result<T>> {
  const details = { ...what, ...authenticated(proof) };
  const begun = await note(type, null, details, by);
  if (!begun.ok) return begun;
  const done = await attempt(act);
  await note(type, done.ok ? 'DONE' : 'FAILED', done.ok ? details : { ...details, error: done.error }, by);
  return done;
}

/** What throws has failed: the entry has to say so. */
async function attempt<T>(act: () => Result<T> | Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await act();
  } catch (thrown) {
    return fail('policy.unreadable', 'the policy was not changed because of an unexpected error', {
      cause: describe(thrown),
    });
  }
}
