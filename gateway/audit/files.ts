// The files of a log, in a directory of their own. INVARIANT: the directory is 0700 and every file 0600, whatever the umask.
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
} from 'node:fs';
import { readFileSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fail, ok, type Result } from '#policy/failure.ts';

export type AuditFiles = {
  readonly directory: string;
  readonly database: string;
  /** The last signed checkpoint, beside the database. */
  readonly checkpoint: string;
  readonly publicKey: string;
  readonly secretKey: string;
  /** A tiny SQLite database whose write lock is the right to append. */
  readonly lock: string;
};

export function auditFiles(directory: string): AuditFiles {
  return {
    directory,
    database: join(directory, 'audit.db'),
    checkpoint: join(directory, 'audit.checkpoint'),
    publicKey: join(directory, 'audit.pub'),
    secretKey: join(directory, 'audit.key'),
    lock: join(directory, 'audit.lock'),
  };
}

/** Makes the directory, closes it and its files to others, and says whether they can be written. */
export function prepareDirectory(files: AuditFiles): Result<null> {
  try {
    mkdirSync(files.directory, { recursive: true, mode: 0o700 });
    requireWritable(files.directory, constants.X_OK);
    chmodSync(files.directory, 0o700);
    for (const path of [files.database, files.lock]) createPrivate(path);
    for (const path of [files.database, files.checkpoint, files.publicKey, files.secretKey, files.lock]) {
      if (!existsSync(path)) continue;
      requireWritable(path);
      chmodSync(path, 0o600);
    }
    return ok(null);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') {
      return fail('audit.read-only', `the audit log in \`${files.directory}\` cannot be written`, {
        help: 'make the directory and its files writable for this user, or give another data directory',
        cause: error,
      });
    }
    return fail('audit.unreadable', `the audit log in \`${files.directory}\` cannot be opened`, {
      help: 'check that the path is a directory and that the disk works',
      cause: error,
    });
  }
}

/** INVARIANT: what its owner made read-only stays so: for root, whom no mode stops, and before a mode is tightened. */
function requireWritable(path: string, more = 0): void {
  accessSync(path, constants.R_OK | constants.W_OK | more);
  if ((statSync(path).mode & 0o200) === 0) {
    throw Object.assign(new Error(`\`${path}\` is marked read-only`), { code: 'EACCES' });
  }
}

/** The file's text, or `null` when there is no such file. */
export function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Replaces the file so that after a crash either the old or the new text is there. */
export function writeAtomically(path: string, text: string): void {
  const temporary = `${path}.new`;
  const file = openSync(temporary, 'w', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  const directory = openSync(dirname(path), 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

// INVARIANT: an SQLite file that exists is never opened here: closing it would drop SQLite's POSIX locks of this process.
// https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
function createPrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

export function errorCode(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}
