// Ends a daemon that does not answer, by its process id. INVARIANT: only the process that wrote `daemon.json` is signalled: its
// number and the moment of its start are compared before each signal, so that whoever got the number later is left alone.
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '#executors/system/error-code.ts';
import { isStillRunning } from '#executors/system/process-tree.ts';
import type { DaemonFile } from '#gateway/protocol/rpc.ts';
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';

/** For closing browsers and the log, once it is asked to end; then it is killed. */
const TERM_MS = 15_000;
/** For the kernel to take away what was killed. */
const KILL_MS = 5_000;
const LOOK_MS = 100;

export type Ended = {
  readonly ok: true;
  readonly running: false;
  readonly pid: number;
  /** What ended it; `null`: it had ended before. */
  readonly signal: 'SIGTERM' | 'SIGKILL' | null;
  readonly note: string;
};

/** Within 20 seconds. Errors: `daemon.unresponsive`. */
export async function endByPid(
  { pid, startedAt, stops }: DaemonFile,
  termMs = TERM_MS,
): Promise<Ended | Failure> {
  if (stops !== true || typeof startedAt !== 'number')
    return cannot(
      pid,
      stops === false
        ? 'it was not started as a daemon'
        : 'when it started is not known, so its number may be another’s',
    );
  const lives = (): boolean => isStillRunning(pid, startedAt);
  if (!lives()) return ended(pid, null, 'it had ended before');
  // One that is stopped takes no signal before it goes on.
  if (!signalled(pid, 'SIGTERM') || !signalled(pid, 'SIGCONT'))
    return cannot(pid, 'it is not ours to signal');
  if (await gone(lives, termMs))
    return ended(pid, 'SIGTERM', 'it did not answer, and was told to end by a signal');
  if (lives() && !signalled(pid, 'SIGKILL')) return cannot(pid, 'it is not ours to signal');
  if (await gone(lives, KILL_MS))
    return ended(
      pid,
      'SIGKILL',
      `it did not answer, did not end within ${termMs / 1000} seconds, and was killed; the next command starts another`,
    );
  return cannot(pid, 'it does not end even when it is killed: it waits for the disk, or for its parent');
}

const ended = (pid: number, signal: Ended['signal'], note: string): Ended => ({
  ok: true,
  running: false,
  pid,
  signal,
  note,
});

const cannot = (pid: number, why: string): Failure =>
  failure('daemon.unresponsive', `the gateway (process ${pid}) does not answer, and was not ended: ${why}`, {
    help: `end it where it was started, or look at \`ps ${pid}\` and run \`kill -KILL ${pid}\``,
    details: { running: true, pid },
  });

async function gone(lives: () => boolean, forMs: number): Promise<boolean> {
  const until = performance.now() + forMs;
  while (lives()) {
    if (performance.now() > until) return false;
    await delay(LOOK_MS);
  }
  return true;
}

/** `true`: told, or gone meanwhile. */
function signalled(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (thrown) {
    return errorCode(thrown) === 'ESRCH';
  }
}
