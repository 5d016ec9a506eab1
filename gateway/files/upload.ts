// The files of an UPLOAD, as they are on the disk when the act is decided on. INVARIANT: real paths of plain files in one folder;
// what is approved is bound by its digest, and the executor sends nothing else.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute } from 'node:path';
import { describe, fail, ok } from '#policy/failure.ts';
import type { Result } from '#policy/failure.ts';
import { canonicalFolder } from '#policy/paths.ts';
import type { UploadFile } from '#executors/contract.ts';
import type { ConsentCard } from '#gateway/protocol/views.ts';
import { theirs } from '#gateway/consent/rows.ts';

const FILES_AT_MOST = 20;
const BYTES_AT_MOST = 100 * 1024 * 1024;

export type ExaminedUpload = {
  readonly folder: string;
  readonly details: ConsentCard['details'];
  readonly evidence: Readonly<Record<string, unknown>>;
  /** For the executor: JSON of `UploadFile[]`. */
  readonly text: string;
};

/** Errors: `act.bad-file` (no plain file, not readable, several folders), `act.too-large`. */
export async function examineUpload(
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Result<ExaminedUpload>> {
  if (paths.length === 0 || paths.length > FILES_AT_MOST) {
    return fail('act.bad-file', `an upload takes 1 to ${FILES_AT_MOST} files`);
  }
  const files: UploadFile[] = [];
  for (const path of paths) {
    const left = BYTES_AT_MOST - files.reduce((sum, { size }) => sum + size, 0);
    const file = await examineFile(path, left, signal);
    if (!file.ok) return file;
    files.push(file.value);
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
    evidence: { folder, files: files.map(({ path, ...rest }) => ({ name: basename(path), ...rest })) },
    text: JSON.stringify(files),
  });
}

async function examineFile(path: string, left: number, signal: AbortSignal): Promise<Result<UploadFile>> {
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
      for await (const chunk of file.createReadStream({ autoClose: false, signal })) {
        size += chunk.length;
        if (size > left) return tooLarge(path);
        hash.update(chunk);
      }
      return ok({ path: real, size, sha256: hash.digest('hex') });
    } finally {
      await file.close();
    }
  } catch (thrown) {
    if (signal.aborted) return fail('task.cancelled', 'the upload was cancelled');
    return fail('act.bad-file', `\`${path}\` cannot be read`, { cause: describe(thrown) });
  }
}

const tooLarge = (path: string): Result<never> =>
  fail('act.too-large', `\`${path}\` is larger than an upload may be`, {
    help: `${BYTES_AT_MOST} bytes at most`,
  });
