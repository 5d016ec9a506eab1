// The browser's processes as the operating system has them: command lines, the family of one profile, the end of it.
// INVARIANT: only processes are signalled that name our profile directory or descend from our browser.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { errorCode } from '#executors/system/error-code.ts';
import { ofEachProcess, statFields } from '#executors/system/proc.ts';
import { pidsOf } from '#executors/system/running-users.ts';
import type { Unprivileged } from './unprivileged.ts';

const run = promisify(execFile);
const LINUX = process.platform === 'linux';

export type ProcessEntry = {
  readonly pid: number;
  readonly parent: number;
  readonly session: number;
  readonly zombie: boolean;
  /** The arguments, the program first. */
  readonly args: readonly string[];
};

export const listProcesses = (): Promise<ProcessEntry[]> => (LINUX ? ofEachProcess(readEntry) : listWithPs());

export async function readProcess(pid: number): Promise<ProcessEntry | null> {
  return LINUX ? readEntry(pid) : ((await listWithPs()).find((entry) => entry.pid === pid) ?? null);
}

function readEntry(pid: number): ProcessEntry | null {
  try {
    const fields = statFields(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return {
      pid,
      zombie: fields[0] === 'Z' || fields[0] === 'X',
      parent: Number(fields[1]),
      session: Number(fields[3]),
      args: splitCommandLine(readFileSync(`/proc/${pid}/cmdline`, 'utf8')),
    };
  } catch {
    return null; // gone between listing and reading
  }
}

/** Chromium writes its command line again as a title, with spaces between the words: then a word starts where a flag does. */
function splitCommandLine(text: string): string[] {
  const words = text.replace(/(?<!\0)\0+$/, '').split('\0');
  return words.length > 1 ? words : (words[0] ?? '').split(/ (?=--|about:blank$)/);
}

/** When the process started, as an opaque word: with the PID it names one process for good. */
export async function startTime(pid: number): Promise<string | null> {
  try {
    if (!LINUX) return (await run('ps', ['-o', 'lstart=', '-p', String(pid)])).stdout.trim() || null;
    const fields = statFields(await readFile(`/proc/${pid}/stat`, 'utf8'));
    return fields[0] === 'Z' ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

/** Everything alive that belongs to the profile: named by it, or a child of one that is, or in the browser's session. */
export async function familyOf(
  profileDirectory: string | null,
  browserPid: number | null,
): Promise<ProcessEntry[]> {
  const all = (await listProcesses()).filter((entry) => !entry.zombie && entry.pid !== process.pid);
  const family = new Set<number>();
  const named = (argument: string): boolean =>
    profileDirectory !== null &&
    (argument.includes(`=${profileDirectory}/`) || argument.endsWith(`=${profileDirectory}`));
  for (const entry of all) {
    const own = entry.pid === browserPid || (browserPid !== null && entry.session === browserPid);
    if (own || entry.args.some(named)) family.add(entry.pid);
  }
  for (let grown = -1; grown !== family.size;) {
    grown = family.size;
    for (const entry of all) if (family.has(entry.parent)) family.add(entry.pid);
  }
  return all.filter((entry) => family.has(entry.pid));
}

/** A browser has nothing to save: what is left of a family for so long is a machine that does not keep up. */
const END_MS = 5_000;

/**
 * Kills the whole family and checks that it is gone. `again`: once was not enough.
 * The end is awaited by looking, since re-parented helpers are no children of ours.
 */
export async function killFamily(
  profileDirectory: string,
  browserPid: number | null,
): Promise<{ gone: boolean; again: boolean }> {
  const killed = new Set<number>();
  let again = false;
  const until = performance.now() + END_MS;
  for (;;) {
    const left = await familyOf(profileDirectory, browserPid);
    if (left.length === 0) return { gone: true, again };
    if (performance.now() > until) return { gone: false, again };
    for (const { pid } of left) {
      again ||= killed.has(pid);
      killed.add(pid);
      signal(pid, 'SIGKILL');
    }
    await wait(15);
  }
}

/** Of a child that leads a group of its own and was not reaped yet: nobody else can have its number. */
export const killGroup = (leader: number): void => signal(-leader, 'SIGKILL');

export const killProcess = (pid: number): void => signal(pid, 'SIGKILL');

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (thrown) {
    if (errorCode(thrown) !== 'ESRCH') throw thrown;
  }
}

async function listWithPs(): Promise<ProcessEntry[]> {
  const { stdout } = await run('ps', ['-axo', 'pid=,ppid=,sess=,stat=,command='], { maxBuffer: 1 << 26 });
  return stdout
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\S+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, pid, parent, session, stat, command]) => ({
      pid: Number(pid),
      parent: Number(parent),
      session: Number(session) || 0,
      zombie: stat?.startsWith('Z') ?? false,
      args: splitCommandLine(command ?? ''),
    }));
}

/**
 * Ends whatever runs as a browser's own user, and looks whether that is so: also what left its family, its session and its command
 * line. INVARIANT: never our own user, nor root.
 */
export async function killUser({ uid, gid }: Unprivileged): Promise<boolean> {
  if (uid === 0 || uid === process.geteuid?.()) throw new RangeError(`user ${uid} is no browser's`);
  const until = performance.now() + END_MS;
  for (let round = 0; ; round += 1) {
    const left = await pidsOf(uid);
    if (left.length === 0) return true;
    if (performance.now() > until) return false;
    for (const pid of left) signal(pid, 'SIGKILL');
    // What multiplies faster than it is listed: the kernel signals all that one user may signal at once.
    if (round > 1)
      await run('kill', ['-s', 'KILL', '--', '-1'], { uid, gid, cwd: '/' }).catch(() => undefined);
    await wait(15);
  }
}
