// The files of a log, in a directory of their own. INVARIANT: the directory is 0700 and every file 0600, whatever the umask.
import { randomUUID } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
} from 'node:fs';
import { renameSync, rmSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '#executors/system/error-code.ts';
import { ownDirectory } from '#executors/system/own-directory.ts';
import { strangerOf } from '#executors/system/ownership.ts';
import { readPlainText } from '#executors/system/plain-file.ts';
import { describe, fail, ok, type Result } from '#policy/language/failure.ts';

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

/** Makes the directory, closes it and its files to others, and says whether they can be written. Errors: `audit.*`, `directory.unsafe`. */
export function prepareDirectory(files: AuditFiles): Result<null> {
  const { directory, database, checkpoint, publicKey, secretKey, lock } = files;
  const all = [database, checkpoint, publicKey, secretKey, lock];
  try {
    for (const path of [directory, ...all]) if (isThere(path)) requireWritable(path);
    const own = ownDirectory(directory, 0o700);
    if (!own.ok && own.error.code === 'directory.unsafe') return own;
    if (!own.ok) throw new Error(own.error.cause ?? own.error.message);
    for (const path of [database, lock]) createPrivate(path);
    for (const path of all) {
      const found = lstatSync(path, { throwIfNoEntry: false });
      if (found === undefined) continue;
      // Nobody else could put it there since; before, somebody may have.
      if (!found.isFile() || strangerOf(found) !== null)
        return fail('file.unsafe', `\`${path}\` is no plain file of this user`, {
          help: 'look who put it there, and remove it; or give another data directory',
        });
      chmodSync(path, 0o600);
    }
    return ok(null);
  } catch (error) {
    if (/^(?:EACCES|EROFS|EPERM)\b/u.test(errorCode(error) || describe(error))) {
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

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** INVARIANT: what its owner made read-only stays so: for root, whom no mode stops, and before a mode is tightened. */
function requireWritable(path: string): void {
  const found = lstatSync(path);
  accessSync(path, constants.R_OK | constants.W_OK | (found.isDirectory() ? constants.X_OK : 0));
  if ((found.mode & 0o200) === 0) {
    throw Object.assign(new Error(`\`${path}\` is marked read-only`), { code: 'EACCES' });
  }
}

/** Keys, checkpoints, anchors: none of them comes near. */
const MAX_TEXT_BYTES = 16 * 1024 * 1024;

/** The file's text, or `null` when there is no such file. */
export function readText(path: string, mostBytes = MAX_TEXT_BYTES): string | null {
  try {
    return readPlainText(path, mostBytes);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Replaces the file so that after a crash either the old or the new text is there. INVARIANT: it is a new file: nothing that lies at
 * its name while it is written is followed, whoever else may write to the directory.
 */
export function writeAtomically(path: string, text: string, mode = 0o600): void {
  const temporary = `${path}.${randomUUID()}.new`;
  try {
    const file = openSync(temporary, 'wx', 0o600);
    try {
      writeSync(file, text);
      if (mode !== 0o600) fchmodSync(file, mode);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncToDisk(dirname(path));
}

/** As `writeAtomically`, while whatever else waits goes on: a disk takes milliseconds. */
export async function writeAtomicallyApart(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.new`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  const directory = await open(dirname(path), 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Of a file its content, of a directory its names. Throws what the disk throws. */
export function syncToDisk(path: string): void {
  const opened = openSync(path, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
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
