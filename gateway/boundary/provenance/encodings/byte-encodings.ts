// Decodes bytes that are written as letters (base64, base32, hexadecimal), and unpacks what is compressed inside.
import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import type { Decoder } from './decoder.ts';
import { mayBeDeflated } from './deflated.ts';

const MAX_INFLATED_BYTES = 262_144;
/** Whether bytes are meant to be read: hardly any of the decoded text is a control character or broken. */
function readable(text: string): boolean {
  let odd = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (
      (code < 32 && code !== 9 && code !== 10 && code !== 13) ||
      (code > 126 && code < 160) ||
      code === 0xfffd
    )
      odd += 1;
  }
  return text !== '' && odd * 8 <= text.length;
}

/** By the first bytes: control characters, and bytes that no UTF-8 has where they stand. Most guesses end here. */
function isBinary(bytes: Uint8Array): boolean {
  const end = Math.min(bytes.length, 64);
  let odd = 0;
  let following = 0;
  for (let at = 0; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (following > 0 && (byte & 0xc0) === 0x80) {
      following -= 1;
      continue;
    }
    if (following > 0) odd += 1;
    following = byte < 0xc2 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : byte < 0xf5 ? 3 : 0;
    if ((byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) || byte === 127) odd += 1;
    else if (byte >= 0x80 && following === 0) odd += 1;
  }
  return odd * 5 > end;
}

/** Bytes as text: as they are, or unpacked. */
function textsOf(bytes: Buffer, headless = false): readonly string[] {
  if (!isBinary(bytes)) {
    const plain = bytes.toString('utf8');
    if (readable(plain)) return [plain];
  }
  if (bytes.length >= 10 && bytes.every((byte, at) => at % 2 === 0 || byte === 0))
    return [bytes.toString('utf16le')];
  return unpacked(bytes, headless);
}

/** Printable stretches of bytes that are text in part: what was sent before or after it stands around it. */
const STRETCH = /[^\p{Cc}\ufffd]{8,}/gu;

function textsWithin(bytes: Buffer): readonly string[] {
  const whole = textsOf(bytes);
  const parts = whole.length > 0 ? [] : (bytes.toString('utf8').match(STRETCH) ?? []);
  return parts.length === 0 ? whole : [parts.join(' ')];
}

function unpacked(bytes: Buffer, headless: boolean): readonly string[] {
  if (bytes.length < 8) return [];
  const [first = 0, second = 0] = bytes;
  const gzip = bytes.length >= 18 && first === 0x1f && second === 0x8b;
  const zlib = first === 0x78 && ((first << 8) | second) % 31 === 0;
  // Without a header: one last block, of a kind that packs.
  const raw = headless && mayBeDeflated(bytes);
  if (!gzip && !zlib && !raw) return [];
  try {
    const unpack = gzip ? gunzipSync : zlib ? inflateSync : inflateRawSync;
    const text = unpack(bytes, { maxOutputLength: MAX_INFLATED_BYTES }).toString('utf8');
    return readable(text) ? [text] : [];
  } catch {
    return []; // not packed after all
  }
}

const HEX_CLASS = 1;
const BASE32_CLASS = 2;
const BASE32_HEX_CLASS = 4;
const BASE64_CLASS = 8;
const HEX_LETTER_LEAD_CLASS = 16;
const SEPARATOR_CLASS = 32;
const LOWER_CLASS = 64;
const UPPER_CLASS = 128;
const DIGIT_CLASS = 256;
const MIXED = LOWER_CLASS | UPPER_CLASS | DIGIT_CLASS;
const SPACE = /[^\S\t-\r ]/;
const classesOf = (char: string): number =>
  (/[0-9a-f]/i.test(char) ? HEX_CLASS : 0) |
  (/[a-z2-7]/i.test(char) ? BASE32_CLASS : 0) |
  (/[0-9a-v]/i.test(char) ? BASE32_HEX_CLASS : 0) |
  (/[A-Za-z0-9+/_-]/.test(char) ? BASE64_CLASS : 0) |
  (/[I-Za-f]/.test(char) ? HEX_LETTER_LEAD_CLASS : 0) |
  (/[:\s,-]/.test(char) ? SEPARATOR_CLASS : 0) |
  (/[a-z]/.test(char) ? LOWER_CLASS : 0) |
  (/[A-Z]/.test(char) ? UPPER_CLASS : 0) |
  (/\d/.test(char) ? DIGIT_CLASS : 0);
