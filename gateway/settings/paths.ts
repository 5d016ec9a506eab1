// Where things lie on disk: private to the user, and nothing of it in a directory that everybody writes to. The only file that
// knows. INVARIANT: as root it is below what root alone writes to, whatever the environment says of another user's directories.
import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownDirectory } from '#executors/system/own-directory.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { sweepEmptyRoots } from './empty-roots.ts';
import { sweepRestores } from './restores/leftovers.ts';
import { finishRestore } from './restores/unfinished-restore.ts';

export type Paths = {
  /** Audit log, keys. 0700. */
  readonly data: string;
  /** `config.yaml`. */
  readonly config: string;
  /** `gateway.json` of the running gateway. 0700. */
  readonly runtime: string;
  /** Fresh profiles, one a Ghost Tab. As root traversable, so that a browser of another uid reaches its own; nothing lies in it but profiles. */
  readonly profiles: string;
};

/** Where `npm run build` puts the UI. */
export const UI_DIRECTORY = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'dist', 'ui');

const ROOT_RUNTIME = process.platform === 'linux' ? '/run/ghost-browser' : '/var/run/ghost-browser';
const ROOT_PROFILES = '/var/lib/ghost-browser';
/** `sun_path` has 108 bytes on Linux, 104 on macOS. */
const MAX_SOCKET_PATH_BYTES = 100;
const SOCKET = 'ghost.sock';

const isRoot = (): boolean => process.geteuid?.() === 0;

/** `dataDir` (or GHOST_DATA_DIR) puts everything below one directory: for tests and for several gateways beside one another. */
export function pathsFor(dataDir: string | undefined, env: NodeJS.ProcessEnv = process.env): Paths {
  const named = dataDir ?? env['GHOST_DATA_DIR'];
  if (named !== undefined && named !== '') {
    // From here on it is the same for whoever stands elsewhere, as a daemon does.
    const data = resolve(named);
    return {
      data,
      config: join(data, 'config.yaml'),
      runtime: join(data, 'run'),
      // Another uid does not get through a data directory, which is 0700.
      profiles: isRoot() ? join(ROOT_PROFILES, digestOf(data)) : join(data, 'profiles'),
    };
  }
  const data = dataHome(env);
  const config = join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'ghost-browser', 'config.yaml');
  if (isRoot()) return { data, config, runtime: ROOT_RUNTIME, profiles: join(ROOT_PROFILES, 'profiles') };
  const session = env['XDG_RUNTIME_DIR'];
  const runtime =
    session !== undefined && isOwn(session) ? join(session, 'ghost-browser') : join(data, 'run');
  return { data, config, runtime, profiles: join(data, 'profiles') };
}

const dataHome = (env: NodeJS.ProcessEnv): string =>
  join(env['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'ghost-browser');

const digestOf = (path: string): string =>
  createHash('sha256').update(resolve(path)).digest('hex').slice(0, 16);

/** The login's own, as the XDG specification wants it: a directory of this user, 0700. */
function isOwn(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  const own = process.geteuid?.();
  return found !== undefined && found.isDirectory() && found.uid === own && (found.mode & 0o077) === 0;
}

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

/** Where the gateway's socket is: in the runtime directory, unless its path is too long for a socket's. */
export function socketPath(runtime: string, env: NodeJS.ProcessEnv = process.env): string {
  const path = join(runtime, SOCKET);
  if (Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES) return path;
  return join(isRoot() ? ROOT_RUNTIME : dataHome(env), `run-${digestOf(runtime)}`, SOCKET);
}
