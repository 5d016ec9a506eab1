// As root every browser gets a user of its own while it runs: a number that nobody else has. INVARIANT: it is given to one browser
// at a time on this machine, whatever gateways run here, and again only after nothing runs as it any more.
import { execFile } from 'node:child_process';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { errorCode } from '#executors/system/error-code.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { ownDirectory } from '#executors/system/own-directory.ts';
import { readPrivate } from '#executors/system/private-file.ts';
import { usersRunning } from '#executors/system/running-users.ts';
import { isAlive, thisProcess, type Owner } from './owner.ts';
import type { Unprivileged } from './unprivileged.ts';

export type UserRange = { readonly first: number; readonly count: number };

/** Between those of people (60000 at most) and systemd's dynamic ones (from 61184), and inside what containers map. */
export const DEFAULT_USERS: UserRange = { first: 60_700, count: 128 };

/** `release`: once nothing of it runs and nothing on the disk is its own. */
export type LeasedUser = Unprivileged & {
  /** Others run as it, too (`nobody`, where the platform has no more to give). */
  readonly shared: boolean;
  readonly release: () => void;
};

const run = promisify(execFile);
const DIRECTORY_MS = 5_000;
const LEASES = '/run/ghost-browser/users';
/** Where the next search begins, so that a number rests before it is given again. */
let next = 0;

/** `null`: not root on Linux; the browser runs as we do. Errors: `browser.no-user`, `directory.*`. */
export async function leaseUser({ first, count }: UserRange = DEFAULT_USERS): Promise<
  Result<LeasedUser | null>
> {
  if (process.platform !== 'linux' || process.geteuid?.() !== 0) return ok(null);
  const directory = ownDirectory(LEASES, 0o700);
  if (!directory.ok) return directory;
  const [running, named] = [await usersRunning(), namedIds()];
  const owner = wordOf(await thisProcess());
  for (let tried = 0; tried < count; tried += 1) {
    const id = first + (next % count);
    next += 1;
    if (running.has(id) || named.has(id) || !isMapped(id)) continue;
    const known = await isInDirectory(id);
    if (!known.ok) return known;
    if (known.value) continue;
    const path = join(directory.value, String(id));
    if (!(await claim(path, owner))) continue;
    return ok({ uid: id, gid: id, shared: false, release: () => rmSync(path, { force: true }) });
  }
  return fail('browser.no-user', `none of the users ${first} to ${first + count - 1} is free for a browser`, {
    help: 'name another range under `browserUsers` in config.yaml; `ghost doctor` says what is wrong with this one',
  });
}

/** One that a gateway held which is gone, so that what still runs as it can be ended. `null`: it was not that gateway's. */
export async function reclaimUser(user: Unprivileged, from: Owner): Promise<LeasedUser | null> {
  const path = join(LEASES, String(user.uid));
  const held = readPrivate(path);
  if (!held.ok || held.value !== wordOf(from) || (await isAlive(from))) return null;
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, wordOf(await thisProcess()), { mode: 0o600, flag: 'wx' });
  try {
    if (!takeOver(path, held.value, draft)) return null;
    return { ...user, shared: false, release: () => rmSync(path, { force: true }) };
  } finally {
    rmSync(draft, { force: true });
  }
}

const wordOf = ({ pid, startTime }: Owner): string => `${pid} ${startTime}`;

/** What of the range cannot be a browser's, each in a few words: for the doctor. */
export function rangeFaults({ first, count }: UserRange): readonly string[] {
  const named = namedIds();
  const ids = Array.from({ length: count }, (_, at) => first + at);
  const taken = ids.filter((id) => named.has(id));
  const unmapped = ids.filter((id) => !isMapped(id));
  return [
    ...(taken.length === 0
      ? []
      : [`${taken.length} of them are users, groups or subordinate ids of this machine`]),
    ...(unmapped.length === 0 ? [] : [`${unmapped.length} of them are not mapped into this container`]),
  ];
}

/** Users, groups, and what is set aside for the containers of users. */
function namedIds(): { has(id: number): boolean } {
  const ids = new Set<number>();
  for (const file of ['/etc/passwd', '/etc/group'])
    for (const fields of linesOf(file)) ids.add(Number(fields[2]));
  const ranges = ['/etc/subuid', '/etc/subgid'].flatMap((file) =>
    linesOf(file).map(([, from = '', many = '']) => ({
      from: Number(from),
      to: Number(from) + Number(many),
    })),
  );
  return { has: (id) => ids.has(id) || ranges.some(({ from, to }) => id >= from && id < to) };
}

/** Users and groups that stand in no file, but in a directory of the organisation (LDAP, SSSD). Errors: `browser.no-user`. */
async function isInDirectory(id: number): Promise<Result<boolean>> {
  const found = await Promise.all(['passwd', 'group'].map((database) => isEntry(database, id)));
  if (found.includes(true)) return ok(true);
  return found.includes(null)
    ? fail('browser.no-user', `whether user ${id} is somebody’s cannot be told: \`getent\` does not answer`, {
        help: 'see whether `getent passwd` answers on this machine, and what its directory service is about',
      })
    : ok(false);
}

/** `null`: it cannot be told. */
async function isEntry(database: string, id: number): Promise<boolean | null> {
  try {
    await run('getent', [database, String(id)], { timeout: DIRECTORY_MS });
    return true;
  } catch (thrown) {
    const code = errorCode(thrown);
    // 2: no such entry. Without the program there is no directory either, but on machines that are built for one thing.
    return code === '2' || code === 'ENOENT' ? false : null;
  }
}

function isMapped(id: number): boolean {
  return ['/proc/self/uid_map', '/proc/self/gid_map'].every((file) =>
    textOf(file)
      .split('\n')
      .map((line) => line.trim().split(/\s+/u).map(Number))
      .some(([inside = 0, , many = 0]) => id >= inside && id < inside + many),
  );
}

const linesOf = (file: string): readonly (readonly string[])[] =>
  textOf(file)
    .split('\n')
    .map((line) => line.split(':'))
    .filter(({ length }) => length > 2);

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // a machine without it sets nothing aside
  }
}

/** Whole at once: whoever sees the file sees whose it is. */
async function claim(path: string, owner: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, owner, { mode: 0o600, flag: 'wx' });
  try {
    if (linked(draft, path)) return true;
    const read = readPrivate(path);
    const held = read.ok ? read.value : null;
    return held !== null && !(await holds(held)) && takeOver(path, held, draft);
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Of a gateway that is gone. INVARIANT: one alone takes it over from that one: the mark is named after it, and whoever has the mark
 * looks again.
 */
function takeOver(path: string, held: string, draft: string): boolean {
  const mark = `${path}.after-${held.replace(' ', '-')}`;
  if (!linked(draft, mark)) return false;
  try {
    const read = readPrivate(path);
    if (!read.ok || read.value !== held) return false;
    renameSync(draft, path);
    return true;
  } finally {
    rmSync(mark, { force: true });
  }
}

async function holds(word: string): Promise<boolean> {
  const [pid = '', startTime = ''] = word.split(' ');
  return /^\d+$/u.test(pid) && isAlive({ pid: Number(pid), startTime });
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (thrown) {
    if (errorCode(thrown) === 'EEXIST') return false;
    throw thrown;
  }
}
