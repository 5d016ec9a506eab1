// Modules as they were compiled the last time: half of what a short command costs. INVARIANT: lies below the data directory,
// which is the user's alone: what is read here is run.
import { mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathsFor } from '#gateway/paths.ts';

/** Keeps and reuses compiled modules. Without a place to write there is no cache, and everything works as before. */
export function keepCompiled(): void {
  const { data } = pathsFor(undefined);
  try {
    mkdirSync(data, { recursive: true, mode: 0o700 });
  } catch {
    return;
  }
  enableCompileCache(join(data, 'compiled'));
}
