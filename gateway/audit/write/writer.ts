// Hands groups to the writer thread and says when each is on disk. INVARIANT: the first failure (an error of the disk, a
// lost thread, a missed deadline) is the last word: every group in flight and every later one fails with it.
import { Worker } from 'node:worker_threads';
import { fail, ok, type Err, type Result } from '#policy/language/failure.ts';
import type { Statement } from './chain.ts';
import type { StoredRow } from '#gateway/audit/format/entry.ts';
import type { WriterData, WriterReply, WriterRequest } from './writer-thread.ts';

const COMMIT_DEADLINE_MS = 30_000;

type InFlight = { readonly settle: (result: Result<string>) => void; readonly timer: NodeJS.Timeout };

export class Writer {
  readonly #worker: Worker;
  readonly #inFlight = new Map<number, InFlight>();
  readonly #ended: Promise<void>;
  #groups = 0;
  #failure: Err | null = null;

  constructor(path: string, secretKey: string) {
    // Without the process's own flags: `--input-type` and `--eval` would be taken for the thread's file.
    const options = { workerData: { path, secretKey } satisfies WriterData, execArgv: [] };
    this.#worker = new Worker(new URL('writer-thread.ts', import.meta.url), options);
    this.#worker.on('message', (reply: WriterReply) => this.#answered(reply));
    this.#worker.on('error', (error) => this.fail('the thread that writes the audit log failed', error));
    this.#ended = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.fail('the thread that writes the audit log has ended');
        resolve();
      });
    });
    // An idle log does not keep the process alive; a group in flight does.
    this.#worker.unref();
  }

  get failure(): Err | null {
    return this.#failure;
  }

  get inFlight(): number {
    return this.#inFlight.size;
  }

  /** The last of the statements, signed. */
  commit(rows: readonly StoredRow[], statements: readonly Statement[]): Promise<Result<string>> {
    if (this.#failure !== null) return Promise.resolve(this.#failure);
    this.#groups += 1;
    const group = this.#groups;
    const request: WriterRequest = { group, rows, statements };
    if (this.#inFlight.size === 0) this.#worker.ref();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.fail('the disk did not answer in time'), COMMIT_DEADLINE_MS);
      this.#inFlight.set(group, { settle: resolve, timer });
      this.#post(request);
    });
  }

  /** Also for what belongs to the log and is written elsewhere: the checkpoint's file. */
  fail(message: string, cause?: unknown): Err {
    this.#failure ??= fail('audit.write-failed', message, {
      help: 'nothing runs without its record: check the disk (space, rights, health), then start again',
      ...(cause === undefined ? {} : { cause }),
    });
    for (const [group, { settle, timer }] of this.#inFlight) {
      clearTimeout(timer);
      this.#inFlight.delete(group);
      settle(this.#failure);
    }
    this.#worker.unref();
    return this.#failure;
  }

  /** After the groups in flight; closes the database. */
  async close(): Promise<void> {
    this.#worker.ref();
    this.#post(null);
    await this.#ended;
  }

  #post(request: WriterRequest): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
    this.#worker.postMessage(request);
  }

  #answered(reply: WriterReply): void {
    if ('error' in reply) {
      this.fail('an entry could not be written to the audit log', reply.error);
      return;
    }
    const waiting = this.#inFlight.get(reply.group);
    if (waiting === undefined) return;
    this.#inFlight.delete(reply.group);
    clearTimeout(waiting.timer);
    if (this.#inFlight.size === 0) this.#worker.unref();
    waiting.settle(ok(reply.note));
  }
}
