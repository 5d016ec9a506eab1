// A table as CSV (RFC 4180). INVARIANT: no words of a page begin a formula in the program that opens the file.
import { shownWords } from './shown.ts';
import type { Cell, Column, Table } from '../table.ts';

/** What spreadsheets take for the beginning of a formula: in Japanese ones, of full width too. */
const FORMULA = /^\s*[=+\-@＝＋－＠\t\r\n]/u;
/** A program that parts fields by other signs than commas begins one there. */
const FORMULA_BEHIND = /(?<=[;\t|,\r\n]["'\s]*)[=+\-@＝＋－＠]/gu;

export function toCsv(table: Table): string {
  const columns = table.columns.map((column, at) => ({
    column,
    at,
    /** Where units differ they have a column of their own. */
    apart: column.unit === null && table.rows.some((row) => (row[at]?.unit ?? null) !== null),
  }));
  const head = columns.flatMap(({ column, apart }) => [
    field(words(headingOf(column))),
    ...(apart ? [field(words(`${column.name} unit`))] : []),
  ]);
  const lines = table.rows.map((row) =>
    columns
      .flatMap(({ at, apart }) => {
        const cell = row[at];
        return [field(valueOf(cell)), ...(apart ? [field(words(cell?.unit ?? ''))] : [])];
      })
      .join(','),
  );
  return `${[head.join(','), ...lines].join('\r\n')}\r\n`;
}

export const headingOf = ({ name, unit, outOf }: Column): string =>
  outOf !== null
    ? `${name} (of ${outOf})`
    : unit === null || name.includes(unit)
      ? name
      : `${name} (${unit})`;

/** A number is no formula however it begins; what could not be read stands in its own words. */
function valueOf(cell: Cell | undefined): string {
  if (cell === undefined) return '';
  if (cell.value === null) return words(cell.quote);
  return typeof cell.value === 'string' ? words(cell.value) : String(cell.value);
}

function words(given: string): string {
  const text = shownWords(given).replaceAll(FORMULA_BEHIND, "'$&");
  return FORMULA.test(text) ? `'${text}` : text;
}
const field = (text: string): string => (/[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
