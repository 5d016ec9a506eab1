// What a client is told of the files that its acts brought, and of those that were refused; and its own copy of what came.
// INVARIANT: nothing is told but what came of an act that was decided on. A copy is written into a folder for temporary files that the
// gateway's user alone may write to, under a name of the door's, and over nothing: a client chooses no other place of the machine.
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, lstat, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { z } from 'zod';
import type { DownloadedFile } from '#executors/contract/download.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { OwnTargets } from './own-targets.ts';
import type { DownloadWish } from './sessions.ts';
import type { OwnTarget } from './target.ts';

const OTHERS_MAY_WRITE = 0o022;
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
      return read.success ? [{ url: read.data.url, name: read.data.filename ?? '', file: null }] : [];
    }),
  ];
}

/** To each session that asked to hear of downloads of the target's context. Those that came are copied before they are told as whole. */
export async function tellDownloads(
  targets: OwnTargets,
  target: OwnTarget,
  outcome: ActOutcome,
): Promise<void> {
  for (const { url, name, file } of downloadsOf(outcome)) {
    const guid = randomUUID();
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
      // oxlint-disable-next-line no-await-in-loop -- each session has a folder of its own
      const filePath = file === null ? null : await pathOf(file, guid, wish);
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
async function pathOf(file: DownloadedFile, guid: string, { folder, byGuid }: DownloadWish): Promise<string> {
  const itself = join(file.folder, file.name);
  if (folder === null) return itself;
  try {
    const into = await realpath(folder);
    if (!(await isOwnTemporary(into))) return itself;
    const copy = join(into, byGuid ? guid : file.name);
    await copyFile(itself, copy, constants.COPYFILE_EXCL);
    return copy;
  } catch {
    // The folder is not there, or holds a file of that name: nothing is written, and the file lies where it does.
    return itself;
  }
}

/** Of the gateway's user, who alone may write there, and below the folder that the system has for such files. */
async function isOwnTemporary(folder: string): Promise<boolean> {
  const [{ uid, mode }, temporary] = await Promise.all([lstat(folder), realpath(tmpdir())]);
  return (
    folder.startsWith(`${temporary}${sep}`) && uid === process.getuid?.() && (mode & OTHERS_MAY_WRITE) === 0
  );
}
