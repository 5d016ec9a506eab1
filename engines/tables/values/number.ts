// Numbers as people write them: 1,234.56 · 1.234,56 · 1 234,56 · 1'234.56 · 1.2k · (12) · −5 · 12½ and other scripts' digits.
// INVARIANT: what can be read in two ways is read in neither unless the caller knows which mark parts the decimals.

export type DecimalMark = '.' | ',';
export type ReadNumber = {
  /** `null`: it is a number, and `1,234` may be two of them. */
  readonly value: number | null;
  /** Which mark it shows to part the decimals. */
  readonly shows: DecimalMark | null;
};

/** Zero of each script that pages write numbers in. */
const ZEROS = [
  0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xff10,
];
const FRACTIONS: Readonly<Record<string, number>> = {
  '½': 0.5,
  '¼': 0.25,
  '¾': 0.75,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
  '⅕': 0.2,
  '⅛': 0.125,
  '⅜': 0.375,
  '⅝': 0.625,
  '⅞': 0.875,
};
const MAGNITUDES: ReadonlyMap<string, number> = new Map([
  ['k', 1e3],
  ['tsd', 1e3],
  ['thousand', 1e3],
  ['m', 1e6],
  ['mio', 1e6],
  ['mn', 1e6],
  ['million', 1e6],
  ['millionen', 1e6],
  ['bn', 1e9],
  ['b', 1e9],
  ['mrd', 1e9],
  ['billion', 1e9],
]);
const MAX_CHARACTERS = 40;

/** Western digits and marks, whatever the script; a blank is a plain space. */
export function plainDigits(text: string): string {
  return text
    .replaceAll(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0) ?? 0;
      const zero = ZEROS.find((start) => code >= start && code < start + 10);
      return zero === undefined ? digit : String(code - zero);
    })
    .replaceAll('٫', '.')
    .replaceAll('٬', '’')
    .replaceAll(/[\u00a0\u2007\u2009\u202f]/gu, ' ')
    .replaceAll(/[\u200e\u200f\u061c\u2066-\u2069]/gu, '')
    .replaceAll(/[−﹣－‒]/gu, '-');
}

/** The whole text is one number; `decimal`: the mark that parts decimals, where the caller knows. */
export function readNumber(given: string, decimal: DecimalMark | null = null): ReadNumber | null {
  if (given.length > MAX_CHARACTERS) return null;
  const text = plainDigits(given).trim();
  const bracketed = /^\(([^()]+)\)$/u.exec(text);
  const parts =
    /^([-+–]?)\s?([\d][\d., '’]*|)([½¼¾⅓⅔⅕⅛⅜⅝⅞]?)\s?([a-z]+\.?)?$/iu.exec(bracketed?.[1]?.trim() ?? text) ??
    null;
  if (parts === null) return null;
  const [, sign = '', body = '', fraction = '', suffix = ''] = parts;
  if (body === '' && fraction === '') return null;
  if (bracketed !== null && sign !== '') return null;
  const times = suffix === '' ? 1 : MAGNITUDES.get(suffix.toLowerCase().replace('.', ''));
  if (times === undefined || (suffix === 'm' && !/[.,]/u.test(body))) return null;
  const read =
    body === ''
      ? { value: 0, shows: null }
      : readBody(body.trim(), suffix === '' ? decimal : (decimal ?? markOf(body)));
  if (read === null) return null;
  const negative = sign === '-' || sign === '–' || bracketed !== null;
  const whole = read.value === null ? null : (read.value + (FRACTIONS[fraction] ?? 0)) * times;
  const value = whole === null ? null : Number((negative ? -whole : whole).toPrecision(15));
  return value !== null && !Number.isFinite(value) ? null : { value, shows: read.shows };
}

/** Before a magnitude a single mark parts decimals: 1.234k is no thousand. */
const markOf = (body: string): DecimalMark | null =>
  /^\d+\.\d+$/u.test(body) ? '.' : /^\d+,\d+$/u.test(body) ? ',' : null;

function readBody(body: string, decimal: DecimalMark | null): ReadNumber | null {
  const spaced = /^\d{1,3}(?:([ '’])\d{3})(?:\1\d{3})*(?:([.,])(\d+))?$/u.exec(body);
  if (spaced !== null) {
    const mark = spaced[2] === '.' || spaced[2] === ',' ? spaced[2] : null;
    return { value: toNumber(body, mark), shows: mark };
  }
  if (/[ '’]/u.test(body)) return null;
  if (/^\d+$/u.test(body)) return { value: Number(body), shows: null };
  for (const mark of ['.', ','] as const) {
    const group = mark === '.' ? ',' : '.';
    const [whole = '', decimals, more] = body.split(mark);
    if (more !== undefined) continue;
    if (
      whole.includes(group) &&
      isGrouped(whole, group) &&
      (decimals === undefined || /^\d+$/u.test(decimals))
    ) {
      // `1,234` alone may be decimals: it is if the mark that it has is the decimal one.
      if (decimals !== undefined || whole.split(group).length > 2)
        return { value: toNumber(body, mark), shows: mark };
    }
  }
  const single = /^(\d+)([.,])(\d+)$/u.exec(body);
  const mark = single?.[2] === '.' || single?.[2] === ',' ? single[2] : null;
  if (single === null || mark === null) return null;
  const [, whole = '', , rest = ''] = single;
  const mayGroup = rest.length === 3 && whole.length <= 3 && !whole.startsWith('0');
  if (!mayGroup) return { value: toNumber(body, mark), shows: mark };
  return { value: decimal === null ? null : toNumber(body, decimal), shows: null };
}

/** Threes; or twos before the last three, as in India. */
const isGrouped = (whole: string, group: ',' | '.'): boolean => {
  const [first = '', ...rest] = whole.split(group);
  const last = rest.pop() ?? '';
  return (
    /^\d{1,3}$/u.test(first) &&
    /^\d{3}$/u.test(last) &&
    (rest.every((part) => /^\d{3}$/u.test(part)) ||
      (group === ',' && rest.every((part) => /^\d{2}$/u.test(part))))
  );
};

const toNumber = (body: string, decimal: DecimalMark | null): number => {
  const [whole = '', decimals = ''] = decimal === null ? [body] : body.split(decimal);
  return Number(`${whole.replaceAll(/\D/gu, '')}.${decimals.replaceAll(/\D/gu, '') || '0'}`);
};

/** Which mark parts decimals where a language is written. */
export function decimalMarkOf(language: string): DecimalMark | null {
  const [main = '', ...rest] = language.toLowerCase().split('-');
  const region = rest.find((part) => part.length === 2) ?? '';
  if (['ch', 'li'].includes(region)) return '.';
  if (['en', 'zh', 'ja', 'ko', 'th', 'he', 'hi', 'ar', 'fa', 'ur'].includes(main)) return '.';
  if (main === 'es' && ['mx', 'us', 'gt', 'hn', 'ni', 'pa', 'pe', 'pr', 'sv', 'do'].includes(region))
    return '.';
  return COMMA.has(main) ? ',' : null;
}
const COMMA = new Set(
  'de fr es it nl pt da sv nb nn no fi pl cs sk hu ro bg ru uk sr hr sl el tr lt lv et is ca gl eu id vi be kk'.split(
    ' ',
  ),
);
