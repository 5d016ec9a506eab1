// Hands groups to the writer thread and says when each is on disk. INVARIANT: after a failure (an error of the disk, a lost
// thread, a missed deadline) every group in flight and every later one fails, until the log was opened anew.
import { Worker } from 'node:worker_threads';
import { describe, fail, ok, type Result } from '#policy/language/failure.ts';
import type { AuditFiles } from '#gateway/audit/format/files.ts';
import type { Statement } from './chain.ts';
import type { StoredRow } from '#gateway/audit/format/entry.ts';
import type { WriteProblem } from './outage.ts';
import type { FoundEnd, WriterData, WriterReply, WriterRequest } from './writer-thread.ts';

const COMMIT_DEADLINE_MS = 30_000;
/** A disk that takes longer holds up every act. */
const SLOW_MS = 2_000;

type InFlight = {
  readonly settle: (result: Result<string>) => void;
  /** When the thread could begin with it. */
  began: number;
  timer: NodeJS.Timeout;
};

export type WriterEvents = {
  /** Nothing can be written any more. */
  readonly onFailed: (problem: WriteProblem) => void;
  /** A commit takes long, or does no more. */
  readonly onSlow: (slow: boolean) => void;
};

export class Writer {
  readonly #data: Omit<WriterData, 'waits'>;
  readonly #events: WriterEvents;
  readonly #inFlight = new Map<number, InFlight>();
  #thread: { readonly worker: Worker; readonly ended: Promise<void> };
  #reopening: ((found: FoundEnd | WriteProblem) => void) | null = null;
  #groups = 0;
  #failed = false;
  #gone = false;
  /** Its thread answered once: what takes long before that is its start. */
  #runs = false;

  constructor(files: AuditFiles, secretKey: string, events: WriterEvents) {
    this.#data = { files, secretKey };
    this.#events = events;
    this.#thread = this.#start(false);
  }

  get inFlight(): number {
    return this.#inFlight.size;
  }

  /** The last of the statements, signed. */
  commit(rows: readonly StoredRow[], statements: readonly Statement[]): Promise<Result<string>> {
    if (this.#failed) return Promise.resolve(FAILED);
    this.#groups += 1;
    const group = this.#groups;
    if (this.#inFlight.size === 0) this.#thread.worker.ref();
    return new Promise((resolve) => {
      this.#inFlight.set(group, { settle: resolve, ...this.#begun(group) });
      this.#post({ group, rows, statements });
    });
  }

  /** Also for what belongs to the log and is written elsewhere: the checkpoint's file. */
  fail(problem: WriteProblem): void {
    if (this.#failed) return;
    this.#failed = true;
    for (const [group, { settle, timer }] of this.#inFlight) {
      clearTimeout(timer);
      this.#inFlight.delete(group);
      settle(FAILED);
    }
    this.#thread.worker.unref();
    this.#events.onFailed(problem);
  }

  /** Opens the log anew and checks its end, once the thread has an answer for what it was doing. From then on groups are written. */
  reopen(): Promise<FoundEnd | WriteProblem> {
    const { promise, resolve } = Promise.withResolvers<FoundEnd | WriteProblem>();
    this.#reopening = resolve;
    if (this.#gone) this.#thread = this.#start(true);
    this.#post({ reopen: true });
    return promise;
  }

  /** What was found is what was written: groups are taken again. */
  goOn(): void {
    this.#failed = false;
  }

  /** After the groups in flight; closes the database. */
  async close(): Promise<void> {
    this.#thread.worker.ref();
    this.#post(null);
    await this.#thread.ended;
  }

  #start(waits: boolean): { worker: Worker; ended: Promise<void> } {
    // Without the process's own flags: `--input-type` and `--eval` would be taken for the thread's file.
    const options = { workerData: { ...this.#data, waits } satisfies WriterData, execArgv: [] };
    this.#gone = false;
    this.#runs = false;
    const worker = new Worker(new URL('writer-thread.ts', import.meta.url), options);
    worker.on('message', (reply: WriterReply) => this.#answered(reply));
    worker.on('error', (error) =>
      this.#lost(`the thread that writes the audit log failed: ${describe(error)}`),
    );
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    worker.once('exit', () => {
      this.#gone = true;
      this.#lost('the thread that writes the audit log has ended');
      resolve();
    });
    // An idle log does not keep the process alive; a group in flight does.
    worker.unref();
    return { worker, ended };
  }

  #lost(message: string): void {
    const problem: WriteProblem = { reason: 'EIO', message };
    this.fail(problem);
    this.#reopening?.(problem);
    this.#reopening = null;
  }

  #post(request: WriterRequest): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
    this.#thread.worker.postMessage(request);
  }

  #begun(group: number): Pick<InFlight, 'began' | 'timer'> {
    return { began: performance.now(), timer: setTimeout(() => this.#late(group), SLOW_MS) };
  }

  #late(group: number): void {
    const waiting = this.#inFlight.get(group);
    if (waiting === undefined) return;
    if (this.#runs) this.#events.onSlow(true);
    const problem: WriteProblem = { reason: 'NO_ANSWER', message: 'the disk did not answer in time' };
    waiting.timer = setTimeout(() => this.fail(problem), COMMIT_DEADLINE_MS - SLOW_MS);
  }

  #answered(reply: WriterReply): void {
    if ('problem' in reply) {
      this.fail(reply.problem);
    } else if ('reopened' in reply) {
      this.#reopening?.(reply.reopened);
      this.#reopening = null;
    } else {
      const waiting = this.#inFlight.get(reply.group);
      if (waiting === undefined) return; // given up: it is there all the same, and is found when the log is opened anew
      this.#inFlight.delete(reply.group);
      clearTimeout(waiting.timer);
      if (this.#inFlight.size === 0) this.#thread.worker.unref();
      this.#events.onSlow(this.#runs && performance.now() - waiting.began > SLOW_MS);
      this.#runs = true;
      // The one behind it waited for it, not for the disk.
      for (const [next, behind] of this.#inFlight) {
        clearTimeout(behind.timer);
        Object.assign(behind, this.#begun(next));
      }
      waiting.settle(ok(reply.note));
    }
  }
}

/** Whoever waits is told by the log what is wrong. */
const FAILED = fail('audit.write-failed', 'the audit log cannot be written');
