// Writes the document of an edit with the lists that it brings. INVARIANT: all of it or nothing, also where the program ends in between; and
// what somebody else has put there meanwhile is neither written over nor taken away.
import { digestOfText, checkWritable, textOf, writePolicyFile } from './editable.ts';
import type { PolicyEdit } from './editable.ts';
import { beginEdit, endEdit } from './edit-journal.ts';
import { listsToWrite, restoreLists, writeLists } from './lists-written.ts';
import { readPolicyText } from '#gateway/settings/policy-source.ts';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

type Written = {
  /** It came into force. */
  readonly keep: () => void;
  /** What went wrong; where what was there could not be put back, that. */
  readonly takeBack: <T>(failed: Result<T>) => Result<T>;
};

/** `directory`: `<data>/policy`; `files`: those in force. Errors: those of `checkWritable` and `listsToWrite`, `directory.*`. */
export function writeEdit(
  edit: PolicyEdit,
  { directory, files }: { readonly directory: string; readonly files: readonly string[] },
): Result<Written> {
  const { file, base } = edit;
  const writable = checkWritable(edit, files);
  if (!writable.ok) return writable;
  const before = readPolicyText(file);
  if (!before.ok) return before;
  const old = textOf(before.value.text);
  const found = listsToWrite(edit, old);
  if (!found.ok) return found;
  const lists = found.value;
  const after = digestOfText(edit.text);
  const begun = lists.length === 0 ? ok(undefined) : beginEdit(directory, { file, base, after }, lists);
  if (!begun.ok) return begun;
  const end = (): void => {
    if (lists.length > 0) endEdit(directory);
  };
  const restored = (): Result<void> => {
    const document = holds(file, after) ? writePolicyFile(file, old) : ok(undefined);
    return document.ok ? restoreLists(lists, { file, base }) : document;
  };
  const takeBack = <T>(failed: Result<T>): Result<T> => {
    const back = restored();
    if (!back.ok) return back;
    end();
    return failed;
  };
  const put = writeLists(lists);
  const written = put.ok ? writePolicyFile(file, edit.text) : put;
  return written.ok ? ok({ keep: end, takeBack }) : takeBack(written);
}

function holds(file: string, digest: string): boolean {
  const read = readPolicyText(file);
  return read.ok && digestOfText(read.value.text) === digest;
}
