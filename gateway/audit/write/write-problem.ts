// Why the log cannot be written, found out from the error and by trying: SQLite tells apart a full disk and every other one.
// INVARIANT: an error that is not known counts as the disk's (`EIO`), never as none.
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { errorCode } from '#executors/system/error-code.ts';
import { describe, type Failure } from '#policy/language/failure.ts';
import type { OutageReason } from '#gateway/protocol/views/health.ts';
import type { AuditFiles } from '#gateway/audit/format/files.ts';
import type { WriteProblem } from './outage.ts';

/** Room for a commit and its pages. */
const PROBE = Buffer.alloc(128 * 1024);

const BY_CODE: Readonly<Record<string, OutageReason>> = {
  ENOSPC: 'ENOSPC',
  EDQUOT: 'ENOSPC',
  EFBIG: 'ENOSPC',
  SQLITE_FULL: 'ENOSPC',
  EROFS: 'EROFS',
  EMFILE: 'EMFILE',
  ENFILE: 'EMFILE',
  EACCES: 'EACCES',
  EPERM: 'EACCES',
  SQLITE_READONLY: 'EACCES',
  SQLITE_BUSY: 'LOCKED',
  'audit.locked': 'LOCKED',
  'audit.broken-chain': 'NOT_INTACT',
};

export const reasonOf = (code: string): OutageReason => BY_CODE[code] ?? 'EIO';

/** What a file beside the database meets; `null`: it was written and synced. */
export function probe(database: string): WriteProblem | null {
  const path = `${database}.probe`;
  try {
    const file = openSync(path, 'w', 0o600);
    try {
      // A disk with a little room takes a part without an error: the next call says why not more.
      for (let at = 0; at < PROBE.length;) at += writeSync(file, PROBE, at);
      fsyncSync(file);
    } finally {
      closeSync(file);
      rmSync(path, { force: true });
    }
    return null;
  } catch (error) {
    return problemOf(error);
  }
}

export const problemOf = (error: unknown): WriteProblem => ({
  reason: reasonOf(errorCode(error)),
  message: describe(error),
});

/** Of the file beside the database. */
export function problemOfCheckpoint({ checkpoint }: AuditFiles, error: unknown): WriteProblem {
  const { reason, message } = problemOf(error);
  return { reason, message: `the checkpoint file \`${checkpoint}\` could not be written (${message})` };
}

/** Of the log's own checks: what is there cannot be continued, whatever the disk does. */
export function problemOfFailure({ code, message, help, cause }: Failure): WriteProblem {
  const reason = code === 'audit.unreadable' && cause === undefined ? 'NOT_INTACT' : reasonOf(code);
  return {
    reason,
    message: cause === undefined ? message : `${message} (${cause})`,
    ...(reason === 'EIO' || help === undefined ? {} : { help }),
  };
}
