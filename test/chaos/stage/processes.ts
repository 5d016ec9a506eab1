// Which processes belong to a gateway of a run: told from outside, by the kernel's list.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { familyOf, listProcesses } from '#executors/browsers/processes/processes.ts';
import { isStillRunning, readProcess } from '#executors/system/process-tree.ts';

const HELPER = 'namespace-helper.js';

export type Browser = {
  /** Its directory below the profiles. */
  readonly profile: string;
  /** The first of its processes; `null`: others are left of it. */
  readonly main: number | null;
  readonly renderers: readonly number[];
  readonly all: readonly number[];
};

/** One for each profile that a process names or that lies on the disk. */
export async function browsersBelow(profiles: string): Promise<readonly Browser[]> {
  const directories = existsSync(profiles) ? readdirSync(profiles) : [];
  const named = (await listProcesses()).flatMap(({ args, zombie }) =>
    zombie ? [] : args.flatMap((word) => word.split(`${profiles}/`)[1]?.split('/')[0] ?? []),
  );
  const found = [...new Set([...directories, ...named])].sort();
  return Promise.all(
    found.map(async (profile) => {
      const family = await familyOf(join(profiles, profile), null);
      const isBrowser = (args: readonly string[]): boolean =>
        args.some((word) => word.startsWith('--user-data-dir=')) &&
        !args.some((word) => word.startsWith('--type='));
      return {
        profile,
        main:
          family.find(({ args, parent }) => isBrowser(args) && !family.some(({ pid }) => pid === parent))
            ?.pid ?? null,
        renderers: family.filter(({ args }) => args.includes('--type=renderer')).map(({ pid }) => pid),
        all: family.map(({ pid }) => pid),
      };
    }),
  );
}

/** The namespace helpers of these gateways. */
export async function helpersOf(gateways: ReadonlySet<number>): Promise<readonly number[]> {
  return (await listProcesses())
    .filter(({ args, zombie }) => {
      const at = args.findIndex((word) => word.endsWith(HELPER));
      return !zombie && at !== -1 && gateways.has(Number(args[at + 1]));
    })
    .map(({ pid }) => pid);
}

/** `true`: it was there to get it. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH') return false;
    throw thrown;
  }
}

/** A zombie runs no more: who reaps it, and when, is not ours. */
export function isRunning(pid: number): boolean {
  const row = readProcess(pid);
  return row !== null && isStillRunning(pid, row.startedAt);
}
