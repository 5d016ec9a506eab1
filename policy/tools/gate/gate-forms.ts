// The report of the gate for a terminal, a pull request, a machine, a code scanner and a build server.
// INVARIANT: every form has every reason, and says the same verdict.
import { diffData } from '#policy/tools/render/render-diff.ts';
import { placeOf } from '#policy/engine/documents/document.ts';
import { escape } from '#policy/tools/render/junit.ts';
import { markdownText } from '#policy/tools/render/markdown.ts';
import { sarifLog, sarifMessage } from '#policy/tools/render/sarif-log.ts';
import { gateExit } from './gate.ts';
import type { GateReport } from './gate.ts';
import { PARTS, partsOf, placeIn, reasonsAgainst, titleOf, verdictOf } from './gate-report.ts';
import type { Reason } from './gate-report.ts';

/** Parts, reasons with their mends, verdict: lines without an end of line after the last. */
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

/** A heading, a table of parts, a table of reasons. */
export function renderGateMarkdown(report: GateReport): string {
  const reasons = reasonsAgainst(report);
  return [
    `### Policy gate: ${markdownText(verdictOf(report))}`,
    '',
    `${markdownText(titleOf(report))}.`,
    '',
    '| part | | |',
    '| --- | --- | --- |',
    ...partsOf(report).map(
      ({ part, ok, words }) => `| ${part} | ${ok ? 'ok' : '**FAILED**'} | ${markdownText(words)} |`,
    ),
    ...(reasons.length === 0
      ? []
      : [
          '',
          '| where | reason | mend |',
          '| --- | --- | --- |',
          ...reasons.map(
            (one) =>
              `| ${one.span === null ? '' : markdownText(placeOf(one.span))} | ${markdownText(`${one.part}: ${one.message}`)} | ${markdownText(one.mend)} |`,
          ),
        ]),
  ].join('\n');
}

/** JSON: reasons have their place as `at`, `file:line:column`, or `null`. */
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

/** SARIF 2.1.0, a rule for each part. */
export function gateSarif(report: GateReport): Readonly<Record<string, unknown>> {
  return sarifLog(
    'ghost policy gate',
    PARTS.map((id) => ({ id, shortDescription: { text: RULES[id] } })),
    reasonsAgainst(report).map((one) => ({
      ruleId: one.part,
      ruleIndex: PARTS.indexOf(one.part),
      level: 'error',
      message: sarifMessage(`${one.message}\nhelp: ${one.mend}`),
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

/** JUnit XML, a suite for each part, a failed case for each reason. */
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
