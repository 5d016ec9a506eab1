// Drives long work on the thread that decides: a small part of a millisecond, then whatever else waits, then the next part.
// INVARIANT: work that is ended gives nothing: it throws.
import { setImmediate } from 'node:timers/promises';
import type { Turns } from '#policy/collections/turns.ts';

/** Decisions wait no longer for it: no longer than for a message from one thread to the other. */
const SLICE_MS = 0.05;

/** Errors: throws what the work throws, and `AbortError` where it was ended. */
export async function inTurns<T>(turns: Turns<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    signal.throwIfAborted();
    const until = performance.now() + SLICE_MS;
    do {
      const turn = turns.next();
      if (turn.done === true) return turn.value;
    } while (performance.now() < until);
    await setImmediate(undefined, { signal });
  }
}
