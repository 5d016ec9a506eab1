// The formats of what lies in a data directory, as the stores themselves say. INVARIANT: it only looks, and never says what this
// program would write in the place of what is there.
import { join } from 'node:path';
import { auditFiles } from '#gateway/audit/format/files.ts';
import { formatOf } from '#gateway/audit/format/schema.ts';
import { openReadOnly } from '#gateway/audit/read/open-read-only.ts';
import { inForceFormatIn } from './last-in-force.ts';
import { revisionsFormatIn } from './revisions.ts';
import { vaultFormatIn } from '#gateway/vault/open-vault.ts';

/** `null`: there is none, or it cannot be read. 0: from before numbers. The vault's tables are told by whoever opened it. */
export type StoredFormats = Readonly<Record<'audit' | 'vault' | 'inForce' | 'revisions', number | null>>;

/** Never throws. */
export function storedFormats(data: string): StoredFormats {
  const policy = join(data, 'policy');
  return {
    audit: orNull(() => auditFormatIn(join(data, 'audit'))),
    vault: orNull(() => vaultFormatIn(join(data, 'vault'))),
    inForce: orNull(() => inForceFormatIn(policy)),
    revisions: orNull(() => revisionsFormatIn(policy)),
  };
}

/** A status may be asked for many times a second, and each look opens four stores' files. */
const LOOK_EVERY_MS = 1_000;

/** As `storedFormats`, looked at once a second at most. */
export function formatsWatch(data: string, monotonicMs: () => number): () => StoredFormats {
  let seen: { readonly atMs: number; readonly formats: StoredFormats } | null = null;
  return () => {
    const nowMs = monotonicMs();
    if (seen === null || nowMs - seen.atMs >= LOOK_EVERY_MS)
      seen = { atMs: nowMs, formats: storedFormats(data) };
    return seen.formats;
  };
}

function auditFormatIn(directory: string): number | null {
  const opened = openReadOnly(auditFiles(directory).database);
  if (typeof opened === 'string') return null;
  try {
    return formatOf(opened.database);
  } finally {
    opened.close();
  }
}

function orNull(look: () => number | null): number | null {
  try {
    return look();
  } catch {
    return null; // What is wrong with it is said by whoever needs it.
  }
}
