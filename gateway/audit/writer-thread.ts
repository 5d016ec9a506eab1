// The thread that commits: it only writes what was sealed for it, so that a disk's sync never holds up the gateway.
// INVARIANT: a group is answered `ok` only after SQLite synced its commit; after one failure nothing is written again.
import { parentPort, workerData } from 'node:worker_threads';
import { describe } from '#policy/failure.ts';
import { INSERT_ENTRY, openWriter, PUT_CHECKPOINT } from './schema.ts';
import type { StoredCheckpoint } from './chain.ts';
import type { StoredRow } from './entry.ts';

/** `null` ends the thread. */
export type WriterRequest = {
  readonly group: number;
  readonly rows: readonly StoredRow[];
  readonly checkpoints: readonly StoredCheckpoint[];
} | null;
export type WriterReply = { readonly group: number; readonly error: string | null };

if (parentPort !== null) serve(parentPort, String(workerData));

function serve(port: NonNullable<typeof parentPort>, path: string): void {
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
    try {
      if (failed !== null) throw new Error(failed);
      begin.run();
      for (const row of request.rows) insert.run(...row);
      for (const { slot, note, frontier } of request.checkpoints) put.run(slot, note, frontier);
      commit.run();
    } catch (error) {
      failed ??= describe(error);
      if (database.inTransaction) database.exec('ROLLBACK');
    }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
    port.postMessage({ group: request.group, error: failed } satisfies WriterReply);
  });
}
