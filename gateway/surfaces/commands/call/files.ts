// Files that commands read and write. INVARIANT: what is written is 0600; outside of the worker's own directory nothing that is
// there is overwritten or followed, and a caller without a working directory reaches nothing else.
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { open, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { errorCode } from '#executors/system/error-code.ts';
import { ownDirectory } from '#executors/system/own-directory.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

const MOST_BYTES = 4 * 1024 * 1024;

export type Folders = {
  /** The worker's own: made on demand, 0700. */
  readonly own: string;
  /** Where relative paths begin; `null`: the own one, and nothing else is reached. */
  readonly cwd: string | null;
};

/** Writes a file and says where it lies. Errors: `command.bad-file`, `directory.*`. */
export async function writeOut(
  { own, cwd }: Folders,
  path: string,
  data: string | Uint8Array,
): Promise<Result<string>> {
  const made = ownDirectory(own, 0o700);
  if (!made.ok) return made;
  try {
    const home = made.value;
    const wanted = resolve(cwd ?? home, path);
    const target = join(await realpath(dirname(wanted)), basename(wanted));
    if (target.startsWith(home + sep)) {
      const draft = join(dirname(target), `.${randomUUID()}`);
      await write(draft, data);
      await rename(draft, target).catch(async (thrown: unknown) => {
        await rm(draft, { force: true });
        throw thrown;
      });
      return ok(target);
    }
    if (cwd === null) return outside(path, home);
    await write(target, data);
    return ok(target);
  } catch (thrown) {
    const exists = errorCode(thrown) === 'EEXIST';
    return fail('command.bad-file', exists ? `\`${path}\` is there already` : `cannot write \`${path}\``, {
      cause: thrown,
      help: exists
        ? 'name another one: nothing outside of the worker’s own directory is overwritten'
        : `files may lie in \`${own}\``,
    });
  }
}

/** O_EXCL takes no link and no file that is there. */
async function write(path: string, data: string | Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(data);
  } finally {
    await handle.close();
  }
}

/** Reads a text. `input` stands for `-`. Errors: `command.bad-file`. */
export async function readIn(
  { own, cwd }: Folders,
  path: string,
  input: string | null,
): Promise<Result<string>> {
  if (path === '-')
    return input === null
      ? fail('command.bad-file', 'there is no standard input here', { help: 'name a file' })
      : ok(input);
  try {
    const real = await realpath(resolve(cwd ?? own, path));
    if (cwd === null && !real.startsWith((await realpath(own)) + sep)) return outside(path, own);
    const handle = await open(real, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const found = await handle.stat();
      if (!found.isFile()) return fail('command.bad-file', `\`${path}\` is no file`);
      if (found.size > MOST_BYTES) return fail('command.bad-file', `\`${path}\` is larger than 4 MB`);
      return ok(await handle.readFile('utf8'));
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    return fail('command.bad-file', `cannot read \`${path}\``, { cause: thrown });
  }
}

const outside = (path: string, own: string): Result<never> =>
  fail('command.bad-file', `\`${path}\` lies outside of what this caller may reach`, {
    help: `name a file in \`${own}\``,
  });
