// Decodes texts that are spelt in other words: character codes, spelled-out digits and letters, Morse code, other number bases. Pure.
import { isAscii } from '#gateway/boundary/provenance/texts/fold.ts';

const DIGIT_WORDS: Readonly<Record<string, readonly string[]>> = {
  '0': ['zero', 'oh', 'null', 'nil', 'cero', 'zéro', 'nul'],
  '1': ['one', 'eins', 'ein', 'un', 'uno', 'en', 'een', 'un'],
  '2': ['two', 'zwei', 'zwo', 'deux', 'dos', 'due', 'twee', 'dois'],
  '3': ['three', 'drei', 'trois', 'tres', 'tre', 'drie', 'três'],
  '4': ['four', 'vier', 'quatre', 'cuatro', 'quattro', 'quatro'],
  '5': ['five', 'fünf', 'fuenf', 'cinq', 'cinco', 'cinque', 'vijf'],
  '6': ['six', 'sechs', 'seis', 'sei', 'zes'],
  '7': ['seven', 'sieben', 'sept', 'siete', 'sette', 'zeven', 'sete'],
  '8': ['eight', 'acht', 'huit', 'ocho', 'otto', 'oito'],
  '9': ['nine', 'neun', 'neuf', 'nueve', 'nove', 'negen'],
};
const LETTER_WORDS = (
  'alfa bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa quebec romeo sierra ' +
  'tango uniform victor whiskey xray yankee zulu alpha juliet whisky x-ray dash hyphen minus'
).split(' ');
const SPELLED = new Map<string, string>([
  ...Object.entries(DIGIT_WORDS).flatMap(([digit, words]) => words.map((word) => [word, digit] as const)),
  ...LETTER_WORDS.map(
    (word) => [word, /^(?:dash|hyphen|minus)$/.test(word) ? '-' : (word[0] ?? '')] as const,
  ),
]);

const MORSE = new Map(
  (
    '.- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.. ' +
    '----- .---- ..--- ...-- ....- ..... -.... --... ---.. ----.'
  )
    .split(' ')
    .map((sign, at) => [sign, 'abcdefghijklmnopqrstuvwxyz0123456789'[at] ?? '']),
);

/** `50 48 56 55 52`, `0x32,0x30`, `00110010 00110000`, octal: lists of at least four. */
export function fromCodes(text: string): readonly string[] {
  const found: string[] = [];
  const decode = (list: readonly string[], base: number): void => {
    const codes = list.map((one) => Number.parseInt(one, base));
    if (codes.every((code) => code >= 9 && code < 0x3000)) found.push(String.fromCharCode(...codes));
  };
  for (const [bits] of text.matchAll(/[01]{7,8}(?:[^0-9a-z]{0,3}[01]{7,8}){3,}/gi))
    decode(bits.match(/[01]{7,8}/g) ?? [], 2);
  for (const [list] of text.matchAll(/\d{2,5}(?:[^0-9a-z]{1,3}\d{2,5}){3,}/gi)) {
    const codes = list.match(/\d+/g) ?? [];
    if (codes.length > 4_096) continue;
    decode(codes, 10);
    if (codes.every((code) => /^[0-7]{2,3}$/.test(code))) decode(codes, 8);
  }
  // Without separators: two digits a character for digits and capitals, else three.
  for (const [digits] of text.matchAll(/\d{10,}/g)) {
    if (digits.length > 4_096) continue;
    if (digits.length % 2 === 0) decode(digits.match(/\d\d/g) ?? [], 10);
    if (digits.length % 3 === 0) decode(digits.match(/\d{3}/g) ?? [], 10);
  }
  return found;
}

/** "delta dash two zero eight seven four", also written as one word. */
export function fromSpelling(text: string): readonly string[] {
  if (text.length > 4_096) return [];
  const lower = text.toLowerCase();
  const words = lower.match(isAscii(lower) ? /[a-z]+(?:-ray)?/g : /\p{L}+(?:-ray)?/gu) ?? [];
  let said = 0;
  const joined: string[] = [];
  for (const word of words) {
    if (word.length <= LONGEST_SPELLED && SPELLED.has(word)) said += 1;
    else if (word.length >= 12 && word.length <= 256) {
      const apart = unjoined(word);
      if (apart !== null) joined.push(apart);
    }
  }
  const found =
    said < 4
      ? []
      : [
          words
            .map((word) => SPELLED.get(word) ?? ' ')
            .join('')
            .trim(),
        ];
  return [...found, ...joined];
}

function unjoined(word: string): string | null {
  let said = '';
  for (let at = 0; at < word.length;) {
    const next = WORDS.find((one) => word.startsWith(one, at));
    if (next === undefined) return null;
    said += SPELLED.get(next) ?? '';
    at += next.length;
  }
  return said.length >= 4 ? said : null;
}
const WORDS = [...SPELLED.keys()].sort((a, b) => b.length - a.length);
const LONGEST_SPELLED = Math.max(...WORDS.map(({ length }) => length));

export function fromMorse(text: string): readonly string[] {
  const found: string[] = [];
  for (const [signs] of text.matchAll(/[.-]{1,5}(?:[ /|_+]{1,3}[.-]{1,5}){3,}/g)) {
    const letters = signs.split(/[ /|_+]+/).map((sign) => MORSE.get(sign));
    if (letters.every((letter) => letter !== undefined)) found.push(letters.join(''));
  }
  return found;
}

/** A short run read as a number in base 2, 8, 16 and 36, in decimal digits. */
export function fromNumberBases(text: string): readonly string[] {
  if (text.length > 256) return [];
  const found = new Set<string>();
  for (const [run] of text.toLowerCase().matchAll(/(?<![0-9a-z])(?:0[xob])?[0-9a-z]{3,40}(?![0-9a-z])/g)) {
    const bare = run.replace(/^0[xob]/, '');
    for (const [base, fits] of [
      [16, /^[0-9a-f]{4,12}$/],
      [36, /^[0-9a-z]{3,10}$/],
      [2, /^[01]{13,48}$/],
      [8, /^[0-7]{5,16}$/],
    ] as const) {
      if (!fits.test(bare)) continue;
      const number = Number.parseInt(bare, base);
      if (Number.isSafeInteger(number) && number >= 10_000) found.add(String(number));
    }
  }
  return found.size === 0 ? [] : [[...found].join(' ')];
}
