// A difference as a terminal, a machine and a pull request show it. Every form says everything; a summary says how much.
import { placeOf } from '#policy/engine/documents/document.ts';
import { FACT_NAMES, factSpec } from '#policy/language/fact-table.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { markdownCode, markdownText } from './markdown.ts';
import { sarifLog, sarifMessage } from './sarif-log.ts';
import { changeInWords } from '#policy/engine/layers/changes.ts';
import { diffExit } from '#policy/tools/compare/diff.ts';
import type { Cause, DiffRow, PolicyDiff } from '#policy/tools/compare/diff.ts';
import { guardInWords } from '#policy/tools/compare/guards.ts';
import type { Guard } from '#policy/tools/compare/guards.ts';
import { endingLines, extentOf } from './render-endings.ts';
import { regionInWords, valuesInWords } from '#policy/tools/compare/region.ts';
import type { Region } from '#policy/tools/compare/region.ts';

/** Rows that say the same but for ordinary conditions: one line in a terminal. */
type Group = { readonly first: DiffRow; readonly salient: Region; readonly rows: readonly DiffRow[] };

/** `summary`: how many requests of which capability, and no region, cause or witness. Everything else stays. */
export function renderDiffText(diff: PolicyDiff, { summary = false }: { summary?: boolean } = {}): string {
  const groups = groupsOf(diff);
  const table = groups.map(({ first, salient }) => [
    first.direction,
    changeInWords(first),
    capabilitiesOf(first),
    regionInWords(salient) || 'any host',
    causesInWords(first.causes),
  ]);
  const widths = [0, 1, 2, 3].map((column) =>
    Math.min(60, Math.max(0, ...table.map((cells) => cells[column]?.length ?? 0))),
  );
  const lines = groups.flatMap(({ salient, rows }, index) => [
    (table[index] ?? [])
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
    ...rows.flatMap((row) => [
      ...within(row, salient),
      `      decided by ${row.before.join(', ')} -> ${row.after.join(', ')}`,
      `      witness ${witnessInWords(row)}`,
    ]),
  ]);
  const { added, removed } = diff.invariants;
  return [
    summaryOf(diff),
    ...(summary ? inNumbers(diff.rows) : lines),
    ...guardsOf(diff).flatMap((one) => [guardInWords(one), `      ${guardPlace(one)}`]),
    ...(removed.length === 0 ? [] : [`invariants no longer stated: ${removed.join(', ')}`]),
    ...(added.length === 0 ? [] : [`invariants newly stated: ${added.join(', ')}`]),
    ...endingLines(diff),
    detailOf(diff),
    verdictOf(diff),
  ].join('\n');
}

/** How many rows there are of one direction, change and capability. */
function inNumbers(rows: readonly DiffRow[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const head = `${row.direction}  ${changeInWords(row)}  ${capabilitiesOf(row)}`;
    counts.set(head, (counts.get(head) ?? 0) + 1);
  }
  return [...counts].map(([head, count]) => `${head}: ${count === 1 ? 'one region' : `${count} regions`}`);
}

function groupsOf(diff: PolicyDiff): readonly Group[] {
  const groups = new Map<string, { first: DiffRow; salient: Region; rows: DiffRow[] }>();
  for (const row of diff.rows) {
    const salient = salientOf(row.region);
    const causes = row.causes.map(({ entry, how }) => `${entry} ${how}`);
    const head = [
      row.direction,
      row.about,
      row.from,
      row.to,
      row.terms,
      row.region['capability'],
      salient,
      causes,
    ];
    const key = JSON.stringify(head);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { first: row, salient, rows: [row] });
    else known.rows.push(row);
  }
  return [...groups.values()];
}

/** The host, and facts that are not at their neutral value: what makes the requests of a row unlike ordinary ones. */
export function salientOf(region: Region): Region {
  return Object.fromEntries(
    Object.entries(region).filter(([fact, values]) => {
      const name = FACT_NAMES.find((one) => one === fact);
      if (name === undefined) return fact === 'day';
      if (fact === 'capability') return false;
      const { neutral } = factSpec(name);
      return fact === 'host' || neutral === null || !values.includes(neutral);
    }),
  );
}

function within(row: DiffRow, salient: Region): readonly string[] {
  const rest = Object.entries(row.region).filter(([fact]) => !Object.hasOwn(salient, fact));
  const words = regionInWords(Object.fromEntries(rest));
  if (words === '') return [];
  return [`      ${row.exact ? 'where' : 'somewhere within'} ${words}`];
}

const guardsOf = ({ guards = [] }: PolicyDiff): readonly Guard[] => guards;

const guardPlace = ({ how, span }: Guard): string =>
  `${how === 'removed' ? 'stood' : 'stands'} at ${placeOf(span)}`;

const capabilitiesOf = ({ region }: DiffRow): string => {
  const values = region['capability'];
  return values === undefined ? 'any capability' : valuesInWords('capability', values);
};

const causesInWords = (causes: readonly Cause[]): string =>
  causes.map(({ entry, how }) => `${entry} ${how}`).join(', ');

export const countInWords = (count: bigint): string => count.toLocaleString('en');

function summaryOf(diff: PolicyDiff): string {
  return `${diff.old.layers.join(' > ')} -> ${diff.new.layers.join(' > ')}    ${extentOf(diff)}`;
}

