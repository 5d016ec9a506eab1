// `ghost policy check|lints|fmt|seal`.
import { formatFile, lintFiles, sealFile } from '#gateway/client/policy/check.ts';
import type { FileReport } from '#gateway/client/policy/check.ts';
import { filesInForce } from '#gateway/client/policy/files.ts';
import { tally } from '#policy/tools/lint/model/finding.ts';
import { LINT_ROWS } from '#policy/tools/lint/model/registry.ts';
import { renderFindingsGithub, renderFindingsText, tallyWords } from '#policy/tools/render/findings-text.ts';
import { renderFindingsJunit } from '#policy/tools/render/junit.ts';
import { renderFindingsSarif } from '#policy/tools/render/sarif.ts';
import { EXIT } from '#ui/cli/console/exit-codes.ts';
import { failWith, inWords, say, sayJson, sayWhole, tell } from '#ui/cli/console/output.ts';

type CheckFlags = {
  readonly format: 'text' | 'json' | 'sarif' | 'junit' | 'github';
  readonly strict: boolean;
  readonly fix?: boolean;
  readonly json?: boolean;
};

export function check(named: readonly string[], flags: CheckFlags): void {
  const format = flags.json === true ? 'json' : flags.format;
  const files = filesInForce(named);
  if (!files.ok) return failWith(files.error, { json: format === 'json' });
  const report = lintFiles(files.value, { fix: flags.fix === true });
  for (const line of report.fixed) tell(`fixed ${line}`);
  const { errors, warnings } = tally(report.findings);
  const failed = errors > 0 || report.policy === null || (flags.strict && warnings > 0);
  if (failed) process.exitCode = EXIT.failed;
  switch (format) {
    case 'json':
      return sayJson({ ok: !failed, ...asJson(report) });
    case 'sarif':
      return sayJson(renderFindingsSarif(report.findings));
    case 'junit':
      return say(renderFindingsJunit(report.findings, report.texts, flags.strict));
    case 'github':
      if (report.findings.length > 0) say(renderFindingsGithub(report.findings));
      return;
    case 'text':
      return sayText(report);
  }
}

function asJson({ findings, policy, fixed }: FileReport): Record<string, unknown> {
  return {
    policy:
      policy === null
        ? null
        : {
            id: policy.id,
            revision: policy.revision,
            semantic: policy.semanticHash,
            source: policy.sourceHash,
            layers: policy.layers,
          },
    counts: tally(findings),
    findings: findings.map((one) => ({ code: `policy.${one.id}`, ...one })),
    fixed,
  };
}

function sayText({ findings, policy, texts }: FileReport): void {
  if (findings.length > 0) say(`${renderFindingsText(findings, texts)}\n`);
  if (policy !== null)
    say(
      `${policy.layers.join(' > ')}: loads, its invariants are proved, its tests pass\n${policy.semanticHash}`,
    );
  say(tallyWords(tally(findings)));
}

export function lints(flags: { readonly json?: boolean }): void {
  if (flags.json === true) return sayJson(LINT_ROWS);
  const width = Math.max(...LINT_ROWS.map((row) => row.id.length));
  for (const row of LINT_ROWS) say(`${row.id.padEnd(width)}  ${row.level.padEnd(7)}  ${row.sentence}`);
}

/** One file without flags: its layout on stdout. `--check`: exit 1 where a file differs. `--write`: in place. */
export function fmt(
  files: readonly string[],
  flags: { readonly check?: boolean; readonly write?: boolean },
): void {
  const plain = flags.check !== true && flags.write !== true;
  if (plain && files.length > 1) {
    process.exitCode = EXIT.usage;
    return tell('several files need `--check` or `--write`');
  }
  for (const file of files) {
    const done = formatFile(file, { write: flags.write === true && flags.check !== true });
    if (!done.ok) {
      process.exitCode = EXIT.failed;
      for (const one of done.error) tell(inWords(one));
      continue;
    }
    if (plain) sayWhole(done.value.text);
    else if (done.value.changed) {
      say(done.value.file);
      if (flags.check === true) process.exitCode = EXIT.failed;
    }
    for (const by of done.value.includedBy)
      tell(`${by.file} includes it as it was: with this layout write \`hash: '${by.hash}'\` there`);
  }
}

/** Says what is there, so that a person sees what they put their mark under. */
export function seal(
  files: readonly string[],
  flags: { readonly revision?: number; readonly json?: boolean },
): void {
  for (const file of files) {
    const done = sealFile(file, flags.revision);
    if (!done.ok) {
      process.exitCode = EXIT.failed;
      if (flags.json === true) sayJson({ file, findings: done.error });
      else for (const one of done.error) tell(inWords(one));
    } else if (flags.json === true) sayJson({ file, ...done.value });
    else {
      const { end, parts, changed } = done.value;
      const there = Object.entries(parts).map(([section, count]) => `${count} ${section}`);
      say(`${file}: ${changed ? 'ends with' : 'ended already with'} ${end}: ${there.join(', ')}`);
    }
  }
}
