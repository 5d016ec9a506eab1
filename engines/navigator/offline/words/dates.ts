// Dates and times: read from words, moved by days, written as fields take them. No clock: "today" is not known here. Pure.
export type Day = { readonly year: number; readonly month: number; readonly day: number };

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);

/** From 1; 0 for no month. */
export const monthOf = (word: string): number =>
  word.length < 3
    ? 0
    : MONTHS.findIndex((month) => month.startsWith(word.toLowerCase().replace(/\.$/, ''))) + 1;

const valid = ({ year, month, day }: Day): Day | null =>
  month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month) ? { year, month, day } : null;

export const daysIn = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** `2026-03-04`, `4 March 2026`, `March 4, 2026`, `04.03.2026`, `03/04/2026` (month first, as it is where slashes are used). */
export function parseDay(text: string): Day | null {
  const iso = /\b(\d{4})-(\d{1,2})-(\d{1,2})\b/.exec(text);
  if (iso !== null) return valid({ year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) });
  const dayFirst = /\b(\d{1,2})(?:st|nd|rd|th)?\.?(?: of)? ([A-Za-z]{3,9})\.?,? (\d{4})\b/.exec(text);
  if (dayFirst !== null && monthOf(dayFirst[2] ?? '') > 0)
    return valid({ year: Number(dayFirst[3]), month: monthOf(dayFirst[2] ?? ''), day: Number(dayFirst[1]) });
  const monthFirst = /\b([A-Za-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b/.exec(text);
  if (monthFirst !== null && monthOf(monthFirst[1] ?? '') > 0)
    return valid({
      year: Number(monthFirst[3]),
      month: monthOf(monthFirst[1] ?? ''),
      day: Number(monthFirst[2]),
    });
  const dotted = /\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/.exec(text);
  if (dotted !== null)
    return valid({ year: Number(dotted[3]), month: Number(dotted[2]), day: Number(dotted[1]) });
  const slashed = /\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/.exec(text);
  if (slashed === null) return null;
  const [a, b, year] = [Number(slashed[1]), Number(slashed[2]), Number(slashed[3])];
  return valid({ year, month: a, day: b }) ?? valid({ year, month: b, day: a });
}

/** Hours 0 to 23 and minutes, from `0:35 AM`, `14:30`, `2 pm`. */
export function parseTime(text: string): { readonly hour: number; readonly minute: number } | null {
  const match = /\b(\d{1,2})(?::(\d{2}))?(?::\d{2})?\s*([ap])\.?m\.?(?![a-z])|\b(\d{1,2}):(\d{2})\b/i.exec(
    text,
  );
  if (match === null) return null;
  const half = match[3]?.toLowerCase();
  const said = Number(match[1] ?? match[4]);
  const minute = Number(match[2] ?? match[5] ?? '0');
  const hour = half === undefined ? said : (said % 12) + (half === 'p' ? 12 : 0);
  return hour > 23 || minute > 59 ? null : { hour, minute };
}

const two = (n: number): string => String(n).padStart(2, '0');
export const isoDay = ({ year, month, day }: Day): string =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
export const isoTime = ({ hour, minute }: { readonly hour: number; readonly minute: number }): string =>
  `${two(hour)}:${two(minute)}`;

export function addDays(from: Day, days: number): Day {
  let { year, month, day } = from;
  day += days;
  for (; day > daysIn(year, month); month === 12 ? ((month = 1), (year += 1)) : (month += 1))
    day -= daysIn(year, month);
  while (day < 1) {
    if (month === 1) {
      month = 12;
      year -= 1;
    } else month -= 1;
    day += daysIn(year, month);
  }
  return { year, month, day };
}

export const sameDay = (a: Day, b: Day): boolean =>
  a.year === b.year && a.month === b.month && a.day === b.day;

/** "March 2026", "2026 Mar", "03/2026": what a calendar's head says. */
export function parseMonth(text: string): { readonly year: number; readonly month: number } | null {
  const named = /^\W*([A-Za-z]{3,9})\.?,?\s+(\d{4})\W*$/.exec(text) ?? null;
  if (named !== null && monthOf(named[1] ?? '') > 0)
    return { month: monthOf(named[1] ?? ''), year: Number(named[2]) };
  const turned = /^\W*(\d{4})\s+([A-Za-z]{3,9})\W*$/.exec(text);
  if (turned !== null && monthOf(turned[2] ?? '') > 0)
    return { month: monthOf(turned[2] ?? ''), year: Number(turned[1]) };
  const numbers = /^\s*(\d{1,2})\s*\/\s*(\d{4})\s*$/.exec(text);
  return numbers === null ? null : { month: Number(numbers[1]), year: Number(numbers[2]) };
}
