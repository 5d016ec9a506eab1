// What a tab's processes take from the machine, and whether the one that carries its network still lives: read from the system.
// INVARIANT: reads only; a process that is gone takes nothing.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { TabUsage } from '#executors/contract/tab.ts';
import { familyOf } from './processes.ts';
import { ofEachProcess, statFields } from '#executors/system/proc.ts';

const run = promisify(execFile);
const LINUX = process.platform === 'linux';
/** Linux counts CPU time in hundredths of a second for programs, whatever the kernel does. */
const TICK_MS = 10;
const PAGE_BYTES = 4_096;

/** How much of each process of the browser is the tab's, from 0 to 1. */
type Weigh = () => Promise<ReadonlyMap<number, number>>;

type Share = {
  readonly pid: number;
  readonly id: string;
  readonly cpuMs: number;
  /** Its own memory, and what it shares with its family. */
  readonly own: number;
  readonly shared: number;
};

/** Of one browser: CPU between two samples, so that a process which ended in between takes nothing back. */
export class UsageMeter {
  readonly #pid: number;
  readonly #weigh: Weigh | null;
  readonly #now: () => number;
  #before = new Map<string, number>();
  #at: number;

  constructor(pid: number, weigh: Weigh | null = null, now: () => number = () => performance.now()) {
    this.#pid = pid;
    this.#weigh = weigh;
    this.#now = now;
    this.#at = now();
  }

  /** `null` where nothing of it lives. */
  async sample(): Promise<TabUsage | null> {
    const weights = (await this.#weigh?.()) ?? null;
    const weightOf = ({ pid }: Share): number => (weights === null ? 1 : (weights.get(pid) ?? 0));
    const shares = (await sharesOf(this.#pid)).filter((share) => weightOf(share) > 0);
    const at = this.#now();
    const used = shares.reduce(
      (sum, share) => sum + weightOf(share) * Math.max(0, share.cpuMs - (this.#before.get(share.id) ?? 0)),
      0,
    );
    const elapsed = Math.max(1, at - this.#at);
    this.#before = new Map(shares.map(({ id, cpuMs }) => [id, cpuMs]));
    this.#at = at;
    if (shares.length === 0) return null;
    const own = shares.reduce((sum, share) => sum + weightOf(share) * share.own, 0);
    // The program and its libraries are the same pages in every process: counted once, and where tabs share a browser, as its.
    const shared = weights === null ? Math.max(...shares.map((share) => share.shared)) : 0;
    return { cpuPercent: (100 * used) / elapsed, memoryBytes: own + shared, processes: shares.length };
  }
}

/** The browser leads a session of its own (launch/browser-process.ts): its family are the processes in it. */
const sharesOf = (pid: number): Promise<readonly Share[]> =>
  LINUX ? ofEachProcess((one) => shareOf(one, pid)) : sharesWithPs(pid);

/** Every tab is looked at each two seconds, and of each process of the machine a file: a promise for each took ten times as much. */
function shareOf(pid: number, session: number): Share | null {
  try {
    const fields = statFields(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    if (Number(fields[3]) !== session || fields[0] === 'Z') return null;
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number);
    return {
      pid,
      id: `${pid}@${fields[19]}`,
      cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
      own: (resident - shared) * PAGE_BYTES,
      shared: shared * PAGE_BYTES,
    };
  } catch {
    return null; // gone between listing and reading
  }
}

/** `ps` tells resident memory alone, and CPU time as `[[dd-]hh:]mm:ss`. */
async function sharesWithPs(pid: number): Promise<readonly Share[]> {
  const { stdout } = await run('ps', ['-axo', 'pid=,ppid=,rss=,time=']);
  const all = stdout.split('\n').flatMap((line) => {
    const [own, parent, rss, time] = line.trim().split(/\s+/);
    return own === undefined || time === undefined ? [] : [{ own, parent, rss: Number(rss), time }];
  });
  const family = new Set([String(pid)]);
  for (let grown = -1; grown !== family.size;) {
    grown = family.size;
    for (const { own, parent } of all) if (parent !== undefined && family.has(parent)) family.add(own);
  }
  return all
    .filter(({ own }) => family.has(own))
    .map(({ own, rss, time }) => ({
      pid: Number(own),
      id: own,
      cpuMs: cpuOf(time),
      own: rss * 1_024,
      shared: 0,
    }));
}

function cpuOf(time: string): number {
  const seconds = time
    .split(/[-:]/)
    .map(Number)
    .reduce((sum, part, at, all) => sum * (all.length === 4 && at === 1 ? 24 : 60) + part, 0);
  return seconds * 1_000;
}

/** The process that holds a browser's connections. Another one in its place was never looked at. */
export type NetworkService = { readonly alive: () => boolean };

export async function networkServiceOf(userData: string, pid: number): Promise<NetworkService> {
  const family = await familyOf(userData, pid);
  const found = family.find(({ args }) =>
    args.some((word) => word.startsWith('--utility-sub-type=network.mojom.NetworkService')),
  );
  return { alive: () => found === undefined || isAlive(found.pid) };
}

/** Without a wait: it is asked before every act. */
function isAlive(pid: number): boolean {
  try {
    if (LINUX) return !['Z', 'X'].includes(statFields(readFileSync(`/proc/${pid}/stat`, 'utf8'))[0] ?? 'X');
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
