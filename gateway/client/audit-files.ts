// The audit log's files, read without a gateway: a security team needs nothing else.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readPlainText } from '#executors/system/plain-file.ts';
import { auditFiles } from '#gateway/audit/format/files.ts';
import { MAX_KEY_BYTES } from '#gateway/audit/format/signed-note.ts';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import type { AuditEntry, AuditLog, AuditQuery } from '#gateway/audit/format/contract.ts';
import { checkBundle } from '#gateway/audit/proofs/bundle.ts';
import { checkProofFile, proofFile } from '#gateway/audit/proofs/proof.ts';
import { newerLog } from '#gateway/audit/read/open-read-only.ts';
import { verifyAudit } from '#gateway/audit/read/verify.ts';
import { pathsFor } from '#gateway/settings/paths.ts';
import { unfinishedRestore } from '#gateway/settings/restores/unfinished-restore.ts';
import type { AuditAnswer, AuditRow, AuditVerification } from '#gateway/protocol/views/audit.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

const MAX_CHECKED_BYTES = 512 * 1024 * 1024;

export const auditDirectory = (dataDir?: string): string => join(pathsFor(dataDir).data, 'audit');

/** The log's public key, as a file. */
export const auditKey = (directory: string): string => auditFiles(directory).publicKey;

/** Nothing is written there, and the log is closed again whatever comes of it. */
async function withLog<T>(
  directory: string,
  work: (log: AuditLog) => Promise<Result<T>>,
): Promise<Result<T>> {
  const missing = missingLog(directory);
  if (missing !== null) return missing;
  const opened = await openAuditLog({ directory, readOnly: true });
  if (!opened.ok) return opened;
  try {
    return await work(opened.value);
  } finally {
    await opened.value.close();
  }
}

export const readAuditFiles = (directory: string, query: AuditQuery): Promise<Result<AuditAnswer>> =>
  // What they have in common is counted on the thread alone.
  withLog(directory, async (log) => (query.facets === true ? log.search(query) : log.query(query)));

/** One entry, whole. */
export const readAuditEntry = (directory: string, seq: number): Promise<Result<AuditEntry>> =>
  withLog(directory, async (log) => {
    const entry = log.entry(seq);
    return entry === null
      ? fail('audit.bad-query', `there is no entry ${seq}`, {
          help: `the log has entries 1 to ${log.count()}`,
        })
      : ok(entry);
  });

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

/** The file that proves one entry. Errors: those of `AuditLog.prove`. */
export const proveAuditEntry = (directory: string, seq: number): Promise<Result<string>> =>
  withLog(directory, async (log) => {
    const proven = await log.prove([seq]);
    if (!proven.ok) return proven;
    const [entry] = proven.value.entries;
    return entry === undefined
      ? fail('audit.bad-query', `there is no entry ${seq}`)
      : ok(proofFile(entry, proven.value.checkpoint));
  });

/** What a proof or a bundle holds; the entries are as the log wrote them. */
export type CheckedFile = {
  readonly kind: 'proof' | 'bundle';
  readonly entries: readonly string[];
  readonly checkpoint: { readonly size: number; readonly at: string; readonly rootHash: string };
  /** Of a bundle. */
  readonly query: string | null;
  readonly complete: boolean | null;
};

/** `key`: file of the public key. No log is opened. Errors: `audit.bad-proof`, `command.bad-file`. */
export function checkAuditFile(file: string, key: string): Result<CheckedFile> {
  const [text, publicKey] = [readGiven(file, MAX_CHECKED_BYTES), readGiven(key, MAX_KEY_BYTES)];
  if (!text.ok) return text;
  if (!publicKey.ok) return publicKey;
  if (!text.value.startsWith('{')) {
    const proof = checkProofFile(text.value, publicKey.value.trim());
    if (!proof.ok) return proof;
    const { checkpoint, text: entry } = proof.value;
    return ok({ kind: 'proof', entries: [entry], checkpoint, query: null, complete: null });
  }
  const bundle = checkBundle(text.value, publicKey.value.trim());
  return bundle.ok ? ok({ kind: 'bundle', ...bundle.value }) : bundle;
}

function readGiven(file: string, mostBytes: number): Result<string> {
  try {
    return ok(readPlainText(file, mostBytes));
  } catch (cause) {
    return fail('command.bad-file', `cannot read \`${file}\``, {
      cause,
      help: 'name a file that is there and that you may read',
    });
  }
}
