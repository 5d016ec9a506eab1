// Decides acts that touch no page: opening or closing a worker's tab, handing out a saved session.
// INVARIANT: such an act is decided, asked about and logged like any other, and permission is given only once the entry is on disk.
// But a tab is closed without waiting for the log, and whether or not it can be written: fail closed means less that runs.
import { randomUUID } from 'node:crypto';
import type { Gate } from '#policy/acts/gate.ts';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { BrowserActionType } from '#policy/language/vocabulary.ts';
import { digestOf } from '#executors/contract/authorization.ts';
import { consult } from '#gateway/boundary/steps/consult.ts';
import type { Consultants } from '#gateway/boundary/steps/consult.ts';
import { factsFor } from '#gateway/boundary/task/facts.ts';
import { hostOf } from '#policy/requests/host.ts';
import type { Principal } from '#gateway/boundary/task/principal.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';

export type OffPageAct = {
  readonly action: BrowserActionType;
  readonly gates: readonly Gate[];
  /** Verb and object: `close the tab`. */
  readonly what: string;
  /** The document that the act is about; `about:blank` if there is none. */
  readonly url: string;
  /** Afterwards less runs than before: it waits for no entry, and needs none. */
  readonly ends?: boolean;
};

/** Errors: those of `consult`, and the refusal itself. */
export async function decideOffPage(
  parts: Consultants,
  task: TaskContext,
  by: Principal,
  { action, gates, what, url, ends = false }: OffPageAct,
  signal: AbortSignal,
): Promise<Result<void>> {
  const surroundings = { task, action, initiator: task.initiator, documentUrl: url } as const;
  const verdict = await consult(
    parts,
    {
      task,
      requestId: randomUUID(),
      by,
      initiator: task.initiator,
      asked: gates.map((gate) => ({ gate, facts: factsFor(gate, surroundings) })),
      what,
      documentUrl: url,
      documentId: '',
      digest: digestOf({ kind: 'LEAVE', taskId: task.id, action, what, host: hostOf(URL.parse(url)) }),
      details: [],
      agentSays: null,
      askPerson: true,
      coveredByDocument: false,
      auditType: 'decision',
      evidence: { action },
    },
    signal,
  );
  if (!verdict.ok) return verdict;
  const { error, recorded } = verdict.value;
  if (ends) {
    // A question about it that could not be written down was not asked.
    return error === null || error.code === 'audit.write-failed' ? ok(undefined) : { ok: false, error };
  }
  const written = await recorded;
  if (!written.ok) return written;
  return error === null ? ok(undefined) : { ok: false, error };
}
