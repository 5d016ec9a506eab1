// The tests that mutants of `policy/` have to get past (`npm run mutate`): the fast ones, and the oracles on few policies.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/policy/**/*.spec.ts', 'test/property/*-oracle.spec.ts'],
    exclude: [
      // These start processes, build bundles or repeat what is here on far more input.
      'test/policy/*-cli.spec.ts',
      'test/policy/browser-bundle.spec.ts',
      'test/policy/fuzz.spec.ts',
      'test/property/cedar-oracle.spec.ts',
    ],
    env: { GHOST_ORACLE_POLICIES: '4' },
    testTimeout: 60_000,
  },
});
