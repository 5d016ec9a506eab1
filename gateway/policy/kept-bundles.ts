// Bundles that were in force, kept for a revert, and the revisions that they raised.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeAtomically } from '#gateway/audit/files.ts';
import { fail, ok } from '#policy/failure.ts';
import type { Result } from '#policy/failure.ts';
import { keptBundle, raised, readRevisions, writeRevisions } from './revisions.ts';
import type { OpenedBundle } from './sources.ts';

/** `directory`: `<data>/policy`. Errors: `policy.bundle-unreadable`. */
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
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeAtomically(file, text);
    return ok(undefined);
  } catch (thrown) {
    return fail('policy.bundle-unreadable', 'the bundle cannot be kept for a later revert', {
      cause: thrown,
      help: `make \`${directory}\` writable`,
    });
  }
}
