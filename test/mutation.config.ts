// The tests that mutants of `policy/` have to get past (`npm run mutate`): the fast ones, and the oracles on few policies.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/policy/**/*.spec.ts', 'test/property/*-oracle.spec.ts'],
    exclude: [
      // These build bundles, start browsers or repeat what is here on far more input.
      'test/policy/browser-bundle.spec.ts',
      'test/policy/fuzz.spec.ts',
      'test/property/cedar-oracle.spec.ts',
    ],
    env: { GHOST_ORACLE_POLICIES: '4' },
    testTimeout: 60_000,
  },
});
