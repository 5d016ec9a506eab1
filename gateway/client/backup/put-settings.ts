// The settings of a backup, where they lie outside of the data directory that it becomes. INVARIANT: there are settings at each
// moment, and none that were there are lost: whoever puts them can undo it until the directory has taken its place.
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ownDirectory } from '#executors/system/own-directory.ts';
import { readPlainFile } from '#executors/system/plain-file.ts';
import { writePrivate } from '#executors/system/private-file.ts';
import { readText } from '#gateway/audit/format/files.ts';
import { settingsDraft } from '#gateway/settings/restores/leftovers.ts';
import type { Paths } from '#gateway/settings/paths.ts';
import { asideName } from '#gateway/settings/restores/unfinished-restore.ts';
import { describe, fail, ok, type Result } from '#policy/language/failure.ts';
import { MOST_SETTINGS_BYTES } from './collect.ts';
import { putExclusively } from './exclusive-file.ts';

type Putting = {
  readonly data: string;
  readonly staging: string;
  readonly stamp: string;
  readonly replace: boolean;
};

/** Before that is touched: a restore that stops here can be done again. */
export function putSettings(
  { config }: Paths,
  { data, staging, stamp, replace }: Putting,
): Result<{ readonly undo: () => void }> {
  const saved = join(staging, 'config.yaml');
  const text = readText(saved);
  if (text === null || resolve(config) === join(data, 'config.yaml')) return ok({ undo: () => {} });
  const directory = ownDirectory(dirname(config), 0o700);
  if (!directory.ok) return directory;
  const before = asideName(config, stamp);
  if (!existsSync(config)) {
    const draft = settingsDraft(config, staging);
    const drafted = writePrivate(draft, text);
    if (!drafted.ok) return drafted;
    const put = putExclusively(draft, config);
    rmSync(draft, { force: true });
    if (!put) return isThere(config);
  } else {
    if (!replace) return isThere(config);
    // A copy, so that there are settings at each moment.
    writeFileSync(before, readPlainFile(config, MOST_SETTINGS_BYTES), { flag: 'wx', mode: 0o600 });
    const written = writePrivate(config, text);
    if (!written.ok) {
      rmSync(before, { force: true });
      return written;
    }
  }
  rmSync(saved);
  const undo = (): void =>
    existsSync(before) ? renameSync(before, config) : rmSync(config, { force: true });
  return ok({ undo });
}

/** What it throws; `null`: nothing. */
export function wordsOf(work: () => void): string | null {
  try {
    work();
    return null;
  } catch (thrown) {
    return describe(thrown);
  }
}

export const isThere = (path: string): Result<never> =>
  fail('backup.not-empty', `\`${path}\` is there already`, {
    help: 'give an empty directory with `--data-dir`; `--replace` moves what is there aside, and keeps it',
  });
