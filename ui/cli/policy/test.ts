// `ghost policy test` and `ghost policy list`.
import { shippedPolicies, testFiles } from '#gateway/client/policy/files.ts';
import { testReportText, testReportsJunit } from '#policy/tools/testing/report.ts';
import { EXIT } from '#ui/cli/console/exit-codes.ts';
import { inWords, say, sayJson, tell } from '#ui/cli/console/output.ts';

export type TestFlags = {
  readonly json?: boolean;
  readonly format?: 'text' | 'json' | 'junit';
  readonly mutants?: boolean;
};

export async function test(files: readonly string[], flags: TestFlags): Promise<void> {
  const reports = testFiles(files, { mutants: flags.mutants === true });
  const passed = reports.every((report) => report.ok);
  if (!passed) process.exitCode = EXIT.failed;
  if (flags.json === true || flags.format === 'json') sayJson({ ok: passed, files: reports });
  else if (flags.format === 'junit') say(testReportsJunit(reports));
  else for (const report of reports) say(testReportText(report));
}

export async function list(flags: { readonly json?: boolean }): Promise<void> {
  const found = shippedPolicies();
  if (!found.ok) {
    process.exitCode = EXIT.failed;
    if (flags.json === true) return sayJson({ findings: found.error });
    for (const failure of found.error) tell(inWords(failure));
    return;
  }
  if (flags.json === true) return sayJson(found.value);
  for (const { name, description, layers, semantic } of found.value)
    say(`${name}\n  ${description}\n  ${layers.join(' > ')}  ${semantic}`);
}
