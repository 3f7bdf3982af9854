import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'console/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // A worker loads the service once, not once a file; each file has a database of its own.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
