// Findings as a terminal shows them: place, level and id, the line of the source with a caret below, witness, mend.
import type { PolicyText } from '#policy/engine/compile/check.ts';
import { besideOf } from '#policy/engine/documents/included.ts';
import { brief } from '#policy/engine/compile/prove.ts';
import type { Finding, Tally } from '#policy/tools/lint/model/finding.ts';
import { textOf } from '#policy/engine/reading/source.ts';

export function renderFindingsText(findings: readonly Finding[], texts: readonly PolicyText[]): string {
  const lines = new Map(
    texts
      .flatMap(withLists)
      .map((one): [string, readonly string[]] => [one.file, textOf(one.text).split('\n')]),
  );
  return findings
    .map((one) => renderFinding(one, lines.get(one.span.file)?.[one.span.line - 1]))
    .join('\n\n');
}

const withLists = (text: PolicyText): readonly PolicyText[] => [
  text,
  ...(text.included ?? []).flatMap((one) =>
    'text' in one ? [{ file: besideOf(text.file, one.name), text: one.text }] : [],
  ),
];

function renderFinding(one: Finding, source: string | undefined): string {
  const { span } = one;
  const out = [`${span.file}:${span.line}:${span.column}: policy.${one.id}: ${one.level}: ${one.message}`];
  if (source !== undefined && source.trim() !== '') {
    const shown = source.replace(/\r$/, '').slice(0, 160);
    const gutter = String(span.line);
    const sameLine = span.endLine === undefined || span.endLine === span.line;
    const end = sameLine ? (span.endColumn ?? span.column + 1) : shown.length + 1;
    const width = Math.max(1, Math.min(end, shown.length + 1) - span.column);
    out.push(
      `  ${gutter} | ${shown}`,
      `  ${' '.repeat(gutter.length)} | ${' '.repeat(span.column - 1)}${'^'.repeat(width)}`,
    );
  }
  if (one.help !== undefined) out.push(`  help: ${one.help}`);
  if (one.witness !== undefined) out.push(`  witness: ${brief(one.witness)}`);
  if (one.proof !== undefined) out.push(`  proof: ${one.proof}`);
  if (one.accepted !== undefined) out.push(`  accepted: ${one.accepted}`);
  if (one.fix !== undefined) out.push(`  fix: ${one.fix.description} (verified: ${one.fix.proof})`);
  return out.join('\n');
}

export const tallyWords = ({ errors, warnings, notes }: Tally): string =>
  [plural(errors, 'error'), plural(warnings, 'warning'), plural(notes, 'note')].join(', ');

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** The mend, and why a finding is accepted. */
export const whyOf = ({ help, accepted }: Finding): readonly string[] => [
  ...(help === undefined ? [] : [`help: ${help}`]),
  ...(accepted === undefined ? [] : [`accepted: ${accepted}`]),
];

/** Commands of a GitHub workflow: one annotation a finding. */
export function renderFindingsGithub(findings: readonly Finding[]): string {
  const commands = { error: 'error', warning: 'warning', note: 'notice' } as const;
  return findings
    .map((one) => {
      const { file, line, column, endLine, endColumn } = one.span;
      const end = endLine === line && endColumn !== undefined ? `,endColumn=${endColumn}` : '';
      const where = `file=${property(file)},line=${line},endLine=${endLine ?? line},col=${column}${end}`;
      const text = [one.message, ...whyOf(one)].join('\n');
      return `::${commands[one.level]} ${where},title=${property(one.id)}::${data(text)}`;
    })
    .join('\n');
}

const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
