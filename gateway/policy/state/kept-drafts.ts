// The text of a draft that is decided with beside the policy, as a file of its own, with the files of lists that it names. INVARIANT: it lies
// in our own directory, under its digest, and goes when no candidate is read from it any more; what is written there is never in force.
import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ownDirectory } from '#executors/system/own-directory.ts';
import { writeAtomically } from '#gateway/audit/format/files.ts';
import { digestOfText, textOf } from './editable.ts';
import type { PolicyEdit } from './editable.ts';
import { policyTextAt } from '#gateway/settings/policy-source.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

const DIGEST_CHARACTERS = 16;
const directoryOf = (directory: string): string => join(directory, 'candidates');

/** `directory`: `<data>/policy`. Gives the path of the draft. Errors: `policy.unreadable`, `directory.*`. */
export function keepDraft(directory: string, { file: of, text, lists }: PolicyEdit): Result<string> {
  const digest = digestOfText(text).replace('sha256:', '').slice(0, DIGEST_CHARACTERS);
  const place = join(directoryOf(directory), digest);
  const own = ownDirectory(place, 0o700);
  if (!own.ok) return own;
  try {
    // Lists are named by their hash: those beside the document are the ones that it means, if it brings none itself.
    for (const list of policyTextAt(of, text, lists).included ?? [])
      if ('text' in list) writeAtomically(join(place, basename(list.name)), textOf(list.text), 0o600);
    const file = join(place, basename(of));
    writeAtomically(file, text, 0o600);
    return ok(file);
  } catch (thrown) {
    return fail('policy.unreadable', 'the draft cannot be kept', {
      cause: thrown,
      help: `make \`${directory}\` writable`,
    });
  }
}

/** Takes those away that no candidate of these files is read from. What cannot be taken away is read by nobody. */
export function forgetDrafts(directory: string, files: readonly string[]): void {
  const place = directoryOf(directory);
  const held = new Set(files.map((file) => dirname(file)));
  try {
    for (const name of readdirSync(place))
      if (!held.has(join(place, name))) rmSync(join(place, name), { recursive: true, force: true });
  } catch {
    // There is none: no draft was ever put beside the policy here.
  }
}
