import { afterAll, beforeAll } from 'vitest';
import { type Flock, makeFlock } from './flock.ts';
import { openServiceRunner, type ServiceRunner } from './service-process.ts';

/** What most tests of faults begin with; there from the first test of the file on. */
export interface Stage {
  flock: Flock;
  runner: ServiceRunner;
}

/** A flock of so many followers and a runner of the service; both go with the file. */
export function stageOf(followers: number): Stage {
  const stage = {} as Stage;
  beforeAll(async () => {
    [stage.flock, stage.runner] = await Promise.all([makeFlock(followers), openServiceRunner()]);
  }, 60_000);
  afterAll(async () => {
    await stage.runner.close();
    await stage.flock.close();
  });
  return stage;
}
