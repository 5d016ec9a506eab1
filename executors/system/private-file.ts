// The one place that writes and reads back files which nobody else may read or plant: keys, tokens, settings.
// INVARIANT: what is read is a plain file that root or we own, that nobody else can write to, in a directory of the same kind; what
// is written is a new file of 0600 that takes the old one's place, so that nothing that lies there is followed or kept open.
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { errorCode } from './error-code.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { trustedDirectory } from './own-directory.ts';
import { othersWrite, strangerOf } from './ownership.ts';
import { bytesOf } from './plain-file.ts';

const MEBIBYTE_BYTES = 1024 * 1024;
const MAX_LINKS = 8;
// Without waiting: a pipe that nobody writes to would never open.
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

export type ReadPrivate = {
  readonly mostBytes?: number;
  /** A person's settings may be a link that they made; what it leads to is held to the same. */
  readonly links?: boolean;
};

/** The text; `null`: there is no such file, nor a link to none. Errors: `file.unsafe`, `file.unusable`, `directory.*`. */
export function readPrivate(path: string, options: ReadPrivate = {}): Result<string | null> {
  const { mostBytes = MEBIBYTE_BYTES, links = false } = options;
  return read(resolve(path), mostBytes, links ? MAX_LINKS : 0);
}

function read(path: string, mostBytes: number, links: number, from?: string): Result<string | null> {
  // A link that somebody made says that there is a file.
  const none = (): Result<null> =>
    from === undefined ? ok(null) : unusable(from, 'read', `it is a link to \`${path}\`, which is not there`);
  const directory = trustedDirectory(dirname(path));
  if (!directory.ok) return directory;
  if (directory.value === null) return none();
  const at = join(directory.value, basename(path));
  let descriptor: number | null = null;
  try {
    const found = lstatSync(at, { throwIfNoEntry: false });
    if (found === undefined) return none();
    if (found.isSymbolicLink() && links > 0)
      return read(resolve(dirname(at), readlinkSync(at)), mostBytes, links - 1, at);
    if (found.isSymbolicLink()) return unsafe(at, 'is a link');
    descriptor = openSync(at, READ);
    const opened = fstatSync(descriptor);
    if (!opened.isFile()) return unsafe(at, 'is no plain file');
    const stranger = strangerOf(opened);
    if (stranger !== null) return unsafe(at, `belongs to user ${stranger}`);
    if (othersWrite(opened))
      return unsafe(at, 'is writable by others', `run \`chmod go-w ${at}\`, after a look at what it says`);
    if (opened.size > mostBytes) return tooLarge(at, mostBytes);
    const bytes = bytesOf(descriptor, mostBytes, opened.size);
    return bytes === null ? tooLarge(at, mostBytes) : ok(bytes.toString('utf8'));
  } catch (thrown) {
    const gone = errorCode(thrown) === 'ENOENT';
    return gone ? none() : unusable(at, 'read', thrown);
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

/** Whole or not at all. Its directory is there already. Errors: `file.unusable`, `directory.*`. */
export function writePrivate(path: string, text: string): Result<void> {
  const directory = trustedDirectory(dirname(resolve(path)));
  if (!directory.ok) return directory;
  if (directory.value === null) return unusable(path, 'written', 'its directory is not there');
  const at = join(directory.value, basename(path));
  const draft = `${at}.${crypto.randomUUID()}.new`;
  try {
    const descriptor = openSync(draft, NEW, 0o600);
    try {
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(draft, at);
    return ok(undefined);
  } catch (thrown) {
    rmSync(draft, { force: true });
    return unusable(at, 'written', thrown);
  }
}

function unsafe(path: string, why: string, help = 'look who put it there, and remove it'): Result<never> {
  return fail('file.unsafe', `\`${path}\` ${why}`, { help, details: { path } });
}

const tooLarge = (path: string, mostBytes: number): Result<never> =>
  unsafe(path, `has more than ${mostBytes} bytes`);

function unusable(path: string, done: 'read' | 'written', cause: unknown): Result<never> {
  return fail('file.unusable', `\`${path}\` cannot be ${done}`, {
    cause,
    help: 'check its rights, and the space on the disk',
  });
}
