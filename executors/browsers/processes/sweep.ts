// Removes what a crashed gateway left: profiles, temporary directories, namespace helpers.
// INVARIANT: nothing whose owner lives is touched.
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { trustedDirectory } from '#executors/system/own-directory.ts';
import { endHelpers } from './namespace.ts';
import { isAlive } from './owner.ts';
import { killFamily, killUser } from './processes.ts';
import {
  listTemporaries,
  PROFILE_PREFIX,
  readOwner,
  removeProfile,
  removeTemporary,
  userOf,
} from './profile.ts';
import { reclaimUser, type LeasedUser } from './users.ts';

/** A directory without an owner file may be one that is being made right now: it is left for a while. */
const UNOWNED_GRACE_MS = 60_000;

/** Returns the profile directories that were removed. */
export async function sweep(profileRoot: string): Promise<readonly string[]> {
  const removed = await sweepProfiles(profileRoot);
  await endHelpers((owner) => isAlive(owner).then((alive) => !alive));
  // After the browsers: nothing writes into them any more.
  for (const { path, owner } of await listTemporaries())
    if (!(await isAlive(owner))) await removeTemporary(path);
  return removed;
}

async function sweepProfiles(profileRoot: string): Promise<readonly string[]> {
  // Somebody else's directory may name any process or file.
  const root = trustedDirectory(profileRoot);
  if (!root.ok || root.value === null) return [];
  const names = await readdir(root.value).catch((): string[] => []);
  const removed: string[] = [];
  for (const name of names.filter((one) => one.startsWith(PROFILE_PREFIX))) {
    const directory = join(root.value, name);
    if (!(await isAbandoned(directory))) continue;
    await killFamily(directory, null);
    const user = await lastUserOf(directory);
    const gone = user === null || (await killUser(user));
    if (!gone || !(await removeProfile(directory))) continue;
    user?.release();
    removed.push(directory);
  }
  return removed;
}

/** What ran as the browser's own user and left its family would go on, and get the next browser's profile with the number. */
async function lastUserOf(directory: string): Promise<LeasedUser | null> {
  const owner = readOwner(directory);
  const user = await userOf(directory).catch(() => null);
  return owner === null || user === null ? null : reclaimUser(user, owner);
}

async function isAbandoned(directory: string): Promise<boolean> {
  const owner = readOwner(directory);
  if (owner !== null) return !(await isAlive(owner));
  const made = await lstat(directory).catch(() => null);
  return made !== null && Date.now() - made.mtimeMs > UNOWNED_GRACE_MS;
}
