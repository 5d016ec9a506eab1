// Who made something that outlives its maker: a gateway's process, named for good by its number and the time it started.
import { readPrivate } from '#executors/system/private-file.ts';
import { startTime } from './processes.ts';

export type Owner = { readonly pid: number; readonly startTime: string };

export const thisProcess = async (): Promise<Owner> => ({
  pid: process.pid,
  startTime: (await startTime(process.pid)) ?? '',
});

export const isAlive = async (owner: Owner): Promise<boolean> =>
  (await startTime(owner.pid)) === owner.startTime;

/** `null` for a file that is missing, not ours or not readable: what it stands beside is nobody's. */
export function readOwnerFile(path: string): Owner | null {
  try {
    const read = readPrivate(path);
    const value: unknown = read.ok && read.value !== null ? JSON.parse(read.value) : null;
    if (typeof value !== 'object' || value === null || !('pid' in value) || !('startTime' in value))
      return null;
    const { pid, startTime: started } = value;
    return typeof pid === 'number' && typeof started === 'string' ? { pid, startTime: started } : null;
  } catch {
    return null;
  }
}
