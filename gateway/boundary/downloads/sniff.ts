// Recognises what a file is by its first bytes, and whether that is what it was said to be.
// INVARIANT: a program never passes for anything else; if a kind has a mark of its own, a file of that kind with another mark is a lie.
import { extensionOf } from './safe-name.ts';

/** So many bytes from the start are enough. */
export const SNIFFED_BYTES = 4096;

type Kind = { readonly kind: string; readonly family: Family };
export type Family =
  | 'program'
  | 'script'
  | 'image'
  | 'archive'
  | 'pdf'
  | 'media'
  | 'markup'
  | 'office'
  | 'text'
  | 'unknown';

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

/** What a media type or an extension says that a file is; of what is not listed, nothing is known. */
const SAID: readonly (readonly [type: RegExp, extensions: RegExp, families: readonly Family[]])[] = [
  [
    /^application\/(?:x-msdownload|x-msdos-program|vnd\.microsoft\.portable-executable|x-executable|x-elf|x-sharedlib|x-mach-binary|java-archive|wasm|x-ms-shortcut)$/u,
    /^\.(?:exe|dll|so|msi|scr|com|bin|elf|dylib|app|class|wasm|lnk|run|appimage|deb|rpm|out)$/u,
    ['program', 'script', 'archive', 'office', 'unknown', 'text'],
  ],
  [
    /^(?:application\/(?:x-sh|x-shellscript|x-perl|x-python|javascript)|text\/(?:x-sh|x-shellscript|x-python|x-perl|javascript|x-script.*))$/u,
    /^\.(?:sh|bash|zsh|py|pl|rb|js|mjs|cjs|ts|ps1|bat|cmd|command|tcl|awk)$/u,
    ['script', 'text', 'markup'],
  ],
  [/^image\/svg\+xml$/u, /^\.svg$/u, ['markup', 'text']],
  [
    /^image\//u,
    /^\.(?:png|jpe?g|gif|bmp|tiff?|webp|ico|avif|heic)$/u,
    // ICO, AVIF and HEIC have no mark here, or that of a container.
    ['image', 'media', 'unknown'],
  ],
  [/^application\/pdf$/u, /^\.pdf$/u, ['pdf']],
  [
    /^application\/(?:zip|gzip|x-gzip|x-tar|x-7z-compressed|x-bzip2|x-xz|vnd\.rar|x-rar-compressed|zstd)$/u,
    /^\.(?:zip|gz|tgz|tar|7z|bz2|xz|rar|zst)$/u,
    ['archive'],
  ],
  [
    /^application\/(?:msword|vnd\.ms-|vnd\.openxmlformats|vnd\.oasis|rtf)|^text\/rtf$/u,
    /^\.(?:docx?|xlsx?|pptx?|od[tsp]|rtf)$/u,
    ['archive', 'office', 'markup', 'text'],
  ],
  [
    /^(?:audio|video)\//u,
    /^\.(?:mp[34]|m4[av]|ogg|oga|ogv|flac|wav|webm|mkv|avi|mov)$/u,
    ['media', 'unknown'],
  ],
  [
    /^(?:text\/|application\/(?:json|xml|.*\+json|.*\+xml|yaml|x-yaml|x-ndjson))/u,
    /^\.(?:txt|csv|tsv|md|json|xml|ya?ml|html?|log|ics|vcf|ini|conf)$/u,
    ['text', 'markup'],
  ],
];

/** Why the content is not what type or name say, or `null`. Generic types (`octet-stream`) say nothing. */
export function contradiction(
  { kind, family }: Kind,
  said: { readonly mediaType: string | undefined; readonly name: string },
): string | null {
  const type = said.mediaType?.toLowerCase() ?? '';
  const extension = extensionOf(said.name);
  const claims = [
    ...SAID.filter(([types]) => type !== '' && types.test(type))
      .slice(0, 1)
      .map((row) => ({ as: type, row })),
    ...SAID.filter(([, extensions]) => extensions.test(extension))
      .slice(0, 1)
      .map((row) => ({ as: extension, row })),
  ];
  for (const {
    as,
    row: [, , families],
  } of claims)
    if (kind !== 'empty' && !families.includes(family))
      return `it is said to be \`${as}\`, and its content is ${kind}`;
  const claimed = claims.some(({ row: [, , families] }) => families.includes(family));
  const runs = family === 'program' || family === 'script';
  return runs && !claimed && extension !== ''
    ? `its content is ${kind}, and its name \`${extension}\` does not say so`
    : null;
}
