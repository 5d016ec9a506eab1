// What a backup or restore that was killed left beside its place. INVARIANT: only a draft of ours that nobody else can write to
// and whose name has a form that a backup or restore gives goes, an hour after its last change, once the process that it says has
// ended; a directory that is to take a place stays, and so does every other name.
import { randomUUID } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { othersWrite, ownUid } from '#executors/system/ownership.ts';
import { isStillRunning, readProcess } from '#executors/system/process-tree.ts';

/** Of a backup, in the folder where it is made. */
export const BACKUP_DRAFT = '.ghost-backup-';
/** Of a restore, after the directory's name: unpacked, and whole. */
export const UNPACKED = '.restoring-';
export const READY = '.restored-';
const SETTINGS_END = '.new';

const HOUR_MS = 3_600_000;

/** Says who makes it, so that no other process takes it for left behind. */
export const draftName = (begin: string): string =>
  `${begin}${process.pid}-${readProcess(process.pid)?.startedAt ?? 0}-${randomUUID().slice(0, 8)}`;

const DRAFT = /^(?<pid>\d{1,10})-(?<startedAt>\d{1,15})-[0-9a-f]{8}$/u;
/** Those of earlier versions say no process. Of what `mkdtemp` gave, the ones that nobody would take for a word or a date. */
const BACKUP_FORMS = [DRAFT, /^(?=.*[a-z])(?=.+[A-Z])[A-Za-z0-9]{6}$/u];
const UNPACKED_FORMS = [DRAFT, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u];
/** The stamp of a restore. */
const READY_FORMS = [/^\d{8}T\d{6}Z(?:-\d{1,9})?$/u];

function isLive(end: string): boolean {
  const { pid, startedAt } = DRAFT.exec(end)?.groups ?? {};
  if (pid === undefined || startedAt === undefined) return false;
  if (process.platform === 'linux') return isStillRunning(Number(pid), Number(startedAt));
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch {
    return false;
  }
}

type Draft = {
  readonly begin: string;
  readonly forms: readonly RegExp[];
  readonly end?: string;
  readonly kind?: 'DIRECTORY' | 'FILE';
};

/** Best effort: what cannot be looked at or removed stays, and nothing else for its sake. */
function sweep(folder: string, { begin, forms, end = '', kind = 'DIRECTORY' }: Draft): void {
  for (const name of namesIn(folder)) {
    const given = name.slice(begin.length, name.length - end.length);
    if (name !== `${begin}${given}${end}` || !forms.some((form) => form.test(given))) continue;
    const path = join(folder, name);
    try {
      const found = lstatSync(path);
      const isDraft = kind === 'FILE' ? found.isFile() : found.isDirectory();
      const ours = isDraft && found.uid === (ownUid() ?? found.uid) && !othersWrite(found);
      // Of the file system's time, which a clock that was set back makes younger, never older.
      if (!ours || Date.now() - found.mtimeMs < HOUR_MS || isLive(given)) continue;
      rmSync(path, { recursive: kind === 'DIRECTORY', force: true });
    } catch {
      // Nothing depends on it: whoever cannot write there says so.
    }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export const sweepBackups = (folder: string): void =>
  sweep(folder, { begin: BACKUP_DRAFT, forms: BACKUP_FORMS });

/** Of settings that lie outside of the data directory, beside them. */
export const settingsDraft = (config: string, staging: string): string =>
  `${config}.${basename(staging)}${SETTINGS_END}`;

/** Beside a data directory and its settings. Where the directory is not there, what is whole may be about to take its place. */
export function sweepRestores({ data, config }: { readonly data: string; readonly config: string }): void {
  const place = resolve(data);
  const begin = `${basename(place)}${UNPACKED}`;
  const forms = UNPACKED_FORMS;
  sweep(dirname(place), { begin, forms });
  sweep(dirname(config), { begin: `${basename(config)}.${begin}`, forms, end: SETTINGS_END, kind: 'FILE' });
  if (existsSync(place)) sweep(dirname(place), { begin: `${basename(place)}${READY}`, forms: READY_FORMS });
}
