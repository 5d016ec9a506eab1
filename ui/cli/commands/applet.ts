// `ghost applet check FILE|-`: what an applet's check finds, as lines for a person and as JSON for a program.
import { checkAppletFile, checkAppletStream } from '#gateway/client/files/applet-file.ts';
import { EXIT } from '#ui/cli/console/exit-codes.ts';
import { failWith, say, sayJson } from '#ui/cli/console/output.ts';

export async function check(file: string, flags: { readonly json?: boolean }): Promise<void> {
  const json = flags.json === true;
  const checked = file === '-' ? await checkAppletStream(process.stdin) : checkAppletFile(file);
  if (!checked.ok) return failWith(checked.error, { json });
  const { accepted, bytes, findings } = checked.value;
  if (!accepted) process.exitCode = EXIT.failed;
  if (json) return sayJson(checked.value);
  for (const { layer, code, line, column, message, help } of findings)
    say(`${file}:${line}:${column}: ${layer}: ${code}: ${message}\n  help: ${help}`);
  say(accepted ? `accepted: ${bytes} bytes` : `refused: ${findings.length} findings`);
}
