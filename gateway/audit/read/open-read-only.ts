// Opens a database read-only, also on a medium or in a directory that cannot be written: SQLite would create its shared-memory
// file there, so a private copy is read instead.
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type Err } from '#policy/language/failure.ts';
import type { AuditFiles } from '#gateway/audit/format/files.ts';
import { openReader } from '#gateway/audit/format/schema.ts';
import { type Sqlite, sqliteCode } from '#gateway/audit/format/sqlite.ts';
import { unknownFormat } from '#gateway/audit/format/standing.ts';

export type ReadOnlyDatabase = { readonly database: Sqlite; readonly close: () => void };

/** The database, or why it cannot be opened. */
export function openReadOnly(path: string): ReadOnlyDatabase | string {
  if (!existsSync(path)) return `there is no file \`${path}\``;
  try {
    const database = openReader(path);
    try {
      // The first read shows whether the write-ahead log can be used.
      database.pragma('schema_version');
      return { database, close: () => database.close() };
    } catch (error) {
      database.close();
      if (!/^SQLITE_(CANTOPEN|READONLY)/.test(sqliteCode(error))) throw error;
    }
    return openCopy(path);
  } catch (error) {
    return describe(error);
  }
}

/** What a newer program wrote cannot be judged. `null`: it can, or what verifies it says why not. Errors: `audit.newer-format`. */
export function newerLog({ database }: Pick<AuditFiles, 'database'>): Err | null {
  const opened = openReadOnly(database);
  if (typeof opened === 'string') return null;
  try {
    const refused = unknownFormat({ database }, opened.database);
    return refused?.error.code === 'audit.newer-format' ? refused : null;
  } catch (error) {
    if (sqliteCode(error) === '') throw error;
    return null;
  } finally {
    opened.close();
  }
}

function openCopy(path: string): ReadOnlyDatabase {
  const directory = mkdtempSync(join(tmpdir(), 'ghost-audit-'));
  const remove = (): void => rmSync(directory, { recursive: true, force: true });
  try {
    const copy = join(directory, 'audit.db');
    copyFileSync(path, copy);
    if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`);
    const database = openReader(copy);
    return {
      database,
      close: () => {
        database.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
