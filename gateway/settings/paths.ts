// Where things lie on disk: private to the user, and nothing of it in a directory that everybody writes to. The only file that
// knows. INVARIANT: as root it is below what root alone writes to, whatever the environment says of another user's directories.
import { lstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

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
export const ROOT_PROFILES = '/var/lib/ghost-browser';
/** `sun_path` has 108 bytes on Linux, 104 on macOS. */
const MAX_SOCKET_PATH_BYTES = 100;
const SOCKET = 'ghost.sock';

export const isRoot = (): boolean => process.geteuid?.() === 0;

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
      get profiles() {
        return isRoot() ? join(ROOT_PROFILES, digestOf(data)) : join(data, 'profiles');
      },
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

/** Cryptography takes Node 5 ms to load: a command's client, which starts each time anew, has no need of it. */
const digestOf = (path: string): string =>
  process
    .getBuiltinModule('node:crypto')
    .createHash('sha256')
    .update(resolve(path))
    .digest('hex')
    .slice(0, 16);

/** The login's own, as the XDG specification wants it: a directory of this user, 0700. */
function isOwn(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  const own = process.geteuid?.();
  return found !== undefined && found.isDirectory() && found.uid === own && (found.mode & 0o077) === 0;
}

/** Where the gateway's socket is: in the runtime directory, unless its path is too long for a socket's. */
export function socketPath(runtime: string, env: NodeJS.ProcessEnv = process.env): string {
  const path = join(runtime, SOCKET);
  if (Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES) return path;
  return join(isRoot() ? ROOT_RUNTIME : dataHome(env), `run-${digestOf(runtime)}`, SOCKET);
}
