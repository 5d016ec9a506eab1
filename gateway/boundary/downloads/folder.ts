// Checks the folder that downloads go to: as it is when the download is decided, and again when the file is put there.
// INVARIANT: the directory that is opened is the one that was decided on, by device and inode; a link or another directory is refused.
import { constants } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { ownDirectory } from '#executors/system/own-directory.ts';
import { describe, fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { canonicalFolder } from '#policy/requests/url-parts/paths.ts';

export type Folder = {
  /** Absolute, its links resolved: what the policy decides on. */
  readonly path: string;
  readonly device: bigint;
  readonly inode: bigint;
};

/** Errors: `download.no-folder`. `make`: our own, made on demand and for nobody else. */
export async function lookAtFolder(path: string, make: boolean): Promise<Result<Folder>> {
  if (!isAbsolute(path)) return refuse(path, 'it is not an absolute path');
  const own = make ? ownDirectory(path, 0o700) : ok(path);
  if (!own.ok) return refuse(path, own.error.message);
  try {
    const real = await realpath(path);
    const found = await stat(real, { bigint: true });
    const canonical = canonicalFolder(real);
    if (!found.isDirectory() || canonical === null) return refuse(path, 'it is no folder');
    const open = openTo(found);
    if (open !== null) return refuse(path, open);
    return ok({ path: canonical, device: found.dev, inode: found.ino });
  } catch (thrown) {
    return refuse(path, describe(thrown));
  }
}

export type OpenFolder = {
  /** A path below which names are taken in the open directory itself, wherever it was moved meanwhile. */
  readonly at: string;
  readonly handle: FileHandle;
};

/** Opens exactly the directory that was looked at. Errors: `download.no-folder`. The caller closes the handle. */
export async function openFolder({ path, device, inode }: Folder): Promise<Result<OpenFolder>> {
  try {
    const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    const found = await handle.stat({ bigint: true });
    if (found.dev === device && found.ino === inode) {
      // Linux: names are taken in the directory that the descriptor holds (`openat`).
      const at = process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : path;
      return ok({ at, handle });
    }
    await handle.close();
    return refuse(path, 'another folder stands there than was decided on');
  } catch (thrown) {
    return refuse(path, describe(thrown));
  }
}

/** A folder that anybody writes to is nobody's: a name there could be replaced. */
function openTo({ mode }: BigIntStats): string | null {
  if (process.platform === 'win32') return null;
  return (mode & 0o002n) !== 0n ? 'everybody may write to it' : null;
}

const refuse = (path: string, cause: string): Result<never> =>
  fail('download.no-folder', `downloads cannot go to \`${path}\``, {
    cause,
    help: 'name a folder of your own under `downloads` in the settings',
  });
