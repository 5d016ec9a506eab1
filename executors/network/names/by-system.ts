// Asks the machine's own resolver, by the thread that starts a process a name. INVARIANT: whatever becomes of that thread, every
// question has an end, and the next one gets another thread.
import { lookup } from 'node:dns/promises';
import { Worker } from 'node:worker_threads';
import type { Answer, Question } from './getent-thread.ts';

/** So long the thread stays without a question. */
const IDLE_MS = 60_000;

const waiting = new Map<number, (answer: Answer['answer']) => void>();
let thread: Worker | null = null;
let idle: NodeJS.Timeout | undefined;
let asked = 0;

/** The addresses of a name. Rejects where there is none. */
export async function addressesBySystem(host: string, signal: AbortSignal): Promise<readonly string[]> {
  const answer = process.platform === 'linux' ? await byThread(host, signal) : 'NO_PROGRAM';
  if (answer === 'NO_PROGRAM') return (await lookup(host, { all: true })).map(({ address }) => address);
  if ('failed' in answer) throw new Error('this machine knows no such name', { cause: answer.failed });
  return answer;
}

async function byThread(host: string, signal: AbortSignal): Promise<Answer['answer']> {
  signal.throwIfAborted();
  const worker = running();
  asked += 1;
  const id = asked;
  const { promise, resolve, reject } = Promise.withResolvers<Answer['answer']>();
  const aborted = (): void => {
    post(worker, { id, host: null });
    reject(signal.reason);
  };
  signal.addEventListener('abort', aborted, { once: true });
  waiting.set(id, resolve);
  worker.ref();
  post(worker, { id, host });
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', aborted);
    waiting.delete(id);
    if (waiting.size === 0) rest();
  }
}

function running(): Worker {
  clearTimeout(idle);
  if (thread !== null) return thread;
  // Without the process's own flags: `--input-type` and `--eval` would be taken for the thread's file.
  const worker = new Worker(new URL('getent-thread.ts', import.meta.url), { execArgv: [] });
  const lost = (): void => {
    if (thread === worker) lose('the thread that asks this machine has ended');
  };
  worker.on('message', ({ id, answer }: Answer) => waiting.get(id)?.(answer));
  worker.on('error', lost).on('exit', lost);
  thread = worker;
  return worker;
}

/** Nobody waits: the thread keeps no process alive, and goes after a while. */
function rest(): void {
  const worker = thread;
  if (worker === null) return;
  worker.unref();
  clearTimeout(idle);
  idle = setTimeout(() => {
    lose('nobody asked');
    worker.terminate().catch(() => undefined); // it was ended: there is nothing left to do
  }, IDLE_MS);
  idle.unref();
}

function lose(failed: string): void {
  clearTimeout(idle);
  thread = null;
  for (const settle of waiting.values()) settle({ failed });
}

function post(worker: Worker, question: Question): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
  worker.postMessage(question);
}
