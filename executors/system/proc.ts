// The processes of this machine as the kernel lists them (Linux): their numbers, and the fields of their status line.
// INVARIANT: a process may be gone between listing and reading; whoever reads one says so with `null`.
import { readdirSync } from 'node:fs';

/** Read in one go: a call for each file costs several times as much, and there are two for every process of the machine. */
const PROCESSES_PER_TURN = 64;

/** Throws where there is no `/proc`. */
export const processNumbers = (): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map(Number);

/** What is read of each process that is still there; other work has its turn in between. */
export async function ofEachProcess<T>(read: (pid: number) => T | null): Promise<T[]> {
  const all: T[] = [];
  for (const [at, pid] of processNumbers().entries()) {
    const one = read(pid);
    if (one !== null) all.push(one);
    if (at % PROCESSES_PER_TURN === PROCESSES_PER_TURN - 1)
      await new Promise((resolve) => setImmediate(resolve));
  }
  return all;
}

/** Of `/proc/PID/stat`, from the state on. The name in brackets may itself hold brackets and spaces: they start behind the last one. */
export const statFields = (stat: string): readonly string[] =>
  stat.slice(stat.lastIndexOf(')') + 2).split(' ');
