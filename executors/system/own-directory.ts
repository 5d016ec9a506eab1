// The one place that makes directories, or accepts those that are there. INVARIANT: from the root of the file system down, none but
// we and root can change which directory stands at the path, so that what was looked at is what is used afterwards. Each step is
// final: its parent was accepted before it, hence nobody else can rename, remove or replace it.
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
} from 'node:fs';
import type { Stats } from 'node:fs';
import { dirname, join, parse, resolve, sep } from 'node:path';
import { errorCode } from './error-code.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { isSticky, othersWrite, ownUid, strangerOf } from './ownership.ts';

/** `0o711`: others pass through to what they know the name of, and see nothing. */
export type DirectoryMode = 0o700 | 0o711;

const MAX_LINKS = 20;
const DIRECTORY = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * A directory of ours at `path`, with these rights; what is missing is made with them, too. Resolves to its real path.
 * Errors: `directory.unsafe` (somebody else has a hand in it), `directory.unusable` (no directory, no room, no right).
 */
export function ownDirectory(path: string, mode: DirectoryMode): Result<string> {
  const wanted = resolve(path);
  try {
    const above = walk(dirname(wanted), mode);
    if (!above.ok || above.value === null) return above.ok ? unusable(wanted, 'it cannot be made') : above;
    const at = join(above.value, wanted.slice(dirname(wanted).length).replace(sep, ''));
    const found = look(at) ?? make(at, mode);
    if (found.isSymbolicLink()) return unsafe(at, 'is a link', `name the directory that it leads to`);
    if (!found.isDirectory()) return unusable(at, 'it is no directory');
    const own = ownUid();
    if (own === null) return ok(at);
    if (found.uid !== own) return unsafe(at, `belongs to user ${found.uid}`);
    return tighten(at, found, mode);
  } catch (thrown) {
    return unusable(wanted, thrown);
  }
}

/**
 * The real path of a directory that none but we and root can write to, or put another in the place of. `null`: there is none.
 * Makes and changes nothing. Errors: as `ownDirectory`.
 */
export function trustedDirectory(path: string): Result<string | null> {
  try {
    const found = walk(resolve(path), null);
    if (!found.ok || found.value === null) return found;
    const at = lstatSync(found.value);
    return othersWrite(at) ? writable(found.value) : found;
  } catch (thrown) {
    return unusable(path, thrown);
  }
}

/** Down to `path`, which may be sticky. `mode`: of what is missing; `null`: nothing is made. */
function walk(path: string, mode: DirectoryMode | null): Result<string | null> {
  const { root } = parse(path);
  const left = path
    .slice(root.length)
    .split(sep)
    .filter((name) => name !== '');
  let at = root;
  let links = 0;
  for (;;) {
    const found = lstatSync(at);
    const stranger = strangerOf(found);
    if (stranger !== null) return unsafe(at, `belongs to user ${stranger}`);
    const open = othersWrite(found);
    if (open && !isSticky(found)) return writable(at);
    const name = left.shift();
    if (name === undefined) return ok(at);
    const below = join(at, name);
    const next = look(below) ?? (mode === null ? null : make(below, mode));
    if (next === null) return ok(null);
    if (next.isSymbolicLink()) {
      // Root's or our own, in a directory of the same: as good as a directory there. In one like `/tmp` none is followed.
      const whose = strangerOf(next);
      if (open || whose !== null)
        return unsafe(below, whose === null ? 'is a link' : `is a link of user ${whose}`);
      links += 1;
      if (links > MAX_LINKS) return unusable(below, 'it leads through too many links');
      const target = resolve(at, readlinkSync(below));
      left.unshift(
        ...target
          .slice(root.length)
          .split(sep)
          .filter((part) => part !== ''),
      );
      at = root;
    } else if (next.isDirectory()) at = below;
    else return unusable(below, 'it is no directory');
  }
}

/** By descriptor, since rights are given to what was looked at and to nothing else. Never widened for its owner. */
function tighten(at: string, { dev, ino }: Stats, mode: DirectoryMode): Result<string> {
  const descriptor = openSync(at, DIRECTORY);
  try {
    const found = fstatSync(descriptor);
    if (found.dev !== dev || found.ino !== ino) return unsafe(at, 'was replaced while it was looked at');
    const open = othersWrite(found);
    const rights = (found.mode & 0o700) | (mode & 0o077);
    if ((found.mode & 0o7777) !== rights) fchmodSync(descriptor, rights);
    // From here on nobody else adds to it; what was there before may be anybody's.
    if (open && readdirSync(at).length > 0)
      return unsafe(
        at,
        'was writable by others, and is not empty',
        'look at what lies in it, and remove what is not yours',
      );
    return ok(at);
  } finally {
    closeSync(descriptor);
  }
}

function look(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}

/** Made by us, or by somebody who was quicker: whichever it is, it is looked at. */
function make(path: string, mode: DirectoryMode): Stats {
  try {
    mkdirSync(path, { mode });
  } catch (thrown) {
    if (errorCode(thrown) !== 'EEXIST') throw thrown;
  }
  return lstatSync(path);
}

const HELP = 'look who put it there, and remove it; or name another place with GHOST_DATA_DIR';

/** Most often a person's own, by a generous `umask`: nothing of it has to go. */
const writable = (path: string): Result<never> =>
  unsafe(
    path,
    'is writable by others',
    `if it is yours, run \`chmod go-w ${path}\`; or name another place with GHOST_DATA_DIR`,
  );

function unsafe(path: string, why: string, help = HELP): Result<never> {
  return fail('directory.unsafe', `\`${path}\` ${why}`, { help, details: { path } });
}

function unusable(path: string, cause: unknown): Result<never> {
  return fail('directory.unusable', `\`${path}\` cannot be used as a directory`, {
    cause,
    help: 'check its rights and the space on the disk; or name another place with GHOST_DATA_DIR',
  });
}
