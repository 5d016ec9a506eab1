// Tells when one of some files changes, also when it is replaced or renamed, as editors and deployments do.
// INVARIANT: directories are watched, not files: a file that was replaced goes on being watched.
import { existsSync, realpathSync, watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

export type Watching = { readonly complete: boolean; close(): void };

/** `debounceMs`: how long nothing may happen before `onChange` is called: a file is written in several steps. */
export function watchFiles(files: readonly string[], debounceMs: number, onChange: () => void): Watching {
  const watchers: FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  let complete = true;
  const changed = (): void => {
    clearTimeout(timer);
    timer = setTimeout(onChange, debounceMs);
    timer.unref();
  };
  for (const [directory, names] of namesByDirectory(files)) {
    try {
      const watcher = watch(directory, { persistent: false }, (_, name) => {
        if (name === null || names.has(name)) changed();
      });
      watcher.on('error', () => {
        complete = false;
        changed();
      });
      watchers.push(watcher);
    } catch {
      // No such directory, or no more watches: `complete` says so, and `ghost policy reload` still reads.
      complete = false;
    }
  }
  return {
    get complete() {
      return complete;
    },
    close() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}

/** Where a file lies, and where the link of that name leads. */
function namesByDirectory(files: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const file of files) {
    const path = resolve(file);
    for (const one of existsSync(path) ? new Set([path, realpathSync(path)]) : [path]) {
      const names = found.get(dirname(one)) ?? new Set();
      found.set(dirname(one), names.add(basename(one)));
    }
  }
  return found;
}
