// Builds audit logs for tests and tampers with them: `(await aLog(9)).change(3, 'what', 'x')`, then `firstBad(log)`.
// A log is made once through the real writer for each shape and copied for every test that spoils it.
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { hash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import {
  canonicalText,
  COLUMNS,
  parseStored,
  SELECT_ENTRY,
  type StoredEntry,
} from '#gateway/audit/format/entry.ts';
import { auditFiles, type AuditFiles } from '#gateway/audit/format/files.ts';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import { verifyAudit } from '#gateway/audit/read/verify.ts';
import type { AuditEvent, AuditLog } from '#gateway/audit/format/contract.ts';
import type { AuditVerification } from '#gateway/protocol/views/audit.ts';

export const anEvent = (change: Partial<AuditEvent> = {}): AuditEvent => ({
  type: 'decision',
  taskId: 'T1',
  requestId: 'R1',
  who: 'navigator:offline',
  what: 'click link “Orders” at account.test',
  where: 'https://account.test',
  verdict: 'ALLOW',
  why: 'rules.named-by-user:31',
  outcome: null,
  details: { capability: 'NAVIGATE_CROSS_ORIGIN', host: 'account.test' },
  ...change,
});

export const aDirectory = (): string => join(mkdtempSync(join(tmpdir(), 'ghost-audit-test-')), 'audit');

/** A log that must open. */
export async function open(
  directory: string,
  options: { clock?: () => Date; groupLimit?: number } = {},
): Promise<AuditLog> {
  const opened = await openAuditLog({ directory, ...options });
  if (!opened.ok) throw new Error(`${opened.error.code}: ${opened.error.message}`);
  return opened.value;
}

const made = new Map<string, Promise<string>>();

/** A closed log of so many entries, in commits of `group`. */
export async function aLog(entries: number, group = 3): Promise<SpoiltLog> {
  const shape = `${entries}/${group}`;
  const original = made.get(shape) ?? make(entries, group);
  made.set(shape, original);
  const directory = aDirectory();
  cpSync(await original, directory, { recursive: true });
  return new SpoiltLog(auditFiles(directory));
}

async function make(entries: number, group: number): Promise<string> {
  const directory = aDirectory();
  const log = await open(directory, { groupLimit: group });
  const appended = Array.from({ length: entries }, (_, index) =>
    log.append(
      anEvent({
        requestId: `R${index + 1}`,
        what: `act ${index + 1}`,
        outcome: index % 2 === 0 ? 'DONE' : null,
      }),
    ),
  );
  await Promise.all(appended);
  await log.close();
  return directory;
}

export type Column = (typeof COLUMNS)[number];

export class SpoiltLog {
  readonly files: AuditFiles;

  constructor(files: AuditFiles) {
    this.files = files;
  }

  sql(statement: string, ...values: unknown[]): this {
    const database = new Database(this.files.database);
    database.prepare(statement).run(...values);
    database.close();
    return this;
  }

  rows(): StoredEntry[] {
    const database = new Database(this.files.database, { readonly: true });
    const rows = database.prepare(`${SELECT_ENTRY} ORDER BY seq`).all();
    database.close();
    return rows.flatMap((row) => parseStored(row) ?? []);
  }

  change(seq: number, column: Column, value: string | number | null): this {
    return this.sql(`UPDATE entry SET "${column}" = ? WHERE seq = ?`, value, seq);
  }

  remove(...seqs: number[]): this {
    for (const seq of seqs) this.sql('DELETE FROM entry WHERE seq = ?', seq);
    return this;
  }

  swap(a: number, b: number): this {
    const move = (from: number, to: number): this =>
      this.sql('UPDATE entry SET seq = ? WHERE seq = ?', to, from);
    move(a, -1);
    move(b, a);
    return move(-1, b);
  }

  /** A forger who knows the format, without the key: gives the entry the hash that fits its content. */
  rehash(seq: number): this {
    const row = this.rows().find((entry) => entry.seq === seq);
    if (row === undefined) throw new Error(`no entry ${seq}`);
    return this.change(seq, 'hash', `sha256:${hash('sha256', canonicalText(row))}`);
  }

  /** … and makes the whole chain after it fit. */
  rechain(from: number): this {
    for (const { seq } of this.rows().filter((row) => row.seq >= from)) {
      const before = this.rows().find((row) => row.seq === seq - 1);
      if (before !== undefined && seq > from) this.change(seq, 'previous', before.hash);
      this.rehash(seq);
    }
    return this;
  }

  insert(entry: StoredEntry): this {
    return this.sql(
      `INSERT INTO entry VALUES (${COLUMNS.map(() => '?').join(', ')})`,
      ...COLUMNS.map((name) => entry[name]),
    );
  }

  /** Changes the database file's bytes themselves. */
  bytes(edit: (bytes: Buffer) => Buffer): this {
    writeFileSync(this.files.database, edit(readFileSync(this.files.database)));
    return this;
  }

  checkpointFile(edit: (text: string) => string): this {
    writeFileSync(this.files.checkpoint, edit(readFileSync(this.files.checkpoint, 'utf8')));
    return this;
  }
}

export function verify(log: SpoiltLog): Promise<AuditVerification> {
  const { database, checkpoint, publicKey } = log.files;
  return verifyAudit({ database, checkpoint, publicKey: readFileSync(publicKey, 'utf8') });
}

/** The first bad entry's number and problem; `null` for a log that verifies. */
export async function firstBad(log: SpoiltLog): Promise<AuditVerification['firstBad']> {
  const { ok, firstBad } = await verify(log);
  if (ok !== (firstBad === null)) throw new Error('`ok` and `firstBad` contradict each other');
  return firstBad;
}
