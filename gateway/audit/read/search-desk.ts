// Hands queries to the thread that searches. INVARIANT: each has its answer within the deadline, more than a few at once are
// refused, nobody alone has all of those, and the thread is gone when nobody asked for a while.
import { Worker } from 'node:worker_threads';
import { systemClock } from '#executors/system/clock.ts';
import { fail, type Result } from '#policy/language/failure.ts';
import type { AuditQuery } from '#gateway/audit/format/contract.ts';
import type { SearchAnswer } from './search.ts';
import type { ProvenEntries } from '#gateway/protocol/views/audit.ts';
import type { ProofAsked, SearchData, SearchReply, SearchRequest } from './search-thread.ts';

export type SearchLimits = {
  readonly atOnce: number;
  /** Of one who asks. */
  readonly atOnceEach: number;
  readonly deadlineMs: number;
  /** So long the thread and what it knows of the log stay without a query. */
  readonly idleMs: number;
};
const LIMITS: SearchLimits = { atOnce: 32, atOnceEach: 8, deadlineMs: 20_000, idleMs: 300_000 };

type Waiting = { readonly who: string; readonly settle: (result: SearchReply['result']) => void };

export class SearchDesk {
  readonly #path: string;
  readonly #limits: SearchLimits;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | null = null;
  #asked = 0;

  constructor(path: string, limits: SearchLimits = LIMITS) {
    this.#path = path;
    this.#limits = limits;
  }

  /** Errors: `audit.bad-query`, `audit.unreadable`, `audit.too-many-queries`, `audit.query-late`. */
  search(query: AuditQuery, signal?: AbortSignal, who?: string): Promise<Result<SearchAnswer>> {
    return this.#ask((id) => ({ id, query, now: systemClock.wallMs() }), signal, who);
  }

  /** Errors: those of `search`, without a query's own. */
  prove(proof: ProofAsked, signal?: AbortSignal, who?: string): Promise<Result<ProvenEntries>> {
    return this.#ask((id) => ({ id, proof }), signal, who);
  }

  async #ask<T>(
    requestOf: (id: number) => SearchRequest,
    signal?: AbortSignal,
    who = '',
  ): Promise<Result<T>> {
    const { atOnce, atOnceEach } = this.#limits;
    const own = [...this.#waiting.values()].filter((one) => one.who === who).length;
    if (own >= atOnceEach) return tooMany(atOnceEach, 'queries of the same asker are under way');
    if (this.#waiting.size >= atOnce) return tooMany(atOnce, 'queries of the audit log are under way');
    if (signal?.aborted === true) return givenUp();
    this.#asked += 1;
    const id = this.#asked;
    const { promise, resolve } = Promise.withResolvers<Result<T>>();
    const worker = this.#running();
    const leave = (result: Result<never>): void => {
      this.#post(worker, { id, gone: true });
      resolve(result);
    };
    const late = setTimeout(() => leave(tooLate()), this.#limits.deadlineMs);
    const aborted = (): void => leave(givenUp());
    signal?.addEventListener('abort', aborted, { once: true });
    // The thread answers each request with what was asked for.
    this.#waiting.set(id, { who, settle: (result) => resolve(result as Result<T>) });
    worker.ref();
    this.#post(worker, requestOf(id));
    try {
      return await promise;
    } finally {
      clearTimeout(late);
      signal?.removeEventListener('abort', aborted);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#rest();
    }
  }

  /** Ends the thread; what it was asked has no answer. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#lost('the audit log is closed');
    await worker?.terminate();
  }

  #running(): Worker {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
    if (this.#worker !== null) return this.#worker;
    // Without the process's own flags: `--input-type` and `--eval` would be taken for the thread's file.
    const options = { workerData: { path: this.#path } satisfies SearchData, execArgv: [] };
    const worker = new Worker(new URL('search-thread.ts', import.meta.url), options);
    const lost = (why: unknown): void => {
      if (this.#worker === worker) this.#lost(why);
    };
    worker.on('message', ({ id, result }: SearchReply) => this.#waiting.get(id)?.settle(result));
    worker.on('error', lost).on('exit', () => lost('the thread that searches has ended'));
    this.#worker = worker;
    return worker;
  }

  /** The next query starts another one. */
  #lost(cause: unknown): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
    this.#worker = null;
    for (const { settle } of this.#waiting.values()) {
      settle(fail('audit.unreadable', 'the audit log could not be searched', { cause, help: 'ask again' }));
    }
  }

  /** Nobody waits: the thread keeps no process alive, and goes after a while. */
  #rest(): void {
    const worker = this.#worker;
    if (worker === null) return;
    worker.unref();
    this.#idle = setTimeout(() => {
      this.#lost('nobody asked');
      worker.terminate().catch(() => undefined); // it was ended: there is nothing left to do
    }, this.#limits.idleMs);
    this.#idle.unref();
  }

  #post(worker: Worker, request: SearchRequest): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
    worker.postMessage(request);
  }
}

const tooMany = (count: number, what: string): Result<never> =>
  fail('audit.too-many-queries', `${count} ${what}`, { help: 'wait for their answers, then ask again' });
const givenUp = (): Result<never> => fail('task.cancelled', 'the query was given up');
const tooLate = (): Result<never> =>
  fail('audit.query-late', 'the query was not answered in time', {
    help: 'narrow it: by `task:`, `request:`, `verdict:`, `type:` or `seq:`',
  });
