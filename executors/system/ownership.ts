// Who may change a file or directory, by its owner and its rights. INVARIANT: on POSIX nothing of a third party is ours or root's.
import type { Stats } from 'node:fs';

const OTHERS_WRITE = 0o002;
const GROUP_WRITES = 0o020;
const STICKY = 0o1000;

/** `null` on Windows, where rights are not these. */
export const ownUid = (): number | null => process.geteuid?.() ?? null;

type Owned = Pick<Stats, 'uid' | 'gid' | 'mode'>;

/** `null` where root or we own it, else whose it is. */
export function strangerOf({ uid }: Owned): number | null {
  const own = ownUid();
  return own === null || uid === 0 || uid === own ? null : uid;
}

/**
 * Whether anybody but its owner may write to it. A group of one's own (its number is the user's, as most distributions give
 * everybody one) is nobody else; root's group is.
 */
export function othersWrite({ uid, gid, mode }: Owned): boolean {
  if (ownUid() === null) return false;
  if ((mode & OTHERS_WRITE) !== 0) return true;
  const alone = uid !== 0 && gid === uid;
  return (mode & GROUP_WRITES) !== 0 && !alone;
}

/** `/tmp` and its like: everybody makes entries there, and nobody removes or renames another's. */
export const isSticky = ({ mode }: Owned): boolean => (mode & STICKY) !== 0;
