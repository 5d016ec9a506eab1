// The folders' rules, and the golden list of which file brings in which package.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { golden } from '#test/golden/golden.ts';
import { SOURCES as UI_SOURCES } from '#ui/build.ts';
import { importsOf, packagesOf, read, resolveOwn, violationsOf } from './imports.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const FOLDERS = ['policy', 'executors', 'engines', 'gateway', 'ui', 'cloud', 'terraform', 'test'];

function sources(): readonly string[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...FOLDERS],
    { cwd: ROOT, encoding: 'utf8' },
  );
  return [...new Set(listed.split('\n'))]
    .filter((file) => /\.tsx?$/u.test(file) && existsSync(`${ROOT}/${file}`))
    .sort();
}

test('no file imports what its folder may not', () => {
  const files = sources();
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap((file) => violationsOf(file, read(ROOT, file)))).toEqual([]);
});

test('a file outside gateway/ that imports an executor is found, however it does so', () => {
  const ways = [
    "import { createLauncher } from '#executors/launcher.ts';",
    "import type { GhostTab } from '#executors/contract/tab.ts';",
    "export { createLauncher } from '../../executors/launcher.ts';",
    "export * from '#executors/contract/tab.ts';",
    "const later = await import('#executors/launcher.ts');",
    "type Tab = import('#executors/contract/tab.ts').GhostTab;",
  ];
  for (const folder of ['ui/cli', 'engines/navigator', 'policy']) {
    for (const way of ways) expect(violationsOf(`${folder}/x.ts`, way), `${folder}: ${way}`).not.toEqual([]);
  }
  expect(violationsOf('ui/cli/x.ts', "await import('#exec' + 'utors/launcher.ts')")).not.toEqual([]);
});

test('only the boundary acts on a browser, and only the composition root makes authorisations', () => {
  expect(
    violationsOf('gateway/tasks/x.ts', 'await tab.perform(authorization, act, null, signal);'),
  ).not.toEqual([]);
  expect(
    violationsOf(
      'gateway/tasks/x.ts',
      "import { createAuthority } from '#gateway/boundary/steps/authorise.ts';",
    ),
  ).not.toEqual([]);
  expect(
    violationsOf('gateway/http/x.ts', "import { createLauncher } from '#executors/launcher.ts';"),
  ).not.toEqual([]);
});

test('policy/ stays pure', () => {
  for (const line of [
    "import { readFileSync } from 'node:fs';",
    'const now = Date.now();',
    'const today = new Date();',
    'Math.random();',
  ]) {
    expect(violationsOf('policy/x.ts', line), line).not.toEqual([]);
  }
});

test('Electron is brought in by `ui/desktop` alone, which imports no executor and no engine, and nothing depends on it', () => {
  const files = sources().filter((file) => !file.startsWith('test/'));
  const bringing = files.filter((file) =>
    packagesOf(file, read(ROOT, file)).some((line) => line.startsWith('electron <-')),
  );
  expect(bringing).toContain('ui/desktop/main.ts');
  expect(bringing.filter((file) => !file.startsWith('ui/desktop/'))).toEqual([]);
  for (const way of [
    "import { createLauncher } from '#executors/launcher.ts';",
    "import type { Navigator } from '#engines/navigator/contract.ts';",
  ])
    expect(violationsOf('ui/desktop/x.ts', way), way).not.toEqual([]);
  const leaning = files.filter(
    (file) =>
      !file.startsWith('ui/desktop/') &&
      importsOf(file, read(ROOT, file)).some(
        ({ specifier }) => resolveOwn(file, specifier)?.startsWith('ui/desktop/') === true,
      ),
  );
  expect(leaning).toEqual([]);
});

test('whatever the two documents take a value from counts for whether they are stale', () => {
  const isSource = (file: string): boolean =>
    UI_SOURCES.some((source) => file === source || file.startsWith(`${source}/`));
  const seen = new Set(sources().filter((file) => /^ui\/(?:app|consent)\//u.test(file)));
  for (const file of seen)
    for (const { specifier, typeOnly } of importsOf(file, read(ROOT, file))) {
      const of = typeOnly ? null : resolveOwn(file, specifier);
      if (of !== null && /\.tsx?$/u.test(of)) seen.add(of);
    }
  expect(seen.size).toBeGreaterThan(100);
  expect([...seen].filter((file) => !isSource(file))).toEqual([]);
});

/** What each of them reads is ours or the kernel's, or is opened without waiting and within a size by the file itself. */
const READERS = [
  'gateway/client/doctor/probes.ts',
  'gateway/settings/version.ts',
  'gateway/surfaces/commands/call/files.ts',
  'gateway/surfaces/http/wire/assets.ts',
  'ui/build.ts',
  'ui/desktop/build.ts',
  'ui/desktop/main.ts',
  'ui/desktop/packaging/sign-releases.ts',
  'ui/desktop/run.ts',
  'ui/package.ts',
];

test('a file from outside is read by `executors/system/plain-file` alone: it may be a pipe, or ten gibibytes', () => {
  const reading = sources().filter(
    (file) =>
      /^(?:gateway|engines|policy|ui)\//u.test(file) && /\breadFile(?:Sync)?\(/u.test(read(ROOT, file)),
  );
  expect(reading).toEqual(READERS);
});

test('in a gateway that serves, the log is searched on a thread: only what runs alone queries it in place', () => {
  const querying = sources().filter(
    (file) => /^(?:gateway|ui)\//u.test(file) && /\b(?:audit|value|log)\.query\(/u.test(read(ROOT, file)),
  );
  // At a start, and in the process of `ghost audit`.
  expect(querying).toEqual(['gateway/client/audit-files.ts', 'gateway/policy/kept/last-logged.ts']);
});

test('every package that a file brings in stands in the golden list', () => {
  const lines = sources()
    .filter((file) => !file.startsWith('test/'))
    .flatMap((file) => packagesOf(file, read(ROOT, file)));
  golden('packages.txt', `${[...new Set(lines)].sort().join('\n')}\n`);
});

test('a spec that puts a module in another one’s place has a worker of its own', () => {
  const mocking = sources().filter(
    (file) => file.endsWith('.spec.ts') && /^vi\.mock\(/mu.test(readFileSync(`${ROOT}/${file}`, 'utf8')),
  );
  expect(mocking.length).toBeGreaterThan(0);
  const config = readFileSync(`${ROOT}/vitest.config.ts`, 'utf8');
  expect(mocking.filter((file) => !config.includes(`'${file}'`))).toEqual([]);
});
