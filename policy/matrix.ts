// The effective tables, asked cell by cell from the policy in force, never read from a file: what a review looks at.
// NEVER stands where a floor of that name decides.
import type { EffectivePolicy, PolicyFacts } from './facts.ts';
import { parseRequest } from './request.ts';
import {
  BROWSER_CAPABILITIES,
  BROWSER_EXECUTOR_TYPES,
  CROSS_TAB_ACTIONS,
  LAUNCH_FLAG_CLASSES,
  ORIGIN_RELATIONS,
  STORAGE_TYPES,
  TAB_POLICIES,
} from './vocabulary.ts';
import type { BrowserDecision } from './vocabulary.ts';

export type MatrixCell = BrowserDecision | 'NEVER';
export type MatrixTable = Readonly<Record<string, Readonly<Record<string, MatrixCell>>>>;

export type PolicyMatrix = {
  /** Phase-38 section 3.2, for Chromium. */
  readonly capability: MatrixTable;
  /** Section 2.3: by act, in its words. It knows decisions alone, no NEVER. */
  readonly headedVsHeadless: MatrixTable;
  /** Section 4.2. */
  readonly storage: MatrixTable;
  /** Section 5.3. */
  readonly tabs: MatrixTable;
  /** Section 2.2: the least that each type of browser gets, by what an act that is allowed in Chromium gets in it. */
  readonly executors: Readonly<Record<string, MatrixCell>>;
  /** Section 9.2. */
  readonly launchFlags: Readonly<Record<string, MatrixCell>>;
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
export function matrixOf(
  policy: EffectivePolicy,
  given: Pick<Partial<PolicyFacts>, 'host' | 'addressClass'> = {},
): PolicyMatrix {
  const ask = (facts: Partial<PolicyFacts>): MatrixCell => cellFor(policy, { ...given, ...facts });
  const displays = (
    facts: Partial<PolicyFacts>,
    shown: (cell: MatrixCell) => MatrixCell = (cell) => cell,
  ): Record<string, MatrixCell> =>
    Object.fromEntries(
      DISPLAY_EXECUTORS.map(([display, executor]) => [display, shown(ask({ ...facts, executor }))]),
    );
  return {
    capability: table(BROWSER_CAPABILITIES, (capability) => displays({ capability })),
    headedVsHeadless: Object.fromEntries(
      ACTS.map(([act, facts]) => [act, displays(facts, (cell) => (cell === 'NEVER' ? 'DENY' : cell))]),
    ),
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

function cellFor(policy: EffectivePolicy, facts: Partial<PolicyFacts>): MatrixCell {
  const parsed = parseRequest(facts);
  if (!parsed.ok) throw new TypeError(`a cell of the matrix is a request: ${parsed.error.message}`);
  const { decision, because } = policy.decide(parsed.value);
  return decision === 'DENY' && because.some((reason) => reason.entry.startsWith('never.'))
    ? 'NEVER'
    : decision;
}

function row<K extends string>(keys: readonly K[], cell: (key: K) => MatrixCell): Record<string, MatrixCell> {
  return Object.fromEntries(keys.map((key) => [key, cell(key)]));
}

function table<K extends string>(
  keys: readonly K[],
  cells: (key: K) => Record<string, MatrixCell>,
): MatrixTable {
  return Object.fromEntries(keys.map((key) => [key, cells(key)]));
}

/** The matrix as text, one table after the other, columns aligned. */
export function renderMatrixText(matrix: PolicyMatrix): string {
  const single = (cells: Readonly<Record<string, MatrixCell>>): MatrixTable =>
    Object.fromEntries(Object.entries(cells).map(([key, cell]) => [key, { decision: cell }]));
  return [
    section('Capabilities (3.2)', matrix.capability),
    section('Headed and headless (2.3)', matrix.headedVsHeadless),
    section('Storage (4.2)', matrix.storage),
    section('Tabs (5.3)', matrix.tabs),
    section('Browsers (2.2)', single(matrix.executors)),
    section('Launch flags (9.2)', single(matrix.launchFlags)),
  ].join('\n\n');
}

function section(title: string, rows: MatrixTable): string {
  const columns = Object.keys(Object.values(rows)[0] ?? {});
  const lines = [
    ['', ...columns],
    ...Object.entries(rows).map(([name, cells]) => [name, ...columns.map((column) => cells[column] ?? '')]),
  ];
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
