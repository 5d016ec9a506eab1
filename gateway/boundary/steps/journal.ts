// Writes the boundary's own log entries: authorisations beside their decisions, and outcomes.
import type { Result } from '#policy/language/failure.ts';
import type { AuditEventType, AuditLog } from '#gateway/audit/format/contract.ts';
import type { Verdict } from './verdict.ts';
import { nameOf } from '#gateway/boundary/task/principal.ts';
import type { Principal } from '#gateway/boundary/task/principal.ts';

export type Act = {
  readonly taskId: string;
  readonly requestId: string;
  readonly by: Principal;
  readonly what: string;
  /** Host that it happens at, `''` where there is none. */
  readonly where: string;
};

export class Journal {
  readonly #audit: AuditLog;
  constructor(audit: AuditLog) {
    this.#audit = audit;
  }

  /** Resolves when decision and authorisation are on disk: they share one commit. */
  async issued(act: Act, verdict: Verdict, digest: string): Promise<Result<unknown>> {
    const { ruling, consent, recorded } = verdict;
    const issued = this.#audit.append({
      type: 'authorization.issued',
      taskId: act.taskId,
      requestId: act.requestId,
      who: nameOf(act.by),
      what: act.what,
      where: act.where,
      verdict: ruling.decision,
      why: consent?.consentId ?? 'policy',
      outcome: null,
      details: { digest, policy: ruling.semanticHash },
    });
    const results = await Promise.all([recorded, issued]);
    return results.find((result) => !result.ok) ?? { ok: true, value: undefined };
  }

  /** An entry that nothing waits for. Should it not reach the disk, the log refuses every later entry, and so every later act. */
  note(act: Act, type: AuditEventType, outcome: string, details: Record<string, unknown>): void {
    void this.#audit.append({
      type,
      taskId: act.taskId,
      requestId: act.requestId,
      who: 'gateway',
      what: act.what,
      where: act.where,
      verdict: null,
      why: '',
      outcome,
      details,
    });
  }
}
