// `npm run test:quick`: the specs of policy/, engines/ and gateway/ that start no browser, in under a minute.
// INVARIANT: what a spec's imports lead to decides, so that a new spec is in or out by itself; a browser that is started all the same
// is not found, and its test fails.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf, resolveOwn } from './architecture/imports.ts';
import { openPlace } from './fixtures/place.ts';

const ROOT = join(import.meta.dirname, '..');
const QUICK = 'test/{policy,engines,gateway}/**/*.spec.ts';

/** Whoever imports one of these, over any number of files, can start a browser. */
export const STARTERS: ReadonlySet<string> = new Set([
  'executors/launcher.ts',
  'executors/browsers/launch/browser-process.ts',
  'test/fixtures/chromium.ts',
  'test/fixtures/ghost.ts',
]);

/** No browser, and over four seconds of processor time each: `npm test` runs them. */
export const LONG: readonly string[] = [
  'test/gateway/policy/policy-checking.spec.ts',
  'test/gateway/policy/policy-edit.spec.ts',
  'test/gateway/policy/policy-gate-named.spec.ts',
  'test/gateway/policy/policy-life.spec.ts',
  'test/gateway/policy/policy-revert.spec.ts',
  'test/gateway/policy/policy-rollback.spec.ts',
  'test/gateway/policy/policy-shadow.spec.ts',
  'test/gateway/policy/policy-turns.spec.ts',
  'test/policy/tools/compare/compare-diff.spec.ts',
  'test/policy/engine/documents/days.spec.ts',
  'test/policy/engine/reading/end-mark.spec.ts',
  'test/policy/engine/reading/fuzz.spec.ts',
  'test/policy/tools/lint/lint-findings.spec.ts',
  'test/policy/tools/lint/lint-work.spec.ts',
  'test/policy/requests/path-case.spec.ts',
  'test/policy/tools/render/render-export.spec.ts',
];

const leads = new Map<string, readonly string[]>();
/** What a file brings in when it runs: files of ours by their path, modules of Node by their specifier. */
function importedBy(file: string): readonly string[] {
  const known = leads.get(file);
  if (known !== undefined) return known;
  const found = /\.tsx?$/u.test(file)
    ? importsOf(file, readFileSync(join(ROOT, file), 'utf8')).flatMap(({ specifier, typeOnly }) => {
        if (typeOnly) return [];
        const own = resolveOwn(file, specifier);
        return own === null ? (specifier.startsWith('node:') ? [specifier] : []) : [own];
      })
    : [];
  leads.set(file, found);
  return found;
}

/** Whether what a spec imports leads to one of these, over any number of files. */
export function leadsTo(spec: string, any: ReadonlySet<string>): boolean {
  const seen = new Set([spec]);
  for (const file of seen) {
    if (any.has(file)) return true;
    for (const next of importedBy(file)) seen.add(next);
  }
  return false;
}

export const canStartBrowser = (spec: string): boolean => leadsTo(spec, STARTERS);

export const withoutBrowser = (): readonly string[] =>
  globSync(QUICK, { cwd: ROOT })
    .filter((spec) => !canStartBrowser(spec))
    .toSorted();

if (import.meta.main) {
  using place = openPlace();
  const specs = withoutBrowser().filter((spec) => !LONG.includes(spec));
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...specs, ...process.argv.slice(2)],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...place.environment, GHOST_BROWSER: '/nonexistent/no-browser-in-test-quick' },
    },
  );
  process.exitCode = status ?? 1;
}
