// Asks the checking thread, and takes no answer for a yes. INVARIANT: a thread that crashed, ran out of memory or does not answer
// in time is a refusal; it is ended, and the next question gets another one.
import { Worker } from 'node:worker_threads';
import { describe, err, failure, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import type { CheckQuestion, CheckReply, Checked } from './check-thread.ts';

const DEADLINE_MS = 120_000;
const MOST_MEMORY_MB = 2048;

type Options = { readonly thread?: URL; readonly deadlineMs?: number; readonly memoryMb?: number };

export class PolicyChecking {
  readonly #thread: URL;
  readonly #deadlineMs: number;
  readonly #memoryMb: number;
  #worker: Worker | null = null;
  #last = 0;
  #end: ((why: string) => void) | null = null;

  constructor({ thread, deadlineMs, memoryMb }: Options = {}) {
    this.#thread = thread ?? new URL('check-thread.ts', import.meta.url);
    this.#deadlineMs = deadlineMs ?? DEADLINE_MS;
    this.#memoryMb = memoryMb ?? MOST_MEMORY_MB;
  }

  /** One question at a time. Errors: those of the policy, `policy.not-checked`. */
  check(question: Omit<CheckQuestion, 'id'>): Promise<Result<Checked, readonly Failure[]>> {
    const id = ++this.#last;
    const worker = this.#started();
    worker.ref();
    return new Promise((resolve) => {
      const settle = (result: Result<Checked, readonly Failure[]>): void => {
        clearTimeout(deadline);
        worker.removeAllListeners();
        worker.on('error', () => this.#forget(worker));
        worker.unref();
        this.#end = null;
        resolve(result);
      };
      const end = (why: string): void => {
        this.#forget(worker);
        settle(err([notChecked(why)]));
      };
      this.#end = end;
      const deadline = setTimeout(() => end(`it took more than ${this.#deadlineMs} ms`), this.#deadlineMs);
      worker.removeAllListeners();
      worker.on('message', (reply: CheckReply) => {
        if (reply.id === id) settle('checked' in reply ? ok(reply.checked) : err(reply.failures));
      });
      worker.on('error', (error) => end(describe(error).split('\n')[0] ?? 'it failed'));
      worker.on('exit', (code) => end(`its thread ended with ${code}`));
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
      worker.postMessage({ id, ...question } satisfies CheckQuestion);
    });
  }

  close(): void {
    this.#end?.('the gateway is closing');
    if (this.#worker !== null) this.#forget(this.#worker);
  }

  #started(): Worker {
    if (this.#worker !== null) return this.#worker;
    this.#worker = new Worker(this.#thread, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#memoryMb },
    });
    this.#worker.unref();
    return this.#worker;
  }

  #forget(worker: Worker): void {
    if (this.#worker === worker) this.#worker = null;
    void worker.terminate();
  }
}

const notChecked = (why: string): Failure =>
  failure('policy.not-checked', `the policy could not be checked: ${why}`, {
    help: 'the one in force stays; look at its size, and run `ghost policy check` on it',
  });
