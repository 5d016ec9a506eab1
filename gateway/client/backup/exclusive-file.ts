// Gives a finished file its name. INVARIANT: nothing that has this name, or gets it meanwhile, is overwritten; a file of this name
// is the whole one. Where a file system has no links (FAT, some network ones), the name is taken empty first: a kill then leaves that.
import { closeSync, linkSync, lstatSync, openSync, renameSync, rmSync } from 'node:fs';
import { errorCode } from '#executors/system/error-code.ts';

/** What file systems without links say. */
const NO_LINKS: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/** The draft is in the same file system, and gone afterwards. `false`: something has the name. Throws what the disk throws. */
export function putExclusively(draft: string, path: string, link = linkSync): boolean {
  try {
    link(draft, path);
    rmSync(draft, { force: true });
    return true;
  } catch (thrown) {
    if (errorCode(thrown) === 'EEXIST') return false;
    if (!NO_LINKS.includes(errorCode(thrown))) throw thrown;
  }
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (thrown) {
    if (errorCode(thrown) === 'EEXIST') return false;
    throw thrown;
  }
  try {
    const held = lstatSync(path);
    // Whoever put something else there since keeps it.
    if (!held.isFile() || held.size > 0) return false;
    renameSync(draft, path);
    return true;
  } catch (thrown) {
    if (lstatSync(path, { throwIfNoEntry: false })?.size === 0) rmSync(path, { force: true });
    throw thrown;
  }
}
