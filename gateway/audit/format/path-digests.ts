// Digests of paths in the log, under a key that is made from the log's own: whoever reads an exported log cannot try out
// names and numbers, and whoever holds the log's directory can still decide its entries again exactly.
import { createHmac } from 'node:crypto';
import type { PathDigests } from '#policy/tools/logs/logged-path.ts';
import { auditFiles, readText } from './files.ts';

/** Letters alone: nothing in them reads as a number that would be masked. */
const inLetters = (bytes: Buffer): string =>
  bytes
    .toString('hex')
    .replaceAll(/[0-9a-f]/gu, (digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)] ?? '');

const MAX_KNOWN_PATHS = 4_096;

/** `null` where the directory holds no key, or none that this user may read. */
export function pathDigestsOf(directory: string): PathDigests | null {
  let secret: string | null;
  try {
    secret = readText(auditFiles(directory).secretKey);
  } catch {
    // Not ours to read: what the log keeps in clear has to do.
    return null;
  }
  return secret === null ? null : pathDigests(secret.trim());
}

export function pathDigests(secret: string): PathDigests {
  const key = createHmac('sha256', secret).update('ghost/audit/path-digests/1').digest();
  const known = new Map<string, string>();
  return {
    key: inLetters(createHmac('sha256', key).update('id').digest().subarray(0, 4)),
    of: (prefix) => {
      const held = known.get(prefix);
      if (held !== undefined) return held;
      const made = inLetters(createHmac('sha256', key).update(`path ${prefix}`).digest().subarray(0, 12));
      if (known.size >= MAX_KNOWN_PATHS) known.clear();
      known.set(prefix, made);
      return made;
    },
  };
}
