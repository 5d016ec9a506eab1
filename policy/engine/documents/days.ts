// Time as a dimension of the compiled space: the days between the dates on which entries end are one class, for an entry that
// has not ended on one of them has not ended on any other. INVARIANT: days only part entries that end; there is no clock here.

/** The last day that a date can name: what ends on it never does. */
const LAST_DAY = '9999-12-31';
const DAY_MS = 86_400_000;

/** Classes of days, in order. The first one has no beginning, the last one no end. */
export class DayClasses {
  /** Last days of all classes but the last. */
  readonly ends: readonly string[];
  readonly #from: string | null;

  /** `expiries`: last days of entries. `from`: what was before this day is no concern. */
  constructor(expiries: Iterable<string>, from: string | null = null) {
    const ends = [...new Set(expiries)].filter((end) => end < LAST_DAY && (from === null || end >= from));
    this.ends = ends.sort();
    this.#from = from;
  }

  get count(): number {
    return this.ends.length + 1;
  }

  classOf(day: string): number {
    let [low, high] = [0, this.ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.ends[middle] ?? LAST_DAY) < day) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The first day of a class; `null` for the first class, unless it is known from when on days count. */
  firstOf(index: number): string | null {
    const before = this.ends[index - 1];
    return before === undefined ? this.#from : dayAfter(before);
  }

  /** The last day of a class; `null` for the last class. */
  lastOf(index: number): string | null {
    return this.ends[index] ?? null;
  }

  /** A day of the class. */
  witness(index: number): string {
    return this.firstOf(index) ?? this.lastOf(index) ?? LAST_DAY;
  }

  /** The classes of a set in words: `from 2027-01-01 on`, `until 2026-12-31`. */
  inWords(set: readonly number[]): readonly string[] {
    const runs: [number, number][] = [];
    for (const index of set) {
      const run = runs.at(-1);
      if (run !== undefined && run[1] === index - 1) run[1] = index;
      else runs.push([index, index]);
    }
    return runs.map(([first, last]) =>
      periodInWords(first === 0 ? null : this.firstOf(first), this.lastOf(last)),
    );
  }
}

function periodInWords(first: string | null, last: string | null): string {
  if (first === null) return last === null ? 'always' : `until ${last}`;
  if (last === null) return `from ${first} on`;
  return first === last ? `on ${first}` : `from ${first} until ${last}`;
}

/** `day`: `YYYY-MM-DD`, not the last one. */
export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);

/** Whether an entry that ends, `null` for one that does not, speaks on a day. Its last day is one of them. */
export const lastsOn = (expires: string | null, day: string): boolean => expires === null || day <= expires;
