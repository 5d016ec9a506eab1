// Where a tab's browser writes what it downloads: a directory of its profile that nobody enters but it and the gateway.
// INVARIANT: a file there has the name that the browser gave the download, never one that a page or a server chose.
import { lchown, lstat, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { userOf } from '#executors/browsers/processes/profile.ts';

/** `guid` as the browser says it. */
const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

export class Quarantine {
  readonly directory: string;

  private constructor(directory: string) {
    this.directory = directory;
  }

  /** In the profile, so that it goes with it. Throws as `node:fs` does. */
  static async make(profile: string): Promise<Quarantine> {
    const directory = join(profile, 'downloads');
    await mkdir(directory, { mode: 0o700 });
    const as = await userOf(profile);
    if (as !== null) await lchown(directory, as.uid, as.gid);
    return new Quarantine(directory);
  }

  /** `null` for what is no name of the browser's. */
  pathOf(guid: string): string | null {
    return GUID.test(guid) ? join(this.directory, guid) : null;
  }

  /** What of it lies there by now, under its name or as the browser calls it meanwhile. */
  async sizeOf(path: string): Promise<number> {
    const found = await Promise.all(
      [path, `${path}.crdownload`].map((one) => lstat(one).catch(() => ({ size: 0 }))),
    );
    return Math.max(...found.map(({ size }) => size));
  }

  async remove(path: string): Promise<void> {
    await Promise.all([path, `${path}.crdownload`].map((one) => rm(one, { force: true, maxRetries: 3 })));
  }
}
