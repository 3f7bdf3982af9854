import { defineConfig } from 'vitest/config';
import ordinary from '../../vitest.config.ts';

/** The end-to-end tests once more, with everything that they see and compare written down. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    ...ordinary.test,
    // Each file records for itself.
    isolate: true,
    include: ['test/e2e/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts', 'test/proofs/gather.ts'],
    setupFiles: ['test/proofs/record.ts'],
  },
});
