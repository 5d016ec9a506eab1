#!/usr/bin/env node
// Where the `ghost` command begins: plain JavaScript, so that an older Node can say what it lacks, and so that the cache of
// compiled modules is there before the first of them is read (without it, a short command pays for the stripping of types).
// INVARIANT: the cache lies where `gateway/paths.ts` has the data directory, the user's alone: what is read there is run.
import { mkdirSync } from 'node:fs';
import * as modules from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `Ghost Browser needs Node 24, this is ${process.version}\n  help: run it as \`npm run -s ghost -- …\`: npm uses the Node that the project brings\n`,
  );
  process.exit(2);
}

const { GHOST_DATA_DIR: own, XDG_DATA_HOME: shared } = process.env;
const data = own || join(shared || join(homedir(), '.local', 'share'), 'ghost-browser');
try {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  modules.enableCompileCache(join(data, 'compiled'));
} catch {
  // Without a place to write there is no cache, and everything works as before.
}
await import('./ghost.ts');
