// The texts of every policy that was in force here, by the hash of their source: what a log's entries were decided by can be read
// again. INVARIANT: a text is given back only where its own hash is the one that was asked for.
import { readdirSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ownDirectory } from '#executors/system/own-directory.ts';
import { readPlainText } from '#executors/system/plain-file.ts';
import { writeAtomicallyApart } from '#gateway/audit/format/files.ts';
import { loadLayers } from '#policy/engine/compile/check.ts';
import type { PolicyText } from '#policy/engine/compile/check.ts';
import { sourceHashOf } from '#policy/engine/compile/hashes.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { KEPT_TEXTS, MAX_KEPT_BYTES, fits, textsIn } from './last-in-force.ts';
import type { Kept } from './last-in-force.ts';

/** The oldest go first. */
const MAX_KEPT_POLICIES = 64;

const schema = z.union([
  z.strictObject({ format: z.literal(1), ...KEPT_TEXTS.plain }),
  z.strictObject({ format: z.literal(2), ...KEPT_TEXTS.withLists }),
]);

const folderIn = (directory: string): string => join(directory, 'kept');
const fileOf = (directory: string, sourceHash: string): string =>
  join(folderIn(directory), `${sourceHash.replace(/^sha256:/u, '')}.json`);

/** `directory`: `<data>/policy`. Errors: `policy.last-unknown`, `policy.too-large`. */
export async function keepPolicy(
  directory: string,
  { sourceHash, texts, lists }: Kept,
): Promise<Result<void>> {
  const file = fileOf(directory, sourceHash);
  try {
    if (statSync(file, { throwIfNoEntry: false }) !== undefined) return ok(undefined);
    const text = JSON.stringify(lists === undefined ? { format: 1, texts } : { format: 2, texts, lists });
    const fitting = fits(text);
    if (!fitting.ok) return fitting;
    const own = ownDirectory(folderIn(directory), 0o700);
    if (!own.ok)
      return fail(
        'policy.last-unknown',
        `the policy cannot be kept for a later replay: ${own.error.message}`,
        own.error.help === undefined ? {} : { help: own.error.help },
      );
    await writeAtomicallyApart(file, text);
    unlinkOldest(folderIn(directory));
    return ok(undefined);
  } catch (cause) {
    return fail('policy.last-unknown', 'the policy cannot be kept for a later replay', {
      cause,
      help: `make \`${directory}\` writable`,
    });
  }
}

function unlinkOldest(folder: string): void {
  const kept = readdirSync(folder).map((name) => join(folder, name));
  if (kept.length <= MAX_KEPT_POLICIES) return;
  const byAge = kept.toSorted((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs);
  for (const file of byAge.slice(0, kept.length - MAX_KEPT_POLICIES)) unlinkSync(file);
}

/** `null`: it is not here, or not what it was. */
export function keptPolicy(directory: string, sourceHash: string): readonly PolicyText[] | null {
  if (!/^sha256:[0-9a-f]{64}$/u.test(sourceHash)) return null;
  try {
    const kept = schema.parse(JSON.parse(readPlainText(fileOf(directory, sourceHash), MAX_KEPT_BYTES)));
    const read = textsIn(kept);
    const loaded = loadLayers(read);
    return loaded.ok && sourceHashOf(loaded.value) === sourceHash ? read : null;
  } catch {
    // It was never in force here, or nobody may read it: the log's own words stand, and it is said that it is not at hand.
    return null;
  }
}
