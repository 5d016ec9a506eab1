// Moves a file from the quarantine into the folder: it is copied, measured, examined and scanned, and only then gets its name.
// INVARIANT: the file under that name is byte for byte what was examined: our own copy, which the browser cannot reach.
import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, rename, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '#executors/system/error-code.ts';
import { describe, fail, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { sizeClassOf } from '#policy/acts/sent-request.ts';
import type { DownloadedFile } from '#executors/contract/download.ts';
import { fileTypeOf } from './file-type.ts';
import type { FileKind } from './file-type.ts';
import { openFolder } from './folder.ts';
import type { Folder, OpenFolder } from './folder.ts';
import { numbered } from './safe-name.ts';
import { scan } from './scan.ts';
import type { Scanner } from '#gateway/settings/download-settings.ts';
import { SNIFFED_BYTES, contradiction, sniff } from './sniff.ts';

export type Delivery = {
  /** In the quarantine. */
  readonly from: string;
  readonly folder: Folder;
  /** Safe already. */
  readonly name: string;
  readonly mediaType: string | undefined;
  readonly mostBytes: number;
  readonly scanner: Scanner | null;
  /** Asked with what the file is by its bytes and its size, before it is in the folder: why it may not be there, or `null`. */
  readonly admits: (file: FileKind) => Promise<Failure | null>;
};

const MAX_NAMES_TRIED = 1000;
const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** Errors: `download.*`. Nothing is left in the folder then. */
export async function deliver(delivery: Delivery, signal: AbortSignal): Promise<Result<DownloadedFile>> {
  const opened = await openFolder(delivery.folder);
  if (!opened.ok) return opened;
  const folder = opened.value;
  const part = join(folder.at, `.ghost-${randomUUID()}.part`);
  try {
    const copied = await copy(delivery, part, signal);
    if (!copied.ok) return copied;
    const { size, sha256, head } = copied.value;
    const found = sniff(head);
    const lie = contradiction(found, delivery);
    if (lie !== null)
      return fail('download.other-content', `\`${delivery.name}\` is not what it is said to be: ${lie}`);
    const { name: said, mediaType } = delivery;
    const refusedFor = await delivery.admits({
      type: fileTypeOf({ name: said, mediaType, head }),
      size: sizeClassOf(size),
    });
    if (refusedFor !== null) return { ok: false, error: refusedFor };
    if (delivery.scanner !== null) {
      // By its real name: a scanner of another process does not see our descriptors.
      const scanned = await scan(
        delivery.scanner,
        join(delivery.folder.path, part.slice(folder.at.length + 1)),
        signal,
      );
      if (!scanned.ok) return scanned;
    }
    if (signal.aborted) return fail('download.failed', 'the tab was closed before the file was there');
    const name = await putInPlace(folder, part, delivery.name);
    if (name === null)
      return fail('download.failed', `there are ${MAX_NAMES_TRIED} files \`${delivery.name}\` already`);
    return ok({ name, folder: delivery.folder.path, size, sha256, kind: found.kind });
  } catch (thrown) {
    return fail('download.failed', `\`${delivery.name}\` could not be put into its folder`, {
      cause: describe(thrown),
    });
  } finally {
    await rm(part, { force: true });
    await folder.handle.close();
  }
}

type Copied = { readonly size: number; readonly sha256: string; readonly head: Buffer };

async function copy(
  { from, mostBytes }: Delivery,
  part: string,
  signal: AbortSignal,
): Promise<Result<Copied>> {
  const source = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  let target: FileHandle | null = null;
  try {
    const found = await source.stat();
    // Of the browser's own user, to whom the quarantine belongs: not another's that it linked there.
    const { uid } = await lstat(dirname(from));
    if (!found.isFile() || found.nlink > 1 || found.uid !== uid)
      return fail('download.failed', 'the browser left no plain file');
    target = await open(part, NEW, 0o600);
    const hash = createHash('sha256');
    let size = 0;
    let head = Buffer.alloc(0);
    for await (const chunk of source.createReadStream({ autoClose: false, highWaterMark: 1 << 20, signal })) {
      const bytes: Buffer = Buffer.from(chunk);
      size += bytes.length;
      if (size > mostBytes)
        return fail('download.too-large', `it is larger than the ${mostBytes} bytes that are left`);
      if (head.length < SNIFFED_BYTES) head = Buffer.concat([head, bytes]).subarray(0, SNIFFED_BYTES);
      hash.update(bytes);
      await target.writeFile(bytes);
    }
    await target.sync();
    return ok({ size, sha256: hash.digest('hex'), head });
  } finally {
    await target?.close();
    await source.close();
  }
}

/** Takes the first free name for itself, then moves the file over it: nothing that is there is ever replaced. */
async function putInPlace({ at, handle }: OpenFolder, part: string, wanted: string): Promise<string | null> {
  for (let count = 1; count <= MAX_NAMES_TRIED; count += 1) {
    const name = numbered(wanted, count);
    try {
      await (await open(join(at, name), NEW, 0o600)).close();
    } catch (thrown) {
      if (errorCode(thrown) === 'EEXIST') continue;
      throw thrown;
    }
    await rename(part, join(at, name));
    await handle.sync();
    return name;
  }
  return null;
}
