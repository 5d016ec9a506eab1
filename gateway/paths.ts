// Where things lie on disk: XDG directories, private to the user. The only file that knows.
import { chmodSync, mkdirSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

export type Paths = {
  /** Audit log, keys. 0700. */
  readonly data: string;
  /** `config.yaml`. */
  readonly config: string;
  /** `gateway.json` of the running gateway. 0700. */
  readonly runtime: string;
  /** Fresh profiles, one a Ghost Tab. Traversable, so that a browser of another uid reaches its own; nothing lies in it but profiles. */
  readonly profiles: string;
};

/** `dataDir` (or GHOST_DATA_DIR) puts everything below one directory: for tests and for several gateways beside one another. */
export function pathsFor(dataDir: string | undefined, env: NodeJS.ProcessEnv = process.env): Paths {
  const root = dataDir ?? env['GHOST_DATA_DIR'];
  const user = userInfo().uid;
  if (root !== undefined && root !== '') {
    const name = Buffer.from(root).toString('base64url').slice(-24);
    return {
      data: root,
      config: join(root, 'config.yaml'),
      runtime: join(root, 'run'),
      profiles: join(tmpdir(), `ghost-browser-${user}`, `profiles-${name}`),
    };
  }
  const data = join(env['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'ghost-browser');
  const config = join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'ghost-browser', 'config.yaml');
  const runtime = join(env['XDG_RUNTIME_DIR'] || join(tmpdir(), `ghost-browser-${user}`), 'ghost-browser');
  return { data, config, runtime, profiles: join(tmpdir(), `ghost-browser-${user}`, 'profiles') };
}

/** Makes the directories with their rights. Throws as `node:fs` does. */
export function makeDirectories(paths: Paths): void {
  for (const directory of [paths.data, paths.runtime]) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    chmodSync(directory, 0o700);
  }
  mkdirSync(paths.profiles, { recursive: true, mode: 0o711 });
  chmodSync(paths.profiles, 0o711);
}
