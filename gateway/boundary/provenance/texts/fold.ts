// One spelling for texts that say the same: case, width, script of the digits, look-alike letters, accents and separators are
// dropped. INVARIANT: what folds to the same text reads the same to a person who copies it.

/** Letters of other scripts that are drawn like a Latin one, after lower-casing. */
const LOOK_ALIKES = new Map(
  Object.entries({
    а: 'a',
    в: 'b',
    с: 'c',
    ԁ: 'd',
    е: 'e',
    һ: 'h',
    і: 'i',
    ј: 'j',
    к: 'k',
    ӏ: 'l',
    м: 'm',
    н: 'h',
    о: 'o',
    р: 'p',
    ԛ: 'q',
    ѕ: 's',
    т: 't',
    у: 'y',
    х: 'x',
    ԝ: 'w',
    α: 'a',
    ε: 'e',
    η: 'n',
    ι: 'i',
    κ: 'k',
    ν: 'v',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    υ: 'u',
    χ: 'x',
    ı: 'i',
    ß: 'ss',
    ł: 'l',
    ø: 'o',
  }),
);
const LOOK_ALIKE = new RegExp(`[${[...LOOK_ALIKES.keys()].join('')}]`, 'gu');
const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu;

let asked = { text: '', ascii: true };
/** The decoders ask for one text after the other, each several times. In UTF-8 every other sign has two bytes or more. */
export function isAscii(text: string): boolean {
  if (asked.text !== text) asked = { text, ascii: Buffer.byteLength(text) === text.length };
  return asked.ascii;
}

/** Digits of any script as 0–9: they stand in runs of ten, each run beginning at its zero. */
export function plainDigits(text: string): string {
  return text.replace(OTHER_DIGIT, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String((code - zero) % 10);
  });
}

/** Full-width, circled and mathematical letters and digits as plain ones; invisible characters gone. */
export const plainCharacters = (text: string): string =>
  plainDigits(text.normalize('NFKC').replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, ''));

/** Of a text what is on no screen, in a row: signs that are dropped before texts are compared, and could say anything. */
export const hiddenIn = (text: string): string =>
  (text.match(/(?![\t\n\r])[\p{C}\p{Default_Ignorable_Code_Point}]/gu) ?? []).join('');

/** Lower case, plain characters, no accents, no look-alikes. Separators stay. */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return plainCharacters(text)
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(LOOK_ALIKE, (letter) => LOOK_ALIKES.get(letter) ?? letter);
}

/** `fold`, and letters and digits alone. */
export function squeeze(text: string): string {
  const folded = fold(text);
  return isAscii(folded) ? folded.replace(/[^a-z0-9]+/g, '') : folded.replace(/[^\p{L}\p{N}]+/gu, '');
}

const SIGN = /[^\p{L}\p{M}\p{N}\s]/gu;
const isOfSigns = (folded: string, letters: string): boolean =>
  letters === '' || (folded.match(SIGN)?.length ?? 0) > letters.length;

/** What a whole text is known by: its letters and digits; where signs are most of it, all of it. */
export function keyOf(text: string): string {
  const [letters, folded] = [squeeze(text), fold(text).trim()];
  return isOfSigns(folded, letters) ? folded : letters;
}

const DIGIT_CLASS = 1;
const LETTER_CLASS = 2;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;

/** Squeezed text as the scan reads it: character codes, and whether a separator stood before each. */
export class Squeezed {
  readonly codes: Uint16Array;
  /** One longer than the text: the last says whether anything stood behind it. */
  readonly gaps: Uint8Array;
  readonly length: number;
  /** In one spelling, its signs kept. */
  readonly folded: string;
  readonly #ascii: boolean;
  #letters: string | null = null;

  constructor(text: string) {
    const folded = fold(text);
    this.folded = folded;
    this.#ascii = isAscii(folded);
    const codes = new Uint16Array(folded.length);
    const gaps = new Uint8Array(folded.length + 1);
    let length = 0;
    let gap = 1;
    for (let at = 0; at < folded.length; at += 1) {
      const code = folded.charCodeAt(at);
      if (kindOf(code) === 0) {
        gap = 1;
        continue;
      }
      codes[length] = code;
      gaps[length] = gap;
      gap = 0;
      length += 1;
    }
    gaps[length] = 1;
    this.codes = codes;
    this.gaps = gaps;
    this.length = length;
  }

  /** Whether a word or a number begins at `at`: a separator, or a digit beside a letter. */
  begins(at: number): boolean {
    return (
      this.gaps[at] === 1 || kindOf(this.codes[at] ?? 0) !== kindOf(at === 0 ? 0 : (this.codes[at - 1] ?? 0))
    );
  }

  text(from: number, to: number): string {
    return String.fromCharCode(...this.codes.subarray(from, to));
  }

  /** As `squeeze` gives it, without folding again. */
  get letters(): string {
    if (!this.#ascii) return squeeze(this.folded);
    this.#letters ??= Buffer.from(this.codes.subarray(0, this.length)).toString('latin1');
    return this.#letters;
  }
}

/** Of folded signs: there are no capitals among them. */
const ASCII_CLASSES = Uint8Array.from({ length: 128 }, (_, code) =>
  code >= 97 && code <= 122 ? LETTER_CLASS : code >= 48 && code <= 57 ? DIGIT_CLASS : 0,
);

/** 0 for a separator. Halves of a pair count as letters. */
function kindOf(code: number): number {
  if (code < 128) return ASCII_CLASSES[code] ?? 0;
  if (code >= 0xd800 && code <= 0xdfff) return LETTER_CLASS;
  return WORD_CHARACTER.test(String.fromCharCode(code)) ? LETTER_CLASS : 0;
}
