// Chooses the name that a downloaded file gets, whatever name the page and the server want.
// INVARIANT: it is one path segment that no system reads as anything else: no separator, no device, no leading dot, no hidden character.

/** In bytes: room for a number behind it in 255. */
const MAX_NAME_BYTES = 200;
const MAX_EXTENSION_CHARACTERS = 20;
/** Windows' devices, with any extension, and the superscript digits that it takes for digits. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\.|$)/iu;

export function safeName(wanted: string): string {
  const whole = wanted
    .normalize('NFC')
    // What turns the reading direction, joins, or is not seen at all: `invoice<RLO>fdp.exe` reads as a PDF.
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/[\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}\u{115f}\u{1160}\u{3164}\u{ffa0}]/gu, '');
  const last = whole.split(/[/\\∕⁄／＼⧵⧸]/u).findLast((part) => !/^[.\s]*$/u.test(part)) ?? '';
  const plain = last
    .replaceAll(/[<>:"|?*]/gu, '_')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/^[\s.~-]+|(?<![\s.])[\s.]+$/gu, '');
  if (plain === '') return 'download';
  const short = shortened(plain);
  return DEVICE.test(short) ? `_${short}` : short;
}

/** `report.pdf` → `report (2).pdf`. */
export function numbered(name: string, count: number): string {
  if (count < 2) return name;
  const { stem, extension } = split(name);
  return `${stem} (${count})${extension}`;
}

/** With its dot, in lower case, `''` where there is none. */
export const extensionOf = (name: string): string => split(name).extension.toLowerCase();

function split(name: string): { readonly stem: string; readonly extension: string } {
  const dot = name.lastIndexOf('.');
  const extension = dot <= 0 ? '' : name.slice(dot);
  return extension.length > MAX_EXTENSION_CHARACTERS
    ? { stem: name, extension: '' }
    : { stem: name.slice(0, name.length - extension.length), extension };
}

function shortened(name: string): string {
  const { stem, extension } = split(name);
  const room = MAX_NAME_BYTES - Buffer.byteLength(extension);
  let [kept, size] = ['', 0];
  for (const character of stem) {
    size += Buffer.byteLength(character);
    if (size > room) break;
    kept += character;
  }
  return `${kept.trimEnd()}${extension}`;
}
