// Findings as SARIF 2.1.0: rules, results with places, witnesses in the properties, verified fixes as replacements.
import type { Span } from '#policy/language/failure.ts';
import type { Finding, Fix } from '#policy/tools/lint/model/finding.ts';
import { LINT_ROWS, lintRow } from '#policy/tools/lint/model/registry.ts';
import { sarifLog, sarifMessage } from './sarif-log.ts';

export function renderFindingsSarif(findings: readonly Finding[]): unknown {
  const known = new Set(LINT_ROWS.map((row) => row.id));
  const others = [...new Set(findings.map((one) => one.id))].filter((id) => !known.has(id)).sort();
  const rules = [...LINT_ROWS, ...others.map(lintRow)];
  return sarifLog(
    'ghost policy check',
    rules.map((row) => ({
      id: row.id,
      shortDescription: { text: row.sentence },
      defaultConfiguration: { level: row.level },
    })),
    findings.map((one) => ({
      ruleId: one.id,
      ruleIndex: rules.findIndex((row) => row.id === one.id),
      level: one.level,
      message: sarifMessage(one.help === undefined ? one.message : `${one.message}\nhelp: ${one.help}`),
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: uriOf(one.span.file) },
            region: regionOf(one.span),
          },
          ...(one.entry === null ? {} : { logicalLocations: [{ fullyQualifiedName: one.entry }] }),
        },
      ],
      ...(one.fix === undefined ? {} : { fixes: [fixOf(one.fix, one.span.file)] }),
      ...(one.accepted === undefined
        ? {}
        : { suppressions: [{ kind: 'inSource', status: 'accepted', justification: one.accepted }] }),
      properties: {
        ...(one.witness === undefined ? {} : { witness: one.witness }),
        ...(one.proof === undefined ? {} : { proof: one.proof }),
      },
    })),
  );
}

function fixOf(fix: Fix, file: string): unknown {
  return {
    description: sarifMessage(`${fix.description} (verified: ${fix.proof})`),
    artifactChanges: [
      {
        artifactLocation: { uri: uriOf(file) },
        replacements: fix.edits.map((edit) => ({
          deletedRegion: regionOf(edit.span),
          ...(edit.text === '' ? {} : { insertedContent: { text: edit.text } }),
        })),
      },
    ],
  };
}

function regionOf(span: Span): unknown {
  return {
    startLine: span.line,
    startColumn: span.column,
    ...(span.endLine === undefined ? {} : { endLine: span.endLine, endColumn: span.endColumn }),
  };
}

const uriOf = (file: string): string =>
  file === '' ? 'policy' : file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
