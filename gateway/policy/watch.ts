// Tells when one of some files changes, however: written, replaced by rename, removed and brought back, a directory or a link
// on its way swapped (as Kubernetes does with `..data`) or moved. INVARIANT: after a call of `onChange` the files are watched
// where they now lie, so what is read then is either the last state or will be told of.
import { lstatSync, readlinkSync, watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { dirname, join, parse, resolve, sep } from 'node:path';

export type Watching = {
  readonly complete: boolean;
  /** Other files from now on. A change that was seen before is told of still. */
  watch(files: readonly string[]): void;
  close(): void;
};

/** A change is told of after this many quiet periods at the latest, however much is written. */
const MAX_QUIET_PERIODS = 10;
/** As the kernel's own limit: a circle of links leads nowhere. */
const MAX_LINKS = 40;

/** `debounceMs`: how long nothing may happen before `onChange` is called: a file is written in several steps. */
export function watchFiles(first: readonly string[], debounceMs: number, onChange: () => void): Watching {
  let files = first;
  let watchers: readonly FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  let firstChange: number | null = null;
  let complete = true;

  const fire = (): void => {
    firstChange = null;
    arrange();
    onChange();
  };
  const changed = (): void => {
    firstChange ??= performance.now();
    const patience = Math.max(0, firstChange + MAX_QUIET_PERIODS * debounceMs - performance.now());
    clearTimeout(timer);
    timer = setTimeout(fire, Math.min(debounceMs, patience));
    timer.unref();
  };
  /** INVARIANT: the new watchers stand before the old ones end. */
  function arrange(): void {
    const before = watchers;
    const next: FSWatcher[] = [];
    complete = true;
    for (const [directory, names] of stepsTo(files)) {
      try {
        const watcher = watch(directory, { persistent: false }, (_, name) => {
          if (name === null || names.has(name)) changed();
        });
        watcher.on('error', () => {
          complete = false;
          changed();
        });
        next.push(watcher);
      } catch {
        // No right to it, or no more watches: `complete` says so, and `ghost policy reload` still reads.
        complete = false;
      }
    }
    watchers = next;
    for (const one of before) one.close();
  }
  arrange();
  return {
    get complete() {
      return complete;
    },
    watch(others) {
      files = others;
      arrange();
    },
    close() {
      clearTimeout(timer);
      for (const one of watchers) one.close();
    },
  };
}

/** Every directory on the way to the files, with the names in it that the way leads over. */
function stepsTo(files: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const file of files)
    for (const [directory, name] of wayTo(resolve(file)))
      found.set(directory, (found.get(directory) ?? new Set()).add(name));
  return found;
}

/** Step by step, through links, up to what is not there: its directory is where it will appear. */
function* wayTo(path: string): Generator<readonly [string, string]> {
  const { root } = parse(path);
  let at = root;
  let rest = partsOf(path);
  for (let links = 0; ;) {
    const [name, ...more] = rest;
    if (name === undefined) return;
    yield [at, name];
    const here = join(at, name);
    const target = linkAt(here);
    if (target === null) return;
    if (target === '') {
      at = here;
      rest = more;
      continue;
    }
    links += 1;
    if (links > MAX_LINKS) return;
    const absolute = resolve(dirname(here), target);
    at = parse(absolute).root;
    rest = [...partsOf(absolute), ...more];
  }
}

const partsOf = (path: string): readonly string[] =>
  path
    .slice(parse(path).root.length)
    .split(sep)
    .filter((part) => part !== '');

/** Where a link leads; `''`: not a link; `null`: there is nothing, or it may not be seen. */
function linkAt(path: string): string | null {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : '';
  } catch {
    return null; // What is not there is waited for in its directory.
  }
}
