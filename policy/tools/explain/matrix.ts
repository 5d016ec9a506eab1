// The effective tables, asked cell by cell from the policy in force, never read from a file: what a review looks at.
// NEVER stands where a floor of that name decides.
import type { EffectivePolicy, PolicyFacts } from '#policy/language/facts.ts';
import { parseRequest } from '#policy/requests/request.ts';
import {
  BROWSER_CAPABILITIES,
  BROWSER_EXECUTOR_TYPES,
  CROSS_TAB_ACTIONS,
  LAUNCH_FLAG_CLASSES,
  ORIGIN_RELATIONS,
  STORAGE_TYPES,
  TAB_POLICIES,
} from '#policy/language/vocabulary.ts';
import type { BrowserDecision } from '#policy/language/vocabulary.ts';

export type MatrixCell = BrowserDecision | 'NEVER';

type Table<T> = Readonly<Record<string, Readonly<Record<string, T>>>>;

/** Anything by cell. */
export type MatrixOf<T> = {
  /** Phase-38 section 3.2, for Chromium. */
  readonly capability: Table<T>;
  /** Section 2.3: by act, in its words. It knows decisions alone, no NEVER. */
  readonly headedVsHeadless: Table<T>;
  /** Section 4.2. */
  readonly storage: Table<T>;
  /** Section 5.3. */
  readonly tabs: Table<T>;
  /** Section 2.2: the least that each type of browser gets, by what an act that is allowed in Chromium gets in it. */
  readonly executors: Readonly<Record<string, T>>;
  /** Section 9.2. */
  readonly launchFlags: Readonly<Record<string, T>>;
};

export type PolicyMatrix = MatrixOf<MatrixCell>;
export type MatrixGiven = Pick<Partial<PolicyFacts>, 'host' | 'addressClass'>;

/** Where cells are not the whole answer (`explain/footnotes.ts`): what else is decided, and by cell the numbers of what concerns it. */
export type MatrixNotes = {
  readonly list: readonly {
    readonly number: number;
    readonly decision: BrowserDecision;
    readonly where: string;
    readonly by: readonly string[];
  }[];
  readonly marks: MatrixOf<readonly number[]>;
};

const DISPLAY_EXECUTORS = [
  ['HEADED', 'HEADED_CHROMIUM'],
  ['HEADLESS', 'HEADLESS_CHROMIUM'],
] as const;

/** Section 2.3's rows: the act in its words, and the request that it is. */
const ACTS: readonly (readonly [string, Partial<PolicyFacts>])[] = [
  ['Navigate to approved URL', { capability: 'NAVIGATE_CROSS_ORIGIN', namedByUser: true }],
  ['Navigate to unknown domain', { capability: 'NAVIGATE_CROSS_ORIGIN' }],
  ['Form submission (data)', { capability: 'FORM_SUBMIT_DATA' }],
  ['Form submission (credentials)', { capability: 'FORM_SUBMIT_CREDENTIALS' }],
  ['Download file', { capability: 'FILE_DOWNLOAD' }],
  ['Upload file', { capability: 'FILE_UPLOAD' }],
  ['Screenshot', { capability: 'SCREENSHOT' }],
  ['Install extension', { capability: 'INSTALL_EXTENSION' }],
];

/** An act that a table of its own does not restrict: what is left is the table's. */
const PLAIN: Partial<PolicyFacts> = { capability: 'SCREENSHOT', executor: 'HEADED_CHROMIUM' };
const PLAIN_STORAGE: Partial<PolicyFacts> = {
  capability: 'ACCESS_SESSION_STORAGE',
  executor: 'HEADED_CHROMIUM',
};

/** Renders the policy. Facts neither on an axis nor given take their neutral values. */
export function matrixOf(policy: EffectivePolicy, given: MatrixGiven = {}): PolicyMatrix {
  const matrix = cellFactsOf(given, (facts) => cellFor(policy, facts));
  const plain = (cells: Readonly<Record<string, MatrixCell>>): Record<string, MatrixCell> =>
    Object.fromEntries(
      Object.entries(cells).map(([column, cell]) => [column, cell === 'NEVER' ? 'DENY' : cell]),
    );
  const acts = Object.entries(matrix.headedVsHeadless).map(([act, cells]) => [act, plain(cells)]);
  return { ...matrix, headedVsHeadless: Object.fromEntries(acts) };
}

