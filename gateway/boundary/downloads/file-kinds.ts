// The kinds of files in one table: the policy's word, the extensions and media types that say it, and what their bytes may be.
// INVARIANT: there is no other list of extensions; what a name says and what its bytes have to be stand in one row.
import type { FileType } from '#policy/language/vocabulary.ts';
import { extensionOf } from './safe-name.ts';

/** What the first bytes show. */
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

type Row = {
  /** `null`: readable, and of no kind that the policy has a word for. */
  readonly type: FileType | null;
  /** Without the dot. */
  readonly extensions: ReadonlySet<string>;
  readonly mediaTypes: RegExp;
  readonly families: readonly Family[];
};

const row = (
  type: FileType | null,
  extensions: string,
  mediaTypes: RegExp,
  families: readonly Family[],
): Row => ({
  type,
  extensions: new Set(extensions.split(' ')),
  mediaTypes,
  families,
});

const OFFICE = ['archive', 'office', 'markup', 'text'] as const;
const READABLE = ['text', 'markup'] as const;

/** The first that fits. */
const KINDS: readonly Row[] = [
  // With what a system runs or obeys when it is opened, and documents that hold macros.
  row(
    'PROGRAM',
    'exe dll so msi scr com bin elf dylib app class jar wasm lnk run appimage deb rpm out reg inf scf url website desktop cpl msp mst pif gadget xpi crx apk pkg dmg iso img vhd vhdx chm appref-ms xlsm xlsb xltm xla xlam xll docm dotm pptm potm ppsm ppam iqy slk',
    /^application\/(?:x-msdownload|x-msdos-program|vnd\.microsoft\.portable-executable|x-executable|x-elf|x-sharedlib|x-mach-binary|java-archive|wasm|x-ms-shortcut)$/u,
    ['program', 'script', 'archive', 'office', 'unknown', 'text'],
  ),
  row(
    'PROGRAM',
    'sh bash zsh py pl rb js mjs cjs ts ps1 bat cmd command vbs tcl awk hta wsf wsh vbe jse psm1 psd1 ps1xml msc webloc application settingcontent-ms',
    /^(?:application\/(?:x-sh|x-shellscript|x-perl|x-python|javascript)|text\/(?:javascript|x-.*(?:sh|shellscript|script|python|perl)))$/u,
    ['script', 'text', 'markup'],
  ),
  row(
    'MARKUP',
    'html htm xhtml svg mhtml mht',
    /^(?:text\/html|application\/xhtml\+xml|image\/svg\+xml)$/u,
    READABLE,
  ),
  // ICO, AVIF and HEIC have no mark here, or that of a container.
  row('IMAGE', 'png jpg jpeg gif bmp tif tiff webp ico avif heic', /^image\//u, [
    'image',
    'media',
    'unknown',
  ]),
  row('PDF', 'pdf', /^application\/pdf$/u, ['pdf']),
  row(
    'ARCHIVE',
    'zip gz tgz tar 7z bz2 xz rar zst',
    /^application\/(?:zip|gzip|x-gzip|x-tar|x-7z-compressed|x-bzip2|x-xz|vnd\.rar|x-rar-compressed|zstd)$/u,
    ['archive'],
  ),
  row(
    'DOCUMENT',
    'doc docx dot dotx odt rtf',
    /^(?:application\/(?:msword|rtf|vnd\.oasis\.opendocument\.text|vnd\.openxmlformats-officedocument\.wordprocessingml.*)|text\/rtf)$/u,
    OFFICE,
  ),
  row(
    'SPREADSHEET',
    'xls xlsx xlt xltx ods',
    /^application\/(?:vnd\.ms-excel.*|vnd\.oasis\.opendocument\.spreadsheet|vnd\.openxmlformats-officedocument\.spreadsheetml.*)$/u,
    OFFICE,
  ),
  row(
    'PRESENTATION',
    'ppt pptx pot potx pps ppsx odp',
    /^application\/(?:vnd\.ms-powerpoint.*|vnd\.oasis\.opendocument\.presentation|vnd\.openxmlformats-officedocument\.presentationml.*)$/u,
    OFFICE,
  ),
  // Packed, and nothing else: a `.key` is a private key as often.
  row('DOCUMENT', 'pages', /^application\/vnd\.apple\.pages$/u, ['archive']),
  row('SPREADSHEET', 'numbers', /^application\/vnd\.apple\.numbers$/u, ['archive']),
  row('PRESENTATION', 'key', /^application\/vnd\.apple\.keynote$/u, ['archive']),
  row('AUDIO', 'mp3 m4a ogg oga flac wav aac opus', /^audio\//u, ['media', 'unknown']),
  row('VIDEO', 'mp4 m4v ogv webm mkv avi mov', /^video\//u, ['media', 'unknown']),
  row('CSV', 'csv tsv', /^text\/(?:csv|tab-separated-values)$/u, READABLE),
  row(
    'DATA',
    'json xml yaml yml ndjson',
    /^application\/(?:.*\+)?(?:json|xml|yaml|x-yaml|x-ndjson)$/u,
    READABLE,
  ),
  row('DATA', 'sqlite parquet', /^application\/(?:vnd\.sqlite3|vnd\.apache\.parquet)$/u, ['unknown', 'text']),
  row('TEXT', 'txt md log ini conf ics vcf', /^text\/(?:plain|markdown|calendar|vcard)$/u, READABLE),
  // Office's and readable types that are none of the above.
  row(null, '', /^application\/(?:vnd\.ms-|vnd\.openxmlformats|vnd\.oasis)/u, OFFICE),
  row(null, '', /^text\//u, READABLE),
];

export type SaidKind = Pick<Row, 'type' | 'families'>;

/** `null`: the name has no ending, or one that nothing is known of. */
export const kindByName = (name: string): SaidKind | null => {
  const extension = extensionOf(name).slice(1);
  return extension === '' ? null : (KINDS.find(({ extensions }) => extensions.has(extension)) ?? null);
};

/** Without its parameters. `null`: generic (`octet-stream`), or nothing is known of it. */
export const kindByMediaType = (mediaType: string | undefined): SaidKind | null => {
  const [type = ''] = (mediaType ?? '').toLowerCase().split(';', 1);
  return KINDS.find(({ mediaTypes }) => mediaTypes.test(type.trim())) ?? null;
};