/**
 * What each ASCII character may be part of, and nothing for every other code, so that none is looked for outside of the table;
 * HEX_LETTER_LEAD_CLASS where it begins a group of base64 whose first byte can be read.
 */
const CLASSES = new Uint16Array(65_536);
for (let code = 0; code < 128; code += 1) CLASSES[code] = classesOf(String.fromCharCode(code));
/** Behind the end there is none: `NaN` is no place of the table. */
const classAt = (text: string, at: number): number => CLASSES[text.charCodeAt(at)] ?? 0;

/** Stretches of one class, by where they begin and end. Nothing is copied: most texts have words alone. */
function eachStretch(
  text: string,
  wanted: number,
  least: number,
  visit: (from: number, to: number) => void,
): void {
  let from = 0;
  const { length } = text;
  for (let at = 0; at < length; at += 1) {
    if ((classAt(text, at) & wanted) !== 0) continue;
    if (at - from >= least) visit(from, at);
    from = at + 1;
  }
  if (length - from >= least) visit(from, length);
}

/** Whether a stretch can be base64 of something readable: groups begin with a printable byte, or cases and digits are mixed. */
function likelyBase64(text: string, from: number, to: number): boolean {
  let leads = 0;
  let groups = 0;
  for (let at = from; at + 1 < to; at += 4) {
    groups += 1;
    if ((classAt(text, at) & HEX_LETTER_LEAD_CLASS) !== 0) leads += 1;
    if (groups === 2 && leads === 0) break;
  }
  if (groups > 0 && leads * 10 >= groups * 8) return true;
  return isMixed(text, from, to) || BEGINNINGS_OF_PACKED.some((begins) => startsAt(text, begins, from, to));
}
const BEGINNINGS_OF_PACKED = ['H4sI', 'eJ', 'eN', 'eF'] as const;
const startsAt = (text: string, begins: string, from: number, to: number): boolean =>
  from + begins.length <= to && text.startsWith(begins, from);

/** Both cases and digits. */
function isMixed(text: string, from: number, to: number): boolean {
  let seen = 0;
  for (let at = from; at < to; at += 1) {
    seen |= classAt(text, at) & MIXED;
    if (seen === MIXED) return true;
  }
  return false;
}

export const base64: Decoder = {
  name: 'base64',
  again: true,
  decode: (text) => {
    const found: string[] = [];
    const decoded: [string[], string[], string[], string[]] = [[], [], [], []];
    let stretches = 0;
    eachStretch(text, BASE64_CLASS, 2, (from, to) => {
      stretches += 1;
      if (to - from < 6) return;
      for (const [skip, texts] of decoded.entries())
        if (likelyBase64(text, from + skip, to))
          texts.push(...textsOf(Buffer.from(text.slice(from + skip, to), 'base64'), skip === 0));
    });
    for (const texts of decoded) if (texts.length > 0) found.push(texts.join(' '));
    // Cut up, by signs that base64 has not and by those that it seldom has.
    if (stretches > 64 || text.length > 4_096) return found;
    for (const cut of [/[A-Za-z0-9+/_-]+/g, /[A-Za-z0-9]+/g]) {
      const pieces = text.match(cut) ?? [];
      const joined = pieces.join('');
      if (pieces.length < 2 || joined.length === text.length) continue;
      for (let skip = 0; skip < 4; skip += 1)
        if (likelyBase64(joined, skip, joined.length))
          found.push(...textsOf(Buffer.from(joined.slice(skip), 'base64')));
    }
    return found;
  },
};