/** For whoever wants to know how it is known. */
const detailOf = ({ compared, differ }: PolicyDiff): string =>
  `every request was compared: ${countInWords(compared)} classes of them, of which ${countInWords(differ)} differ`;

/** With its day, where it is one to come. */
export function witnessInWords({ witness, region, day }: DiffRow): string {
  return `${JSON.stringify(briefly(witness))}${region['day'] === undefined ? '' : ` on ${day}`}`;
}

function verdictOf(diff: PolicyDiff): string {
  switch (diffExit(diff)) {
    case 0:
      return 'same: no request is decided otherwise';
    case 2:
      return 'tightened: nothing is loosened';
    case 3:
      return 'LOOSENED';
  }
}

/** The facts of a request that are not neutral: what `explain` needs to decide on it again. */
export function briefly(facts: PolicyFacts): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    FACT_NAMES.flatMap((name) => (facts[name] === factSpec(name).neutral ? [] : [[name, facts[name]]])),
  );
}

export function renderDiffMarkdown(diff: PolicyDiff): string {
  const rows = diff.rows.map((row) => [
    row.direction === 'LOOSENED' ? '**LOOSENED**' : row.direction,
    ...[
      changeInWords(row),
      capabilitiesOf(row),
      `${row.exact ? '' : 'somewhere within '}${regionInWords(row.region) || 'every request'}`,
      `${row.before.join(', ')} → ${row.after.join(', ')}`,
      causesInWords(row.causes),
    ].map(markdownText),
    markdownCode(witnessInWords(row)),
  ]);
  const { added, removed } = diff.invariants;
  return [
    `### Policy difference: ${verdictOf(diff)}`,
    '',
    `${markdownText(summaryOf(diff))}.`,
    ...(rows.length === 0
      ? []
      : [
          '',
          '| | change | capability | where | decided by | because of | witness |',
          '| --- | --- | --- | --- | --- | --- | --- |',
          ...rows.map((cells) => `| ${cells.join(' | ')} |`),
        ]),
    ...(guardsOf(diff).length === 0
      ? []
      : [
          '',
          ...guardsOf(diff).map(
            (one) => `- **${markdownText(guardInWords(one))}** (${markdownText(guardPlace(one))})`,
          ),
        ]),
    ...(removed.length === 0
      ? []
      : ['', `Invariants no longer stated: ${markdownText(removed.join(', '))}.`]),
    ...(added.length === 0 ? [] : ['', `Invariants newly stated: ${markdownText(added.join(', '))}.`]),
    ...(endingLines(diff).length === 0
      ? []
      : ['', ...endingLines(diff).map((line) => `- ${markdownText(line)}`)]),
    '',
    `<sub>${detailOf(diff)}</sub>`,
  ].join('\n');
}

/** Plain JSON. Counts that a double does not hold are text. */
export function diffData(diff: PolicyDiff): Readonly<Record<string, unknown>> {
  return {
    ...diff,
    exit: diffExit(diff),
    exact: true,
    ...(diff.guards === undefined
      ? {}
      : { guards: diff.guards.map(({ span, ...guard }) => ({ ...guard, at: placeOf(span) })) }),
    compared: numberOf(diff.compared),
    differ: numberOf(diff.differ),
    rows: diff.rows.map((row) => ({
      ...row,
      classes: numberOf(row.classes),
      causes: row.causes.map(({ span, ...cause }) => ({ ...cause, at: placeOf(span) })),
    })),
  };
}

export const numberOf = (count: bigint): number | string =>
  count <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(count) : String(count);

const SARIF_LEVEL = { LOOSENED: 'error', CHANGED: 'note', TIGHTENED: 'note' } as const;

/** SARIF 2.1.0, a result for every row, at the entry that causes it. */
export function diffSarif(diff: PolicyDiff): Readonly<Record<string, unknown>> {
  return sarifLog(
    'ghost policy diff',
    Object.entries(RULES)
      .filter(([id]) => id !== 'guard' || guardsOf(diff).length > 0)
      .map(([id, text]) => ({ id, shortDescription: { text } })),
    [...diff.rows.map(rowResult), ...guardsOf(diff).map(guardResult)],
  );
}

function rowResult(row: DiffRow): Readonly<Record<string, unknown>> {
  return {
    ruleId: row.direction.toLowerCase(),
    level: SARIF_LEVEL[row.direction],
    message: sarifMessage(
      `${changeInWords(row)}: ${capabilitiesOf(row)}, ${regionInWords(row.region) || 'every request'} (${causesInWords(row.causes)}; witness ${witnessInWords(row)})`,
    ),
    locations: row.causes.map(({ span }) => locationOf(span)),
  };
}

const guardResult = (one: Guard): Readonly<Record<string, unknown>> => ({
  ruleId: 'guard',
  level: 'error',
  message: sarifMessage(guardInWords(one)),
  locations: [locationOf(one.span)],
});

const locationOf = (span: Guard['span']): Readonly<Record<string, unknown>> => ({
  physicalLocation: {
    artifactLocation: { uri: span.file },
    region: { startLine: span.line, startColumn: span.column },
  },
});

const RULES = {
  loosened: 'Requests are decided less severely than before.',
  changed: 'Requests are refused under another name.',
  tightened: 'Requests are decided more severely than before.',
  guard: 'An invariant, a floor, a test or a duty that guarded the policy is gone or weaker.',
} as const;
