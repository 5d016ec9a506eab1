// Policy files as an editor sees them: their texts, whether they are ours to write, and writing one.
// INVARIANT: what ships with the project, bundles, links and files that somebody made read-only are never written; a file that
// changed since it was read is not written over.
import { createHash } from 'node:crypto';
import { W_OK } from 'node:constants';
import { accessSync, lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import { writeAtomically } from '#gateway/audit/format/files.ts';
import { SHIPPED, policyFilesOf, readPolicyText } from '#gateway/settings/policy-source.ts';
import type { ListTexts } from '#gateway/settings/policy-source.ts';
import type { PolicyFileView } from '#gateway/protocol/views/policy.ts';
import { listsIn } from '#gateway/policy/kept/lists-beside.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { MAX_BUNDLED_FILE_BYTES } from '#policy/tools/gate/bundle.ts';
import type { Active } from './in-force.ts';
import { isBundle } from '#gateway/policy/kept/sources.ts';
import type { Place } from '#gateway/policy/kept/sources.ts';

/**
 * A new text for a file in force. `base`: digest of the text that it was made from; `lists`: files of lists that it includes by their
 * hashes, which are put beside it with it.
 */
export type PolicyEdit = {
  readonly file: string;
  readonly text: string;
  readonly base: string;
  readonly lists?: ListTexts;
};

/** What is read in the place of what lies there. */
export const insteadOf = ({ file, text, lists }: PolicyEdit): NonNullable<Place['instead']> => ({
  file,
  text,
  ...(lists === undefined ? {} : { lists }),
});

export const digestOfText = (text: string | Uint8Array): string =>
  `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** The documents in force, upper layer first, each with what its file holds now; without a policy, the files alone. */
export function editableFiles(files: readonly string[], active: Active | null): readonly PolicyFileView[] {
  if (active === null) return policyFilesOf(files).map((file) => viewOf(file, null));
  return active.texts.map(({ file: name, text: held, included }, index) => {
    const inForce = textOf(held);
    const path = active.paths[index] ?? null;
    const lists = listsIn(included);
    const readOnly = 'it lies in a signed bundle';
    const view =
      path === null
        ? { file: '', name, text: inForce, inForce, digest: '', readOnly, ...(lists.length > 0 && { lists }) }
        : viewOf(path, inForce);
    return lists.length === 0 ? view : { ...view, listsInForce: lists };
  });
}

function viewOf(file: string, inForce: string | null): PolicyFileView {
  const read = isBundle(file) ? null : readPolicyText(file);
  if (read === null || !read.ok) {
    const readOnly = read === null ? 'a signed bundle' : read.error.message;
    return { file, name: file, text: null, inForce, digest: '', readOnly };
  }
  const { file: name, text, included } = read.value;
  const lists = listsIn(included);
  return {
    ...(lists.length > 0 && { lists }),
    file,
    name,
    text: textOf(text),
    inForce,
    digest: digestOfText(text),
    readOnly: whyReadOnly(file),
  };
}

/** A text as it is in its file, with its byte order mark: it is written back and digested. The loader's own drops the mark. */
export const textOf = (text: string | Uint8Array): string =>
  typeof text === 'string' ? text : Buffer.from(text).toString('utf8');

/** Errors: `policy.read-only`, `policy.edited-elsewhere`, `policy.too-large`. */
export function checkWritable(edit: PolicyEdit, files: readonly string[]): Result<void> {
  const { file } = edit;
  const named = checkNamed(file, files);
  if (!named.ok) return named;
  const reason = whyReadOnly(file);
  if (reason !== null)
    return fail('policy.read-only', `\`${file}\` is not written from here: ${reason}`, {
      help: 'copy it, name the copy under `policy:` in config.yaml, and edit that',
    });
  return checkText(edit);
}

/** A text for a file that is not written by it. Errors: as above. */
export function checkDraft(edit: PolicyEdit, files: readonly string[]): Result<void> {
  const named = checkNamed(edit.file, files);
  if (!named.ok) return named;
  return isBundle(edit.file)
    ? fail('policy.read-only', `\`${edit.file}\` is a signed bundle`, {
        help: 'put the next bundle in shadow with `ghost policy shadow FILE`',
      })
    : checkText(edit);
}

const checkNamed = (file: string, files: readonly string[]): Result<void> =>
  policyFilesOf(files).includes(file)
    ? ok(undefined)
    : fail('policy.read-only', `\`${file}\` is not among the files in force`, {
        help: 'edit a file that `ghost policy status` names',
      });

function checkText({ file, text, base }: PolicyEdit): Result<void> {
  if (Buffer.byteLength(text) > MAX_BUNDLED_FILE_BYTES)
    return fail('policy.too-large', `the text has more than ${MAX_BUNDLED_FILE_BYTES} bytes`, {
      help: 'split it into layers',
    });
  const read = readPolicyText(file);
  if (!read.ok) return read;
  return digestOfText(read.value.text) === base
    ? ok(undefined)
    : fail('policy.edited-elsewhere', `\`${file}\` was changed by somebody else since it was opened`, {
        help: 'load it again, and make the change there',
      });
}

/** Keeps the file's mode. Errors: `policy.read-only`. */
export function writePolicyFile(file: string, text: string): Result<void> {
  try {
    const mode = lstatSync(file).mode & 0o777;
    writeAtomically(file, text, mode);
    return ok(undefined);
  } catch (cause) {
    return fail('policy.read-only', `\`${file}\` cannot be written`, {
      cause,
      help: 'check its rights, those of its folder, and the space on the disk',
    });
  }
}

/** `null`: it is ours to write. */
export function whyReadOnly(file: string): string | null {
  if (isBundle(file)) return 'a signed bundle';
  const shipped: readonly string[] = Object.values(SHIPPED);
  if (shipped.includes(resolve(file))) return 'it comes with the project';
  try {
    const found = lstatSync(file);
    if (found.isSymbolicLink()) return 'a link, which whoever deploys it changes';
    if (!found.isFile()) return 'not a file';
    // For root, whom no mode stops.
    if ((found.mode & 0o222) === 0) return 'it is marked read-only';
    accessSync(file, W_OK);
    return null;
  } catch {
    return 'its rights do not permit it';
  }
}
