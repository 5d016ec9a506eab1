// Reports the results of policy tests, as text for a terminal and as JUnit XML for a build server.
import { formatFailure } from '#policy/engine/compile/check.ts';
import type { Failure } from '#policy/language/failure.ts';
import { percentOf } from './coverage.ts';
import type { Share } from './coverage.ts';
import type { TestReport, TestResult } from './run.ts';

const WORDS = {
  embedded: 'embedded',
  case: 'cases',
  matrix: 'matrix cells',
  prove: 'universals',
  replay: 'replays',
} as const satisfies Record<TestResult['group'], string>;
const GROUPS = ['embedded', 'case', 'matrix', 'prove', 'replay'] as const;

export function testReportText(report: TestReport): string {
  const { results, coverage, mutants, policy } = report;
  const wrong = results.flatMap((one) => one.failures);
  const lines = [
    `${report.ok ? 'ok' : 'FAILED'} ${report.file}${policy === null ? '' : ` (${policy.layers.join(' > ')})`}`,
    ...[...report.findings, ...wrong].map((one) => indented(formatFailure(one))),
  ];
  if (policy === null) return lines.join('\n');
  const failed = results.filter((one) => one.failures.length > 0).length;
  const groups = GROUPS.map(
    (group) => [results.filter((one) => one.group === group).length, WORDS[group]] as const,
  )
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`);
  lines.push(`  ${results.length - failed} passed, ${failed} failed: ${groups.join(', ')}`);
  if (coverage !== null) {
    lines.push(`  rules ${ratio(coverage.rules)}, cells ${ratio(coverage.cells)}`);
    for (const one of [...coverage.rules.missed, ...coverage.cells.missed])
      lines.push(`    not covered ${at(one.span)} ${one.what}`);
  }
  if (mutants !== null) {
    const share = { covered: mutants.killed, total: mutants.total, missed: [] };
    lines.push(`  mutants killed ${ratio(share)}, and ${mutants.equivalent} that change nothing`);
    for (const one of mutants.survivors) lines.push(`    survived ${at(one.span)} ${one.what}`);
  }
  return lines.join('\n');
}

const at = (span: Failure['span']): string =>
  span === undefined ? '' : `${span.file}:${span.line}:${span.column}`;
const ratio = (share: Share): string => `${share.covered}/${share.total} (${percentOf(share)} %)`;
const indented = (text: string): string =>
  text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');

export function testReportsJunit(reports: readonly TestReport[]): string {
  const suites = reports.map((report) => {
    const load = report.findings.map((one) => testCase(report.file, 'loads and is covered', [one]));
    const cases = report.results.map((one) =>
      testCase(report.file, `${one.group}: ${one.name}`, one.failures),
    );
    const failures = report.findings.length + report.results.filter((one) => one.failures.length > 0).length;
    const head = `name="${xml(report.file)}" tests="${load.length + cases.length}" failures="${failures}"`;
    return [`  <testsuite ${head}>`, ...load, ...cases, '  </testsuite>'].join('\n');
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="ghost policy test">',
    ...suites,
    '</testsuites>',
  ].join('\n');
}

function testCase(file: string, name: string, failures: readonly Failure[]): string {
  const head = `    <testcase classname="${xml(file)}" name="${xml(name)}"`;
  if (failures.length === 0) return `${head}/>`;
  const inner = failures.map(
    (one) =>
      `      <failure type="${one.code}" message="${xml(one.message)}">${xml(formatFailure(one))}</failure>`,
  );
  return [`${head}>`, ...inner, '    </testcase>'].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const xml = (text: string): string => text.replaceAll(/[&<>"]/gu, (sign) => ENTITIES[sign] ?? sign);
