// What a client is told of the files that its acts brought, and of those that were refused; and its own copy of what came.
// INVARIANT: nothing is told but what came of an act that was decided on, and of a refused one's address nothing behind its path. A copy is
// written into a folder right below the one for temporary files that the gateway's user alone may use, and over nothing: nowhere else.
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, lstat, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { DownloadedFile } from '#executors/contract/download.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { OwnTargets } from './own-targets.ts';
import type { DownloadWish } from './sessions.ts';
import type { OwnTarget } from './target.ts';

const PERMISSIONS = 0o777;
const OWN_ALONE = 0o700;
/** Of all copies of one connection together. */
const MOST_COPIED_BYTES = 2 * 1024 * 1024 * 1024;
const refusedDownload = z.looseObject({
  kind: z.literal('DOWNLOAD'),
  url: z.string(),
  filename: z.string().optional(),
});

type Download = { readonly url: string; readonly name: string; readonly file: DownloadedFile | null };

function downloadsOf(outcome: ActOutcome): readonly Download[] {
  const came = outcome.kind === 'DONE' ? (outcome.files ?? []) : [];
  const refused = outcome.kind === 'DONE' || outcome.kind === 'VALUE' ? outcome.refused : [];
  return [
    ...came.map((file) => ({ url: '', name: file.name, file })),
    ...refused.flatMap(({ details }) => {
      const read = refusedDownload.safeParse(details);
      return read.success
        ? [{ url: upToPath(read.data.url), name: read.data.filename ?? '', file: null }]
        : [];
    }),
  ];
}

/** What stands behind the path may be words of a site that led there and may not be read. */
const upToPath = (url: string): string => url.replace(/[?#].*$/su, '');

/** What was copied for a connection so far. */
type Copied = { bytes: number };

/** To each session that asked to hear of downloads of the target's context. Those that came are copied before they are told as whole. */
export async function tellDownloads(
  targets: OwnTargets,
  target: OwnTarget,
  outcome: ActOutcome,
  copied: Copied,
): Promise<void> {
  for (const { url, name, file } of downloadsOf(outcome)) {
    const guid = randomUUID();
    const copies = new Map<string, string>();
    const context = targets.context(target.contextId) === null ? '' : target.contextId;
    for (const session of targets.sessions()) {
      const wish = session.downloads.get(context);
      if (wish?.isTold !== true) continue;
      targets.tell(session, 'Browser.downloadWillBegin', {
        frameId: target.id,
        guid,
        url,
        suggestedFilename: name,
      });
      const size = file?.size ?? 0;
      // oxlint-disable-next-line no-await-in-loop -- one copy for all that want it in the same folder
      const filePath = file === null ? null : await pathOf(file, guid, wish, { copies, copied });
      targets.tell(session, 'Browser.downloadProgress', {
        guid,
        totalBytes: size,
        receivedBytes: size,
        state: file === null ? 'canceled' : 'completed',
        ...(filePath === null ? {} : { filePath }),
      });
    }
  }
}

/** Where the client finds it: its copy, or the file itself where it may not have one. */
async function pathOf(
  file: DownloadedFile,
  guid: string,
  { folder, byGuid }: DownloadWish,
  { copies, copied }: { readonly copies: Map<string, string>; readonly copied: Copied },
): Promise<string> {
  const itself = join(file.folder, file.name);
  if (folder === null) return itself;
  try {
    const into = await realpath(folder);
    if (!(await isOwnTemporary(into))) return itself;
    const copy = join(into, byGuid ? guid : file.name);
    const there = copies.get(into);
    if (there !== undefined) return there;
    if (copied.bytes + file.size > MOST_COPIED_BYTES) return itself;
    copied.bytes += file.size;
    await copyFile(itself, copy, constants.COPYFILE_EXCL);
    copies.set(into, copy);
    return copy;
  } catch {
    // The folder is not there, or holds a file of that name: nothing is written, and the file lies where it does.
    return itself;
  }
}

/** As `mkdtemp` makes one: of the gateway's user and nobody else, right below the folder that the system has for such files. */
async function isOwnTemporary(folder: string): Promise<boolean> {
  const [{ uid, mode }, temporary] = await Promise.all([lstat(folder), realpath(tmpdir())]);
  return dirname(folder) === temporary && uid === process.getuid?.() && (mode & PERMISSIONS) === OWN_ALONE;
}
