// Numbers with what they are numbers of: money and units. INVARIANT: no currency and no unit is in it that is not written there.
import { CURRENCY_SIGN, currencyOf, isCurrencyCode } from './currencies.ts';
import { plainDigits, readNumber, type DecimalMark, type ReadNumber } from './number.ts';

export type Quantity = ReadNumber & { readonly unit: string | null };

const BEFORE = new RegExp(
  `^([-−–+]?\\s?)(${CURRENCY_SIGN})\\s?([-−]?\\s?[\\p{Nd}.,٫٬\\s'’]*[\\p{Nd}][½]?\\s?(?:k|m|bn|M|K)?)(.*)$`,
  'u',
);
const BEHIND = new RegExp(
  `^([-−–+(]?\\s?[\\p{Nd}][\\p{Nd}.,٫٬\\s'’]*?(?:\\s?(?:k|M|K|Mio\\.?|Mrd\\.?))?)\\s?(${CURRENCY_SIGN})(.*)$`,
  'u',
);
/** What may stand behind a price without being part of it. */
const NOISE =
  /^(?:,?[-–—]{1,2})?(?:\(?(?:incl?|inkl|excl?|zzgl|plus|each|ea|ttc|ht|mwst|vat|tax|only)(?![a-z])[^/]{0,30})?$/iu;
const RATE = /^\s*(?:\/|per\s+|pro\s+|par\s+)\s*(\p{L}{1,12})\.?$/iu;

/** The whole text is one amount; `unit`: ISO 4217, or the sign as it is written. A rate (`$9/mo`) is `null` here. */
export function readMoney(
  given: string,
  { decimal, stated }: { readonly decimal: DecimalMark | null; readonly stated: readonly string[] },
): Quantity | null {
  const text = plainDigits(given).trim();
  if (text.length > 80) return null;
  const bracketed = /^\((.+)\)$/u.exec(text);
  const inner = bracketed?.[1] ?? text;
  const found = partsOf(inner);
  if (found === null) return null;
  const rest = found.rest.replaceAll('*', '').trim();
  // “£12 GBP”: the code says which of a sign's currencies it is, and none that the sign is not of.
  const code = isCurrencyCode(rest) ? rest : null;
  if (code === null && !NOISE.test(rest)) return null;
  const unit = currencyOf(found.sign, code === null ? stated : [code]);
  if (code !== null && unit !== code) return null;
  const read = readNumber(found.number, decimal);
  if (unit === null || read === null) return null;
  const value = bracketed !== null && read.value !== null ? -read.value : read.value;
  return { value, shows: read.shows, unit };
}

const partsOf = (
  text: string,
): { readonly number: string; readonly sign: string; readonly rest: string } | null => {
  const before = BEFORE.exec(text);
  if (before !== null) {
    const [, minus = '', sign = '', number = '', rest = ''] = before;
    return { sign, number: `${minus.trim()}${number.trim()}`.replace(/[.,]$/u, ''), rest };
  }
  const behind = BEHIND.exec(text.replace(/,[-–—]\s?/u, ' '));
  if (behind === null) return null;
  const [, number = '', sign = '', rest = ''] = behind;
  return { sign, number: number.trim(), rest };
};

/** `1.2 kg`, `87 keys`, `75 %`, `$9/mo`: a number and one word behind it; `null` for a range. */
export function readQuantity(
  given: string,
  { decimal, stated }: { readonly decimal: DecimalMark | null; readonly stated: readonly string[] },
): Quantity | null {
  const text = plainDigits(given).trim();
  if (text.length > 60) return null;
  const plain = readNumber(text, decimal);
  if (plain !== null) return { ...plain, unit: null };
  const priced = partsOf(text);
  const rate = priced === null ? null : RATE.exec(priced.rest);
  if (priced !== null && rate !== null) {
    const unit = currencyOf(priced.sign, stated);
    const read = readNumber(priced.number, decimal);
    return unit === null || read === null ? null : { ...read, unit: `${unit}/${rate[1] ?? ''}` };
  }
  const parts =
    /^(\(?)([-+–]?\s?\d[\d., '’]*(?:[½¼¾]|(?<=\d)[kKM](?![\p{L}]))?)\s?([%‰°″"′'µ\p{L}][\p{L}²³°/%·.]{0,11}|°\s?[CF])(\)?)$/u.exec(
      text,
    );
  if (parts === null || (parts[1] === '') !== (parts[4] === '')) return null;
  const unit = parts[3] ?? '';
  const read = readNumber((parts[2] ?? '').trim(), decimal);
  return read === null ? null : { ...read, unit };
}
