// The thread that searches the log and makes proofs from it, so that a query over a million entries holds up no task. INVARIANT: it
// only reads, and each search gets its turn beside the others.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { describe, failure, type Result } from '#policy/language/failure.ts';
import { openReader } from '#gateway/audit/format/schema.ts';
import type { AuditQuery } from '#gateway/audit/format/contract.ts';
import { prove } from '#gateway/audit/proofs/proof.ts';
import type { ProvenEntries } from '#gateway/protocol/views/audit.ts';
import { Search, type SearchAnswer } from './search.ts';

export type ProofAsked = { readonly seqs: readonly number[]; readonly publicKey: string };
/** A search or a proof to begin, or one that nobody waits for any more. */
export type SearchRequest =
  | { readonly id: number; readonly query: AuditQuery; readonly now: number }
  | { readonly id: number; readonly proof: ProofAsked }
  | { readonly id: number; readonly gone: true };
export type SearchReply = { readonly id: number; readonly result: Result<SearchAnswer | ProvenEntries> };
export type SearchData = { readonly path: string };

if (parentPort !== null) serve(parentPort, workerData as SearchData);

function serve(port: NonNullable<typeof parentPort>, { path }: SearchData): void {
  const database = openReader(path);
  const search = new Search(database);
  const running = new Set<number>();
  const turnOf = (id: number) => async (): Promise<void> => {
    await nextTurn();
    if (!running.has(id)) throw new Error('nobody waits for it');
  };
  port.on('message', (request: SearchRequest) => {
    const { id } = request;
    if ('gone' in request) {
      running.delete(id);
      return;
    }
    running.add(id);
    const answer = (result: SearchReply['result']): void => {
      if (!running.delete(id)) return;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
      port.postMessage({ id, result } satisfies SearchReply);
    };
    const begun: Promise<SearchReply['result']> =
      'proof' in request
        ? prove(database, request.proof.publicKey, request.proof.seqs, turnOf(id))
        : search.run(request.query, new Date(request.now), turnOf(id));
    begun.then(answer, (thrown: unknown) => {
      const error = failure('boundary.internal', 'the audit log could not be searched', {
        cause: describe(thrown),
      });
      answer({ ok: false, error });
    });
  });
}
