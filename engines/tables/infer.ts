// What a column's cells are: one type for all, decided by most of them, and each cell's value in it.
// INVARIANT: a cell that does not fit has no value and keeps its words; marks and orders that nothing decides stay undecided.
import { codesIn, currencyOf, isCurrencyCode } from './values/currencies.ts';
import { dayOrderOf, readDate } from './values/date.ts';
import { decimalMarkOf, readNumber, type DecimalMark, type ReadNumber } from './values/number.ts';
import { readMoney, readQuantity, type Quantity } from './values/quantity.ts';
import { readBoolean, readRating, saysNothing } from './values/scales.ts';
import type { GridCell } from './grid.ts';
import type { ColumnType } from './table.ts';

export type Written = { readonly language: string; readonly currencies: readonly string[] };
export type Said = {
  /** What is read: the cell's words without a label before them. */
  readonly text: string;
  /** The words as they stand. */
  readonly quote: string;
  readonly cell: GridCell;
};
export type Inferred = {
  readonly type: ColumnType;
  readonly unit: string | null;
  readonly outOf: number | null;
  /** One a cell, in their order. */
  readonly values: readonly {
    readonly value: string | number | boolean | null;
    readonly unit: string | null;
  }[];
};

/** So many of the cells that say something have to be of the type. */
const MIN_SHARE = 0.8;
const UNKNOWN = { value: null, unit: null } as const;

/** `heading`: what the page calls the column, its marks included. `null`: the page says nothing there. */
export function inferColumn(cells: readonly (Said | null)[], heading: string, written: Written): Inferred {
  const speaking = cells.filter((cell) => cell !== null && !saysNothing(cell.text));
  const told = speaking.filter((cell) => cell !== null);
  const enough = (count: number): boolean => count > 0 && count >= told.length * MIN_SHARE;
  const each = (read: (cell: Said) => Inferred['values'][number]): Inferred['values'] =>
    cells.map((cell) => (cell === null || saysNothing(cell.text) ? UNKNOWN : read(cell)));
  if (told.length === 0) return { type: 'text', unit: null, outOf: null, values: cells.map(() => UNKNOWN) };

  if (told.every(({ text, cell }) => cell.checked !== null || readBoolean(text) !== null)) {
    const values = each(({ text, cell }) => ({ value: cell.checked ?? readBoolean(text), unit: null }));
    return { type: 'boolean', unit: null, outOf: null, values };
  }
  if (told.every(({ text }) => /^https?:\/\/\S+$/u.test(text))) {
    const values = each(({ text }) => ({ value: URL.parse(text)?.href ?? null, unit: null }));
    return { type: 'link', unit: null, outOf: null, values };
  }
  return (
    ratings(told, each, enough, heading, written) ??
    money(told, each, enough, heading, written) ??
    dates(told, each, enough, written) ??
    numbers(told, each, enough, heading, written) ?? {
      type: 'text',
      unit: null,
      outOf: null,
      values: each(({ text }) => ({ value: text, unit: null })),
    }
  );
}

type Each = (read: (cell: Said) => Inferred['values'][number]) => Inferred['values'];
type Enough = (count: number) => boolean;

function ratings(
  told: readonly Said[],
  each: Each,
  enough: Enough,
  heading: string,
  written: Written,
): Inferred | null {
  const named = /\b(?:rating|stars?|score|bewertung|valoraci[oó]n|note|puntuaci[oó]n)\b/iu.test(
    heading.replaceAll(/([a-z])([A-Z])/gu, '$1 $2').replaceAll(/[-_]/gu, ' '),
  );
  const decimal = decimalMarkOf(written.language);
  const read = ({ text, cell }: Said) =>
    readRating(cell.said, named, decimal) ??
    readRating(text, named, decimal) ??
    (named && cell.machine !== null ? readRating(cell.machine, named, '.') : null);
  const found = told.map(read).filter((one) => one !== null);
  if (!enough(found.length)) return null;
  const bests = new Set(found.flatMap(({ outOf }) => (outOf === null ? [] : [outOf])));
  const [best] = bests;
  // Out of different bests they are not of one scale: the words stay.
  if (bests.size > 1) return null;
  // A bare 9 below “Score” may be anything.
  if (best === undefined && found.some(({ value }) => value > 5)) return null;
  const values = each((cell) => ({ value: read(cell)?.value ?? null, unit: null }));
  return { type: 'rating', unit: null, outOf: best ?? null, values };
}

function money(
  told: readonly Said[],
  each: Each,
  enough: Enough,
  heading: string,
  { language, currencies }: Written,
): Inferred | null {
  const inHeading = codesIn(heading);
  const stated = inHeading.length > 0 ? inHeading : currencies.filter(isCurrencyCode);
  const read = (text: string, decimal: DecimalMark | null): Quantity | null =>
    readMoney(text, { decimal, stated });
  const count = told.filter(({ text }) => read(text, null) !== null).length;
  if (!enough(count)) return headedMoney(told, each, enough, heading, stated, language);
  const decimal = shownBy(told.map(({ text }) => read(text, null)));
  const values = each(({ text, cell }) => {
    // Money has no three decimals: a mark before three digits parts thousands, but where the column shows otherwise.
    const found = read(text, decimal) ?? null;
    const value = found === null ? null : (found.value ?? read(text, otherThan(text))?.value ?? null);
    const exact = cell.machine === null ? null : readNumber(cell.machine, '.');
    return found === null ? UNKNOWN : { value: value ?? exact?.value ?? null, unit: found.unit };
  });
  return withUnit('money', values);
}

