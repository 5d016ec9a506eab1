// Bytes written as letters: base64, base32, hexadecimal; and what is packed inside.
import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import type { Decoder } from './decoder.ts';

const INFLATED_AT_MOST = 262_144;
const utf8 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');

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

/** Bytes as text: as they are, or unpacked. */
function textsOf(bytes: Buffer): readonly string[] {
  const plain = utf8(bytes);
  if (readable(plain)) return [plain];
  const wide = new TextDecoder('utf-16le').decode(bytes);
  if (bytes.length >= 10 && bytes.every((byte, at) => at % 2 === 0 || byte === 0)) return [wide];
  return unpacked(bytes);
}

function unpacked(bytes: Buffer): readonly string[] {
  if (bytes.length < 8) return [];
  const options = { maxOutputLength: INFLATED_AT_MOST };
  const [first = 0, second = 0] = bytes;
  const gzip = first === 0x1f && second === 0x8b;
  const zlib = (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
  // Without a header: one last block, of a kind that packs.
  const raw = (first & 7) === 3 || (first & 7) === 5;
  const ways = gzip ? [gunzipSync] : zlib ? [inflateSync] : raw ? [inflateRawSync] : [];
  for (const unpack of ways) {
    try {
      const text = utf8(unpack(bytes, options));
      if (readable(text)) return [text];
    } catch {
      continue; // not packed this way
    }
  }
  return [];
}

const BASE64_RUN = /[A-Za-z0-9+/_-]{6,}={0,2}/g;

/** By character: 1 where it leads a group of base64 whose first byte can be read. */
const LEADS = Uint8Array.from({ length: 128 }, (_, code) =>
  /[I-Za-f]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Whether a run can be base64 of something readable: groups begin with a printable byte, or cases and digits are mixed. */
function likelyBase64(run: string, from: number): boolean {
  let leads = 0;
  let groups = 0;
  for (let at = from; at + 1 < run.length; at += 4) {
    groups += 1;
    leads += LEADS[run.charCodeAt(at)] ?? 0;
    if (groups === 2 && leads === 0) break;
  }
  if (groups > 0 && leads * 10 >= groups * 8) return true;
  return (
    (/[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run)) || /^(?:H4sI|eJ|eN|eF)/.test(run.slice(from))
  );
}

export const base64: Decoder = {
  name: 'base64',
  again: true,
  decode: (text) => {
    const runs = text.match(BASE64_RUN) ?? [];
    const found: string[] = [];
    for (let from = 0; from < 4; from += 1) {
      const decoded = runs.flatMap((run) =>
        likelyBase64(run, from) ? textsOf(Buffer.from(run.slice(from), 'base64')) : [],
      );
      if (decoded.length > 0) found.push(decoded.join(' '));
    }
    // Cut up, by signs that base64 has not and by those that it seldom has.
    for (const cut of [/[A-Za-z0-9+/_-]+/g, /[A-Za-z0-9]+/g]) {
      const pieces = text.match(cut) ?? [];
      const joined = pieces.join('');
      if (pieces.length > 1 && pieces.length <= 64 && likelyBase64(joined, 0))
        found.push(...textsOf(Buffer.from(joined, 'base64')));
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

export const base32: Decoder = {
  name: 'base32',
  again: true,
  decode: (text) =>
    (
      [
        [/[a-z2-7]{8,}/gi, BASE32],
        [/[0-9a-v]{8,}/gi, BASE32_HEX],
      ] as const
    ).flatMap(([find, values]) => {
      const runs = text.match(find) ?? [];
      const pieces = runs.length > 1 && runs.length <= 64 ? [text.replace(/[^0-9a-z]+/gi, '')] : [];
      const decoded = [...runs, ...pieces].flatMap((run) => {
        if (run.length > 65_536 || (run.length < 24 && !readable(utf8(fromBase32(run.slice(0, 8), values)))))
          return [];
        const bytes = fromBase32(run, values);
        const plain = utf8(bytes);
        return readable(plain) || bytes[0] === 0x1f ? textsOf(bytes) : [];
      });
      return decoded.length > 0 ? [decoded.join(' ')] : [];
    }),
};

export const hex: Decoder = {
  name: 'hexadecimal',
  again: true,
  decode: (text) => {
    const runs = text.match(/(?:(?:0x|[:\s,-])?[0-9a-f]{2}){4,}/gi);
    if (runs === null) return [];
    const decoded = runs.flatMap((run) => {
      const digits = run.replace(/0x|[^0-9a-f]/gi, '');
      return [0, 1].flatMap((from) => textsOf(Buffer.from(digits.slice(from), 'hex')));
    });
    return decoded.length > 0 ? [decoded.join(' ')] : [];
  },
};
