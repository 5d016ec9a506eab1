// The test runner's settings. `ui/vite.config.ts` builds the app and is kept apart from this one.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.spec.ts'],
    setupFiles: ['test/fixtures/seed.ts'],
    // A loaded machine is slow, not wrong: the tests' own deadlines are shorter.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // Modules are read once a worker, not once a file: a quarter less time. No spec mocks a module or keeps state in one.
    isolate: false,
    reporters: ['default'],
  },
});