/** What is wanted of the request that each cell stands for. */
export function cellFactsOf<T>(given: MatrixGiven, wanted: (facts: PolicyFacts) => T): MatrixOf<T> {
  const ask = (facts: Partial<PolicyFacts>): T => {
    const parsed = parseRequest({ ...given, ...facts });
    if (!parsed.ok) throw new TypeError(`a cell of the matrix is a request: ${parsed.error.message}`);
    return wanted(parsed.value);
  };
  const displays = (facts: Partial<PolicyFacts>): Record<string, T> =>
    Object.fromEntries(
      DISPLAY_EXECUTORS.map(([display, executor]) => [display, ask({ ...facts, executor })]),
    );
  return {
    capability: table(BROWSER_CAPABILITIES, (capability) => displays({ capability })),
    headedVsHeadless: Object.fromEntries(ACTS.map(([act, facts]) => [act, displays(facts)])),
    storage: table(STORAGE_TYPES, (storage) =>
      row(ORIGIN_RELATIONS, (origin) => ask({ ...PLAIN_STORAGE, storage, origin })),
    ),
    tabs: table(CROSS_TAB_ACTIONS, (tabAction) =>
      row(TAB_POLICIES, (tabPolicy) => ask({ ...PLAIN, tabAction, tabPolicy })),
    ),
    executors: row(BROWSER_EXECUTOR_TYPES, (executor) => ask({ ...PLAIN, executor })),
    launchFlags: row(LAUNCH_FLAG_CLASSES, (launchFlags) => ask({ ...PLAIN, launchFlags })),
  };
}

function cellFor(policy: EffectivePolicy, facts: PolicyFacts): MatrixCell {
  const { decision, because } = policy.decide(facts);
  return decision === 'DENY' && because.some((reason) => reason.entry.startsWith('never.'))
    ? 'NEVER'
    : decision;
}

function row<K extends string, T>(keys: readonly K[], cell: (key: K) => T): Record<string, T> {
  return Object.fromEntries(keys.map((key) => [key, cell(key)]));
}

function table<K extends string, T>(keys: readonly K[], cells: (key: K) => Record<string, T>): Table<T> {
  return Object.fromEntries(keys.map((key) => [key, cells(key)]));
}

export type MatrixSection = {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly name: string;
    readonly cells: readonly { readonly cell: MatrixCell; readonly notes: readonly number[] }[];
  }[];
};

/** The tables in order, each with its title. */
export function sectionsOf(matrix: PolicyMatrix, notes: MatrixNotes | null = null): readonly MatrixSection[] {
  const single = <T>(cells: Readonly<Record<string, T>>): Table<T> =>
    Object.fromEntries(Object.entries(cells).map(([key, cell]) => [key, { decision: cell }]));
  const section = (
    title: string,
    rows: Table<MatrixCell>,
    marks: Table<readonly number[]> = {},
  ): MatrixSection => ({
    title,
    columns: Object.keys(Object.values(rows)[0] ?? {}),
    rows: Object.entries(rows).map(([name, cells]) => ({
      name,
      cells: Object.entries(cells).map(([column, cell]) => ({ cell, notes: marks[name]?.[column] ?? [] })),
    })),
  });
  const marks = notes?.marks;
  return [
    section('Capabilities (3.2)', matrix.capability, marks?.capability),
    section('Headed and headless (2.3)', matrix.headedVsHeadless, marks?.headedVsHeadless),
    section('Storage (4.2)', matrix.storage, marks?.storage),
    section('Tabs (5.3)', matrix.tabs, marks?.tabs),
    section('Browsers (2.2)', single(matrix.executors), marks && single(marks.executors)),
    section('Launch flags (9.2)', single(matrix.launchFlags), marks && single(marks.launchFlags)),
  ];
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** `¹²` for a footnote's number. */
export const raised = (number: number): string =>
  [...String(number)].map((digit) => RAISED[Number(digit)] ?? '').join('');
/** A cell with the numbers of its footnotes. */
export const marked = ({ cell, notes }: MatrixSection['rows'][number]['cells'][number]): string =>
  `${cell}${notes.map(raised).join(',')}`;

/** `ESCALATE below /files (rules.x, default.yaml:12:3)` */
export const noteInWords = ({ decision, where, by }: MatrixNotes['list'][number]): string =>
  `${decision} ${where}${by.length === 0 ? '' : ` (${by.join('; ')})`}`;

/** The matrix as text, one table after the other, columns aligned. */
export function renderMatrixText(matrix: PolicyMatrix, notes: MatrixNotes | null = null): string {
  const footnotes = (notes?.list ?? []).map((note) => `${raised(note.number)} ${noteInWords(note)}`);
  return [
    ...sectionsOf(matrix, notes).map(sectionText),
    ...(footnotes.length === 0 ? [] : [footnotes.join('\n')]),
  ].join('\n\n');
}

function sectionText({ title, columns, rows }: MatrixSection): string {
  const lines = [['', ...columns], ...rows.map(({ name, cells }) => [name, ...cells.map(marked)])];
  const widths = ['', ...columns].map((_, index) =>
    Math.max(...lines.map((line) => line[index]?.length ?? 0)),
  );
  const text = lines.map((line) =>
    line
      .map((word, index) => word.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [title, ...text].join('\n');
}
