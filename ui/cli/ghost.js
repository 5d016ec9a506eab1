#!/usr/bin/env node
// Where the `ghost` command begins: plain JavaScript, so that an older Node goes on with the one that came, and so that the cache of
// compiled modules is there before the first of them is read (without it, a short command pays for the stripping of types).
// INVARIANT: the cache lies where `gateway/settings/paths.ts` has the data directory, the user's alone: what is read there is run.
import { existsSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import * as modules from 'node:module';
import { constants, homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDS_NODE = 24;
if (Number(process.versions.node.split('.')[0]) < NEEDS_NODE) process.exit(await goOnWith(nodeThatCame()));

const { GHOST_DATA_DIR: own, XDG_DATA_HOME: shared } = process.env;
const compiled = join(own || join(shared || join(homedir(), '.local', 'share'), 'ghost-browser'), 'compiled');

/** The Node that the package `node`, a dependency of ours, brings; `null` where its binary was not installed. */
function nodeThatCame() {
  try {
    const path = join(
      dirname(modules.createRequire(import.meta.url).resolve('node/package.json')),
      'bin',
      'node',
    );
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
}

/** The same command in that Node; its exit code. A key at the terminal reaches both, any other signal is passed on. */
async function goOnWith(node) {
  if (node === null) {
    process.stderr.write(
      `Ghost Browser needs Node ${NEEDS_NODE}, this is ${process.version}\n  help: run \`npm ci\` (or \`npm install\`) with scripts allowed: Node ${NEEDS_NODE} comes as a dependency\n`,
    );
    return 2;
  }
  const { spawn } = await import('node:child_process');
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) {
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal)));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

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

/**
 * Where a module of ours lies stands in its specifier: Node would look it up for each of some thousand imports of a start, and read
 * `package.json` each time. INVARIANT: it leads where `imports` of that file leads; what is not written so is Node's to find.
 */
function findOwnModules() {
  const root = new URL('../../', import.meta.url).href;
  const { imports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  const folders = Object.entries(imports).map(([name, to]) => [
    name.slice(0, -1),
    new URL(to.slice(0, -1), root).href,
  ]);
  const ours = (url) => url.startsWith(root) && !url.includes('/node_modules/');
  const placeOf = (specifier, from) => {
    if (specifier.startsWith('./') || specifier.startsWith('../')) return new URL(specifier, from).href;
    const folder = folders.find(([name]) => specifier.startsWith(name));
    return folder === undefined ? null : `${folder[1]}${specifier.slice(folder[0].length)}`;
  };
  modules.registerHooks({
    resolve(specifier, context, next) {
      const { parentURL: from } = context;
      const isOwnImport = specifier.endsWith('.ts') && from !== undefined && ours(from);
      const url = isOwnImport ? placeOf(specifier, from) : null;
      return url === null
        ? next(specifier, context)
        : { url, format: 'module-typescript', shortCircuit: true };
    },
  });
}

// A package brings one file, whose parts need not be found.
if (existsSync(new URL('ghost.ts', import.meta.url))) findOwnModules();

try {
  const path = resolve(compiled);
  // A `~` that no shell has read is an error of the command, and no directory.
  if (!compiled.startsWith('~') && isOurs(path, false)) mkdirSync(path, { recursive: true, mode: 0o700 });
  if (isOurs(path)) modules.enableCompileCache(path);
} catch {
  // Without a place to write there is no cache, and everything works as before.
}
await import('./ghost.ts');
