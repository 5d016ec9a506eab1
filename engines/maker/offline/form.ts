// Which form fits a table: what the person's words ask for, where the columns can carry it, else what their types suggest. INVARIANT: a form
// is only chosen with the columns that it needs; a table is always possible.
import type { Form } from '#engines/maker/catalogue.ts';
import type { Table } from '#engines/tables/table.ts';

export type Choice = {
  readonly form: Form;
  readonly label: number | null;
  readonly along: number | null;
  readonly measured: readonly number[];
  /** What was asked for and cannot be, or how the form is to be read: a sentence for the person. */
  readonly note: string | null;
};

const WORDS: readonly (readonly [Form, RegExp])[] = [
  ['scatter', /\b(?:scatter|trade.?off|versus|vs\.?|against|streu\w*)\b/iu],
  ['timeline', /\b(?:time.?line|chronolog\w*|schedule|itinerary|agenda|zeitleiste)\b/iu],
  ['pie', /\b(?:pie|donut|doughnut|share|proportion|torten\w*)\b/iu],
  ['line', /\b(?:line|trend|over time|history|historical|development|verlauf|linien\w*)\b/iu],
  ['bar', /\b(?:bars?|histogram|charts?|graphs?|plot(?:s|ted|ting)?|diagrams?|balken\w*)\b/iu],
  ['cards', /\b(?:cards?|grid|gallery|tiles?|karten|listing)\b/iu],
  ['table', /\b(?:tables?|tabulat\w*|spreadsheet|compar\w*|list|tabelle|tabla)\b/iu],
];
const MOST_PIE_PARTS = 12;
const MOST_MEASURED = 6;
/** One axis at each side. */
const MOST_UNITS = 2;

/** `hint`: the form in the person's words; the whole intent, which says what the data is of, is read only where there is none. */
export function chooseForm(table: Table, hint: string, intent: string): Choice {
  const asked = askedFor(hint.trim() === '' ? intent : hint);
  const columns = columnsOf(table);
  const made = asked === null ? suggestedBy(table, columns) : arranged(asked, table, columns);
  if ('form' in made) return { ...made, note: apartNote(table, made) };
  const note = asked === null ? null : `${made.why}: it is shown as a table.`;
  return { form: 'table', label: columns.label, along: null, measured: [], note };
}

/** Whether the words name none of the catalogue's forms, so that a model may choose one of its own. */
export const namesNoForm = (hint: string, intent: string): boolean =>
  askedFor(hint.trim() === '' ? intent : hint) === null;

const askedFor = (words: string): Form | null =>
  WORDS.find(([, pattern]) => pattern.test(words))?.[0] ?? null;

type Columns = {
  readonly label: number | null;
  readonly dates: readonly number[];
  readonly numbers: readonly number[];
};

function columnsOf({ columns, rows }: Table): Columns {
  const of = (types: string): number[] =>
    columns.flatMap(({ type }, at) => (types.includes(type) ? [at] : []));
  const said = (at: number): number => rows.filter((row) => (row[at]?.value ?? null) !== null).length;
  const numbers = of('money number rating');
  // What a few rows say alone, an old price, is not what all of them are measured by.
  const most = Math.max(0, ...numbers.map(said));
  return {
    label: of('text')[0] ?? null,
    dates: of('date'),
    numbers: numbers.filter((at) => said(at) * 2 >= most),
  };
}

type Arranged = Omit<Choice, 'note'>;
type Unfit = { readonly why: string };

function arranged(form: Form, table: Table, { label, dates, numbers }: Columns): Arranged | Unfit {
  const [first, second] = numbers;
  const unfit = { why: `The data has no columns for a ${form} view` };
  switch (form) {
    case 'table':
    case 'cards':
      return { form, label, along: null, measured: [] };
    case 'timeline':
      return dates[0] === undefined ? unfit : { form, label, along: dates[0], measured: [] };
    case 'line':
    case 'bar': {
      const along = (form === 'line' ? dates[0] : undefined) ?? label ?? dates[0];
      if (first === undefined || along === undefined) return unfit;
      const measured = sameUnit(table, numbers).slice(0, MOST_MEASURED);
      return tooManyUnits(table, measured) ?? { form, label, along, measured };
    }
    case 'pie': {
      if (first === undefined || label === null) return unfit;
      const units = unitsIn(table, first);
      if (units.length > 1) return { why: `Amounts in ${units.join(' and ')} are no parts of one whole` };
      if (table.rows.length > MOST_PIE_PARTS)
        return { why: `${table.rows.length} parts are more than a pie shows` };
      return table.rows.some((row) => Number(row[first]?.value ?? 0) < 0)
        ? { why: 'Amounts below zero are no parts of a whole' }
        : { form, label, along: label, measured: [first] };
    }
    case 'scatter':
      if (first === undefined || second === undefined) return unfit;
      return (
        tooManyUnits(table, [first]) ??
        tooManyUnits(table, [second]) ?? { form, label, along: first, measured: [second] }
      );
  }
}

/** Of cells with an amount; a column's own unit is that of them all. */
function unitsIn({ columns, rows }: Table, at: number): readonly string[] {
  const own = columns[at]?.unit ?? null;
  const units = new Set(
    rows.flatMap((row) => (typeof row[at]?.value === 'number' ? [row[at].unit ?? own] : [])),
  );
  return [...units].map((unit) => unit ?? 'no unit');
}

/** Each unit has an axis of its own, and a chart has room for so many. */
function tooManyUnits(table: Table, columns: readonly number[]): Unfit | null {
  const units = new Set(columns.flatMap((at) => unitsIn(table, at)));
  return units.size > MOST_UNITS
    ? { why: `Amounts in ${units.size} units (${[...units].slice(0, 5).join(', ')}) have no axis in common` }
    : null;
}

/** Two axes side by side say that their amounts may be held against one another: they may not. */
function apartNote(table: Table, { form, along, measured }: Arranged): string | null {
  const compared = form === 'scatter' && along !== null ? [[along], measured] : [measured];
  const [apart] = compared
    .map((columns) => [...new Set(columns.flatMap((at) => unitsIn(table, at)))])
    .filter((units) => units.length > 1);
  return apart === undefined
    ? null
    : `Amounts in ${apart.join(' and ')} have an axis each: they are not to be held against one another.`;
}

/** Columns of another unit than the first one's have no place beside it. */
function sameUnit(table: Table, numbers: readonly number[]): readonly number[] {
  const first = table.columns[numbers[0] ?? -1];
  return numbers.filter((at) => {
    const one = table.columns[at];
    return one !== undefined && first !== undefined && one.unit === first.unit && one.type === first.type;
  });
}

/** Without a wish: dates with numbers are a line, two columns are bars, anything else can be compared in a table. */
function suggestedBy(table: Table, columns: Columns): Arranged | Unfit {
  const { dates, numbers, label } = columns;
  if (table.rows.length >= 2 && dates.length > 0 && numbers.length > 0 && label === null)
    return arranged('line', table, columns);
  return table.rows.length >= 2 && table.columns.length === 2 && label !== null && numbers.length === 1
    ? arranged('bar', table, columns)
    : arranged('table', table, columns);
}
