// Stops a running task before its end: because of the person, its time, or its budget. All tabs of a task share one.
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';
import type { Task } from './task.ts';

export class Interruption implements Disposable {
  /** Of a controller of its own: one made of others lives as long as they do, with everything that listens to it. */
  readonly signal: AbortSignal;
  readonly #task: Pick<Task, 'signal'>;
  readonly #timeoutSeconds: number;
  readonly #stop = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #cancelled = (): void => this.#stop.abort(this.#task.signal.reason);
  #why: Failure | null = null;

  constructor(task: Pick<Task, 'signal'>, timeoutSeconds: number) {
    this.#task = task;
    this.#timeoutSeconds = timeoutSeconds;
    this.signal = this.#stop.signal;
    this.#timer = setTimeout(
      () => this.#stop.abort(new DOMException('the task took too long', 'TimeoutError')),
      timeoutSeconds * 1000,
    );
    this.#timer.unref();
    if (task.signal.aborted) this.#cancelled();
    else task.signal.addEventListener('abort', this.#cancelled, { once: true });
  }

  /** The task is over: nothing interrupts it any more. */
  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#task.signal.removeEventListener('abort', this.#cancelled);
  }

  get aborted(): boolean {
    return this.signal.aborted;
  }

  /** The first reason counts. */
  stop(why: Failure): void {
    this.#why ??= why;
    this.#stop.abort();
  }

  get failure(): Failure {
    if (this.#why !== null) return this.#why;
    if (this.#task.signal.aborted) return failure('task.cancelled', 'the task was cancelled');
    return failure('act.timed-out', `the task took longer than its ${this.#timeoutSeconds} s`, {
      help: 'raise `timeoutSeconds` in config.yaml',
    });
  }
}
