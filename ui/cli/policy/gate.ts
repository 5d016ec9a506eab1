// `ghost policy gate NEW --against OLD`.
import { gateFiles } from '#gateway/client/policy/gate.ts';
import { gateExit } from '#policy/tools/gate/gate.ts';
import {
  gateData,
  gateJunit,
  gateSarif,
  renderGateMarkdown,
  renderGateText,
} from '#policy/tools/gate/gate-forms.ts';
import { EXIT } from '#ui/cli/console/exit-codes.ts';
import { inWords, say, sayJson, tell } from '#ui/cli/console/output.ts';

type Flags = {
  readonly against: readonly string[];
  readonly acknowledged?: string;
  readonly format: 'text' | 'json' | 'markdown' | 'sarif' | 'junit';
  readonly json?: boolean;
  readonly dataDir?: string;
};

export function gateOf(files: readonly string[], flags: Flags): void {
  const format = flags.json === true ? 'json' : flags.format;
  const asked = gateFiles(files, flags.against, flags);
  if (!asked.ok) {
    process.exitCode = EXIT.failed;
    if (format === 'json' || format === 'sarif')
      sayJson({ ok: false, exit: EXIT.failed, findings: asked.error });
    else for (const one of asked.error) tell(inWords(one));
    return;
  }
  const report = asked.value;
  process.exitCode = gateExit(report);
  switch (format) {
    case 'json':
      return sayJson(gateData(report));
    case 'sarif':
      return sayJson(gateSarif(report));
    case 'markdown':
      return say(renderGateMarkdown(report));
    case 'junit':
      return say(gateJunit(report));
    case 'text':
      return say(renderGateText(report));
  }
}
