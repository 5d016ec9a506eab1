// Which browsers of this machine can be attached to, by their command lines. INVARIANT: nobody is spoken to; what is found is an
// endpoint for the policy to decide on, and never chosen among several.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { listProcesses, type ProcessEntry } from '#executors/browsers/processes/processes.ts';
import { usersOf } from '#executors/system/running-users.ts';
import { isAttachable } from './whose.ts';

const PORT_FILE_BYTES = 200;

const HELP = 'start one with `--remote-debugging-port=9222 --user-data-dir=DIRECTORY`, or name its endpoint';

/** Errors: `attach.none-found`, where there is none or more than one. */
export async function findEndpoint(
  users: readonly number[] = [],
  processes: () => Promise<readonly ProcessEntry[]> = () => attachable(users),
): Promise<Result<string>> {
  const ports = await Promise.all((await processes()).map(portOf));
  const found = [...new Set(ports.filter((port) => port !== null))].toSorted((a, b) => a - b);
  const [port] = found;
  if (port === undefined)
    return fail('attach.none-found', 'no browser with a debugging port runs here', { help: HELP });
  if (found.length > 1) {
    return fail('attach.none-found', `${found.length} browsers with a debugging port run here`, {
      help: `name one: ${found.map((one) => `http://127.0.0.1:${one}`).join(', ')}`,
    });
  }
  return ok(`http://127.0.0.1:${port}`);
}

/** A stranger's are not found: they would be in the way of one's own, and their directories are theirs to fill. */
async function attachable(users: readonly number[]): Promise<readonly ProcessEntry[]> {
  const all = await listProcesses();
  if (process.platform !== 'linux') return all;
  return all.filter(({ pid }) => {
    const uids = [...usersOf(pid)];
    return uids.length > 0 && uids.every((uid) => isAttachable(uid, users));
  });
}

/** Helpers of a browser carry its switches as well, and a `--type` of their own. */
async function portOf({ args, zombie }: ProcessEntry): Promise<number | null> {
  if (zombie || args.some((arg) => arg.startsWith('--type='))) return null;
  const named = valueOf(args, 'remote-debugging-port');
  if (named === null || !/^\d{1,5}$/.test(named)) return null;
  if (Number(named) !== 0) return Number(named);
  // With 0 it takes a free port, and writes it into its profile.
  const directory = valueOf(args, 'user-data-dir');
  const text = directory === null ? '' : await portFileOf(directory);
  const written = /^(\d{1,5})\n/.exec(text)?.[1];
  return written === undefined ? null : Number(written);
}

/** Without waiting, and no more than such a file has: a browser's directory may hold anything. */
async function portFileOf(directory: string): Promise<string> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(join(directory, 'DevToolsActivePort'), flags).catch(() => null);
  if (file === null) return '';
  try {
    if (!(await file.stat()).isFile()) return '';
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PORT_FILE_BYTES), 0, PORT_FILE_BYTES, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

function valueOf(args: readonly string[], name: string): string | null {
  const found = args.map((arg) => arg.trim()).findLast((arg) => arg.startsWith(`--${name}=`));
  return found === undefined ? null : found.slice(name.length + 3);
}
