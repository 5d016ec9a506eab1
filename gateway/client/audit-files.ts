// The audit log's files, read without a gateway: a security team needs nothing else.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readPlainText } from '#executors/system/plain-file.ts';
import { auditFiles } from '#gateway/audit/format/files.ts';
import { MAX_KEY_BYTES } from '#gateway/audit/format/signed-note.ts';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import type { AuditEntry, AuditQuery } from '#gateway/audit/format/contract.ts';
import { newerLog } from '#gateway/audit/read/open-read-only.ts';
import { verifyAudit } from '#gateway/audit/read/verify.ts';
import { pathsFor } from '#gateway/settings/paths.ts';
import { unfinishedRestore } from '#gateway/settings/unfinished-restore.ts';
import type { AuditRow, AuditVerification } from '#gateway/protocol/views/audit.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

export const auditDirectory = (dataDir?: string): string => join(pathsFor(dataDir).data, 'audit');

export async function readAuditFiles(
  directory: string,
  query: AuditQuery,
): Promise<Result<{ rows: readonly AuditRow[]; total: number }>> {
  const missing = missingLog(directory);
  if (missing !== null) return missing;
  const opened = await openAuditLog({ directory, readOnly: true });
  if (!opened.ok) return opened;
  try {
    return opened.value.query(query);
  } finally {
    await opened.value.close();
  }
}

/** One entry, whole. */
export async function readAuditEntry(directory: string, seq: number): Promise<Result<AuditEntry>> {
  const missing = missingLog(directory);
  if (missing !== null) return missing;
  const opened = await openAuditLog({ directory, readOnly: true });
  if (!opened.ok) return opened;
  try {
    const entry = opened.value.entry(seq);
    return entry === null
      ? fail('audit.bad-query', `there is no entry ${seq}`, {
          help: `the log has entries 1 to ${opened.value.count()}`,
        })
      : ok(entry);
  } finally {
    await opened.value.close();
  }
}

/** Entries after `seq` as rows, in order: what `tail` follows. */
export async function auditRowsSince(directory: string, seq: number): Promise<Result<readonly AuditRow[]>> {
  const read = await readAuditFiles(directory, {
    text: `seq:${seq + 1}..${Number.MAX_SAFE_INTEGER}`,
    limit: 1000,
  });
  return read.ok ? ok(read.value.rows.toReversed()) : read;
}

export async function verifyAuditFiles(directory: string): Promise<Result<AuditVerification>> {
  const missing = missingLog(directory);
  if (missing !== null) return missing;
  const files = auditFiles(directory);
  let publicKey = '';
  try {
    publicKey = readPlainText(files.publicKey, MAX_KEY_BYTES).trim();
  } catch (thrown) {
    return fail('audit.unreadable', `the public key \`${files.publicKey}\` cannot be read`, {
      cause: thrown,
      help: 'bring it back, or verify with a copy of it',
    });
  }
  const newer = newerLog(files);
  if (newer !== null) return newer;
  return ok(await verifyAudit({ database: files.database, checkpoint: files.checkpoint, publicKey }));
}

export function missingLog(directory: string): Result<never> | null {
  const files = auditFiles(directory);
  // A key or a checkpoint without a database is a log that was taken away, and for the verifier to report.
  if (existsSync(files.database) || existsSync(files.checkpoint)) return null;
  const ready = unfinishedRestore(dirname(directory));
  if (ready !== null)
    return fail('audit.unreadable', `a restore of \`${dirname(directory)}\` was interrupted`, {
      help: `the next start of a gateway (\`ghost daemon start\`) puts \`${ready}\` in its place`,
    });
  return fail('audit.unreadable', `there is no audit log in \`${directory}\``, {
    help: 'it is made by the first task; `--data-dir` names another place',
  });
}
