#!/usr/bin/env node
// Where the `ghost` command begins: plain JavaScript, so that an older Node can say what it lacks, and so that the cache of
// compiled modules is there before the first of them is read (without it, a short command pays for the stripping of types).
// INVARIANT: the cache lies where `gateway/settings/paths.ts` has the data directory, the user's alone: what is read there is run.
import { lstatSync, mkdirSync } from 'node:fs';
import * as modules from 'node:module';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `Ghost Browser needs Node 24, this is ${process.version}\n  help: run it as \`npm run -s ghost -- …\`: npm uses the Node that the project brings\n`,
  );
  process.exit(2);
}

const { GHOST_DATA_DIR: own, XDG_DATA_HOME: shared } = process.env;
const compiled = join(own || join(shared || join(homedir(), '.local', 'share'), 'ghost-browser'), 'compiled');

/** As `executors/system/own-directory.ts` has it, for what is there: none but we and root can put another one in its place. */
function isOurs(path, leaf = true) {
  const above = dirname(path);
  if (above !== path && !isOurs(above, false)) return false;
  const found = lstatSync(path, { throwIfNoEntry: false });
  const uid = process.geteuid?.();
  if (found === undefined) return !leaf;
  if (uid === undefined) return true;
  const sticky = !leaf && (found.mode & 0o1000) !== 0;
  const owned = found.uid === uid || (found.uid === 0 && !leaf);
  return found.isDirectory() && owned && (sticky || (found.mode & 0o022) === 0);
}

try {
  const path = resolve(compiled);
  if (isOurs(path, false)) mkdirSync(path, { recursive: true, mode: 0o700 });
  if (isOurs(path)) modules.enableCompileCache(path);
} catch {
  // Without a place to write there is no cache, and everything works as before.
}
await import('./ghost.ts');
