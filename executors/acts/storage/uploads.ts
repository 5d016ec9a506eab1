// UPLOAD: copies the approved files into the tab's profile and gives them to a file input. The browser sees the copies alone.
// INVARIANT: a copy whose bytes are others than were approved is removed, and no file is chosen.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, mkdir, mkdtemp, open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, fail, ok, type Result } from '#policy/language/failure.ts';
import { CdpError } from '#executors/cdp/connection.ts';
import type { UploadFile } from '#executors/contract/download.ts';
import { userOf } from '#executors/browsers/processes/profile.ts';
import type { Unprivileged } from '#executors/browsers/processes/unprivileged.ts';
import type { RefEntry } from '#executors/page/refs.ts';
import { removeTree } from '#executors/system/remove-tree.ts';
import type { Page } from '#executors/page/page.ts';

/** Errors: `act.bad-file` (gone, or changed since), `act.not-actionable` (no file input, or not for several files). */
export async function uploadFiles(
  page: Page,
  entry: RefEntry,
  text: string,
  profile: string,
): Promise<Result<void>> {
  const staged = await stageFiles(text, profile);
  if (!staged.ok) return staged;
  try {
    const { backendNodeId, frameId } = entry;
    await page.frames
      .sessionOf(frameId)
      .send('DOM.setFileInputFiles', { files: [...staged.value], backendNodeId });
    return ok(undefined);
  } catch (thrown) {
    if (!(thrown instanceof CdpError)) throw thrown;
    return fail('act.not-actionable', `\`${entry.ref}\` does not take these files`, {
      cause: thrown,
      help: 'name the file input itself; one that takes a single file gets one',
    });
  }
}

/** Copies of them, by their paths. Errors: `act.bad-file`. */
export async function stageFiles(text: string, profile: string): Promise<Result<readonly string[]>> {
  const files = parseFiles(text);
  const root = join(profile, 'uploads');
  await mkdir(root, { recursive: true, mode: 0o711 });
  const as = await userOf(profile);
  const paths: string[] = [];
  for (const file of files) {
    // A directory each: two files may have one name. It stays ours: the browser passes through, and changes nothing in it.
    const directory = await mkdtemp(join(root, 'file-'));
    if (as !== null) await chmod(directory, 0o711);
    const copied = await copy(file, join(directory, basename(file.path)), as);
    if (!copied.ok) {
      await removeTree(root);
      return copied;
    }
    paths.push(copied.value);
  }
  return ok(paths);
}

async function copy(
  { path, size, sha256 }: UploadFile,
  to: string,
  as: Unprivileged | null,
): Promise<Result<string>> {
  try {
    const from = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      if (!(await from.stat()).isFile()) return changed(path);
      const target = await open(to, 'wx', 0o400);
      const hash = createHash('sha256');
      let copied = 0;
      try {
        for await (const chunk of from.createReadStream({ autoClose: false })) {
          copied += chunk.length;
          if (copied > size) return changed(path);
          hash.update(chunk);
          await target.write(chunk);
        }
        // By descriptor: whoever runs already may have put a link at its name.
        if (as !== null) await target.chown(as.uid, as.gid);
        await target.chmod(0o400);
      } finally {
        await target.close();
      }
      return copied === size && hash.digest('hex') === sha256 ? ok(to) : changed(path);
    } finally {
      await from.close();
    }
  } catch (thrown) {
    return fail('act.bad-file', `\`${path}\` cannot be read`, { cause: describe(thrown) });
  }
}

const changed = (path: string): Result<never> =>
  fail('act.bad-file', `\`${path}\` is another file than was approved`, { help: 'ask again' });

// Written by the gateway, and bound by its digest to the authorisation.
const parseFiles = (text: string): readonly UploadFile[] => JSON.parse(text) as readonly UploadFile[];
