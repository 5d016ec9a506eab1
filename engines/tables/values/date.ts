// Dates as pages write them, as ISO 8601. INVARIANT: 03/04/2025 is no date unless something says which comes first.

export type DayOrder = 'DMY' | 'MDY';
export type ReadDate = {
  /** As exact as it was said; `null`: a date whose day and month could change places. */
  readonly value: string | null;
  /** Which comes first, as far as this one shows it. */
  readonly shows: DayOrder | null;
};

const MONTHS: readonly string[] = [
  'january jan januar jänner enero ene janvier janv gennaio gen januari janeiro ocak',
  'february feb februar febrero février févr fev febbraio febbr februari fevereiro',
  'march mar märz mär marzo mars maart mrt março marts',
  'april apr abril abr avril avr aprile',
  'may mai mayo maggio mag mei maio maj',
  'june jun juni junio juin giugno giu junho',
  'july jul juli julio juillet juil luglio lug julho',
  'august aug agosto ago août aout augustus augusti',
  'september sept sep septiembre septembre settembre set setembro',
  'october oct oktober okt octubre octobre ottobre ott outubro out',
  'november nov noviembre nov novembre novembro',
  'december dec dezember dez diciembre dic décembre déc dicembre dezembro',
];
const MONTH_OF: ReadonlyMap<string, number> = new Map(
  MONTHS.flatMap((names, at) => names.split(' ').map((name): [string, number] => [name, at + 1])),
);
const WEEKDAY = /^\p{L}{2,10}\.?,?\s+(?=\d|\p{L})/u;
const MAX_CHARACTERS = 40;

export function readDate(given: string, order: DayOrder | null = null): ReadDate | null {
  const text = given.trim();
  if (text.length > MAX_CHARACTERS || !/\d/u.test(text)) return null;
  const iso =
    /^(\d{4})-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s?(Z|[+-]\d{2}:?\d{2})?)?)?$/u.exec(
      text,
    );
  if (iso !== null) {
    const [, year = '', month = '', day, hour, minute = '', second, zone = ''] = iso;
    const time =
      hour === undefined ? '' : `T${hour}:${minute}${second === undefined ? '' : `:${second}`}${zone}`;
    return day === undefined ? of(year, month) : of(year, month, day, time);
  }
  const east = /^(\d{4})[/年.]\s?(\d{1,2})[/月.]\s?(\d{1,2})日?$/u.exec(text);
  if (east !== null) return of(east[1], east[2], east[3]);
  const numeric = /^(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4})$/u.exec(text);
  if (numeric !== null) return ofNumbers(numeric, order);
  return named(text) ?? (WEEKDAY.test(text) ? named(text.replace(WEEKDAY, '')) : null);
}

function ofNumbers(parts: RegExpExecArray, order: DayOrder | null): ReadDate | null {
  const [, first = '', mark = '', second = '', year = ''] = parts;
  const [a, b] = [Number(first), Number(second)];
  // Points part day, month and year wherever they are written.
  const shows = mark === '.' || a > 12 ? 'DMY' : b > 12 ? 'MDY' : null;
  const known = shows ?? order ?? (a === b ? 'DMY' : null);
  if (known === null) return a >= 1 && b >= 1 && a <= 31 && b <= 31 ? { value: null, shows } : null;
  const read = known === 'DMY' ? of(year, second, first) : of(year, first, second);
  return read === null ? null : { ...read, shows };
}

/** With the month's name: 3 March 2025, March 3, 2025, 3. März 2025, 3 de marzo de 2025, March 2025. */
function named(text: string): ReadDate | null {
  const dayFirst =
    /^(\d{1,2})(?:st|nd|rd|th|\.|º|er)?[\s-]+(?:of\s+|de\s+)?(\p{L}+)\.?,?[\s-]+(?:de\s+|del\s+)?(\d{4})$/u.exec(
      text,
    );
  if (dayFirst !== null) return ofName(dayFirst[3], dayFirst[2], dayFirst[1]);
  const monthFirst = /^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u.exec(text);
  if (monthFirst !== null) return ofName(monthFirst[3], monthFirst[1], monthFirst[2]);
  const yearFirst = /^(\d{4})[\s-]+(\p{L}+)\.?[\s-]+(\d{1,2})$/u.exec(text);
  if (yearFirst !== null) return ofName(yearFirst[1], yearFirst[2], yearFirst[3]);
  const monthOnly = /^(\p{L}+)\.?,?\s+(?:de\s+)?(\d{4})$/u.exec(text);
  return monthOnly === null ? null : ofName(monthOnly[2], monthOnly[1]);
}

function ofName(year: string | undefined, name: string | undefined, day?: string): ReadDate | null {
  const month = MONTH_OF.get((name ?? '').toLowerCase().normalize('NFC'));
  return month === undefined ? null : of(year, String(month), day);
}

function of(year = '', month = '', day?: string, time = ''): ReadDate | null {
  const [y, m, d] = [Number(year), Number(month), day === undefined ? 1 : Number(day)];
  const date = new Date(Date.UTC(y, m - 1, d));
  if (y < 1000 || date.getUTCMonth() !== m - 1 || date.getUTCDate() !== d) return null;
  const value = `${year}-${month.padStart(2, '0')}${day === undefined ? '' : `-${day.padStart(2, '0')}`}${time}`;
  return { value, shows: null };
}

/** Which of day and month comes first where a language is written; `en` alone does not say. */
export function dayOrderOf(language: string): DayOrder | null {
  const [main = '', ...rest] = language.toLowerCase().split('-');
  const region = rest.find((part) => part.length === 2) ?? '';
  if (main === 'en')
    return region === 'us' || region === 'ph' ? 'MDY' : region === '' || region === 'ca' ? null : 'DMY';
  return DAY_FIRST.has(main) ? 'DMY' : null;
}
const DAY_FIRST = new Set(
  'de fr es it nl pt da nb nn no fi pl cs sk ro bg ru uk hr sl el tr ca gl id vi he ar'.split(' '),
);
