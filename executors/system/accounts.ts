// The accounts and groups of this machine, as `/etc` has them now. INVARIANT: read again each time it is asked; a line that is not whole
// is no account, and who is not found is nobody, never somebody.
import { readFileSync } from 'node:fs';

export type Account = { readonly name: string; readonly uid: number; readonly gid: number };

export interface Accounts {
  /** `null`: no account of this machine has this name. */
  byName(name: string): Account | null;
  /** The first one with this number. */
  byUid(uid: number): Account | null;
  /** Accounts that are in a group, by their own group or by its list; `null`: there is no such group. */
  membersOf(group: string): readonly Account[] | null;
}

const ACCOUNT_FILES = { passwd: '/etc/passwd', group: '/etc/group' } as const;

/** The kernel's word for a user who is not of this container, and the account that stands for nobody. */
const NOBODIES: ReadonlySet<number> = new Set([65_534, 4_294_967_295]);
export const isNobody = (uid: number): boolean => NOBODIES.has(uid);

/** Where a file cannot be read there are no such accounts. */
export function readAccounts(
  files: { readonly passwd: string; readonly group: string } = ACCOUNT_FILES,
): Accounts {
  const accounts = linesOf(files.passwd).flatMap(([name = '', , uid, gid]): Account[] =>
    isName(name) && isNumber(uid) && isNumber(gid) ? [{ name, uid: Number(uid), gid: Number(gid) }] : [],
  );
  const byName = (name: string): Account | null => accounts.find((one) => one.name === name) ?? null;
  return {
    byName,
    byUid: (uid) => accounts.find((one) => one.uid === uid) ?? null,
    membersOf(group) {
      const line = linesOf(files.group).find(([name = '', , gid]) => name === group && isNumber(gid));
      if (line === undefined) return null;
      const [, , gid, listed = ''] = line;
      const named = new Set(listed.split(','));
      // The first line of a name is the account, as the system itself reads it.
      return accounts.filter(
        (one) => byName(one.name) === one && (one.gid === Number(gid) || named.has(one.name)),
      );
    },
  };
}

/** `+` and `-` begin words to a directory service. */
const isName = (name: string): boolean => name !== '' && !/^[+-]/u.test(name);
const isNumber = (text: string | undefined): boolean => text !== undefined && /^\d+$/u.test(text);

function linesOf(file: string): readonly (readonly string[])[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split(':'));
  } catch {
    return []; // No such file, as off Linux: nobody is known.
  }
}
