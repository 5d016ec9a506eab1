// Currencies as pages write them. INVARIANT: a sign that several countries use names none: it stays as it is written.

/** Signs and words that mean one currency wherever they stand. */
const CERTAIN: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['euro', 'EUR'],
  ['euros', 'EUR'],
  ['£', 'GBP'],
  ['₹', 'INR'],
  ['₩', 'KRW'],
  ['₺', 'TRY'],
  ['₽', 'RUB'],
  ['₴', 'UAH'],
  ['₪', 'ILS'],
  ['฿', 'THB'],
  ['₫', 'VND'],
  ['₱', 'PHP'],
  ['₦', 'NGN'],
  ['₸', 'KZT'],
  ['zł', 'PLN'],
  ['kč', 'CZK'],
  ['ft', 'HUF'],
  ['us$', 'USD'],
  ['ca$', 'CAD'],
  ['c$', 'CAD'],
  ['a$', 'AUD'],
  ['au$', 'AUD'],
  ['nz$', 'NZD'],
  ['hk$', 'HKD'],
  ['s$', 'SGD'],
  ['nt$', 'TWD'],
  ['mx$', 'MXN'],
  ['r$', 'BRL'],
  ['円', 'JPY'],
  ['元', 'CNY'],
  ['sfr', 'CHF'],
  ['sfr.', 'CHF'],
]);
/** What each of the others may mean. */
const SHARED: ReadonlyMap<string, readonly string[]> = new Map([
  ['$', 'USD CAD AUD NZD HKD SGD MXN ARS CLP COP TWD JMD BBD BSD BMD FJD NAD UYU TTD LRD'.split(' ')],
  ['kr', ['SEK', 'NOK', 'DKK', 'ISK']],
  ['kr.', ['SEK', 'NOK', 'DKK', 'ISK']],
  ['¥', ['JPY', 'CNY']],
  ['￥', ['JPY', 'CNY']],
  ['rs', ['INR', 'PKR', 'LKR', 'NPR', 'MUR', 'SCR']],
  ['rs.', ['INR', 'PKR', 'LKR', 'NPR', 'MUR', 'SCR']],
  ['₨', ['INR', 'PKR', 'LKR', 'NPR', 'MUR', 'SCR']],
]);
const CODES = new Set(
  'AED ARS AUD BDT BGN BHD BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP GEL HKD HUF IDR ILS INR ISK JOD JPY KES KRW KWD KZT LKR MAD MXN MYR NGN NOK NPR NZD OMR PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD THB TND TRY TWD UAH USD UYU VND ZAR'.split(
    ' ',
  ),
);

export const isCurrencyCode = (word: string): boolean => CODES.has(word);

/** ISO 4217, or the sign as it is written where it means several and `stated` decides none; `null`: no currency. */
export function currencyOf(sign: string, stated: readonly string[]): string | null {
  if (CODES.has(sign)) return sign;
  const plain = sign.toLowerCase();
  const certain = CERTAIN.get(plain);
  if (certain !== undefined) return certain;
  const several = SHARED.get(plain);
  if (several === undefined) return null;
  const meant = stated.filter((code) => several.includes(code));
  return meant.length === 1 ? (meant[0] ?? sign) : sign;
}

/** A currency before or behind a number, longest first. */
export const CURRENCY_SIGN =
  '(?:[A-Z]{3}(?![A-Za-z])|(?:US|CA|AU|NZ|HK|NT|MX|[CASR])\\$|[$€£₹₩₺₽₴₪฿₫₱₦₸¥￥₨円元]|zł|Kč|Ft|SFr\\.?|[Kk]r\\.?|Rs\\.?|[Ee]uros?)';

/** The codes that a text names: `all prices in USD`, `Price (EUR)`. */
export const codesIn = (text: string): readonly string[] => [
  ...new Set((text.match(/(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/gu) ?? []).filter(isCurrencyCode)),
];
