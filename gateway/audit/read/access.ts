// Who read or checked the log is in the log. INVARIANT: rows are given out only once that is there.
import { ok, type Result } from '#policy/language/failure.ts';
import type { AuditAnswer, AuditVerification } from '#gateway/protocol/views/audit.ts';
import type { AuditEntry, AuditLog, AuditQuery } from '#gateway/audit/format/contract.ts';

/** Reading the log is an event of its own. */
export async function readLog(
  audit: Pick<AuditLog, 'search' | 'append'>,
  query: AuditQuery,
  who: string,
  signal?: AbortSignal,
): Promise<Result<AuditAnswer>> {
  const found = await audit.search(query, signal, who);
  if (!found.ok) return found;
  const what = `read the audit log${query.text === '' ? '' : `: ${query.text}`}`;
  const noted = await noteOf(audit, {
    type: 'audit.read',
    who,
    what,
    details: { rows: found.value.rows.length },
  });
  if (!noted.ok) return noted;
  const { rows, total, atLeast, facets } = found.value;
  return ok({
    rows,
    total,
    ...(atLeast === undefined ? {} : { atLeast }),
    ...(facets === undefined ? {} : { facets }),
  });
}

export async function verifyLog(audit: AuditLog, who: string): Promise<AuditVerification> {
  const report = await audit.verify();
  if (report.ok)
    await noteOf(audit, {
      type: 'audit.verified',
      who,
      what: 'verify the audit log',
      details: { entries: report.entries },
    });
  return report;
}

/** Before anything is copied: what it comes to, nobody knows then. */
export const noteBackup = (audit: AuditLog, file: string, who: string): Promise<Result<AuditEntry>> =>
  noteOf(audit, {
    type: 'data.backed-up',
    who,
    outcome: 'BEGUN',
    what: 'back up the data directory',
    details: { file },
  });

/** An entry about the gateway itself, of no task. */
export function noteOf(
  audit: Pick<AuditLog, 'append'>,
  note: Pick<AuditEntry, 'type' | 'who' | 'what'> & Partial<Pick<AuditEntry, 'details' | 'outcome'>>,
): Promise<Result<AuditEntry>> {
  return audit.append({
    taskId: null,
    requestId: null,
    where: '',
    verdict: null,
    why: '',
    outcome: 'DONE',
    details: {},
    ...note,
  });
}
