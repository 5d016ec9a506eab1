// Whether a process that somebody waits for was stopped: the kernel says so, where the process itself says nothing.
// INVARIANT: its number alone is not it: the moment of its start is compared too; what cannot be read is not called stopped.
import { readFileSync } from 'node:fs';
import { statFields } from './proc.ts';

/** One that goes on at once is no matter. */
const LOOK_MS = 500;
const STOPPED_LOOKS = 5;

/** Ticks from the machine's start to the process's; not where the system does not tell. */
export type Named = { readonly pid: number; readonly startedAt?: number | undefined };

/** By SIGSTOP, by Ctrl-Z, by a debugger. */
export function isStopped({ pid, startedAt }: Named): boolean {
  try {
    const fields = statFields(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return Number(fields[19]) === startedAt && (fields[0] === 'T' || fields[0] === 't');
  } catch {
    return false;
  }
}

/** Calls back once it has been seen stopped for two seconds while `waits` held. Ends its looking by what it returns. */
export function onceStopped(which: Named, waits: () => boolean, tell: () => void): () => void {
  let looks = 0;
  const timer = setInterval(() => {
    looks = waits() && isStopped(which) ? looks + 1 : 0;
    if (looks < STOPPED_LOOKS) return;
    clearInterval(timer);
    tell();
  }, LOOK_MS);
  return () => clearInterval(timer);
}
