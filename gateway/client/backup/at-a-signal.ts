// What is half made goes when a person presses Ctrl-C, too. INVARIANT: it is removed between two steps, never amid the ones that
// put something in its place, which wait for nothing; then the signal does what it would have done.
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Returns what ends the watch. */
export function atASignal(undo: () => void): () => void {
  const stop = (signal: NodeJS.Signals): void => {
    end();
    try {
      undo();
    } finally {
      // Where the program has its own way to end, that is its to do.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    }
  };
  const end = (): void => {
    for (const signal of SIGNALS) process.off(signal, stop);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  return end;
}
