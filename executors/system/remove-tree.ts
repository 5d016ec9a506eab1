// Removes a directory with all that lies in it, though others may write there meanwhile. INVARIANT: names are taken in directories
// that are held open, so that a link in the place of one leads nowhere: nothing outside of the tree is ever removed.
import { constants } from 'node:fs';
import { lstat, open, readdir, rm, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './error-code.ts';

const DIRECTORY = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);
/** Whoever adds to it faster than it is emptied is told that it is not gone. */
const MAX_ROUNDS = 5;
const MAX_DEPTH = 200;

/** Whether it is gone. `path`: its parent is ours alone. */
export async function removeTree(path: string): Promise<boolean> {
  // Elsewhere a descriptor has no path; there the browser runs as we do, and what lies in its profile is ours.
  if (process.platform !== 'linux')
    await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 40 });
  else await remove(path, 0);
  return (await lstat(path).catch(errorCode)) === 'ENOENT';
}

async function remove(path: string, depth: number): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const refused = await unlink(path).then(() => null, errorCode);
    if (refused === null || refused === 'ENOENT') return;
    // Of a directory: EISDIR on Linux, EPERM elsewhere; anything else is none of our business to mend.
    if (refused !== 'EISDIR' && refused !== 'EPERM') return;
    await empty(path, depth);
    const left = await rmdir(path).then(() => null, errorCode);
    if (left === null || left === 'ENOENT') return;
  }
}

async function empty(path: string, depth: number): Promise<void> {
  if (depth > MAX_DEPTH) return;
  const directory = await open(path, DIRECTORY).catch(() => null);
  if (directory === null) return;
  try {
    const own = `/proc/self/fd/${directory.fd}`;
    for (const name of await readdir(own)) await remove(join(own, name), depth + 1);
  } finally {
    await directory.close();
  }
}
