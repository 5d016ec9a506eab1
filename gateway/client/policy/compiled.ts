// Modules as they were compiled the last time: half of what a short command costs. INVARIANT: lies below the data directory,
// which is the user's alone: what is read here is run.
import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { ownDirectory } from '#executors/system/own-directory.ts';
import { pathsFor } from '#gateway/settings/paths.ts';

/** Keeps and reuses compiled modules. Without a place to write there is no cache, and everything works as before. */
export function keepCompiled(): void {
  // The launcher of the command has done it already.
  if (getCompileCacheDir() !== undefined) return;
  const compiled = ownDirectory(join(pathsFor(undefined).data, 'compiled'), 0o700);
  if (compiled.ok) enableCompileCache(compiled.value);
}
