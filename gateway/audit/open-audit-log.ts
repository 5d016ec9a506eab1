// Opens the audit log: for writing with its lock, its key and its end checked, or for reading only.
// INVARIANT: one writer a directory; what does not fit its signed checkpoint is never continued.
import { fail, type Result } from '#policy/language/failure.ts';
import { openOrCreateLog } from './write/create-log.ts';
import { auditFiles, prepareDirectory } from './format/files.ts';
import { openLogReader } from './read/log-reader.ts';
import { bringForward } from './write/upgrade.ts';
import { takeWriterLock } from './write/writer-lock.ts';
import { WritableLog } from './write/writable-log.ts';
import type { AuditLog } from './format/contract.ts';

export type AuditLogOptions = {
  readonly directory: string;
  readonly clock?: () => Date;
  /** Only look: no lock is taken, nothing is made or checked, appends fail. */
  readonly readOnly?: boolean;
  /** The most entries that share one commit. */
  readonly groupLimit?: number;
};

const MAX_GROUP_ENTRIES = 256;

/** Errors: `audit.locked`, `audit.read-only`, `audit.unreadable`, `audit.broken-chain`, `audit.newer-format`, `audit.write-failed`. */
export async function openAuditLog(options: AuditLogOptions): Promise<Result<AuditLog>> {
  const files = auditFiles(options.directory);
  if (options.readOnly === true) return openLogReader(files);
  const prepared = prepareDirectory(files);
  if (!prepared.ok) return prepared;
  const lock = takeWriterLock(files.lock);
  if (!lock.ok) return lock;
  const clock = options.clock ?? (() => new Date());
  const current = await bringForward(files, clock);
  const established = current.ok ? openOrCreateLog(files, clock) : current;
  const reader = established.ok ? openLogReader(files) : established;
  if (!established.ok || !reader.ok) {
    lock.value.release();
    return reader.ok ? fail('audit.unreadable', 'the audit log cannot be read') : reader;
  }
  const limit = options.groupLimit ?? MAX_GROUP_ENTRIES;
  return WritableLog.open({ files, reader: reader.value, lock: lock.value, clock, limit }, established.value);
}
