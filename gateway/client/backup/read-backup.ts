// A backup, opened and held to its manifest. INVARIANT: what is given out was read whole: every file of the manifest has its size and
// digest, all together no more than its own size, nothing else is in it, and the manifest is signed with the key of the log that it holds.
import { statSync } from 'node:fs';
import { FORMAT, newerFormat } from '#gateway/settings/formats.ts';
import { openNote, parsePublicKey } from '#gateway/audit/format/signed-note.ts';
import { ok, type Result } from '#policy/language/failure.ts';
import { altered, noBackup, openArchive, type ArchiveReader } from './archive.ts';
import { parseManifest, type Manifest } from './manifest.ts';

export type OpenedBackup = { readonly manifest: Manifest; readonly reader: ArchiveReader };

/** Errors: `backup.unreadable`, `backup.altered`, `*.newer-format`. */
export function readBackup(file: string): Result<OpenedBackup> {
  const opened = openArchive(file);
  if (!opened.ok) return opened;
  const reader = opened.value;
  const read = held(file, reader);
  if (!read.ok) reader.close();
  return read;
}

function held(file: string, reader: ArchiveReader): Result<OpenedBackup> {
  try {
    const note = reader.note();
    if (note === null) return noBackup(file, 'it has no manifest');
    const [head = '', body = ''] = note.split('\n');
    const format = Number(/^ghost-browser-backup\/(\d{1,9})$/u.exec(head)?.[1]);
    if (format > FORMAT.backup)
      return newerFormat('backup.newer-format', file, { format, known: FORMAT.backup });
    const manifest = parseManifest(body, file);
    if (!manifest.ok) return manifest;
    const { files, log } = manifest.value;
    const key = parsePublicKey(log.publicKey);
    const signed = key === null ? null : openNote(note, key);
    if (signed === null || 'problem' in signed || signed.text !== `${head}\n${body}\n`)
      return altered(
        file,
        'the manifest',
        signed !== null && 'problem' in signed ? signed.problem : undefined,
      );
    // Nothing in it is packed: cells that share their pages would fill a disk from a small file.
    const unpackedBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    if (unpackedBytes > statSync(file).size)
      return altered(file, 'the manifest', 'its files are larger than the backup');
    const named = new Set(files.map(({ path }) => path));
    const stranger = reader.paths().find((path) => !named.has(path));
    if (stranger !== undefined) return altered(file, stranger, 'the manifest does not name it');
    for (const kept of files) {
      const whole = reader.take(kept, null);
      if (!whole.ok) return whole;
    }
    return ok({ manifest: manifest.value, reader });
  } catch (error) {
    return noBackup(file, error);
  }
}
