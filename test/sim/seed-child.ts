import { runSeed } from './run-seed.ts';
import type { SeedTask } from './seed-runner.ts';

/** Runs the seeds that its parent sends, one after another. */
process.on('message', (task) => {
  const { server, seed, steps } = task as SeedTask;
  runSeed(server, { seed, steps }).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      process.stderr.write(`seed ${seed}: ${(error as Error).stack}\n`);
      process.exit(1);
    },
  );
});
