// Makes the directories of a gateway, each with its rights, and clears up what earlier ones left in them.
import { ownDirectory } from '#executors/system/own-directory.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { sweepEmptyRoots } from './empty-roots.ts';
import { isRoot, ROOT_PROFILES, type Paths } from '#gateway/settings/paths.ts';
import { sweepRestores } from '#gateway/settings/restores/leftovers.ts';
import { finishRestore } from '#gateway/settings/restores/unfinished-restore.ts';

/** Makes the directories with their rights, or accepts those that are there. Errors: `directory.*`, `backup.failed`. */
export function makeDirectories(paths: Paths): Result<void> {
  try {
    finishRestore(paths.data);
    sweepRestores(paths);
  } catch (cause) {
    return fail('backup.failed', `a restore of \`${paths.data}\` was interrupted, and cannot be finished`, {
      cause,
      help: 'rename the newest directory `….restored-…` beside it to its name, or `….before-restore-…` for what was there',
    });
  }
  for (const path of [paths.data, paths.runtime]) {
    const made = ownDirectory(path, 0o700);
    if (!made.ok) return made;
  }
  if (isRoot()) sweepEmptyRoots(ROOT_PROFILES, paths.profiles);
  const made = ownDirectory(paths.profiles, profileMode());
  return made.ok ? ok(undefined) : made;
}

/** As root the browser runs as somebody else, and passes through. */
const profileMode = (): 0o700 | 0o711 => (isRoot() ? 0o711 : 0o700);
