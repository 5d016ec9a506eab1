// Bundles that were in force, kept for a revert, and the revisions that they raised.
import { dirname } from 'node:path';
import { ownDirectory } from '#executors/system/own-directory.ts';
import { writeAtomically } from '#gateway/audit/format/files.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { keptBundle, raised, readRevisions, writeRevisions } from './revisions.ts';
import type { OpenedBundle } from './sources.ts';

/** `directory`: `<data>/policy`. Errors: `policy.bundle-unreadable`, `directory.*`. */
export function keepBundles(directory: string, bundles: readonly OpenedBundle[]): Result<void> {
  if (bundles.length === 0) return ok(undefined);
  const revisions = readRevisions(directory);
  if (!revisions.ok) return revisions;
  for (const bundle of bundles) {
    const kept = keepCopy(directory, bundle);
    if (!kept.ok) return kept;
  }
  const next = bundles.reduce((held, { manifest }) => raised(held, manifest), revisions.value);
  return writeRevisions(directory, next);
}

export function keepCopy(directory: string, { text, digest }: OpenedBundle): Result<void> {
  const file = keptBundle(directory, digest);
  const own = ownDirectory(dirname(file), 0o700);
  if (!own.ok) return own;
  try {
    writeAtomically(file, text);
    return ok(undefined);
  } catch (thrown) {
    return fail('policy.bundle-unreadable', 'the bundle cannot be kept for a later revert', {
      cause: thrown,
      help: `make \`${directory}\` writable`,
    });
  }
}
