// The threads that read large captures: each reads one page at a time. INVARIANT: a reading settles; a thread that does not answer
// in time is ended with its one reading, and those of other tabs go on. Whoever waits is not kept waiting for longer than a share.
import { Worker } from 'node:worker_threads';
import { Queue } from '#policy/collections/queue.ts';
import { CdpTimeout } from '../cdp/connection.ts';
import type { Item } from './reading/normalise.ts';
import type { ReadSummary } from './grids/read-captured.ts';
import type { ReadRequest, ThreadReply, ThreadRequest } from './perceive-thread.ts';

export type ReaderLimits = {
  /** Threads at the same time. */
  readonly threads: number;
  /** From one part to the next, where nobody waits. */
  readonly deadlineMs: number;
  /** The same where another page waits for a thread. */
  readonly shareMs: number;
  /** Of a thread: a page that needs more ends its own alone. */
  readonly heapMb: number;
};

const LIMITS: ReaderLimits = { threads: 3, deadlineMs: 15_000, shareMs: 3_000, heapMb: 1_024 };

type Job = {
  readonly request: ReadRequest;
  readonly transfer: readonly ArrayBufferLike[];
  readonly onPart: (items: readonly Item[]) => void;
  readonly settle: PromiseWithResolvers<ReadSummary>;
};
type Reader = {
  readonly worker: Worker;
  job: Job | null;
  /** When it got its job, or the last part of it came; `null` as long as the thread has not begun. */
  since: number | null;
  timer: NodeJS.Timeout | null;
};

export class Readers {
  readonly #script: URL;
  readonly #limits: ReaderLimits;
  readonly #readers = new Set<Reader>();
  readonly #waiting = new Queue<Job>();

  constructor(script: URL, limits: Partial<ReaderLimits> = {}) {
    this.#script = script;
    this.#limits = { ...LIMITS, ...limits };
  }

  /** `onPart` is told of the items as they come, in order. */
  read(
    request: ReadRequest,
    transfer: readonly ArrayBufferLike[],
    onPart: (items: readonly Item[]) => void,
  ): Promise<ReadSummary> {
    const job = { request, transfer, onPart, settle: Promise.withResolvers<ReadSummary>() };
    this.#waiting.push(job);
    this.#next();
    return job.settle.promise;
  }

  /** Ends all threads; what they read fails. */
  close(): void {
    const gone = new Error('reading was ended');
    for (let job = this.#waiting.shift(); job !== undefined; job = this.#waiting.shift())
      job.settle.reject(gone);
    for (const reader of this.#readers) this.#end(reader, gone);
  }

  #next(): void {
    while (this.#waiting.size > 0) {
      const free = [...this.#readers].find(({ job }) => job === null) ?? this.#start();
      const job = free === null ? undefined : this.#waiting.shift();
      if (free === null || job === undefined) break;
      free.job = job;
      if (free.since !== null) free.since = performance.now();
      free.worker.postMessage(job.request, [...job.transfer] as ArrayBuffer[]);
    }
    // Whoever reads has less time as long as somebody waits.
    for (const reader of this.#readers) this.#wait(reader);
  }

  #wait(reader: Reader): void {
    if (reader.timer !== null) clearTimeout(reader.timer);
    reader.timer = null;
    if (reader.since === null || reader.job === null) return;
    const { deadlineMs, shareMs } = this.#limits;
    const most = this.#waiting.size > 0 ? Math.min(shareMs, deadlineMs) : deadlineMs;
    const left = Math.max(0, reader.since + most - performance.now());
    reader.timer = setTimeout(() => {
      this.#end(reader, new CdpTimeout(`the page could not be read in ${most} ms`));
    }, left);
  }

  #heard(reader: Reader, reply: ThreadReply): void {
    const { job } = reader;
    if (job === null) return;
    if (reply.kind === 'FAILED') {
      this.#free(reader);
      job.settle.reject(new Error(`the page could not be read: ${reply.reason}`));
      return;
    }
    job.onPart(reply.items);
    if (reply.end !== null) {
      this.#free(reader);
      job.settle.resolve(reply.end);
      return;
    }
    reader.since = performance.now();
    this.#wait(reader);
    // Other work comes between two parts.
    setImmediate(() => {
      if (reader.job === job) reader.worker.postMessage({ kind: 'MORE' } satisfies ThreadRequest);
    });
  }

  /** One idle thread is kept. */
  #free(reader: Reader): void {
    if (reader.timer !== null) clearTimeout(reader.timer);
    reader.timer = null;
    reader.job = null;
    this.#next();
    const idle = [...this.#readers].filter(({ job }) => job === null);
    for (const spare of idle.slice(1)) this.#end(spare, null);
  }

  #start(): Reader | null {
    if (this.#readers.size >= this.#limits.threads) return null;
    const worker = new Worker(this.#script, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMb },
    });
    const reader: Reader = { worker, job: null, since: null, timer: null };
    this.#readers.add(reader);
    worker.on('online', () => {
      reader.since = performance.now();
      this.#wait(reader);
    });
    worker.on('message', (reply: ThreadReply) => this.#heard(reader, reply));
    worker.on('error', (thrown) => {
      const cause = { cause: thrown };
      this.#end(reader, new Error('the thread that reads pages failed', cause));
    });
    worker.on('exit', () => this.#end(reader, new Error('the thread that reads pages has ended')));
    worker.unref();
    return reader;
  }

  #end(reader: Reader, reason: Error | null): void {
    if (!this.#readers.delete(reader)) return;
    if (reader.timer !== null) clearTimeout(reader.timer);
    const { job } = reader;
    reader.job = null;
    void reader.worker.terminate();
    if (reason !== null) job?.settle.reject(reason);
    this.#next();
  }
}
