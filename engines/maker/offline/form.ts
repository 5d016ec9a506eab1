// Which form fits a table: what the person's words ask for, where the columns can carry it, else what their types suggest. INVARIANT: a form
// is only chosen with the columns that it needs; a table is always possible.
import type { Form } from '#engines/maker/catalogue.ts';
import type { Table } from '#engines/tables/table.ts';

export type Choice = {
  readonly form: Form;
  readonly label: number | null;
  readonly along: number | null;
  readonly measured: readonly number[];
  /** What was asked for and cannot be, a sentence for the person. */
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

/** `hint`: the form in the person's words; the whole intent, which says what the data is of, is read only where there is none. */
export function chooseForm(table: Table, hint: string, intent: string): Choice {
  const asked = askedFor(hint.trim() === '' ? intent : hint);
  const columns = columnsOf(table);
  const made = asked === null ? null : arranged(asked, table, columns);
  if (made !== null) return { ...made, note: null };
  const suggested = asked === null ? suggestedBy(table, columns) : null;
  const plain = { form: 'table', label: columns.label, along: null, measured: [] } as const;
  return {
    ...(suggested ?? plain),
    note: asked === null ? null : `The data has no columns for a ${asked} view: it is shown as a table.`,
  };
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

function columnsOf({ columns }: Table): Columns {
  const of = (types: string): number[] =>
    columns.flatMap(({ type }, at) => (types.includes(type) ? [at] : []));
  return { label: of('text')[0] ?? null, dates: of('date'), numbers: of('money number rating') };
}

type Arranged = Omit<Choice, 'note'>;

function arranged(form: Form, table: Table, { label, dates, numbers }: Columns): Arranged | null {
  const first = numbers[0] ?? null;
  const measured = sameUnit(table, numbers).slice(0, MOST_MEASURED);
  switch (form) {
    case 'table':
    case 'cards':
      return { form, label, along: null, measured: [] };
    case 'timeline':
      return dates.length === 0 ? null : { form, label, along: dates[0] ?? null, measured: [] };
    case 'line':
    case 'bar': {
      const along = (form === 'line' ? dates[0] : undefined) ?? label ?? dates[0] ?? null;
      return first === null || along === null ? null : { form, label, along, measured };
    }
    case 'pie': {
      const isPart = table.rows.every((row) => first === null || Number(row[first]?.value ?? 0) >= 0);
      return first === null || label === null || !isPart || table.rows.length > MOST_PIE_PARTS
        ? null
        : { form, label, along: label, measured: [first] };
    }
    case 'scatter':
      return numbers.length < 2 ? null : { form, label, along: first, measured: numbers.slice(1, 2) };
  }
}

/** Two units do not share an axis. */
function sameUnit(table: Table, numbers: readonly number[]): readonly number[] {
  const first = table.columns[numbers[0] ?? -1];
  return numbers.filter((at) => {
    const one = table.columns[at];
    return one !== undefined && first !== undefined && one.unit === first.unit && one.type === first.type;
  });
}

/** Without a wish: dates with numbers are a line, two columns are bars, anything else can be compared in a table. */
function suggestedBy(table: Table, columns: Columns): Arranged | null {
  if (table.rows.length < 2) return null;
  if (columns.dates.length > 0 && columns.numbers.length > 0 && columns.label === null)
    return arranged('line', table, columns);
  return table.columns.length === 2 && columns.label !== null && columns.numbers.length === 1
    ? arranged('bar', table, columns)
    : null;
}
