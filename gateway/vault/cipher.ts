// One SQLCipher database, as promises: what it does runs on its own threads, and its errors come as ours.
// INVARIANT: the key goes into `PRAGMA key` alone, with the library's log off; no error's text holds it. What is answered as late leaves
// no transaction open.
import type * as SqlCipher from '@journeyapps/sqlcipher';
import { fail, ok } from '#policy/language/failure.ts';
import type { Err, Result } from '#policy/language/failure.ts';

export type Cell = string | number | null | Uint8Array;
export type Row = Readonly<Record<string, unknown>>;

export interface Cipher {
  all(sql: string, cells?: readonly Cell[]): Promise<Result<readonly Row[]>>;
  close(): Promise<void>;
}

const BUSY_MS = 5_000;
/** For what a disk that hangs would hold up for ever. */
const DEADLINE_MS = 20_000;

/** By itself it changes nothing that is kept. */
const LEAVES_NOTHING = /^(?:SELECT|PRAGMA|BEGIN|ROLLBACK)\b/u;

const notDone = (): Err => fail('vault.busy', 'the vault’s disk does not answer', { help: 'try again' });

/** It waits for the disk, and is done once that answers: nobody takes it back. */
const notKnown = (): Err =>
  fail('vault.uncertain', 'the vault’s disk does not answer: whether this was done is not known', {
    help: 'look in a while (`ghost session list`, `ghost results list`), and repeat it only where it was not done',
  });

/** Opens the file, which has to be there. Errors: `vault.*`. */
export async function openCipher(path: string, key: Uint8Array): Promise<Result<Cipher>> {
  const library = await loadLibrary();
  if (!library.ok) return library;
  const { Database, OPEN_READWRITE } = library.value;
  const opened = await new Promise<Result<SqlCipher.Database>>((resolve) => {
    const database: SqlCipher.Database = new Database(path, OPEN_READWRITE, (error) =>
      resolve(error === null ? ok(database) : failed(error)),
    );
  });
  if (!opened.ok) return opened;
  const database = opened.value;
  database.serialize();
  database.configure('busyTimeout', BUSY_MS);
  let isInTransaction = false;
  const follow = (sql: string, isDone: boolean): void => {
    if (sql.startsWith('BEGIN') && isDone) isInTransaction = true;
    if (sql === 'ROLLBACK' || (sql === 'COMMIT' && isDone)) isInTransaction = false;
  };
  const cipher: Cipher = {
    all: (sql, cells = []) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          // It may still be done: what it begins ends with this, which is next in the connection's queue. Outside of a transaction it is
          // an error that says so, and changes nothing.
          database.run('ROLLBACK', () => {});
          resolve(sql !== 'COMMIT' && (isInTransaction || LEAVES_NOTHING.test(sql)) ? notDone() : notKnown());
          isInTransaction = false;
        }, DEADLINE_MS);
        database.all(sql, [...cells], (error: Error | null, rows: Row[]) => {
          clearTimeout(timer);
          follow(sql, error === null);
          resolve(error === null ? ok(rows) : failed(error));
        });
      }),
    close: () => new Promise((resolve) => database.close(() => resolve())),
  };
  for (const sql of [
    'PRAGMA cipher_log_level = NONE',
    `PRAGMA key = "x'${Buffer.from(key).toString('hex')}'"`,
    'PRAGMA cipher_memory_security = ON',
  ]) {
    const done = await cipher.all(sql);
    if (!done.ok) {
      await cipher.close();
      return done;
    }
  }
  return ok(cipher);
}

export type Statement = readonly [string, readonly Cell[]];

/** All of them or none. Errors: `vault.uncertain`: which of the two is not known; any other one: none. */
export async function inTransaction(cipher: Cipher, statements: readonly Statement[]): Promise<Result<void>> {
  const begun = await cipher.all('BEGIN IMMEDIATE');
  if (!begun.ok) return begun;
  for (const [sql, cells] of [...statements, ['COMMIT', []] as const]) {
    const done = await cipher.all(sql, cells);
    if (done.ok) continue;
    await cipher.all('ROLLBACK');
    return done;
  }
  return ok(undefined);
}

async function loadLibrary(): Promise<Result<Pick<typeof SqlCipher, 'Database' | 'OPEN_READWRITE'>>> {
  try {
    return ok((await import('@journeyapps/sqlcipher')).default);
  } catch (cause) {
    return fail('vault.unavailable', 'SQLCipher is not installed here, so nothing can be saved encrypted', {
      cause,
      help: 'run `npm ci` with a C++ compiler and OpenSSL’s headers (Debian: `build-essential libssl-dev`)',
    });
  }
}

function failed(error: Error): Err {
  const cause = 'code' in error ? String(error.code) : 'unknown';
  if (/^SQLITE_(?:BUSY|LOCKED)/u.test(cause))
    return fail('vault.busy', 'another process writes to the vault', { cause, help: 'try again' });
  if (/^SQLITE_(?:NOTADB|CORRUPT)/u.test(cause)) return damaged(cause);
  return fail('vault.write-failed', 'the vault’s file cannot be used', {
    cause,
    help: 'check its rights and the free space of the disk',
  });
}

export const damaged = (cause: string): Err =>
  fail('vault.damaged', 'the vault’s file is damaged', {
    cause,
    help: 'restore `vault.db` from a copy; to begin anew, move it away together with `vault.json`',
  });
