// Whether a process may allow something from a terminal. INVARIANT: on Linux, where it can be told: it is this user's, it has a
// terminal, and neither it nor the program behind its terminal descends from whoever asks. Elsewhere the terminal and its pause
// are all that is known, and the log says so.
import { holdersOf, terminalHoldersOf } from '#executors/system/holders.ts';
import { lineOf, terminalName } from '#executors/system/process-tree.ts';
import type { ProcessRow } from '#executors/system/process-tree.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { keyOf } from './asking.ts';
import type { Asker } from './asking.ts';

/** What of a process is in the log. */
export type TerminalEvidence = {
  readonly terminal: string;
  /** The answering process first. */
  readonly processes: readonly string[];
  /** Whose window or connection the terminal is; empty where the system does not tell. */
  readonly heldBy: readonly string[];
};
export type Answering = TerminalEvidence & { readonly lines: readonly (readonly ProcessRow[])[] };

const ELSEWHERE = 'answer in Ghost Browser’s window';

/** The process at the other end of a connection. `inode`: of its socket. Errors: `consent.no-terminal`. */
export async function answeringAt(inode: string): Promise<Result<Answering>> {
  return answeringFrom(await holdersOf(`socket:[${inode}]`));
}

/** Errors: `consent.no-terminal`. */
export async function answeringFrom(holders: readonly number[]): Promise<Result<Answering>> {
  const [pid] = holders;
  if (pid === undefined) return none('which process answers cannot be told');
  const lines = holders.map((one) => lineOf(one));
  const line = lines[0] ?? [];
  const name = terminalName(line[0]?.tty ?? 0);
  if (name === null) return none('the process that answers has no terminal');
  const behind = (await terminalHoldersOf(name)).map((one) => lineOf(one));
  return ok({
    terminal: name,
    processes: inWords(line),
    heldBy: inWords(behind.flatMap((one) => one.slice(0, 1))),
    lines: [...lines, ...behind],
  });
}

const none = (message: string): Result<never> =>
  fail('consent.no-terminal', `${message}: nothing is allowed from there`, { help: ELSEWHERE });

const inWords = (line: readonly ProcessRow[]): readonly string[] =>
  line.map(({ pid, command }) => `${pid} ${command}`);

/** `null`: nothing speaks against it. */
export function relation(answering: Answering, askers: readonly (Asker | null)[]): Failure | null {
  for (const asker of askers) {
    const why =
      asker === null ? 'it cannot be told which process asks for this act' : related(answering, asker);
    if (why === null) continue;
    const { error } = fail('consent.own-request', `${why}, so this terminal does not allow it`, {
      help: `${ELSEWHERE}, or from a terminal that was open before and is not the asker’s`,
    });
    return error;
  }
  return null;
}

/** They start for anybody, whenever it was wanted: what runs there may be the asker's. */
const SCHEDULERS: ReadonlySet<string> = new Set(['cron', 'crond', 'fcron', 'anacron', 'atd']);

function related({ lines }: Answering, { line }: Asker): string | null {
  const asking = new Set(line.map(keyOf));
  if (lines.some((one) => one.some((row) => asking.has(keyOf(row)))))
    return 'this terminal belongs to whoever asks for this act';
  if (lines.some((one) => one.some(({ command }) => SCHEDULERS.has(command))))
    return 'this terminal was made by a scheduler, for whom cannot be told';
  // The oldest of them: what the agent started before it asked is its doing, too.
  const since = Math.min(...line.map(({ startedAt }) => startedAt));
  return lines.some((one) => isStray(one, since))
    ? 'this terminal came after whoever asks, and from nowhere that can be told'
    : null;
}

/**
 * A process that gave up its parent hides where it is from: it hangs on `init`, or on the user's `systemd`. One that did so before
 * the asker was there is not the asker's doing (a terminal program, a multiplexer).
 */
function isStray(line: readonly ProcessRow[], since: number): boolean {
  // Of another user's terminal what its processes hang on says as much; root's log-in programs speak for whom they let in.
  const first = line[0]?.uid ?? 0;
  const own = first === 0 ? process.getuid?.() : first;
  const end = line.findIndex(({ pid, uid, command }) => pid === 1 || uid !== own || command === 'systemd');
  const above = line[end];
  const top = line[end - 1];
  // From the log-in of another user (`sshd`, `login`), or from outside of this container: that is their word where it is from.
  if (above === undefined || top === undefined || (above.pid !== 1 && above.command !== 'systemd'))
    return false;
  return top.startedAt >= since;
}
