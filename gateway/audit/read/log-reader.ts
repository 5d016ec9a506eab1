// Reads a log: rows, entries, queries, verification. Also the whole of a log that is opened read-only, broken ones included:
// what cannot be read is absent from a list, and named by `verify`.
import { existsSync } from 'node:fs';
import { fail, ok, type Err, type Result } from '#policy/language/failure.ts';
import { SELECT_ENTRY, toEntry } from '#gateway/audit/format/entry.ts';
import { readText, type AuditFiles } from '#gateway/audit/format/files.ts';
import { runQuery } from './query.ts';
import { SearchDesk } from './search-desk.ts';
import { openReadOnly, type ReadOnlyDatabase } from './open-read-only.ts';
import { schemaState } from '#gateway/audit/format/schema.ts';
import type { Sqlite } from '#gateway/audit/format/sqlite.ts';
import { unknownFormat } from '#gateway/audit/format/standing.ts';
import { verifyAudit } from './verify.ts';
import type { AuditEntry, AuditLog, AuditQuery } from '#gateway/audit/format/contract.ts';

/** Errors: `audit.unreadable`, `audit.newer-format`. */
export function openLogReader(files: AuditFiles): Result<LogReader> {
  const opened = openReadOnly(files.database);
  if (typeof opened === 'string') return unreadable(files, opened);
  try {
    const refused = unknownFormat(files, opened.database);
    if (refused !== null || schemaState(opened.database) !== 'audit-log') {
      opened.close();
      if (refused !== null) return refused;
      return fail('audit.unreadable', `\`${files.database}\` holds no audit log`, {
        help: 'give the data directory that the gateway writes to',
      });
    }
    return ok(new LogReader(files, opened, readText(files.publicKey)?.trim() ?? ''));
  } catch (error) {
    opened.close();
    return unreadable(files, error);
  }
}

const unreadable = (files: AuditFiles, cause: unknown): Err =>
  fail('audit.unreadable', `\`${files.database}\` cannot be read as an audit log`, {
    help: existsSync(files.database)
      ? 'run `ghost audit verify` to see what is damaged'
      : 'check that the path is right and readable',
    cause,
  });

export class LogReader implements AuditLog {
  readonly path: string;
  readonly publicKey: string;
  readonly #files: AuditFiles;
  readonly #database: Sqlite;
  #desk: SearchDesk | null = null;
  readonly #close: () => void;

  constructor(files: AuditFiles, { database, close }: ReadOnlyDatabase, publicKey: string) {
    this.path = files.database;
    this.publicKey = publicKey;
    this.#files = files;
    this.#database = database;
    this.#close = close;
  }

  async append(): Promise<Result<AuditEntry>> {
    return fail('audit.read-only', 'the audit log was opened for reading only', {
      help: 'the gateway that holds the log appends to it',
    });
  }

  /** It writes nothing. */
  trouble(): null {
    return null;
  }
  unwritten(): number {
    return 0;
  }
  refuseAct(): null {
    return null;
  }
  onTrouble(): () => void {
    return () => undefined;
  }

  count(): number {
    const last: unknown = this.#database.prepare('SELECT max(seq) FROM entry').pluck().get();
    return typeof last === 'number' ? last : 0;
  }

  query(query: AuditQuery): ReturnType<AuditLog['query']> {
    return runQuery(this.#database, query, new Date());
  }

  search(...asked: Parameters<AuditLog['search']>): ReturnType<AuditLog['search']> {
    return this.#searching().search(...asked);
  }

  prove(seqs: readonly number[], signal?: AbortSignal, who?: string): ReturnType<AuditLog['prove']> {
    return this.#searching().prove({ seqs, publicKey: this.publicKey }, signal, who);
  }

  #searching(): SearchDesk {
    this.#desk ??= new SearchDesk(this.#database.name);
    return this.#desk;
  }

  entry(seq: number): AuditEntry | null {
    return Number.isSafeInteger(seq)
      ? toEntry(this.#database.prepare(`${SELECT_ENTRY} WHERE seq = ?`).get(seq))
      : null;
  }

  since(seq: number, limit: number): readonly AuditEntry[] {
    const rows = this.#database.prepare(`${SELECT_ENTRY} WHERE seq > ? ORDER BY seq LIMIT ?`);
    return rows.all(seq, Math.max(0, Math.min(limit, 10_000))).flatMap((row) => toEntry(row) ?? []);
  }

  verify(): ReturnType<AuditLog['verify']> {
    const { database, checkpoint } = this.#files;
    return verifyAudit({ database, checkpoint, publicKey: this.publicKey });
  }

  /** Nobody commits through a reader: nothing is ever told. */
  subscribe(): () => void {
    return () => undefined;
  }

  async close(): Promise<void> {
    await this.#desk?.close();
    this.#close();
  }
}
