// Time as the service sees it: a seam, so that no test waits for a minute. INVARIANT: durations are measured on a clock that nobody sets.
export type Time = {
  /** Milliseconds; only grows. */
  readonly monotonicMs: () => number;
  /** Milliseconds since 1970; for tokens and for people. */
  readonly wallMs: () => number;
  /** Calls once, later; the answer takes it back. */
  readonly after: (milliseconds: number, act: () => void) => () => void;
};

/** `setTimeout` takes no more. */
const LONGEST_MS = 2 ** 31 - 1;

export const systemTime: Time = {
  monotonicMs: () => performance.now(),
  wallMs: () => Date.now(),
  after: (milliseconds, act) => {
    const timer = setTimeout(act, Math.min(Math.max(milliseconds, 0), LONGEST_MS));
    return () => clearTimeout(timer);
  },
};

/** Rejects with the signal's reason. */
export function sleep({ after }: Time, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const stop = (): void => {
      cancel();
      reject(signal.reason);
    };
    const cancel = after(milliseconds, () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
    signal.addEventListener('abort', stop, { once: true });
  });
}
