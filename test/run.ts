// `npm test`: a browser and the built UI first, then every spec, then the closing line `N passed, N failed`.
// The report stays in `dist/test-report.json`. See suite/second-try.ts for what may be tried again.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { OUTSIDE_FILE } from './suite/outside.ts';
import { IS_LONG, TURN } from './fixtures/how-much.ts';
import { openPlace } from './fixtures/place.ts';
import { countsOf, reportOf, type Report } from './suite/report.ts';
import { inWords, merged, toTryAgain, type Merged } from './suite/second-try.ts';

const HOW_MUCH = IS_LONG
  ? 'everything: long lists whole, and more of what properties draw\n'
  : `of long lists the part of turn ${TURN} (again: GHOST_TURN=${TURN} npm test); all of them: npm run test:long\n`;
const root = new URL('..', import.meta.url).pathname;
const PROGRAM = { GHOST_PROGRAM: join(root, 'dist/package/ui/cli/ghost.js') };
const run = (args: readonly string[], env: NodeJS.ProcessEnv = process.env): number =>
  spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env }).status ?? 1;

type Run = { readonly status: number; readonly report: Report; readonly outside: readonly string[] };

function runSpecs(args: readonly string[]): Run {
  // Whatever a spec leaves in the temporary directory goes with this one.
  using place = openPlace();
  const [file, outside] = [join(place.directory, 'report.json'), join(place.directory, 'outside.json')];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const status = run(
    ['node_modules/vitest/vitest.mjs', 'run', ...reporters, '--reporter=./test/suite/outside.ts', ...args],
    { ...process.env, ...place.environment, ...PROGRAM, GHOST_TURN: String(TURN), [OUTSIDE_FILE]: outside },
  );
  return {
    status,
    report: reportOf(readFileSync(file, 'utf8')),
    outside: z.array(z.string()).parse(JSON.parse(readFileSync(outside, 'utf8'))),
  };
}

// Commands of the specs are those of the compiled package: it is what people install, and it starts in half the time.
for (const script of ['executors/browsers/launch/install-browser.ts', 'ui/package.ts']) {
  const status = run([script]);
  if (status !== 0) process.exit(status);
}

process.stdout.write(HOW_MUCH);
const args = process.argv.slice(2);
const first = runSpecs(args);
let { status } = first;
let all: Merged = { ...first.report, secondTry: [] };
// Whoever chose options is at the desk, and tries again by hand.
const again = args.some((one) => one.startsWith('-')) ? null : toTryAgain(first.report, first.outside);
if (again !== null && again.why !== null) process.stdout.write(`no second try: ${again.why}\n`);
if (again !== null && again.files.length > 0) {
  process.stdout.write(`second try, whole and with nothing beside it: ${again.files.join(' ')}\n`);
  const second = runSpecs(['--maxWorkers=1', ...again.files]);
  all = merged(first.report, second.report, second.outside);
  ({ status } = second);
}
mkdirSync(join(root, 'dist'), { recursive: true });
writeFileSync(join(root, 'dist/test-report.json'), JSON.stringify(all));
process.stdout.write(inWords(all));
const { passed, failed: counted, skipped } = countsOf(all);
// A spec file that could not even be loaded, or an error outside of every test: it is one failure all the same.
const failed = counted === 0 && (!all.success || status !== 0) ? 1 : counted;
process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
