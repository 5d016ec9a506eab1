// `npm run gate`: everything before a commit, cheapest first. Stops at the first thing that fails.
import { spawnSync } from 'node:child_process';

const root = new URL('..', import.meta.url).pathname;
const steps: readonly (readonly [string, readonly string[]])[] = [
  ['format', ['node_modules/oxfmt/bin/oxfmt', '--check', '.']],
  ['lint', ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings', '.']],
  ['types', ['node_modules/typescript/bin/tsc', '--noEmit']],
  ['unused', ['node_modules/knip/bin/knip.js', '--no-progress']],
  ['unused but by tests', ['node_modules/knip/bin/knip.js', '--no-progress', '--production']],
  ['imports', ['node_modules/vitest/vitest.mjs', 'run', 'test/architecture']],
  ['tests', ['test/run.ts']],
];
for (const [name, args] of steps) {
  process.stderr.write(`gate: ${name}\n`);
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) {
    process.stderr.write(`gate: ${name} failed\n`);
    process.exit(1);
  }
}
process.stderr.write('gate: all well\n');
