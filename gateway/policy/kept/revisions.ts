// Which revision of each bundle was in force: the floor below which none is taken, and the reverts that lowered it on purpose.
// INVARIANT: a state that cannot be read refuses every bundle; it is never taken for "no floor yet".
import { join } from 'node:path';
import { z } from 'zod';
import { readText, writeAtomically } from '#gateway/audit/format/files.ts';
import { FORMAT, newerFormat } from '#gateway/settings/formats.ts';
import { describe, fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { manifestDigest } from '#policy/tools/gate/bundle.ts';
import type { Manifest } from '#policy/tools/gate/bundle.ts';

const floorSchema = z.strictObject({
  revision: z.number().int(),
  /** Of the manifest: one revision is one bundle. */
  digest: z.string(),
  /** Set by a revert: up to this revision the earlier bundle stands for what is configured. */
  revertedFrom: z.number().int().nullable(),
});
const schema = z.strictObject({
  /** None: before formats had numbers. */
  format: z.literal(FORMAT.revisions).exactOptional(),
  floors: z.record(z.string(), floorSchema),
});
const later = z.object({
  format: z
    .number()
    .int()
    .min(FORMAT.revisions + 1),
});

export type Revisions = Omit<z.infer<typeof schema>, 'format'>;

const fileIn = (directory: string): string => join(directory, 'revisions.json');
/** Where a bundle that was in force is kept, for a revert. */
export const keptBundle = (directory: string, digest: string): string =>
  join(directory, 'bundles', `${digest.slice('sha256:'.length)}.gpb`);

/** Errors: `policy.bundle-unreadable`, `policy.newer-format`. */
export function readRevisions(directory: string): Result<Revisions> {
  const file = fileIn(directory);
  try {
    const text = readText(file);
    if (text === null) return ok({ floors: {} });
    const value: unknown = JSON.parse(text);
    const newer = later.safeParse(value);
    if (newer.success)
      return newerFormat('policy.newer-format', file, {
        format: newer.data.format,
        known: FORMAT.revisions,
      });
    return ok({ floors: schema.parse(value).floors });
  } catch (thrown) {
    return fail('policy.bundle-unreadable', `the revisions in \`${file}\` cannot be read`, {
      cause: describe(thrown).split('\n')[0],
      help: 'bring the file back; without it an older bundle could not be told from a newer one',
    });
  }
}

/** `null`: there are none, or the file says no format that could be one. Throws what reading throws. */
export function revisionsFormatIn(directory: string): number | null {
  const text = readText(fileIn(directory));
  if (text === null) return null;
  const said = z.object({ format: z.number().int().default(0) }).safeParse(JSON.parse(text));
  return said.success ? said.data.format : null;
}

export function writeRevisions(directory: string, revisions: Revisions): Result<void> {
  try {
    writeAtomically(
      fileIn(directory),
      `${JSON.stringify({ format: FORMAT.revisions, ...revisions }, null, 2)}\n`,
    );
    return ok(undefined);
  } catch (thrown) {
    return fail('policy.bundle-unreadable', 'the revision of the bundle cannot be kept', {
      cause: thrown,
      help: `make \`${directory}\` writable`,
    });
  }
}

/**
 * Whether a bundle may come into force, or the one that a revert put in its place (by its digest).
 * Errors: `policy.bundle-older`.
 */
export function checkRevision(
  manifest: Manifest,
  file: string,
  { floors }: Revisions,
): Result<{ readonly insteadDigest: string | null }> {
  const floor = Object.hasOwn(floors, manifest.id) ? floors[manifest.id] : undefined;
  if (floor === undefined) return ok({ insteadDigest: null });
  const digest = manifestDigest(manifest);
  if (digest === floor.digest) return ok({ insteadDigest: null });
  if (floor.revertedFrom !== null && manifest.revision <= floor.revertedFrom)
    return ok({ insteadDigest: floor.digest });
  if (manifest.revision > floor.revision) return ok({ insteadDigest: null });
  const same = manifest.revision === floor.revision;
  return fail(
    'policy.bundle-older',
    same
      ? `\`${file}\` is another revision ${manifest.revision} of \`${manifest.id}\` than the one that was in force`
      : `\`${file}\` is revision ${manifest.revision} of \`${manifest.id}\`, and revision ${floor.revision} was in force`,
    {
      help: same
        ? 'sign it with a higher `revision`'
        : `to go back on purpose, run \`ghost policy revert ${file} --reason "…"\``,
      details: { id: manifest.id, revision: manifest.revision, floor: floor.revision },
    },
  );
}

/** The revisions once this bundle is in force. */
export function raised({ floors }: Revisions, manifest: Manifest): Revisions {
  const digest = manifestDigest(manifest);
  const held = Object.hasOwn(floors, manifest.id) ? floors[manifest.id] : undefined;
  if (held?.digest === digest) return { floors };
  return {
    floors: { ...floors, [manifest.id]: { revision: manifest.revision, digest, revertedFrom: null } },
  };
}

/** The revisions once a person went back to this bundle. */
export function lowered({ floors }: Revisions, manifest: Manifest): Revisions {
  const held = Object.hasOwn(floors, manifest.id) ? floors[manifest.id] : undefined;
  const from = Math.max(held?.revision ?? manifest.revision, held?.revertedFrom ?? 0);
  return {
    floors: {
      ...floors,
      [manifest.id]: {
        revision: manifest.revision,
        digest: manifestDigest(manifest),
        revertedFrom: from > manifest.revision ? from : null,
      },
    },
  };
}

/** The floors of two states of one data directory, of each bundle the higher one; where they are as high, the first one's. */
export function highest(first: Revisions, other: Revisions): Revisions {
  const height = (id: string, { floors }: Revisions): number => {
    const floor = Object.hasOwn(floors, id) ? floors[id] : undefined;
    return floor === undefined
      ? Number.NEGATIVE_INFINITY
      : Math.max(floor.revision, floor.revertedFrom ?? floor.revision);
  };
  const higher = Object.entries(other.floors).filter(([id]) => height(id, other) > height(id, first));
  return { floors: { ...first.floors, ...Object.fromEntries(higher) } };
}
