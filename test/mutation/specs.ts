// Which specs the mutants of a file of policy/ have to get past: those that speak of it and take little time. INVARIANT: a
// score is measured with these specs alone, so it is a lower bound of what the whole suite finds.
import { globSync } from 'node:fs';

export type Group = { readonly files: readonly string[]; readonly specs: readonly string[] };

const group = (files: string, specs: string): Group => ({ files: files.split(' '), specs: specs.split(' ') });

/** Names of files of `policy/` without folder and `.ts`; of specs in `test/policy` and `test/property` without `.spec.ts`. */
export const GROUPS: readonly Group[] = [
  group(
    'address host host-classes member-index name-classes names nearest open-classes paths text-sets',
    'address host host-classes member-index names nearest paths text-sets',
  ),
  group('condition logic logic-sets entry-reader', 'condition logic text-sets entry-reader'),
  group('load', 'messages entry-reader'),
  group('problems schema-check source', 'messages problems'),
  group('request', 'messages request'),
  group('interpret outcomes records stack verdict', 'records semantics'),
  group('launch-flags', 'launch-flags'),
  group('given', 'deciders given'),
  group(
    'class-test decide decide-tables diagram floor-tables levels node-table open-reader pair-memo slices space steady-facts tables',
    'deciders',
  ),
];

/** The group of a file; of one that none names, all specs but those that start processes or build bundles. */
export function groupOf(file: string): Group {
  const known = GROUPS.find((one) => one.files.includes(file));
  return { files: [file], specs: known?.specs ?? [] };
}

const LEFT_OUT = new Set([
  'test/policy/browser-bundle.spec.ts',
  'test/policy/tools/compare/compare-presets.spec.ts',
  'test/policy/compiled-cli.spec.ts',
  'test/policy/engine/reading/fuzz.spec.ts',
  'test/policy/tools/lint/lint-cli.spec.ts',
  'test/policy/tools/compare/compare-cli.spec.ts',
  'test/property/cedar-oracle.spec.ts',
]);

/** What GHOST_MUTATION_SPECS names (`given,host`), else all. Names below the root, without `.ts`. */
export function specsBelow(root: string): readonly string[] {
  const named = (process.env['GHOST_MUTATION_SPECS'] ?? '').split(',').filter((name) => name !== '');
  const files =
    named.length > 0
      ? named.flatMap((name) => globSync(`test/{policy,property}/**/${name}.spec.ts`, { cwd: root }))
      : globSync(['test/policy/**/*.spec.ts', 'test/property/*-oracle.spec.ts'], { cwd: root });
  return files
    .filter((file) => !LEFT_OUT.has(file))
    .toSorted()
    .map((file) => file.slice(0, -'.ts'.length));
}
