// The end of a gateway's process: orderly, and within a bound. INVARIANT: what was given up is said before the process is gone.
import { systemClock } from '#executors/system/clock.ts';

/** Less than what a container's runtime waits before it kills. */
const PATIENCE_MS = 8_000;

/** Runs `close`; where that takes too long, `say` is told what is not done, and the process ends all the same. */
export async function endWithin(
  close: () => Promise<unknown>,
  unfinished: () => readonly string[],
  say: (gaveUp: readonly string[], seconds: number) => void,
): Promise<void> {
  const began = systemClock.monotonicMs();
  const patience = setTimeout(() => {
    say(unfinished(), Math.round((systemClock.monotonicMs() - began) / 1_000));
    // Not `exit`: that waits for the log's thread, and so for the disk.
    process.kill(process.pid, 'SIGKILL');
  }, PATIENCE_MS);
  await close();
  clearTimeout(patience);
}
