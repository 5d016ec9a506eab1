// Decoders for simple ciphers: characters reversed, shifted in the alphabet, or with others put between them.
import { MAX_DECODED_CHARACTERS, MAX_GUESSED_CHARACTERS } from './decoder.ts';
import type { Decoder } from './decoder.ts';
import { isAscii } from '#gateway/boundary/provenance/texts/fold.ts';

/** Letters turned by a table of 128 characters. */
function mapped(text: string, table: Uint8Array): string {
  if (!isAscii(text)) return text.replace(/[!-~]+/g, (run) => mapped(run, table));
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = table[bytes[at] ?? 0] ?? 0;
  return bytes.toString('latin1');
}

const tableOf = (change: (code: number, base: number) => number): Uint8Array =>
  Uint8Array.from({ length: 128 }, (_, code) =>
    code >= 97 && code <= 122 ? change(code, 97) : code >= 65 && code <= 90 ? change(code, 65) : code,
  );
const ROTATED = Array.from({ length: 26 }, (_, by) =>
  tableOf((code, base) => ((code - base + by) % 26) + base),
);
const MIRRORED = tableOf((code, base) => 25 - (code - base) + base);
const ROT_47 = Uint8Array.from({ length: 128 }, (_, code) =>
  code >= 33 && code <= 126 ? ((code - 33 + 47) % 94) + 33 : code,
);
const ROT_5 = Uint8Array.from({ length: 128 }, (_, code) =>
  code >= 48 && code <= 57 ? ((code - 48 + 5) % 10) + 48 : code,
);
const rotate = (text: string, by: number): string => {
  const table = ROTATED[by];
  return table === undefined ? text : mapped(text, table);
};

export const rot13: Decoder = {
  name: 'rot13',
  again: false,
  decode: (text) => (/[a-z]/i.test(text) ? [rotate(text, 13)] : []),
};

function backwards(text: string): string {
  if (!isAscii(text)) return [...text].toReversed().join('');
  const bytes = Buffer.alloc(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[text.length - 1 - at] = text.charCodeAt(at);
  return bytes.toString('latin1');
}

export const reversed: Decoder = {
  name: 'reversed',
  again: false,
  decode: (text) => [backwards(text)],
};

/** By how many letters, but for the thirteen that `rot13` turns. */
const TURNS = Array.from({ length: 24 }, (_, at) => (at < 12 ? at + 1 : at + 2));

/** Turned by each of them, with a blank between one and the next. */
function turned(text: string): string {
  if (!isAscii(text)) return TURNS.map((by) => rotate(text, by)).join(' ');
  const bytes = Buffer.from(text, 'latin1');
  const all = Buffer.alloc(TURNS.length * (bytes.length + 1) - 1, ' ');
  for (const [at, by] of TURNS.entries()) {
    const table = ROTATED[by] ?? ROT_5;
    const from = at * (bytes.length + 1);
    for (let place = 0; place < bytes.length; place += 1) all[from + place] = table[bytes[place] ?? 0] ?? 0;
  }
  return all.toString('latin1');
}

/** Only for short texts: everything else that a page could dictate in a sentence. */
export const shifted: Decoder = {
  name: 'shifted letters',
  again: false,
  last: true,
  decode: (text) => {
    if (text.length > MAX_GUESSED_CHARACTERS || !/[!-~]/.test(text)) return [];
    const rot47 = mapped(text, ROT_47);
    const rot5 = mapped(text, ROT_5);
    if (!/[a-z]/i.test(text)) return [rot47, rot5];
    const mirrored = mapped(text, MIRRORED);
    return [rot47, rot5, rotate(rot5, 13), mirrored, turned(text)];
  },
};

/** The same sign between all characters, of the whole text or of a stretch of it. */
export const separators: Decoder = {
  name: 'separators',
  again: true,
  decode: (text) => {
    if (text.length < 8 || text.length > MAX_DECODED_CHARACTERS) return [];
    const stretches = (text.match(/\S([^A-Za-z0-9])(?:\S\1){3,}\S?/g) ?? []).map((run) => picked(run, 0, 2));
    const whole = [0, 1].flatMap((from) =>
      isEvery(text, 1 - from, text[1 - from] ?? '') ? [picked(text, from, 2)] : [],
    );
    return stretches.length === 0 ? whole : [...whole, stretches.join(' ')];
  },
};

/** Padding of other kinds: every second, third or fourth character, the digits alone. */
export const padding: Decoder = {
  name: 'padding',
  again: false,
  last: true,
  decode: (text) => {
    if (text.length < 8 || text.length > MAX_GUESSED_CHARACTERS) return [];
    const found = [2, 3, 4].flatMap((step) =>
      Array.from({ length: step }, (_, from) => picked(text, from, step)),
    );
    const digits = text.replace(/[^0-9]+/g, '');
    return digits.length >= 5 && digits.length * 4 >= text.length && digits.length < text.length
      ? [...found, digits]
      : found;
  },
};

function picked(text: string, from: number, step: number): string {
  let chosen = '';
  for (let at = from; at < text.length; at += step) chosen += text[at];
  return chosen;
}

function isEvery(text: string, from: number, sign: string): boolean {
  for (let at = from; at < text.length; at += 2) if (text[at] !== sign) return false;
  return true;
}
