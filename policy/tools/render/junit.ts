// Findings as JUnit XML: a suite a file, a case a finding. Errors and warnings fail, notes are output of a passing case.
import type { PolicyText } from '#policy/engine/compile/check.ts';
import type { Finding } from '#policy/tools/lint/model/finding.ts';
import { whyOf } from './findings-text.ts';

export function renderFindingsJunit(
  findings: readonly Finding[],
  texts: readonly PolicyText[],
  strict: boolean,
): string {
  const files = [...new Set([...texts.map((one) => one.file), ...findings.map((one) => one.span.file)])];
  const fails = (one: Finding): boolean => one.level === 'error' || (strict && one.level === 'warning');
  const suites = files.map((file) => {
    const own = findings.filter((one) => one.span.file === file);
    const cases = own.map((one) => caseOf(one, fails(one)));
    const clean = own.some(fails)
      ? []
      : [`    <testcase classname="${escape(file)}" name="loads, proves and passes"/>`];
    const failures = own.filter(fails).length;
    return [
      `  <testsuite name="${escape(file)}" tests="${cases.length + clean.length}" failures="${failures}" errors="0">`,
      ...clean,
      ...cases,
      '  </testsuite>',
    ].join('\n');
  });
  const failed = findings.filter(fails).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="ghost policy check" failures="${failed}">`,
    ...suites,
    '</testsuites>',
  ].join('\n');
}

function caseOf(one: Finding, fails: boolean): string {
  const { file, line, column } = one.span;
  const name = `${one.id} at ${line}:${column}${one.entry === null ? '' : ` ${one.entry}`}`;
  const body = escape([one.message, ...whyOf(one)].join('\n'));
  const inner = fails
    ? `<failure type="${escape(one.id)}" message="${escape(one.message)}">${body}</failure>`
    : `<system-out>${one.level}: ${body}</system-out>`;
  return `    <testcase classname="${escape(file)}" name="${escape(name)}">${inner}</testcase>`;
}

/** For text and attributes; control characters that XML cannot hold are dropped. */
export function escape(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
