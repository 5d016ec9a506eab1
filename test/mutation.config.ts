// The tests that mutants of `policy/` have to get past (`npm run mutate`): the fast ones, and the oracles on few policies.
// GHOST_MUTATION_SPECS narrows them to what matters for one file: `life-compare,compare-diff` (test/README.md).
import { defineConfig } from 'vitest/config';

const named = (process.env['GHOST_MUTATION_SPECS'] ?? '').split(',').filter((name) => name !== '');

export default defineConfig({
  test: {
    include:
      named.length > 0
        ? named.map((name) => `test/{policy,property}/**/${name}.spec.ts`)
        : ['test/policy/**/*.spec.ts', 'test/property/*-oracle.spec.ts'],
    exclude: [
      // These start processes, build bundles or repeat what is here on far more input.
      'test/policy/**/*-cli.spec.ts',
      'test/policy/browser-bundle.spec.ts',
      'test/policy/tools/compare/compare-presets.spec.ts',
      'test/policy/engine/reading/fuzz.spec.ts',
      'test/property/cedar-oracle.spec.ts',
    ],
    env: { GHOST_ORACLE_POLICIES: '4' },
    testTimeout: 60_000,
  },
});