const valuesOf = (alphabet: string): Int8Array => {
  const values = new Int8Array(128).fill(-1);
  for (const [value, char] of [...alphabet].entries()) {
    values[char.charCodeAt(0)] = value;
    values[char.toUpperCase().charCodeAt(0)] = value;
  }
  return values;
};

function fromBase32(run: string, values: Int8Array): Buffer {
  const bytes = Buffer.alloc(Math.floor((run.length * 5) / 8));
  let length = 0;
  let bits = 0;
  let value = 0;
  for (let at = 0; at < run.length; at += 1) {
    const digit = values[run.charCodeAt(at)] ?? -1;
    if (digit < 0) continue;
    value = ((value << 5) | digit) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length] = (value >> bits) & 0xff;
    length += 1;
  }
  return bytes.subarray(0, length);
}

const BASE32 = valuesOf('abcdefghijklmnopqrstuvwxyz234567');
const BASE32_HEX = valuesOf('0123456789abcdefghijklmnopqrstuv');

/** Whether the first five bytes can be read, or begin what is packed. */
function likelyBase32(text: string, from: number, values: Int8Array): boolean {
  let value = 0;
  for (let at = from; at < from + 8; at += 1) value = value * 32 + (values[text.charCodeAt(at)] ?? 0);
  for (let byte = 4; byte >= 0; byte -= 1) {
    const code = Math.floor(value / 2 ** (byte * 8)) % 256;
    if (byte === 4 && code === 0x1f) return true;
    if (code < 9 || (code > 13 && code < 32) || code === 127) return false;
  }
  return true;
}

export const base32: Decoder = {
  name: 'base32',
  again: true,
  decode: (text) =>
    (
      [
        [BASE32_CLASS, BASE32],
        [BASE32_HEX_CLASS, BASE32_HEX],
      ] as const
    ).flatMap(([wanted, values]) => {
      const decoded: string[] = [];
      const take = (run: string): void => {
        const bytes = fromBase32(run, values);
        decoded.push(...textsOf(bytes));
      };
      let stretches = 0;
      eachStretch(text, wanted, 1, (from, to) => {
        stretches += 1;
        if (to - from >= 8 && likelyBase32(text, from, values)) take(text.slice(from, to));
      });
      if (stretches > 1 && stretches <= 64 && text.length <= 4_096) {
        const joined = text.replace(/[^0-9a-z]+/gi, '');
        if (joined.length >= 8 && likelyBase32(joined, 0, values)) take(joined);
      }
      return decoded.length > 0 ? [decoded.join(' ')] : [];
    }),
};

/** Pairs of digits, alone or with `0x` or one sign between them; four at least. */
function hexStretches(text: string): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at + 8 <= text.length; at += 1) {
    if (!isPair(text, at)) continue;
    let digits = '';
    let end = at;
    for (;;) {
      const pair = isPair(text, end) ? end : isBetween(text, end) ? end + (text[end] === '0' ? 2 : 1) : end;
      if (!isPair(text, pair)) break;
      digits += text.slice(pair, pair + 2);
      end = pair + 2;
    }
    if (digits.length >= 8) {
      if ((classAt(text, end) & HEX_CLASS) !== 0) digits += text[end];
      found.push(digits);
    }
    if (end > at) at = end;
  }
  return found;
}
const isPair = (text: string, at: number): boolean =>
  (classAt(text, at) & classAt(text, at + 1) & HEX_CLASS) !== 0 && !isPrefix(text, at);
const isPrefix = (text: string, at: number): boolean =>
  text[at] === '0' && (text[at + 1] === 'x' || text[at + 1] === 'X');
const isBetween = (text: string, at: number): boolean =>
  (classAt(text, at) & SEPARATOR_CLASS) !== 0 || isPrefix(text, at) || SPACE.test(text[at] ?? '');

export const hex: Decoder = {
  name: 'hexadecimal',
  again: true,
  decode: (text) => {
    const decoded = hexStretches(text).flatMap((digits) =>
      [0, 1].flatMap((from) => textsWithin(Buffer.from(digits.slice(from), 'hex'))),
    );
    return decoded.length > 0 ? [decoded.join(' ')] : [];
  },
};
