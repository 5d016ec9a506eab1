// What a program answers to `--version`. As root it is asked without root's rights.
// INVARIANT: a binary that says it once is asked again as soon as its file is another one; a script, which may start any other, whenever
// nobody is asking it just then.
import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { unprivilegedIdentity } from '#executors/browsers/processes/unprivileged.ts';

const run = promisify(execFile);
const DEADLINE_MS = 10_000;

/** Under way: whoever asks the same file meanwhile gets the same answer. */
const asking = new Map<string, Promise<string | null>>();
/** By path. */
const said = new Map<string, { readonly file: string; readonly line: string }>();

/** `null`: not a program, or one that does not know `--version`. */
export async function versionLine(path: string): Promise<string | null> {
  const file = await identityOf(path);
  const known = said.get(path);
  if (file !== null && known?.file === file) return known.line;
  const line = await askOnce(path, file ?? '');
  if (file !== null && line !== null) said.set(path, { file, line });
  else said.delete(path);
  return line;
}

function askOnce(path: string, file: string): Promise<string | null> {
  const key = `${path}\0${file}`;
  const under = asking.get(key);
  if (under !== undefined) return under;
  const asked = ask(path).finally(() => asking.delete(key));
  asking.set(key, asked);
  return asked;
}

/** What changes with the file's content or place; `null`: a script, or not to be read. */
async function identityOf(path: string): Promise<string | null> {
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    if (bytesRead < 2 || buffer.toString('latin1') === '#!') return null;
    const { dev, ino, size, mtimeNs, ctimeNs } = await file.stat({ bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(':');
  } catch {
    return null;
  }
}

async function ask(path: string): Promise<string | null> {
  const as = await unprivilegedIdentity();
  try {
    const { stdout } = await run(path, ['--version'], {
      timeout: DEADLINE_MS,
      ...(as === null ? {} : { uid: as.uid, gid: as.gid }),
      cwd: '/',
      env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' },
    });
    return stdout.trim();
  } catch {
    return null;
  }
}
