// What a file is, in the policy's words: by its name, by what is said of it, and by its first bytes. INVARIANT: where two of them differ it is
// MISMATCH, and never the milder of the two.
import type { FileType, SizeClass } from '#policy/language/vocabulary.ts';
import { extensionOf } from './safe-name.ts';
import { kindByMediaType, kindByName, type Family } from './file-kinds.ts';
import { contradiction, sniff } from './sniff.ts';

/** What the policy knows of a file, of a download or an upload. */
export type FileKind = { readonly type: FileType; readonly size: SizeClass };

type Said = { readonly name: string; readonly mediaType?: string | undefined; readonly head?: Buffer };

/** What the bytes say where neither name nor type does. */
const BY_FAMILY: Readonly<Record<Family, FileType>> = {
  program: 'PROGRAM',
  script: 'PROGRAM',
  image: 'IMAGE',
  archive: 'ARCHIVE',
  pdf: 'PDF',
  markup: 'MARKUP',
  text: 'TEXT',
  office: 'DOCUMENT',
  // Sound or pictures that move: the same containers hold both.
  media: 'OTHER',
  unknown: 'OTHER',
};

/** `application/octet-stream` and no type say nothing. */
export function fileTypeOf({ name, mediaType, head }: Said): FileType {
  const extension = extensionOf(name);
  const byName = kindByName(name)?.type ?? undefined;
  const byType = kindByMediaType(mediaType)?.type ?? undefined;
  // Text is what servers call whatever can be read.
  const differ =
    byName !== undefined &&
    byType !== undefined &&
    byName !== byType &&
    !(byType === 'TEXT' && READABLE.has(byName));
  if (differ) return 'MISMATCH';
  // A system goes by the extension: one that is not known here may be anything, whatever the type says.
  const said = byName ?? (extension === '' ? byType : undefined);
  if (head === undefined) return said ?? 'OTHER';
  const found = sniff(head);
  if (contradiction(found, { mediaType, name }) !== null) return 'MISMATCH';
  const byBytes = head.length === 0 ? 'OTHER' : BY_FAMILY[found.family];
  if (said !== undefined) return byBytes === 'PROGRAM' && !RUNS.has(said) ? 'MISMATCH' : said;
  return extension === '' || byBytes === 'PROGRAM' ? byBytes : 'OTHER';
}

/** A script with its first line passes for text of these kinds. */
const RUNS: ReadonlySet<FileType> = new Set(['PROGRAM', 'TEXT', 'MARKUP']);
const READABLE: ReadonlySet<FileType> = new Set(['TEXT', 'CSV', 'DATA', 'MARKUP', 'PROGRAM']);
