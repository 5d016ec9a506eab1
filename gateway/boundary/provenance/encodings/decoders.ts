// Every encoding that a page can ask a navigator for without a key, in the order in which they are tried.
import { domainToUnicode } from 'node:url';
import { base32, base64, hex } from './byte-encodings.ts';
import type { Decoder } from './decoder.ts';
import { isAscii, plainCharacters } from '#gateway/boundary/provenance/texts/fold.ts';
import { fromCodes, fromMorse, fromNumberBases, fromSpelling } from './spellings.ts';
import { padding, reversed, rot13, separators, shifted } from './ciphers.ts';

/** The names that HTML has for the signs of ASCII, and for what reads like one of them; letters in lower case. */
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  ast: '*',
  bsol: '\\',
  colon: ':',
  comma: ',',
  commat: '@',
  dash: '-',
  dollar: '$',
  equals: '=',
  excl: '!',
  grave: '`',
  gt: '>',
  hat: '^',
  hyphen: '-',
  lbrace: '{',
  lbrack: '[',
  lcub: '{',
  lowbar: '_',
  lpar: '(',
  lsqb: '[',
  lt: '<',
  midast: '*',
  minus: '-',
  nbsp: ' ',
  newline: '\n',
  num: '#',
  percnt: '%',
  period: '.',
  plus: '+',
  quest: '?',
  quot: '"',
  rbrace: '}',
  rbrack: ']',
  rcub: '}',
  rpar: ')',
  rsqb: ']',
  semi: ';',
  sol: '/',
  tab: '\t',
  tilde: '~',
  underbar: '_',
  verbar: '|',
  vert: '|',
};

const codePoint = (code: number): string =>
  Number.isInteger(code) && code >= 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';

const percent: Decoder = {
  name: 'percent encoding',
  again: true,
  decode: (text) => {
    if (!/%[0-9a-f]{2}/i.test(text)) return text.includes('+') ? [text.replaceAll('+', ' ')] : [];
    const decoded = (from: string): string =>
      from.replace(/(?:%[0-9a-f]{2})+/gi, (run) =>
        Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
      );
    // A form writes a blank as a plus, an address has its own.
    return text.includes('+') ? [decoded(text.replaceAll('+', ' ')), decoded(text)] : [decoded(text)];
  },
};

const entities: Decoder = {
  name: 'HTML entities',
  again: true,
  decode: (text) =>
    /&(?:#x?[0-9a-f]+|[a-z]+);?/i.test(text)
      ? [
          text.replace(
            /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));?/gi,
            (all: string, hex?: string, decimal?: string, name?: string) =>
              hex === undefined
                ? decimal === undefined
                  ? (ENTITIES[(name ?? '').toLowerCase()] ?? all)
                  : codePoint(Number(decimal))
                : codePoint(Number.parseInt(hex, 16)),
          ),
        ]
      : [],
};

const escapes: Decoder = {
  name: 'escapes',
  again: true,
  decode: (text) =>
    /\\(?:u|x|[0-7]{2,3}|["'`\\/])|=[0-9A-F]{2}|U\+[0-9a-f]{4}/i.test(text)
      ? [
          text.replace(
            /\\u\{([0-9a-f]{1,6})\}|\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|\\([0-7]{2,3})|=([0-9A-F]{2})|U\+([0-9a-f]{4,6})|\\(["'`\\/])/gi,
            (
              all: string,
              brace?: string,
              u?: string,
              x?: string,
              octal?: string,
              quoted?: string,
              plus?: string,
              sign?: string,
            ) => {
              if (sign !== undefined) return sign;
              const hex = brace ?? u ?? x ?? quoted ?? plus;
              return hex === undefined
                ? codePoint(Number.parseInt(octal ?? '0', 8))
                : codePoint(Number.parseInt(hex, 16)) || all;
            },
          ),
        ]
      : [],
};

const characters: Decoder = {
  name: 'other characters',
  again: false,
  decode: (text) => (isAscii(text) ? [] : [plainCharacters(text)]),
};

const punycode: Decoder = {
  name: 'punycode',
  again: false,
  decode: (text) =>
    /xn--/i.test(text)
      ? [text.replace(/xn--[a-z0-9-]+/gi, (label) => domainToUnicode(label.toLowerCase()) || label)]
      : [],
};

const spelled = (name: string, decode: Decoder['decode']): Decoder => ({ name, decode, again: false });
const bases: Decoder = { name: 'another number base', decode: fromNumberBases, again: false, last: true };

/** Those that are made for signs: they write one where a request has another use for it. */
export const OF_SIGNS: readonly Decoder[] = [percent, entities, escapes];

/** In the order in which they are tried. */
export const DECODERS: readonly Decoder[] = [
  percent,
  entities,
  escapes,
  base64,
  hex,
  base32,
  characters,
  punycode,
  reversed,
  rot13,
  separators,
  spelled('character codes', fromCodes),
  spelled('spelled out', fromSpelling),
  spelled('Morse code', fromMorse),
  bases,
  padding,
  shifted,
];
