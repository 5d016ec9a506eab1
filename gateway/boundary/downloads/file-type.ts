// What a file is, in the policy's words: by its name, by what is said of it, and by its first bytes. INVARIANT: where two of them differ it is
// MISMATCH, and never the milder of the two.
import type { FileType, SizeClass } from '#policy/language/vocabulary.ts';
import { extensionOf } from './safe-name.ts';
import { contradiction, sniff, type Family } from './sniff.ts';

/** What the policy knows of a file, of a download or an upload. */
export type FileKind = { readonly type: FileType; readonly size: SizeClass };

type Said = { readonly name: string; readonly mediaType?: string | undefined; readonly head?: Buffer };

/** By extension, and by media type; the first that fits. */
const TYPES: readonly (readonly [FileType, extensions: RegExp, mediaTypes: RegExp])[] = [
  ['PDF', /^\.pdf$/u, /^application\/pdf$/u],
  ['CSV', /^\.[ct]sv$/u, /^text\/(?:csv|tab-separated-values)$/u],
  [
    'DATA',
    /^\.(?:json|xml|ya?ml|ndjson|sqlite|parquet)$/u,
    /^application\/(?:.*\+)?(?:json|xml|yaml|x-yaml|x-ndjson)$/u,
  ],
  [
    'DOCUMENT',
    /^\.(?:docx?|dotx?|odt|rtf|pages)$/u,
    /^(?:application\/(?:msword|rtf|vnd\.oasis\.opendocument\.text|vnd\.openxmlformats-officedocument\.wordprocessingml.*)|text\/rtf)$/u,
  ],
  [
    'SPREADSHEET',
    /^\.(?:xlsx?|xltx?|ods|numbers)$/u,
    /^application\/(?:vnd\.ms-excel.*|vnd\.oasis\.opendocument\.spreadsheet|vnd\.openxmlformats-officedocument\.spreadsheetml.*)$/u,
  ],
  [
    'PRESENTATION',
    /^\.(?:pptx?|potx?|ppsx?|odp|key)$/u,
    /^application\/(?:vnd\.ms-powerpoint.*|vnd\.oasis\.opendocument\.presentation|vnd\.openxmlformats-officedocument\.presentationml.*)$/u,
  ],
  ['MARKUP', /^\.(?:html?|xhtml|svg|mhtml?)$/u, /^(?:text\/html|application\/xhtml\+xml|image\/svg\+xml)$/u],
  ['IMAGE', /^\.(?:png|jpe?g|gif|bmp|tiff?|webp|ico|avif|heic)$/u, /^image\//u],
  ['AUDIO', /^\.(?:mp3|m4a|og[ga]|flac|wav|aac|opus)$/u, /^audio\//u],
  ['VIDEO', /^\.(?:mp4|m4v|ogv|webm|mkv|avi|mov)$/u, /^video\//u],
  [
    'ARCHIVE',
    /^\.(?:zip|gz|tgz|tar|7z|bz2|xz|rar|zst)$/u,
    /^application\/(?:zip|gzip|x-gzip|x-tar|x-7z-compressed|x-bzip2|x-xz|vnd\.rar|x-rar-compressed|zstd)$/u,
  ],
  [
    'PROGRAM',
    // With what a system runs or obeys when it is opened, and documents that hold macros.
    /^\.(?:exe|dll|so|msi|scr|com|bin|elf|dylib|app|class|jar|wasm|lnk|run|appimage|deb|rpm|out|sh|bash|zsh|py|pl|rb|js|mjs|cjs|ts|ps1|bat|cmd|command|vbs|tcl|awk|hta|wsf|wsh|vbe|jse|reg|inf|scf|url|website|webloc|desktop|cpl|msc|msp|mst|pif|gadget|psm1|psd1|ps1xml|xpi|crx|apk|rpm|pkg|dmg|iso|img|vhdx?|chm|application|appref-ms|settingcontent-ms|xls[mb]|xltm|xlam?|xll|docm|dotm|pptm|potm|ppsm|ppam|iqy|slk)$/u,
    /^(?:application\/(?:x-msdownload|x-msdos-program|vnd\.microsoft\.portable-executable|x-executable|x-elf|x-sharedlib|x-mach-binary|java-archive|wasm|x-ms-shortcut|x-sh|x-shellscript|javascript)|text\/(?:javascript|x-.*(?:sh|python|perl)))$/u,
  ],
  ['TEXT', /^\.(?:txt|md|log|ini|conf|ics|vcf)$/u, /^text\/(?:plain|markdown|calendar|vcard)$/u],
];

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
  const [type = ''] = (mediaType ?? '').toLowerCase().split(';', 1);
  const extension = extensionOf(name);
  const byName = TYPES.find(([, extensions]) => extensions.test(extension))?.[0];
  const byType = TYPES.find(([, , types]) => types.test(type.trim()))?.[0];
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
