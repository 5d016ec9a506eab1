// Whether a value that was put into a field stands there: to the letter, or as the field writes such a value. Pure.
// INVARIANT: another number, another day or another hour is never the same value, however alike the digits are; where a way of writing
// has two readings, one of them has to agree.

/** What a field says of a credential: how long it is. */
const MASKED = /^•••\((\d+)\)$/u;

export function valueStands(put: string, there: string): boolean {
  const [a, b] = [plain(put), plain(there)];
  if (a === b) return true;
  const masked = MASKED.exec(there)?.[1];
  if (masked !== undefined) return put.startsWith('secret:') || Number(masked) === Array.from(put).length;
  if (put.startsWith('secret:')) return there !== '';
  if (a === '' || b === '') return false;
  const [c, d] = [a.toLowerCase(), b.toLowerCase()];
  return c === d || isSamePhrase(c, d) || isSameMoment(c, d) || isSameAmount(c, d) || isSameCode(c, d);
}

const plain = (text: string): string => text.normalize('NFKC').replace(/\s+/gu, ' ').trim();

/** Letters alone: punctuation between words counts as a blank. */
function isSamePhrase(a: string, b: string): boolean {
  if (!LETTERS.test(a) || !LETTERS.test(b)) return false;
  const words = (text: string): string => text.replace(/[^\p{L}\p{M}]+/gu, ' ').trim();
  return words(a) === words(b);
}
const LETTERS = /^(?=.*\p{L})[\p{L}\p{M}\s,.:;!?'"“”„’()…–—/-]+$/u;

/** A number with what it counts: "€ 1,234.50", "5 kg", "-3". */
const AMOUNT = /^(\P{N}*?)(\d[\d.,'’ ]*|[.,]\d+)(\P{N}*)$/u;
/** What stands before the digits: a sign, what is counted, or both. */
const BEFORE = /^([-−+]?)\s*([^-−+\s]*)(\s*)([-−+]?)\s*$/u;

export function isSameAmount(a: string, b: string): boolean {
  const [x, y] = [amountOf(a), amountOf(b)];
  if (x === null || y === null || (x.unit !== '' && y.unit !== '' && x.unit !== y.unit)) return false;
  return x.values.some((value) => y.values.includes(value));
}

type Amount = { readonly values: readonly string[]; readonly unit: string };

function amountOf(text: string): Amount | null {
  const [, prefix, digits, after = ''] = AMOUNT.exec(text) ?? [];
  const [, first, counted, blank, second] = BEFORE.exec(prefix ?? '') ?? [];
  if (prefix === undefined || digits === undefined || first === undefined || second === undefined)
    return null;
  // "section-5": a hyphen behind a letter is no sign.
  if ((first !== '' && second !== '') || (second !== '' && blank === '' && /\p{L}$/u.test(counted ?? '')))
    return null;
  const unit = `${counted ?? ''}${after}`.replace(/\s+/gu, '');
  if (/[\d.,]/u.test(unit)) return null;
  const isMinus = ['-', '−'].includes(first || second);
  const values = readingsOf(digits.trim()).map((value) => (isMinus && value !== '0' ? `-${value}` : value));
  return values.length === 0 ? null : { values, unit };
}

/** `1,234.5` is 1234.5; `1,234` may be 1234 or 1.234. Without needless noughts. */
function readingsOf(digits: string): readonly string[] {
  const found = new Set<string>();
  for (const [point, groups] of NOTATIONS) {
    const [whole = '', ...rest] = digits.split(point);
    const [fraction = ''] = rest;
    if (rest.length > 1 || (rest.length === 1 && !/^\d+$/u.test(fraction))) continue;
    const isPlain = /^\d*$/u.test(whole);
    if (!isPlain && !groups.test(whole)) continue;
    const number = whole.replace(/\D/gu, '').replace(/^0+(?=\d)/u, '') || '0';
    const decimals = fraction.replace(/0+$/u, '');
    found.add(decimals === '' ? number : `${number}.${decimals}`);
  }
  return [...found];
}
/** The mark before the decimals, and how thousands are grouped with it. */
const NOTATIONS = [
  ['.', /^\d{1,3}(?:,\d{3})+$|^\d{1,3}(?:[ '’]\d{3})+$/u],
  [',', /^\d{1,3}(?:\.\d{3})+$|^\d{1,3}(?:[ '’]\d{3})+$/u],
] as const;

/** A card's, a telephone's, an account's number: the same signs, grouped another way. */
function isSameCode(a: string, b: string): boolean {
  if (!CODE.test(a) || !CODE.test(b) || isDate(a) || isDate(b)) return false;
  const bare = (text: string): string => text.replace(/[ ()/-]/gu, '');
  return bare(a) === bare(b) && bare(a).length >= MIN_CODE_CHARACTERS;
}
/** Shorter ones are numbers, or parts of something. */
const MIN_CODE_CHARACTERS = 6;
const CODE = /^(?=(?:.*\d){4})[+(]?[\p{L}\d](?:[\p{L}\d ()/-]*[\p{L}\d])?$/u;
const isDate = (text: string): boolean => (momentOf(text)?.days.length ?? 0) > 0;

type Day = `${number}-${number}-${number}`;
type Moment = {
  /** The days that it may mean; empty for a time alone. */
  readonly days: readonly Day[];
  readonly minute: number | null;
  /** Whether day and month may be the other way round. */
  readonly unsure: boolean;
};

export function isSameMoment(a: string, b: string): boolean {
  const [x, y] = [momentOf(a), momentOf(b)];
  if (x === null || y === null || x.minute !== y.minute || (x.days.length === 0) !== (y.days.length === 0))
    return false;
  // Both may be read two ways: then only the same one in both.
  if (x.unsure && y.unsure) return x.days[0] === y.days[0];
  return x.days.length === 0 || x.days.some((day) => y.days.includes(day));
}

const TIME =
  /(?:^|[\st,])(\d{1,2})(?:[:.](\d{2}))?(?:[:.]00)?\s?([ap])\.?m\.?$|(?:^|[\st,])(\d{1,2}):(\d{2})(?::00(?:\.0+)?)?(?:\s?(?:uhr|h))?$/u;

function momentOf(text: string): Moment | null {
  const time = TIME.exec(text);
  const rest = (time === null ? text : text.slice(0, time.index)).replace(/[,\s]+$/u, '').trim();
  const minute = time === null ? null : minuteOf(time);
  if (time !== null && minute === null) return null;
  if (rest === '') return minute === null ? null : { days: [], minute, unsure: false };
  const days = daysOf(rest);
  return days.length === 0 ? null : { days, minute, unsure: days.length > 1 };
}

function minuteOf([, hour12, minute12 = '0', half, hour24, minute24]: RegExpExecArray): number | null {
  const hour = Number(hour12 ?? hour24);
  const minute = Number(hour12 === undefined ? minute24 : minute12);
  if (minute > 59 || hour > 23 || (half !== undefined && (hour < 1 || hour > 12))) return null;
  return (half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0)) * 60 + minute;
}

const MONTHS: readonly RegExp[] = [
  /^(?:jan(?:uary|uar)?|enero|ene)$/u,
  /^(?:feb(?:ruary|ruar|rero)?)$/u,
  /^(?:mar(?:ch|zo)?|märz|mär)$/u,
  /^(?:apr(?:il)?|abr(?:il)?)$/u,
  /^(?:may|mai|mayo)$/u,
  /^(?:june?|juni|junio)$/u,
  /^(?:july?|juli|julio)$/u,
  /^(?:aug(?:ust)?|ago(?:sto)?)$/u,
  /^(?:sept?(?:ember|iembre)?)$/u,
  /^(?:oct(?:ober|ubre)?|okt(?:ober)?)$/u,
  /^(?:nov(?:ember|iembre)?)$/u,
  /^(?:dec(?:ember)?|dez(?:ember)?|dic(?:iembre)?)$/u,
];

/** The likelier reading of `1/2/2026` first: day, month, year. */
function daysOf(text: string): readonly Day[] {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/u.exec(text);
  if (iso !== null) return dayOf(iso[1], iso[2], iso[3]);
  const numeric = /^(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4}|\d{2})$/u.exec(text);
  if (numeric !== null) {
    const [, first, mark, second, year] = numeric;
    const european = dayOf(year, second, first);
    return mark === '.' ? european : [...new Set([...european, ...dayOf(year, first, second)])];
  }
  const words = text
    .replace(/[.,]/gu, ' ')
    .split(/\s+/u)
    .filter((word) => word !== '' && word !== 'de');
  const month = words.findIndex((word) => MONTHS.some((name) => name.test(word)));
  const numbers = words.filter((_, at) => at !== month);
  const year = numbers.find((word) => /^\d{4}$/u.test(word));
  const day = numbers.find((word) => /^\d{1,2}(?:st|nd|rd|th)?$/u.test(word));
  if (month < 0 || numbers.length !== 2 || year === undefined || day === undefined) return [];
  return dayOf(year, String(MONTHS.findIndex((name) => name.test(words[month] ?? '')) + 1), day);
}

function dayOf(year = '', month = '', day = ''): readonly Day[] {
  const [y, m, d] = [Number(year.length === 2 ? `20${year}` : year), Number(month), Number.parseInt(day, 10)];
  const made = new Date(Date.UTC(y, m - 1, d));
  return made.getUTCMonth() === m - 1 && made.getUTCDate() === d && m >= 1 ? [`${y}-${m}-${d}`] : [];
}
