// Recognises what a file is by its first bytes, and whether that is what it was said to be.
// INVARIANT: a program never passes for anything else; if a kind has a mark of its own, a file of that kind with another mark is a lie.
import { kindByMediaType, kindByName, type Family } from './file-kinds.ts';
import { extensionOf } from './safe-name.ts';

/** So many bytes from the start are enough. */
export const SNIFFED_BYTES = 4096;

type Kind = { readonly kind: string; readonly family: Family };
/** `bytes` at `at`; the first that fits. Latin-1 text. */
const MARKS: readonly (readonly [mark: string, at: number, kind: string, family: Family])[] = [
  ['\x7fELF', 0, 'ELF program', 'program'],
  ['MZ', 0, 'Windows program', 'program'],
  ['\xca\xfe\xba\xbe', 0, 'Mach-O or Java program', 'program'],
  ['\xfe\xed\xfa\xce', 0, 'Mach-O program', 'program'],
  ['\xfe\xed\xfa\xcf', 0, 'Mach-O program', 'program'],
  ['\xce\xfa\xed\xfe', 0, 'Mach-O program', 'program'],
  ['\xcf\xfa\xed\xfe', 0, 'Mach-O program', 'program'],
  ['\0asm', 0, 'WebAssembly', 'program'],
  ['L\0\0\0\x01\x14\x02\0', 0, 'Windows shortcut', 'program'],
  ['#!', 0, 'script', 'script'],
  ['\x89PNG\r\n\x1a\n', 0, 'PNG', 'image'],
  ['\xff\xd8\xff', 0, 'JPEG', 'image'],
  ['GIF8', 0, 'GIF', 'image'],
  ['BM', 0, 'BMP', 'image'],
  ['II*\0', 0, 'TIFF', 'image'],
  ['MM\0*', 0, 'TIFF', 'image'],
  ['WEBP', 8, 'WebP', 'image'],
  ['%PDF-', 0, 'PDF', 'pdf'],
  ['PK\x03\x04', 0, 'ZIP', 'archive'],
  ['PK\x05\x06', 0, 'ZIP', 'archive'],
  ['\x1f\x8b', 0, 'gzip', 'archive'],
  ['BZh', 0, 'bzip2', 'archive'],
  ['\xfd7zXZ\0', 0, 'xz', 'archive'],
  ['7z\xbc\xaf\x27\x1c', 0, '7z', 'archive'],
  ['Rar!\x1a\x07', 0, 'RAR', 'archive'],
  ['\x28\xb5\x2f\xfd', 0, 'zstd', 'archive'],
  ['ustar', 257, 'tar', 'archive'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 0, 'Office document', 'office'],
  ['{\\rtf', 0, 'RTF', 'office'],
  ['ID3', 0, 'MP3', 'media'],
  ['OggS', 0, 'Ogg', 'media'],
  ['fLaC', 0, 'FLAC', 'media'],
  ['RIFF', 0, 'RIFF', 'media'],
  ['ftyp', 4, 'MP4', 'media'],
  ['\x1a\x45\xdf\xa3', 0, 'Matroska', 'media'],
];

export function sniff(head: Buffer): Kind {
  const text = head.toString('latin1');
  for (const [mark, at, kind, family] of MARKS) if (text.startsWith(mark, at)) return { kind, family };
  if (head.length === 0) return { kind: 'empty', family: 'text' };
  const start = text
    .replace(/^\xef\xbb\xbf/u, '')
    .trimStart()
    .slice(0, 64)
    .toLowerCase();
  if (/^<(?:!doctype html|html|head|body|script|iframe|svg|\?xml|!--)/u.test(start))
    return { kind: start.startsWith('<?xml') ? 'XML' : 'HTML', family: 'markup' };
  // Text in any of the web's encodings has no NUL, but for UTF-16, which says so in front.
  const wide = text.startsWith('\xff\xfe') || text.startsWith('\xfe\xff');
  return !wide && text.includes('\0')
    ? { kind: 'unknown', family: 'unknown' }
    : { kind: 'text', family: 'text' };
}

/** Why the content is not what type or name say, or `null`. Generic types (`octet-stream`) say nothing. */
export function contradiction(
  { kind, family }: Kind,
  said: { readonly mediaType: string | undefined; readonly name: string },
): string | null {
  const extension = extensionOf(said.name);
  const byType = kindByMediaType(said.mediaType);
  const byName = kindByName(said.name);
  const claims = [
    ...(byType === null ? [] : [{ as: said.mediaType ?? '', families: byType.families }]),
    ...(byName === null ? [] : [{ as: extension, families: byName.families }]),
  ];
  for (const { as, families } of claims)
    if (kind !== 'empty' && !families.includes(family))
      return `it is said to be \`${as.toLowerCase()}\`, and its content is ${kind}`;
  const claimed = claims.some(({ families }) => families.includes(family));
  const runs = family === 'program' || family === 'script';
  return runs && !claimed && extension !== ''
    ? `its content is ${kind}, and its name \`${extension}\` does not say so`
    : null;
}
