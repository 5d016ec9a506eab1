// `npm test`: a browser and the built UI first, then every spec, then the closing line `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

const root = new URL('..', import.meta.url).pathname;
const run = (args: readonly string[], env: NodeJS.ProcessEnv = process.env): number =>
  spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env }).status ?? 1;

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  success: z.boolean(),
});

for (const script of ['executors/browsers/launch/install-browser.ts', 'ui/build.ts']) {
  const status = run([script]);
  if (status !== 0) process.exit(status);
}
// Whatever a spec leaves in the temporary directory goes with this one. As open as `/tmp`: browsers of another uid use it too.
const directory = mkdtempSync(join(tmpdir(), 'ghost-test-'));
chmodSync(directory, 0o1777);
try {
  const file = join(directory, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const status = run(['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...process.argv.slice(2)], {
    ...process.env,
    TMPDIR: directory,
  });
  const { numPassedTests, numFailedTests, numPendingTests, success } = report.parse(
    JSON.parse(readFileSync(file, 'utf8')),
  );
  // A spec file that could not even be loaded counts no failed test: it is one failure all the same.
  const failed = numFailedTests === 0 && (!success || status !== 0) ? 1 : numFailedTests;
  const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : '';
  process.stdout.write(`${numPassedTests} passed, ${failed} failed${skipped}\n`);
  process.exitCode = failed > 0 || numPassedTests === 0 ? 1 : 0;
} finally {
  rmSync(directory, { recursive: true, force: true });
}
