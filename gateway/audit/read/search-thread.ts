// The thread that searches the log, so that a query over a million entries holds up no task. INVARIANT: it only reads, and each
// search gets its turn beside the others.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { describe, failure, type Result } from '#policy/language/failure.ts';
import { openReader } from '#gateway/audit/format/schema.ts';
import type { AuditQuery } from '#gateway/audit/format/contract.ts';
import { Search, type SearchAnswer } from './search.ts';

/** A search to begin, or one that nobody waits for any more. */
export type SearchRequest =
  | { readonly id: number; readonly query: AuditQuery; readonly now: number }
  | { readonly id: number; readonly query: null };
export type SearchReply = { readonly id: number; readonly result: Result<SearchAnswer> };
export type SearchData = { readonly path: string };

if (parentPort !== null) serve(parentPort, workerData as SearchData);

function serve(port: NonNullable<typeof parentPort>, { path }: SearchData): void {
  const search = new Search(openReader(path));
  const running = new Set<number>();
  const turnOf = (id: number) => async (): Promise<void> => {
    await nextTurn();
    if (!running.has(id)) throw new Error('nobody waits for it');
  };
  port.on('message', (request: SearchRequest) => {
    const { id } = request;
    if (request.query === null) {
      running.delete(id);
      return;
    }
    running.add(id);
    const answer = (result: Result<SearchAnswer>): void => {
      if (!running.delete(id)) return;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
      port.postMessage({ id, result } satisfies SearchReply);
    };
    search.run(request.query, new Date(request.now), turnOf(id)).then(answer, (thrown: unknown) => {
      const error = failure('boundary.internal', 'the audit log could not be searched', {
        cause: describe(thrown),
      });
      answer({ ok: false, error });
    });
  });
}
