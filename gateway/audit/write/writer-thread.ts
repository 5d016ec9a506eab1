// The thread that commits: it signs and writes what was sealed for it, so that a disk's sync never holds up the gateway.
// INVARIANT: a group is answered `ok` only after SQLite synced its commit; after one failure nothing is written again until the
// log was opened anew and its end checked.
import { parentPort, workerData } from 'node:worker_threads';
import { describe } from '#policy/language/failure.ts';
import type { AuditFiles } from '#gateway/audit/format/files.ts';
import { INSERT_ENTRY, openWriter, PUT_CHECKPOINT } from '#gateway/audit/format/schema.ts';
import { signCheckpoint } from '#gateway/audit/format/checkpoint.ts';
import { parseSecretKey, type SecretNoteKey } from '#gateway/audit/format/signed-note.ts';
import type { Sqlite } from '#gateway/audit/format/sqlite.ts';
import { reopenLog } from './create-log.ts';
import type { Statement } from './chain.ts';
import type { StoredRow } from '#gateway/audit/format/entry.ts';
import type { WriteProblem } from './outage.ts';
import { probe, problemOf, problemOfFailure } from './write-problem.ts';

type Group = {
  readonly group: number;
  readonly rows: readonly StoredRow[];
  readonly statements: readonly Statement[];
};
/** `null` ends the thread. */
export type WriterRequest = Group | { readonly reopen: true } | null;

/** The end of a log that was opened anew. */
export type FoundEnd = {
  readonly size: number;
  readonly last: string;
  readonly frontier: Uint8Array;
  /** The checkpoint over it. */
  readonly note: string;
};
/** `note` is the signed checkpoint of the commit. */
export type WriterReply =
  | { readonly group: number; readonly note: string }
  | { readonly problem: WriteProblem }
  | { readonly reopened: FoundEnd | WriteProblem };
export type WriterData = {
  readonly files: AuditFiles;
  readonly secretKey: string;
  /** Nothing is opened before it is asked to: the log is down. */
  readonly waits: boolean;
};

function serve(port: NonNullable<typeof parentPort>, { files, secretKey, waits }: WriterData): void {
  const secret = parseSecretKey(secretKey);
  if (secret === null) throw new Error('the key of the audit log cannot be used');
  let database: OpenDatabase | null = waits ? null : new OpenDatabase(files.database, secret);
  let failed: WriteProblem | null = null;
  const answer = (reply: WriterReply): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
    port.postMessage(reply);
  };
  port.on('message', (request: WriterRequest) => {
    if (request === null) {
      database?.close();
      port.close();
    } else if ('reopen' in request) {
      database?.close();
      database = null;
      const found = endOf(files);
      if ('last' in found) {
        database = new OpenDatabase(files.database, secret);
        failed = null;
      }
      answer({ reopened: found });
    } else {
      try {
        if (failed !== null || database === null) throw new Error(failed?.message ?? 'it is not open');
        answer({ group: request.group, note: database.commit(request) });
      } catch (error) {
        // What was begun is rolled back with it.
        database?.close();
        database = null;
        // What a file beside it meets says more than SQLite does.
        failed ??= { ...problemOf(error), ...pick(probe(files.database)), message: describe(error) };
        answer({ problem: failed });
      }
    }
  });
}

const pick = (problem: WriteProblem | null): Partial<WriteProblem> =>
  problem === null ? {} : { reason: problem.reason };

function endOf(files: AuditFiles): FoundEnd | WriteProblem {
  try {
    const blocked = probe(files.database);
    if (blocked !== null) return blocked;
    const opened = reopenLog(files);
    if (!opened.ok) return problemOfFailure(opened.error);
    const { head, note } = opened.value;
    return { size: head.frontier.size, last: head.last, frontier: head.frontier.toBytes(), note };
  } catch (error) {
    return problemOf(error);
  }
}

class OpenDatabase {
  readonly #database: Sqlite;
  readonly #secret: SecretNoteKey;
  readonly #begin;
  readonly #commit;
  readonly #insert;
  readonly #put;

  constructor(path: string, secret: SecretNoteKey) {
    this.#database = openWriter(path);
    this.#secret = secret;
    this.#begin = this.#database.prepare('BEGIN IMMEDIATE');
    this.#commit = this.#database.prepare('COMMIT');
    this.#insert = this.#database.prepare(INSERT_ENTRY);
    this.#put = this.#database.prepare(PUT_CHECKPOINT);
  }

  /** The note over it. Throws. */
  commit({ rows, statements }: Group): string {
    let note = '';
    this.#begin.run();
    for (const row of rows) this.#insert.run(...row);
    for (const { slot, checkpoint, frontier } of statements) {
      note = signCheckpoint(checkpoint, this.#secret);
      this.#put.run(slot, note, frontier);
    }
    this.#commit.run();
    return note;
  }

  close(): void {
    this.#database.close();
  }
}

if (parentPort !== null) serve(parentPort, workerData as WriterData);
