// Times as a person writes them in a query (a date, a date and time, or an age), and as a file's name holds them.
// INVARIANT: without a zone it is UTC, as in the log.

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/i;
const UNITS = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
  ['w', 604_800_000],
]);

/** RFC 3339 in UTC with milliseconds, or `null`. */
export function parseInstant(text: string, now: Date): string | null {
  const age = /^(\d{1,6})([smhdw])$/.exec(text);
  if (age !== null) return iso(now.getTime() - Number(age[1]) * (UNITS.get(age[2] ?? '') ?? 0));
  if (DATE.test(text)) return sameDay(text, iso(Date.parse(text)));
  const match = DATE_TIME.exec(text);
  if (match === null) return null;
  const zoned = match[1] === undefined ? `${text}Z` : text;
  // A day that does not exist (30 February) rolls over when parsed: the day alone shows it.
  if (sameDay(text.slice(0, 10), iso(Date.parse(text.slice(0, 10)))) === null) return null;
  return iso(Date.parse(zoned.toUpperCase().replace(' ', 'T')));
}

/** As `parseInstant`, but a date alone means its last millisecond. */
export function parseUntil(text: string, now: Date): string | null {
  const instant = parseInstant(text, now);
  return instant !== null && DATE.test(text) ? `${text}T23:59:59.999Z` : instant;
}

function sameDay(text: string, instant: string | null): string | null {
  return instant?.startsWith(text) === true ? instant : null;
}

function iso(milliseconds: number): string | null {
  return Number.isFinite(milliseconds) && Math.abs(milliseconds) <= 8.64e15
    ? new Date(milliseconds).toISOString()
    : null;
}

/** For a file's name, to the second: `20261123T131415Z`. */
export const stampOf = (time: Date): string => time.toISOString().replaceAll(/[-:]|\.\d+/gu, '');
