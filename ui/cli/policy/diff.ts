// `ghost policy diff OLD NEW`.
import { checkFiles } from '#gateway/client/policy/files.ts';
import { layersNamed } from '#gateway/client/policy/shipped.ts';
import { DIFF_EXIT, diffExit, diffPolicies } from '#policy/tools/compare/diff.ts';
import { diffData, diffSarif, renderDiffMarkdown, renderDiffText } from '#policy/tools/render/render-diff.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import type { Failure } from '#policy/language/failure.ts';
import { EXIT } from '#ui/cli/console/exit-codes.ts';
import { inWords, say, sayJson, tell } from '#ui/cli/console/output.ts';

type Flags = {
  readonly format: 'text' | 'json' | 'markdown' | 'sarif';
  readonly json?: boolean;
  readonly summary?: boolean;
};

export function diff(old: string, renewed: string, flags: Flags): void {
  const format = flags.json === true ? 'json' : flags.format;
  const json = format === 'json' || format === 'sarif';
  const before = policyOfSide(old, json);
  const after = before === null ? null : policyOfSide(renewed, json);
  if (before === null || after === null) return;
  const compared = diffPolicies(before, after);
  if (!compared.ok) return refuse([compared.error], json);
  process.exitCode = diffExit(compared.value);
  switch (format) {
    case 'json':
      return sayJson(diffData(compared.value));
    case 'sarif':
      return sayJson(diffSarif(compared.value));
    case 'markdown':
      return say(renderDiffMarkdown(compared.value));
    case 'text':
      return say(renderDiffText(compared.value, { summary: flags.summary === true }));
  }
}

function policyOfSide(side: string, json: boolean): CompiledPolicy | null {
  const { findings, policy } = checkFiles(layersNamed([side]));
  if (policy === null) refuse(findings, json);
  return policy;
}

function refuse(findings: readonly Failure[], json: boolean): void {
  process.exitCode = findings.some((one) => one.code === 'policy.unproven')
    ? DIFF_EXIT.unproven
    : EXIT.failed;
  if (json) sayJson({ findings });
  else for (const finding of findings) tell(inWords(finding));
}
