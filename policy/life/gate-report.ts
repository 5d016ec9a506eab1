// What the gate found, in one list: every reason against a policy with its part, its line and its mend; for a terminal, a machine,
// a pull request, a code scanner and a build server. INVARIANT: every form has every reason, and says the same verdict.
import { changeInWords } from '#policy/compare/changes.ts';
import type { DiffRow } from '#policy/compare/diff.ts';
import { guardInWords } from '#policy/compare/guards.ts';
import { regionInWords, valuesInWords } from '#policy/compare/region.ts';
import { diffData, salientOf, witnessInWords } from '#policy/compare/render-diff.ts';
import { extentOf } from '#policy/compare/render-endings.ts';
import { placeOf } from '#policy/document.ts';
import type { Failure, Span } from '#policy/failure.ts';
import { tally } from '#policy/lint/finding.ts';
import { escape } from '#policy/render/junit.ts';
import { sarifLog } from '#policy/render/sarif-log.ts';
import { gateExit } from './gate.ts';
import type { GateReport } from './gate.ts';

const PARTS = ['check', 'verify', 'test', 'diff'] as const;

export type Reason = {
  readonly part: (typeof PARTS)[number];
  /** A lint or error code, or `loosened`, `guard`, `violated`, `unproven`. */
  readonly id: string;
  readonly message: string;
  readonly span: Span | null;
  readonly mend: string;
};

export function reasonsAgainst(report: GateReport): readonly Reason[] {
  return [...checkReasons(report), ...proofReasons(report), ...testReasons(report), ...diffReasons(report)];
}

const checkReasons = ({ refusing }: GateReport): readonly Reason[] =>
  [...refusing].map(({ id, message, span, help }) => ({
    part: 'check',
    id: `policy.${id}`,
    message,
    span,
    mend: help ?? 'mend what the message names',
  }));

const proofReasons = ({ proof }: GateReport): readonly Reason[] =>
  (proof?.verdicts ?? [])
    .filter(({ answer }) => answer !== 'PROVEN')
    .map(({ id, says, answer, at, refutation }) => ({
      part: 'verify',
      id: answer.toLowerCase(),
      message: `\`${id}\` is ${answer}: ${says}`,
      span: spanOf(at),
      mend:
        refutation?.entry === null || refutation?.entry === undefined
          ? 'run `ghost policy verify` to see what breaks it'
          : `change \`${refutation.entry}\`${refutation.at === null ? '' : ` at ${refutation.at}`}`,
    }));

const testReasons = ({ tests }: GateReport): readonly Reason[] =>
  tests.flatMap(({ results, findings }) =>
    [...results.flatMap(({ failures }) => failures), ...findings].map((one) => reasonOf('test', one)),
  );

const reasonOf = (part: Reason['part'], { code, message, span, help }: Failure): Reason => ({
  part,
  id: code,
  message,
  span: span ?? null,
  mend: help ?? 'mend what the message names',
});

