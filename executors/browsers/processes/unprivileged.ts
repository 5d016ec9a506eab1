// Chromium refuses its sandbox to root. Started as root, the browser is dropped to `nobody` before its first instruction;
// the sandbox itself is never off. INVARIANT: with uid 0 there is an unprivileged identity, or no launch.
import { readFile } from 'node:fs/promises';

export type Unprivileged = { readonly uid: number; readonly gid: number };

const NOBODY: Unprivileged = { uid: 65_534, gid: 65_534 };

/** `null`: we are not root, the browser runs as we do. */
export async function unprivilegedIdentity(): Promise<Unprivileged | null> {
  if (process.getuid?.() !== 0) return null;
  try {
    const passwd = await readFile('/etc/passwd', 'utf8');
    const fields = passwd
      .split('\n')
      .find((line) => line.startsWith('nobody:'))
      ?.split(':');
    const uid = Number(fields?.[2]);
    const gid = Number(fields?.[3]);
    return uid > 0 && gid > 0 ? { uid, gid } : NOBODY;
  } catch {
    return NOBODY;
  }
}
