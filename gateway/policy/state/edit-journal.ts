// An edit that brings lists, kept in the data directory from before its first write until it is done or taken back: a program that ends in
// between would leave a document beside the lists of another, which denies everything. INVARIANT: what is put back stands in the place of
// what that edit wrote, and of nothing else.
import { rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { ownDirectory } from '#executors/system/own-directory.ts';
import { readText, writeAtomically } from '#gateway/audit/format/files.ts';
import type { Place } from '#gateway/policy/kept/sources.ts';
import { readPolicyText } from '#gateway/settings/policy-source.ts';
import { isNameOfLists } from '#policy/engine/documents/included.ts';
import { describe, fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { textOf } from './editable.ts';
import { restoreLists, toRestore } from './lists-written.ts';
import type { ListToRestore, ListToWrite } from './lists-written.ts';

const journal = z.strictObject({
  file: z.string(),
  /** Digests of the document, as it was and as it is to be. */
  base: z.string(),
  after: z.string(),
  lists: z.array(
    z.strictObject({
      name: z.string().refine(isNameOfLists),
      digest: z.string(),
      mode: z.number().int().min(0).max(0o777),
      /** What lay there; `null`: nothing did. */
      before: z.string().nullable(),
    }),
  ),
});
type Journal = z.infer<typeof journal>;

const MAX_JOURNAL_BYTES = 64 * 1024 * 1024;
const fileIn = (directory: string): string => join(directory, 'edit.json');

/** `directory`: `<data>/policy`. Errors: `policy.read-only`, `directory.*`. */
export function beginEdit(
  directory: string,
  edit: Pick<Journal, 'file' | 'base' | 'after'>,
  lists: readonly ListToWrite[],
): Result<void> {
  const own = ownDirectory(directory, 0o700);
  if (!own.ok) return own;
  const kept: Journal = {
    ...edit,
    file: resolve(edit.file),
    lists: lists.map(({ path, digest, mode, before }) => ({ name: basename(path), digest, mode, before })),
  };
  try {
    writeAtomically(fileIn(directory), JSON.stringify(kept));
    return ok(undefined);
  } catch (cause) {
    return fail('policy.read-only', 'what would be written over cannot be kept', {
      cause,
      help: `make \`${directory}\` writable`,
    });
  }
}

/** It is done, or taken back. */
export function endEdit(directory: string): void {
  try {
    rmSync(fileIn(directory), { force: true });
  } catch {
    // It stays, and harms nothing: by the digests in it the next start finds nothing to put back.
  }
}

/** What was put back, for the log. */
export type CutOff = Readonly<Record<'file' | 'before' | 'after', string>> & {
  readonly restored: readonly string[];
};

/** Takes an edit back that was cut off before its document was written; `null`: there was none. Errors: `policy.read-only`, `policy.unreadable`. */
export function undoCutOff(directory: string): Result<CutOff | null> {
  const read = cutOff(directory);
  if (!read.ok) return read;
  if (read.value === null) return ok(null);
  const { edit, lists } = read.value;
  const restored = restoreLists(lists, edit);
  if (!restored.ok) return restored;
  endEdit(directory);
  const { file, base: before, after } = edit;
  return ok(lists.length === 0 ? null : { file, before, after, restored: lists.map(({ path }) => path) });
}

/** What is read as if such an edit were taken back, where nothing may be written. */
export function asIfUndone(directory: string): Pick<Place, 'instead'> {
  const read = cutOff(directory);
  if (!read.ok || read.value === null) return {};
  const { edit, lists } = read.value;
  const document = readPolicyText(edit.file);
  if (!document.ok) return {};
  return {
    instead: {
      file: edit.file,
      text: textOf(document.value.text),
      lists: lists.flatMap(({ path, before }) =>
        before === null ? [] : [{ name: basename(path), text: before }],
      ),
    },
  };
}

type Found = { readonly edit: Journal; readonly lists: readonly ListToRestore[] };

/** The edit, and its lists that have to be put back. */
function cutOff(directory: string): Result<Found | null> {
  const path = fileIn(directory);
  try {
    const text = readText(path, MAX_JOURNAL_BYTES);
    if (text === null) return ok(null);
    const edit = journal.parse(JSON.parse(text));
    const folder = dirname(edit.file);
    const lists = edit.lists.map(({ name, ...list }) => ({ ...list, path: join(folder, name) }));
    return ok({ edit, lists: toRestore(lists, edit) });
  } catch (thrown) {
    return fail('policy.unreadable', `the edit in \`${path}\` that was cut off cannot be read`, {
      cause: describe(thrown).split('\n')[0],
      help: 'see that the policy and its lists are as they should be, and remove that file',
    });
  }
}
