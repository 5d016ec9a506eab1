// The right to append, as the write lock of a tiny SQLite database: the kernel drops it with its process, so that no stale
// lock can exist and no take-over can race. INVARIANT: one holder at a time, in all processes and in this one.
import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { fail, ok, type Err, type Result } from '#policy/language/failure.ts';
import { type Sqlite, sqliteCode } from '#gateway/audit/format/sqlite.ts';

const PATIENCE_MS = 250;

export type WriterLock = {
  release(): void;
  /** Takes the one that lies there now, where that is another file than the one that is held. Errors: as of taking it. */
  renew(): Result<void>;
};

export function takeWriterLock(path: string): Result<WriterLock> {
  const first = take(path);
  if (!first.ok) return first;
  let held = first.value;
  let file = fileAt(path);
  return ok({
    release: () => held.close(),
    renew: () => {
      const now = fileAt(path);
      if (now !== null && now === file) return ok(undefined);
      const taken = take(path);
      if (!taken.ok) return taken;
      held.close();
      held = taken.value;
      file = fileAt(path);
      return ok(undefined);
    },
  });
}

/** Which file it is; `null`: none. */
function fileAt(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}:${found.ino}`;
}

function take(path: string): Result<Sqlite> {
  let database: Sqlite | null = null;
  try {
    database = new Database(path, { timeout: PATIENCE_MS });
    const held = database;
    held.pragma('journal_mode = MEMORY');
    held.exec('BEGIN IMMEDIATE');
    held.exec('CREATE TABLE IF NOT EXISTS holder (id INTEGER PRIMARY KEY, pid INTEGER NOT NULL) STRICT');
    held.prepare('INSERT OR REPLACE INTO holder VALUES (1, ?)').run(process.pid);
    held.exec('COMMIT');
    // RESERVED: nobody else can write, everybody can read who holds it.
    held.exec('BEGIN IMMEDIATE');
    return ok(held);
  } catch (error) {
    const locked = sqliteCode(error).startsWith('SQLITE_BUSY');
    const pid = locked && database !== null ? holderOf(database) : null;
    database?.close();
    if (locked) return lockedBy(pid, path, error);
    return fail('audit.unreadable', `the lock \`${path}\` of the audit log cannot be taken`, {
      help: 'if no gateway runs, remove that file: it holds nothing but the lock',
      cause: error,
    });
  }
}

function lockedBy(pid: number | null, path: string, cause: unknown): Err {
  const holder = pid === null ? 'another process' : `process ${pid}`;
  const mend =
    pid === null ? 'wait for it to end' : `stop process ${pid} (\`ghost daemon stop\`, or \`kill ${pid}\`)`;
  return fail('audit.locked', `the audit log is written by ${holder} already`, {
    help: `${mend}, or give this gateway a data directory of its own`,
    cause,
    details: { pid, lock: path },
  });
}

function holderOf(database: Sqlite): number | null {
  try {
    const pid: unknown = database.prepare('SELECT pid FROM holder').pluck().get();
    return typeof pid === 'number' ? pid : null;
  } catch (error) {
    // Between the holder's two transactions there may be no table yet; who holds it is then not known.
    if (sqliteCode(error) === '') throw error;
    return null;
  }
}
