// The SQLite database that the log, its reader and its lock are kept in, and the codes of its errors.
import Database from 'better-sqlite3';

export type Sqlite = Database.Database;

/** SQLite's own code (`SQLITE_CORRUPT`, `SQLITE_NOTADB`, …); `''` for another error. */
export function sqliteCode(thrown: unknown): string {
  return thrown instanceof Database.SqliteError ? thrown.code : '';
}
