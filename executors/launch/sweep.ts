// Removes what a crashed gateway left. INVARIANT: a profile whose owner lives is not touched.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { killFamily, startTime } from './processes.ts';
import { PROFILE_PREFIX, readOwner, removeProfile } from './profile.ts';

/** A directory without an owner file may be one that is being made right now: it is left for a while. */
const UNOWNED_GRACE_MS = 60_000;

/** Returns the profile directories that were removed. */
export async function sweep(profileRoot: string): Promise<readonly string[]> {
  const names = await readdir(profileRoot).catch((): string[] => []);
  const removed: string[] = [];
  for (const name of names.filter((one) => one.startsWith(PROFILE_PREFIX))) {
    const directory = join(profileRoot, name);
    if (!(await isAbandoned(directory))) continue;
    await killFamily(directory, null);
    if (await removeProfile(directory)) removed.push(directory);
  }
  return removed;
}

async function isAbandoned(directory: string): Promise<boolean> {
  const owner = await readOwner(directory);
  if (owner !== null) return (await startTime(owner.pid)) !== owner.startTime;
  const made = await stat(directory).catch(() => null);
  return made !== null && Date.now() - made.mtimeMs > UNOWNED_GRACE_MS;
}