function diffReasons({
  diff,
  incomparable,
  toAcknowledge,
  acknowledged,
  policy,
}: GateReport): readonly Reason[] {
  const none = incomparable.map((one) => reasonOf('diff', one));
  if (diff === null || acknowledged) return none;
  const meant = `or have a person acknowledge it with \`--acknowledged ${toAcknowledge ?? ''}\``;
  const guards = (diff.guards ?? []).map((one): Reason => ({
    part: 'diff',
    id: 'guard',
    message: guardInWords(one),
    span: one.span,
    mend: `bring \`${one.guard}\` back as it was, ${meant}`,
  }));
  const rows = diff.rows
    .filter(({ direction }) => direction === 'LOOSENED')
    .map((row): Reason => ({
      part: 'diff',
      id: 'loosened',
      message: rowInWords(row),
      span: row.causes[0]?.span ?? deciderOf(row, policy),
      mend: `take back what ${row.causes.map(({ entry, how }) => `\`${entry}\` ${how}`).join(', ') || 'changed'} says, ${meant}`,
    }));
  return [...none, ...guards, ...rows];
}

function rowInWords(row: DiffRow): string {
  const capabilities = row.region['capability'];
  const what = capabilities === undefined ? 'any capability' : valuesInWords('capability', capabilities);
  const where = regionInWords(salientOf(row.region)) || 'ordinary requests';
  return `LOOSENED ${changeInWords(row)}: ${what}, ${where} (witness ${witnessInWords(row)})`;
}

/** No entry changed, but who may answer, how long, or a duty: what decides there, or the head of the lowest layer. */
function deciderOf(row: DiffRow, policy: GateReport['policy']): Span | null {
  if (policy === null) return null;
  const { layers, units } = policy.stack;
  return units.find(({ ref }) => row.after.includes(ref))?.span ?? layers.at(-1)?.document.span ?? null;
}

function spanOf(at: string): Span | null {
  const [, file, line, column] = /^(.*):(\d+):(\d+)$/u.exec(at) ?? [];
  return file === undefined ? null : { file, line: Number(line), column: Number(column) };
}

type Line = { readonly part: Reason['part']; readonly ok: boolean; readonly words: string };

function partsOf(report: GateReport): readonly Line[] {
  const { findings, refusing, proof, tests, diff } = report;
  const { errors, warnings, notes } = tally(findings);
  const proven = proof?.verdicts.filter(({ answer }) => answer === 'PROVEN').length ?? 0;
  const results = tests.flatMap((one) => one.results);
  const passed = results.filter(({ failures }) => failures.length === 0).length;
  const loosened = diff?.rows.filter(({ direction }) => direction === 'LOOSENED').length ?? 0;
  const guards = diff?.guards?.length ?? 0;
  const known = warnings - [...refusing].filter(({ level }) => level === 'warning').length;
  return [
    {
      part: 'check',
      ok: refusing.size === 0 && report.policy !== null,
      words: `${errors} errors, ${warnings} warnings${known > 0 ? ` (${known} as before)` : ''}, ${notes} notes; its own tests ${report.policy === null ? 'did not all pass' : 'pass'}`,
    },
    {
      part: 'verify',
      ok: proof !== null && proven === proof.verdicts.length,
      words: proof === null ? 'nothing to prove' : `${proven} of ${proof.verdicts.length} proven`,
    },
    {
      part: 'test',
      ok: tests.every((one) => one.ok),
      words:
        tests.length === 0 ? 'no test files' : `${tests.length} files, ${passed} of ${results.length} passed`,
    },
    {
      part: 'diff',
      ok: diff !== null && loosened + guards === 0,
      words: diff === null ? 'not compared' : `${extentOf(diff)}; ${guards} guards gone`,
    },
  ];
}

function verdictOf(report: GateReport): string {
  switch (report.answer) {
    case 'REFUSED':
      return 'REFUSED: it may not go in';
    case 'UNPROVEN':
      return 'UNPROVEN: nothing says what it loosens';
    case 'LOOSENED':
      return report.acknowledged
        ? 'LOOSENED, and acknowledged: it may go in'
        : `LOOSENED: it waits for an acknowledgement of ${report.toAcknowledge ?? ''}`;
    case 'MAY_GO_IN':
      return 'it may go in';
  }
}

const titleOf = ({ policy, diff }: GateReport): string =>
  `${policy?.layers.join(' > ') ?? 'a policy that does not load'} against ${diff?.old.layers.join(' > ') ?? 'what was not compared'}`;

const placeIn = ({ span }: Reason): string => (span === null ? '' : `${placeOf(span)}: `);

export function renderGateText(report: GateReport): string {
  return [
    titleOf(report),
    ...partsOf(report).map(
      ({ part, ok, words }) => `  ${part.padEnd(6)}  ${ok ? 'ok    ' : 'FAILED'}  ${words}`,
    ),
    ...reasonsAgainst(report).flatMap((one) => [
      `${placeIn(one)}${one.part}: ${one.id}: ${one.message}`,
      `  help: ${one.mend}`,
    ]),
    verdictOf(report),
  ].join('\n');
}

export function renderGateMarkdown(report: GateReport): string {
  const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');
  const reasons = reasonsAgainst(report);
  return [
    `### Policy gate: ${verdictOf(report)}`,
    '',
    `${titleOf(report)}.`,
    '',
    '| part | | |',
    '| --- | --- | --- |',
    ...partsOf(report).map(
      ({ part, ok, words }) => `| ${part} | ${ok ? 'ok' : '**FAILED**'} | ${cell(words)} |`,
    ),
    ...(reasons.length === 0
      ? []
      : [
          '',
          '| where | reason | mend |',
          '| --- | --- | --- |',
          ...reasons.map(
            (one) =>
              `| ${one.span === null ? '' : `\`${placeOf(one.span)}\``} | ${cell(`${one.part}: ${one.message}`)} | ${cell(one.mend)} |`,
          ),
        ]),
  ].join('\n');
}

export function gateData(report: GateReport): Readonly<Record<string, unknown>> {
  const { answer, acknowledged, toAcknowledge, findings, tests, diff, policy, proof } = report;
  return {
    ok: gateExit(report) === 0,
    exit: gateExit(report),
    answer,
    acknowledged,
    toAcknowledge,
    policy:
      policy === null
        ? null
        : { layers: policy.layers, semantic: policy.semanticHash, source: policy.sourceHash },
    parts: partsOf(report),
    reasons: reasonsAgainst(report).map(({ span, ...one }) => ({
      ...one,
      at: span === null ? null : placeOf(span),
    })),
    findings: findings.map((one) => ({ code: `policy.${one.id}`, ...one })),
    verdicts: (proof?.verdicts ?? []).map(({ id, says, answer: found, at }) => ({
      id,
      says,
      answer: found,
      at,
    })),
    tests: tests.map(({ file, ok, results }) => ({ file, ok, results: results.length })),
    diff: diff === null ? null : diffData(diff),
  };
}

const RULES: Readonly<Record<Reason['part'], string>> = {
  check: 'The policy does not load, or something in it is wrong.',
  verify: 'An invariant does not hold, or is not proved.',
  test: 'A test does not pass, or too little is tested.',
  diff: 'Less is refused than before, or a guard is gone.',
};

export function gateSarif(report: GateReport): Readonly<Record<string, unknown>> {
  return sarifLog(
    'ghost policy gate',
    PARTS.map((id) => ({ id, shortDescription: { text: RULES[id] } })),
    reasonsAgainst(report).map((one) => ({
      ruleId: one.part,
      ruleIndex: PARTS.indexOf(one.part),
      level: 'error',
      message: { text: `${one.message}\nhelp: ${one.mend}` },
      locations:
        one.span === null
          ? []
          : [
              {
                physicalLocation: {
                  artifactLocation: { uri: encodeURI(one.span.file) },
                  region: { startLine: one.span.line, startColumn: one.span.column },
                },
              },
            ],
      properties: { id: one.id },
    })),
  );
}

export function gateJunit(report: GateReport): string {
  const reasons = reasonsAgainst(report);
  const suites = partsOf(report).map(({ part, ok, words }) => {
    const own = reasons.filter((one) => one.part === part);
    const bare = own.length === 0 && !ok;
    const cases = own.map(
      (one) =>
        `    <testcase classname="${part}" name="${escape(`${placeIn(one)}${one.id}`)}"><failure type="${escape(one.id)}" message="${escape(one.message)}">${escape(`${one.message}\nhelp: ${one.mend}`)}</failure></testcase>`,
    );
    const rest = bare
      ? `<testcase classname="${part}" name="${part}"><failure type="${part}" message="${escape(words)}"/></testcase>`
      : `<testcase classname="${part}" name="${escape(words)}"/>`;
    const failures = own.length + (bare ? 1 : 0);
    return [
      `  <testsuite name="${part}" tests="${own.length + (own.length === 0 ? 1 : 0)}" failures="${failures}" errors="0">`,
      ...(own.length === 0 ? [`    ${rest}`] : cases),
      '  </testsuite>',
    ].join('\n');
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="ghost policy gate">`,
    ...suites,
    '</testsuites>',
  ].join('\n');
}
