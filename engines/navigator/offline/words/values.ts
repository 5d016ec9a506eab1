// Values in text: money, numbers, dates, ratings, availability. Pure; what is not surely a value is null.
import { normalise } from '#engines/language.ts';

export type Money = { readonly amount: number; readonly currency: string; readonly text: string };

const CURRENCY = '(?:€|£|\\$|¥|₹|CHF|EUR|USD|GBP|JPY|SEK|NOK|DKK|PLN|kr|zł)';
const AMOUNT =
  "\\d{1,3}(?:[ .,'\u00a0\u202f]\\d{3})*(?:[.,]\\d{1,2}|[.,]-)?(?!\\d)|\\d+(?:[.,]\\d{1,2})?(?!\\d)";
const MONEY = new RegExp(`(${CURRENCY})\\s?(${AMOUNT})|(${AMOUNT})\\s?(${CURRENCY})(?![a-z\\d])`, 'giu');
const CURRENCY_NAMES: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  $: 'USD',
  '¥': 'JPY',
  '₹': 'INR',
};

/** `1.299,00`, `1,299.00`, `1 299`, `1'299.-`: the last mark with one or two digits behind it is the decimal one. */
export function parseAmount(text: string): number | null {
  const bare = text.replace(/[\s'\u00a0\u202f]/g, '').replace(/[.,]-$/, '');
  const decimal = /^(.*?)[.,](\d{1,2})$/.exec(bare);
  const whole = (decimal?.[1] ?? bare).replace(/[.,]/g, '');
  const value = Number(`${whole}.${decimal?.[2] ?? '0'}`);
  return whole === '' || Number.isNaN(value) ? null : value;
}

export function findMoney(text: string): readonly Money[] {
  return [...text.matchAll(MONEY)].flatMap((match) => {
    const currency = match[1] ?? match[4] ?? '';
    const amount = parseAmount(match[2] ?? match[3] ?? '');
    return amount === null
      ? []
      : [{ amount, currency: CURRENCY_NAMES[currency] ?? currency.toUpperCase(), text: match[0].trim() }];
  });
}

/** The first number of a text, with thousands marks: `5,550,200`, `103,125 km²`, `4.7`. */
export function findNumber(text: string): number | null {
  const match = /-?\d{1,3}(?:[,\u00a0\u202f ]\d{3})+(?:\.\d+)?|-?\d+(?:\.\d+)?/.exec(text);
  if (match === null) return null;
  const value = Number(match[0].replace(/[,\u00a0\u202f ]/g, ''));
  return Number.isNaN(value) ? null : value;
}

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const monthOf = (word: string): number =>
  word.length < 3
    ? 0
    : MONTHS.findIndex((month) => month.startsWith(word.toLowerCase().replace(/\.$/, ''))) + 1;

/** A sortable number for a date (`20261117.0940`), `null` where the text has none. */
export function findDate(text: string): number | null {
  const clock = /\b(\d{1,2}):(\d{2})\b/.exec(text);
  const time = clock === null ? 0 : (Number(clock[1]) * 100 + Number(clock[2])) / 10_000;
  const at = (y: number, m: number, d: number): number => y * 10_000 + m * 100 + d + time;
  const iso = /\b(\d{4})-(\d{2})-(\d{2})\b/.exec(text);
  if (iso !== null) return at(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const dayFirst = /\b(\d{1,2})(?:st|nd|rd|th)?\.? ([A-Za-z]{3,9})\.?,? (\d{4})\b/.exec(text);
  if (dayFirst !== null && monthOf(dayFirst[2] ?? '') > 0)
    return at(Number(dayFirst[3]), monthOf(dayFirst[2] ?? ''), Number(dayFirst[1]));
  const monthFirst = /\b([A-Za-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b/.exec(text);
  if (monthFirst !== null && monthOf(monthFirst[1] ?? '') > 0)
    return at(Number(monthFirst[3]), monthOf(monthFirst[1] ?? ''), Number(monthFirst[2]));
  const dotted = /\b(\d{1,2})[./](\d{1,2})[./](\d{4})\b/.exec(text);
  if (dotted !== null) return at(Number(dotted[3]), Number(dotted[2]), Number(dotted[1]));
  return null;
}

export const findYear = (text: string): number | null => {
  const match = /\b(1[0-9]{3}|20\d{2})\b/.exec(text);
  return match === null ? null : Number(match[1]);
};

/** `Rated 4.7 out of 5`, `4.7/5`, `4.7 stars`: as a share of the highest possible. */
export function findRating(text: string): number | null {
  const of = /(\d+(?:[.,]\d+)?)\s*(?:\/|out of|of)\s*(5|10|100)\b/i.exec(text);
  if (of !== null) return Number((of[1] ?? '').replace(',', '.')) / Number(of[2]);
  const stars = /(\d(?:[.,]\d+)?)\s*(?:stars?|★)/i.exec(text);
  return stars === null ? null : Number((stars[1] ?? '').replace(',', '.')) / 5;
}

/** Said to be impossible to get now. */
export const isUnavailable = (text: string): boolean =>
  /\b(out of stock|sold out|unavailable|not available|currently not|no longer|discontinued|back ?order)\b/.test(
    normalise(text),
  );
