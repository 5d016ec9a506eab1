// Which specs the mutants of a file of policy/ have to get past. Left out: what starts processes, builds bundles, opens
// other folders' modules, or repeats on far more input what is here.
import { globSync } from 'node:fs';

const LEFT_OUT = new Set([
  'test/policy/browser-bundle.spec.ts',
  'test/policy/compare-presets.spec.ts',
  'test/policy/compiled-cli.spec.ts',
  'test/policy/fuzz.spec.ts',
  'test/policy/lint-cli.spec.ts',
  'test/policy/compare-cli.spec.ts',
  'test/property/cedar-oracle.spec.ts',
]);

/** GHOST_MUTATION_SPECS (`given,host`) names them; without it all. Names below the root, without `.ts`. */
export function specsBelow(root: string): readonly string[] {
  const named = (process.env['GHOST_MUTATION_SPECS'] ?? '').split(',').filter((name) => name !== '');
  const files =
    named.length > 0
      ? named.flatMap((name) => globSync(`test/{policy,property}/${name}.spec.ts`, { cwd: root }))
      : globSync(['test/policy/**/*.spec.ts', 'test/property/*-oracle.spec.ts'], { cwd: root });
  return files
    .filter((file) => !LEFT_OUT.has(file))
    .toSorted()
    .map((file) => file.slice(0, -'.ts'.length));
}
