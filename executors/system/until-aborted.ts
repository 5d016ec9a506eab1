// Work that is waited for no longer than a signal allows. INVARIANT: nobody keeps listening to the signal once the work is over.

/** As `work`, but never later than the signal: whatever does not listen to it is left behind. Rejects with the signal's reason. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const aborted = (): void => reject(signal.reason);
  signal.addEventListener('abort', aborted, { once: true });
  if (signal.aborted) aborted();
  work.then(resolve, reject).finally(() => signal.removeEventListener('abort', aborted));
  return promise;
}
