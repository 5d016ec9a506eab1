// The database's tables and the number of their format, and opening it. INVARIANT: a file whose tables are not exactly these is not
// an audit log that this program knows; a trigger or a view in it would be a second author.
import Database from 'better-sqlite3';
import { FORMAT } from '#gateway/settings/formats.ts';
import type { Sqlite } from './sqlite.ts';

const ENTRY_TABLE = `CREATE TABLE entry (
  seq INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  type TEXT NOT NULL,
  taskId TEXT,
  requestId TEXT,
  who TEXT NOT NULL,
  what TEXT NOT NULL,
  "where" TEXT NOT NULL,
  verdict TEXT,
  why TEXT NOT NULL,
  outcome TEXT,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL,
  details TEXT NOT NULL
) STRICT`;

// Slot 0 holds the checkpoint of the last commit, slot n the one at entry n × MILESTONE.
const CHECKPOINT_TABLE = `CREATE TABLE checkpoint (
  slot INTEGER PRIMARY KEY,
  note TEXT NOT NULL,
  frontier BLOB NOT NULL
) STRICT`;

export const INSERT_ENTRY = `INSERT INTO entry VALUES (${Array.from({ length: 14 }, () => '?').join(', ')})`;
export const PUT_CHECKPOINT = 'INSERT OR REPLACE INTO checkpoint VALUES (?, ?, ?)';

/** Opens for writing: every commit is synced before it returns. A database of something else is left as it is. */
export function openWriter(path: string): Sqlite {
  const database = new Database(path, { timeout: 2_000 });
  const state = schemaState(database);
  if (state === 'something-else' || state === 'newer') return database;
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  return database;
}

export function openReader(path: string): Sqlite {
  return new Database(path, { readonly: true, fileMustExist: true, timeout: 2_000 });
}

export function createTables(database: Sqlite): void {
  database.exec(`BEGIN; ${ENTRY_TABLE}; ${CHECKPOINT_TABLE}; PRAGMA user_version = ${FORMAT.audit}; COMMIT`);
}

/** 0: before formats had numbers. */
export const formatOf = (database: Sqlite): number =>
  Number(database.pragma('user_version', { simple: true }));

/** `newer`: whatever its tables are. `something-else`: none of the formats that this program knows has these tables. */
export type SchemaState = 'empty' | 'audit-log' | 'newer' | 'something-else';

export function schemaState(database: Sqlite): SchemaState {
  if (formatOf(database) > FORMAT.audit) return 'newer';
  const found = database.prepare('SELECT sql FROM sqlite_schema ORDER BY rowid').pluck().all();
  if (found.length === 0) return 'empty';
  return found.length === 2 && found[0] === ENTRY_TABLE && found[1] === CHECKPOINT_TABLE
    ? 'audit-log'
    : 'something-else';
}
