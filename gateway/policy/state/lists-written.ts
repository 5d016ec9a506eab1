// The files of lists that are put beside a document with an edit of it. INVARIANT: nothing is written over but what the document as it was
// includes by its hash, no link and nothing that somebody made read-only; what could not come into force goes back to what was there.
import { lstatSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readPlainFile } from '#executors/system/plain-file.ts';
import { writeAtomically } from '#gateway/audit/format/files.ts';
import { documentsWith } from '#gateway/policy/kept/lists-beside.ts';
import { policyTextAt, readPolicyText } from '#gateway/settings/policy-source.ts';
import { whyReadOnly } from './editable.ts';
import type { PolicyEdit } from './editable.ts';
import { isNameOfLists, listsNamedIn } from '#policy/engine/documents/included.ts';
import { hashOfBytes, textOf } from '#policy/engine/reading/source.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

export type ListToWrite = {
  readonly path: string;
  readonly text: string;
  /** `sha256:…` of the text. */
  readonly digest: string;
  readonly mode: number;
  /** What lies there; `null`: nothing does. */
  readonly before: string | null;
};

/** Over what is read of a file of lists. */
const MAX_LISTS_BYTES = 2 * 1024 * 1024;
const NEW_FILE_MODE = 0o600;

/** What is not there yet. `old`: the document as it is. Errors: `policy.include-altered`, `policy.read-only`, `policy.edited-elsewhere`. */
export function listsToWrite(
  { file, text: document, lists = [] }: PolicyEdit,
  old: string,
): Result<readonly ListToWrite[]> {
  const wanted: ListToWrite[] = [];
  const named = listsNamedIn(document);
  const { included = [] } = policyTextAt(file, document);
  for (const { name, text } of lists) {
    const digest = hashOfBytes(Buffer.from(text));
    if (!isNameOfLists(name) || !named.includes(name) || !document.includes(digest))
      return fail('policy.include-altered', `\`${name}\` is not a file of lists that the document names`, {
        help: 'bring the lists that it includes, and no others',
      });
    // As it would be read, also through a link: what is there already is not written.
    if (included.some((one) => one.name === name && 'text' in one && hashOfBytes(one.text) === digest))
      continue;
    const path = join(dirname(file), name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) {
      wanted.push({ path, text, digest, mode: NEW_FILE_MODE, before: null });
      continue;
    }
    const reason = whyReadOnly(path);
    if (reason !== null)
      return fail('policy.read-only', `\`${path}\` is not written over: ${reason}`, {
        help: 'change it where it comes from, or make it writable',
      });
    const before = bytesAt(path);
    if (before === null)
      return fail('policy.read-only', `\`${path}\` cannot be read, so it is not written over`, {
        help: 'check its rights and its size',
      });
    const is = hashOfBytes(before);
    if (!old.includes(is))
      return fail('policy.edited-elsewhere', `\`${path}\` holds lists that the document does not include`, {
        help: 'keep it under another name if it is needed, and try again',
      });
    const [other] = documentsWith(path, is).filter((one) => !isSameFile(one, file));
    if (other !== undefined)
      return fail(
        'policy.include-altered',
        `\`${other}\` includes \`${name}\` as it is, and would not load`,
        {
          help: 'give the new lists another name, or change that document first',
        },
      );
    wanted.push({ path, text, digest, mode: found.mode & 0o777, before: before.toString('utf8') });
  }
  return ok(wanted);
}

/** Also where one is a link to the other. */
const isSameFile = (one: string, other: string): boolean => realpathSync(one) === realpathSync(other);

function bytesAt(path: string): Buffer | null {
  try {
    return readPlainFile(path, MAX_LISTS_BYTES);
  } catch {
    return null; // Whoever asks says what is done without it: nothing.
  }
}

/** Errors: `policy.read-only`. */
export const writeLists = (lists: readonly ListToWrite[]): Result<void> =>
  each(lists, ({ path, text, mode }) => {
    writeAtomically(path, text, mode);
  });

/** What was put there, and what lay there before. */
export type ListToRestore = Omit<ListToWrite, 'text'>;

/** A document that they were put beside. `base`: its digest before that. */
type Beside = { readonly file: string; readonly base: string };

/** What still holds what was put there, and is not included so by what the document says by now. */
export function toRestore<T extends ListToRestore>(
  lists: readonly T[],
  { file, base }: Beside,
): readonly T[] {
  const read = readPolicyText(file);
  const { text } = read.ok ? read.value : { text: '' };
  const isAsBefore = hashOfBytes(text) === base;
  const said = textOf(text);
  return lists.filter(
    ({ path, digest }) => (isAsBefore || !said.includes(digest)) && digest === digestAt(path),
  );
}

function digestAt(path: string): string | null {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return null;
  const bytes = bytesAt(path);
  return bytes === null ? null : hashOfBytes(bytes);
}

/** What lay there before. Errors: `policy.read-only`. */
export const restoreLists = (lists: readonly ListToRestore[], beside: Beside): Result<void> =>
  each(toRestore(lists, beside), ({ path, before, mode }) => {
    if (before === null) rmSync(path, { force: true });
    else writeAtomically(path, before, mode);
  });

function each<T extends ListToRestore>(lists: readonly T[], act: (list: T) => void): Result<void> {
  for (const list of lists)
    try {
      act(list);
    } catch (cause) {
      return fail('policy.read-only', `\`${list.path}\` cannot be written`, {
        cause,
        help: 'check its rights, those of its folder, and the space on the disk',
      });
    }
  return ok(undefined);
}
