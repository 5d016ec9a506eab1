// The thread that commits: it signs and writes what was sealed for it, so that a disk's sync never holds up the gateway.
// INVARIANT: a group is answered `ok` only after SQLite synced its commit; after one failure nothing is written again.
import { parentPort, workerData } from 'node:worker_threads';
import { describe } from '#policy/language/failure.ts';
import { INSERT_ENTRY, openWriter, PUT_CHECKPOINT } from '#gateway/audit/format/schema.ts';
import { signCheckpoint } from '#gateway/audit/format/checkpoint.ts';
import { parseSecretKey } from '#gateway/audit/format/signed-note.ts';
import type { Statement } from './chain.ts';
import type { StoredRow } from '#gateway/audit/format/entry.ts';

/** `null` ends the thread. */
export type WriterRequest = {
  readonly group: number;
  readonly rows: readonly StoredRow[];
  readonly statements: readonly Statement[];
} | null;
/** `note` is the signed checkpoint of the commit. */
export type WriterReply = { readonly group: number; readonly note: string } | { readonly error: string };
export type WriterData = { readonly path: string; readonly secretKey: string };

if (parentPort !== null) serve(parentPort, workerData as WriterData);

function serve(port: NonNullable<typeof parentPort>, { path, secretKey }: WriterData): void {
  const secret = parseSecretKey(secretKey);
  if (secret === null) throw new Error('the key of the audit log cannot be used');
  const database = openWriter(path);
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const insert = database.prepare(INSERT_ENTRY);
  const put = database.prepare(PUT_CHECKPOINT);
  let failed: string | null = null;
  port.on('message', (request: WriterRequest) => {
    if (request === null) {
      database.close();
      port.close();
      return;
    }
    let note = '';
    try {
      if (failed !== null) throw new Error(failed);
      begin.run();
      for (const row of request.rows) insert.run(...row);
      for (const { slot, checkpoint, frontier } of request.statements) {
        note = signCheckpoint(checkpoint, secret);
        put.run(slot, note, frontier);
      }
      commit.run();
    } catch (error) {
      failed ??= describe(error);
      if (database.inTransaction) database.exec('ROLLBACK');
    }
    const reply: WriterReply = failed === null ? { group: request.group, note } : { error: failed };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
    port.postMessage(reply);
  });
}
