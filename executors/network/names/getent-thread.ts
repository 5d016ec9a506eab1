// The thread that starts a process a name: a start holds up whoever makes it until the new process runs, so nobody else's loop does.
// INVARIANT: nothing is started for a question that was taken back, and what was started for one is killed.
import { execFile } from 'node:child_process';
import { isIP } from 'node:net';
import { parentPort } from 'node:worker_threads';

/** A name to ask for; `null`: nobody waits for it any more. */
export type Question = { readonly id: number; readonly host: string | null };
/** `NO_PROGRAM`: this machine has no `getent`. */
export type Answer = {
  readonly id: number;
  readonly answer: readonly string[] | 'NO_PROGRAM' | { readonly failed: string };
};

if (parentPort !== null) serve(parentPort);

function serve(port: NonNullable<typeof parentPort>): void {
  const waiting = new Map<number, string>();
  const running = new Map<number, AbortController>();
  const tell = (told: Answer): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
    port.postMessage(told);
  };
  // One a turn: what is taken back meanwhile is not started.
  const next = (): void => {
    const [first] = waiting;
    if (first === undefined) return;
    const [id, host] = first;
    waiting.delete(id);
    const controller = new AbortController();
    running.set(id, controller);
    void addressesOf(host, controller.signal).then((answer) => {
      running.delete(id);
      tell({ id, answer });
    });
    if (waiting.size > 0) setImmediate(next);
  };
  port.on('message', ({ id, host }: Question) => {
    if (host === null) {
      waiting.delete(id);
      running.get(id)?.abort();
      return;
    }
    waiting.set(id, host);
    if (waiting.size === 1) setImmediate(next);
  });
}

/** `getent` asks as every program of the machine does, and can be ended. */
function addressesOf(host: string, signal: AbortSignal): Promise<Answer['answer']> {
  const { promise, resolve } = Promise.withResolvers<Answer['answer']>();
  const { promise: output, resolve: ended, reject } = Promise.withResolvers<string>();
  execFile('getent', ['ahosts', '--', host], { signal, killSignal: 'SIGKILL' }, (error, stdout) => {
    if (error === null) ended(stdout);
    else reject(error);
  });
  output.then(
    (text) => {
      const words = text.split('\n').map((line) => line.split(/\s/)[0] ?? '');
      resolve([...new Set(words)].filter((address) => isIP(address) !== 0));
    },
    (thrown: Error & { readonly code?: unknown }) =>
      resolve(thrown.code === 'ENOENT' ? 'NO_PROGRAM' : { failed: thrown.message }),
  );
  return promise;
}
