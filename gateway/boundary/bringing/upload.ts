// The files of an UPLOAD, as they are on the disk when the act is decided on. INVARIANT: real paths of plain files in one folder;
// what is approved is bound by its digest, and the executor sends nothing else.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute } from 'node:path';
import { describe, fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { sizeClassOf } from '#policy/acts/sent-request.ts';
import type { FileType, SizeClass } from '#policy/language/vocabulary.ts';
import { fileTypeOf } from '#gateway/boundary/downloads/file-type.ts';
import { SNIFFED_BYTES } from '#gateway/boundary/downloads/sniff.ts';
import { canonicalFolder } from '#policy/requests/url-parts/paths.ts';
import type { UploadFile } from '#executors/contract/download.ts';
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';
import { theirs } from '#gateway/boundary/words/rows.ts';
import type { Enclosed } from '#gateway/boundary/weighing/sendings.ts';

const MAX_FILES = 20;
const MAX_UPLOAD_BYTES = 100 * 1024 * 1024;
/** Of each file that is looked through for what was read elsewhere. */
const MAX_SEARCHED_BYTES = 1024 * 1024;

export type FileKind = { readonly type: FileType; readonly size: SizeClass };

export type ExaminedUpload = {
  readonly folder: string;
  readonly details: ConsentCard['details'];
  readonly evidence: Readonly<Record<string, unknown>>;
  /** What is in the files, as far as it is text; the rest is said to be unreadable. */
  readonly encloses: readonly Enclosed[];
  /** What each file is, in the policy's words; those that are alike once. */
  readonly kinds: readonly FileKind[];
  /** For the executor: JSON of `UploadFile[]`. */
  readonly text: string;
};

/** Errors: `act.bad-file` (no plain file, not readable, several folders), `act.too-large`. */
export async function examineUpload(
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Result<ExaminedUpload>> {
  if (paths.length === 0 || paths.length > MAX_FILES) {
    return fail('act.bad-file', `an upload takes 1 to ${MAX_FILES} files`);
  }
  const files: UploadFile[] = [];
  const encloses: Enclosed[] = [];
  const kinds = new Map<string, FileKind>();
  for (const path of paths) {
    const left = MAX_UPLOAD_BYTES - files.reduce((sum, { size }) => sum + size, 0);
    const file = await examineFile(path, left, signal);
    if (!file.ok) return file;
    const { beginning, ...found } = file.value;
    files.push(found);
    encloses.push(enclosedBy(beginning, found.size));
    const type = fileTypeOf({ name: basename(path), head: beginning.subarray(0, SNIFFED_BYTES) });
    const kind = { type, size: sizeClassOf(found.size) };
    kinds.set(`${kind.type} ${kind.size}`, kind);
  }
  const folders = new Set(files.map(({ path }) => dirname(path)));
  const [only] = folders;
  const folder = only === undefined ? null : canonicalFolder(only);
  if (folders.size !== 1 || folder === null) {
    return fail('act.bad-file', 'the files of an upload lie in one folder', {
      help: 'upload from one folder after the other',
    });
  }
  return ok({
    folder,
    details: [
      theirs('AGENT', 'FILE', 'folder', folder),
      ...files.map(({ path, size, sha256 }) =>
        theirs('AGENT', 'FILE', 'file', basename(path), { note: `${size} bytes, sha256:${sha256}` }),
      ),
    ],
    encloses,
    kinds: [...kinds.values()],
    evidence: { folder, files: files.map(({ path, ...rest }) => ({ name: basename(path), ...rest })) },
    text: JSON.stringify(files),
  });
}

async function examineFile(
  path: string,
  left: number,
  signal: AbortSignal,
): Promise<Result<UploadFile & { readonly beginning: Buffer }>> {
  if (!isAbsolute(path)) {
    return fail('act.bad-file', `\`${path}\` is not an absolute path`, { help: 'give the whole path' });
  }
  try {
    const real = await realpath(path);
    // Without waiting: a pipe that nobody writes to would never open.
    const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const found = await file.stat();
      if (!found.isFile()) return fail('act.bad-file', `\`${path}\` is not a plain file`);
      if (found.size > left) return tooLarge(path);
      const hash = createHash('sha256');
      let size = 0;
      const read: Buffer[] = [];
      for await (const chunk of file.createReadStream({ autoClose: false, signal })) {
        size += chunk.length;
        if (size > left) return tooLarge(path);
        if (size - chunk.length < MAX_SEARCHED_BYTES) read.push(chunk);
        hash.update(chunk);
      }
      const beginning = Buffer.concat(read).subarray(0, MAX_SEARCHED_BYTES);
      return ok({ path: real, size, sha256: hash.digest('hex'), beginning });
    } finally {
      await file.close();
    }
  } catch (thrown) {
    if (signal.aborted) return fail('task.cancelled', 'the upload was cancelled');
    return fail('act.bad-file', `\`${path}\` cannot be read`, { cause: describe(thrown) });
  }
}

function enclosedBy(beginning: Buffer, size: number): Enclosed {
  const place = 'file';
  const whole = beginning.length === size;
  try {
    return { place, text: new TextDecoder('utf-8', { fatal: whole }).decode(beginning), unreadable: !whole };
  } catch {
    return { place, text: beginning.toString('latin1'), unreadable: true }; // no text: what of it reads as such is looked at
  }
}

const tooLarge = (path: string): Result<never> =>
  fail('act.too-large', `\`${path}\` is larger than an upload may be`, {
    help: `${MAX_UPLOAD_BYTES} bytes at most`,
  });