/** Bare numbers below `Price (USD)`, `Preis in €`. */
function headedMoney(
  told: readonly Said[],
  each: Each,
  enough: Enough,
  heading: string,
  stated: readonly string[],
  language: string,
): Inferred | null {
  const sign = /[$€£₹₩₺₽₴₪฿₫¥]|zł|Kč/u.exec(heading)?.[0];
  const code = codesIn(heading);
  const unit = code.length === 1 ? (code[0] ?? null) : sign === undefined ? null : currencyOf(sign, stated);
  const read = ({ text }: Said, decimal: DecimalMark | null): ReadNumber | null => readNumber(text, decimal);
  if (unit === null || !enough(told.filter((cell) => read(cell, null) !== null).length)) return null;
  const decimal = shownBy(told.map((cell) => read(cell, null))) ?? decimalMarkOf(language);
  const values = each((cell) => {
    const value = read(cell, decimal)?.value ?? null;
    return { value, unit: value === null ? null : unit };
  });
  return withUnit('money', values);
}

function dates(told: readonly Said[], each: Each, enough: Enough, { language }: Written): Inferred | null {
  const ofMachine = ({ cell }: Said): string | null =>
    cell.machine === null ? null : (readDate(cell.machine)?.value ?? null);
  const count = told.filter((cell) => ofMachine(cell) !== null || readDate(cell.text) !== null).length;
  if (!enough(count)) return null;
  const shown = new Set(told.flatMap(({ text }) => readDate(text)?.shows ?? []));
  const [one = null] = shown;
  const order = shown.size === 1 ? one : shown.size === 0 ? dayOrderOf(language) : null;
  const read = (cell: Said): string | null => ofMachine(cell) ?? readDate(cell.text, order)?.value ?? null;
  if (!enough(told.filter((cell) => read(cell) !== null).length)) return null;
  return {
    type: 'date',
    unit: null,
    outOf: null,
    values: each((cell) => ({ value: read(cell), unit: null })),
  };
}

function numbers(
  told: readonly Said[],
  each: Each,
  enough: Enough,
  heading: string,
  { language, currencies }: Written,
): Inferred | null {
  const read = ({ text }: Said, decimal: DecimalMark | null): Quantity | null =>
    readQuantity(text, { decimal, stated: currencies });
  const found = told.flatMap((cell) => read(cell, null) ?? []);
  if (!enough(found.length)) return null;
  const units = new Map<string, number>();
  for (const { unit } of found) if (unit !== null) units.set(unit, (units.get(unit) ?? 0) + 1);
  // A word behind a number is a unit where it comes again: “12 Angry Men” is none.
  const most = Math.max(0, ...units.values());
  const common = [...units.keys()].every((unit) => COMMON_UNITS.has(unit) || unit.includes('/'));
  if (units.size > 0 && !common && (most < 2 || units.size > Math.max(2, found.length / 3))) return null;
  const shows = shownBy(found);
  const whole = found.some(
    ({ value, shows: mark }) => value !== null && mark === null && Number.isInteger(value),
  );
  const decimal = shows ?? decimalMarkOf(language);
  const headed = /[([]\s*([\p{L}%°"″]{1,6}(?:\/\p{L}{1,4})?)\s*[)\]]\s*$/u.exec(heading)?.[1] ?? null;
  const values = each((cell) => {
    const one = read(cell, decimal) ?? null;
    if (one === null) return UNKNOWN;
    const value =
      one.value ?? (whole && decimal === null ? read(cell, otherThan(cell.text))?.value : null) ?? null;
    return { value, unit: value === null ? null : (one.unit ?? headed) };
  });
  if (!enough(values.filter(({ value }) => value !== null).length)) return null;
  return withUnit('number', values);
}

const COMMON_UNITS = new Set(
  '% ‰ kg g mg t lb lbs oz km m cm mm mi ft in " ″ l L ml cl GB TB MB KB kB GHz MHz Hz W kW kWh mAh Wh V A °C °F K h hr hrs min s ms d days years px MP mph km/h km² m² °'.split(
    ' ',
  ),
);

/** The one mark that the numbers show to part decimals; `null`: none does, or they disagree. */
function shownBy(found: readonly (ReadNumber | null)[]): DecimalMark | null {
  const shown = new Set(found.flatMap((one) => one?.shows ?? []));
  const [mark = null] = shown;
  return shown.size === 1 ? mark : null;
}

const otherThan = (text: string): DecimalMark => (text.includes(',') ? '.' : ',');

/** A unit that all share is the column's. */
function withUnit(type: 'money' | 'number', values: Inferred['values']): Inferred {
  const units = new Set(values.flatMap(({ value, unit }) => (value === null ? [] : [unit])));
  const [unit = null] = units;
  return units.size === 1
    ? { type, unit, outOf: null, values: values.map(({ value }) => ({ value, unit: null })) }
    : { type, unit: null, outOf: null, values };
}
