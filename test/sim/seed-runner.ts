import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SeedResult } from './run-seed.ts';
import type { SimServer } from './server.ts';
import { emptyTally } from './tally.ts';

export interface SeedTask {
  readonly server: SimServer;
  readonly seed: number;
  readonly steps: number;
}

export interface ManySeeds {
  readonly server: SimServer;
  readonly from: number;
  readonly seeds: number;
  readonly steps: number;
  /** Processes that run seeds at the same time. */
  readonly children: number;
}

/** Seeds that one child runs before another takes its place, so that none grows old. */
const SEEDS_A_CHILD = 25;

/** Real time after which a seed does not come to an end any more. */
const SEED_LIMIT_MS = 180_000;

const stuck = (seed: number): SeedResult => ({
  seed,
  digest: '',
  tally: emptyTally(),
  violation: { step: 0, operation: 'any', broken: ['it does not come to an end'], trace: [] },
});

const CHILD = fileURLToPath(new URL('./seed-child.js', import.meta.url));

/** Runs the seeds in processes of their own; what one does cannot reach another. */
export async function runInChildren(many: ManySeeds, told: (result: SeedResult) => void) {
  const { server, from, seeds, steps } = many;
  let next = from;
  const runOne = (child: ReturnType<typeof fork>, seed: number): Promise<SeedResult> =>
    new Promise((resolve, reject) => {
      const limit = setTimeout(() => {
        child.removeAllListeners();
        child.kill('SIGKILL');
        resolve(stuck(seed));
      }, SEED_LIMIT_MS);
      child.once('message', (result) => {
        clearTimeout(limit);
        resolve(result as SeedResult);
      });
      child.once('exit', (code) =>
        reject(new Error(`seed ${seed} ended its process with ${code}`)),
      );
      child.send({ server, seed, steps } satisfies SeedTask);
    });
  const work = async (): Promise<void> => {
    while (next < from + seeds) {
      const child = fork(CHILD);
      for (let ran = 0; ran < SEEDS_A_CHILD && next < from + seeds && !child.killed; ran += 1) {
        const seed = next;
        next += 1;
        told(await runOne(child, seed));
        child.removeAllListeners();
      }
      child.kill();
    }
  };
  await Promise.all(Array.from({ length: many.children }, work));
}
