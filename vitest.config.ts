// The test runner's settings. `ui/vite.config.ts` builds the app and is kept apart from this one.
import { defineConfig } from 'vitest/config';

/** They put a module of ours in another one's place: each in a worker of its own. */
const MOCKING = [
  'test/gateway/surfaces/cdp/own-tabs.spec.ts',
  'test/attack/under-policies.spec.ts',
  'test/attack/inside/rebinding.spec.ts',
  'test/e2e/https.spec.ts',
  'test/executors/tab/faults.spec.ts',
  'test/executors/network/https.spec.ts',
  'test/executors/network/network-browser.spec.ts',
];

export default defineConfig({
  test: {
    setupFiles: ['test/fixtures/seed.ts'],
    // A loaded machine is slow, not wrong: what hangs is told by these all the same, and the products' own deadlines are shorter.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Of two cores, too: with three, over a third of their time was idle (browsers, pauses and deadlines are waited for), and
    // with four some of it still.
    maxWorkers: 6,
    reporters: ['default'],
    projects: [
      // Modules are read once a worker, not once a file: a quarter less time. And Node reads them, as it does for users: what Vite
      // makes of a module looks up each imported name at each use.
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.spec.ts'],
          exclude: MOCKING,
          isolate: false,
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      { extends: true, test: { name: 'mocking', include: MOCKING } },
    ],
  },
});
