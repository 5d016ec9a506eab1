// Directories and the socket: whose they are, and who else gets at them.
import { dirname, join } from 'node:path';
import { DAEMON_FILE } from '#gateway/protocol/rpc.ts';
import { finding, good } from './findings.ts';
import type { Check } from './findings.ts';
import type { Probes } from './probes.ts';

/** Profiles are traversable, so that a browser of another uid reaches its own. */
export function checkDirectories(probes: Probes): readonly Check[] {
  const { data, runtime, profiles } = probes.paths;
  return [
    checkDirectory(probes, 'data', data, 0o077, '700'),
    checkDirectory(probes, 'runtime', runtime, 0o077, '700'),
    checkDirectory(probes, 'profiles', profiles, 0o066, '711'),
  ];
}

function checkDirectory(probes: Probes, name: string, path: string, closed: number, mode: string): Check {
  const found = probes.place(path);
  if (found === null) return good(name, `${path} (made at first use)`);
  if (found.kind !== 'directory')
    return finding(
      name,
      'directory.no-directory',
      `${path} is a ${found.kind}`,
      `move it away, or set GHOST_DATA_DIR`,
    );
  if (probes.uid !== null && found.uid !== probes.uid)
    return finding(
      name,
      'directory.foreign',
      `${path} belongs to user ${found.uid}`,
      `remove it, or set GHOST_DATA_DIR to a place of your own`,
    );
  if (!found.writable)
    return finding(
      name,
      'directory.not-writable',
      `${path} is not writable`,
      `run \`chmod ${mode} ${path}\`, or set GHOST_DATA_DIR`,
    );
  const help = `run \`chmod ${mode} ${path}\``;
  if ((found.mode & closed & 0o022) !== 0)
    return finding(name, 'directory.open', `others can write to ${path}`, help);
  if ((found.mode & closed) !== 0)
    return name === 'runtime'
      ? finding(name, 'directory.open', `others can look into ${path}, where the socket’s key lies`, help)
      : finding(name, 'directory.readable', `others can read ${path}`, help);
  return good(name, path);
}

/** The daemon's socket, and the file that holds its key. */
export function checkDaemon(probes: Probes): Check {
  const daemon = probes.daemon();
  if (daemon === null) return good('socket', 'none: the first command makes it');
  const { pid, socket, alive } = daemon;
  const file = join(probes.paths.runtime, DAEMON_FILE);
  for (const path of [file, socket, dirname(socket)]) {
    const found = probes.place(path);
    if (found === null) continue;
    const foreign = probes.uid !== null && found.uid !== probes.uid;
    if (foreign || (found.mode & 0o077) !== 0)
      return finding(
        'socket',
        'socket.open',
        foreign ? `${path} belongs to user ${found.uid}` : `others have rights on ${path}`,
        'run `ghost daemon stop`, remove it, and look who put it there',
      );
  }
  return alive
    ? good('socket', `${socket}, process ${pid}`)
    : finding(
        'socket',
        'socket.stale',
        `${file} names process ${pid}, which is gone`,
        'nothing needs to be done: the next command starts another one',
      );
}
