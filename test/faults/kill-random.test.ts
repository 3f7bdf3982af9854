import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chance } from '../helpers/chance.ts';
import { noteFault, stopwatch, thorough } from '../helpers/evidence.ts';
import { stop } from './calls.ts';
import { type Flock, makeFlock } from './flock.ts';
import { checkLoad, startLoad } from './load.ts';
import { openServiceRunner, type ServiceRunner } from './service-process.ts';

const SEED = 20_260_105;
const KILLS = thorough ? 10 : 2;
const LONGEST_LIFE_MS = 1_200;

let flock: Flock;
let runner: ServiceRunner;
beforeAll(async () => {
  [flock, runner] = await Promise.all([makeFlock(11), openServiceRunner()]);
}, 60_000);
afterAll(async () => {
  await runner.close();
  await flock.close();
});

test('a process killed at random moments under load, again and again, loses and doubles nothing', async () => {
  const random = chance(SEED);
  let service = await runner.start(flock.env);
  const load = startLoad(flock, () => service, SEED);
  for (let kill = 0; kill < KILLS; kill += 1) {
    await load.goesOn(10);
    await delay(random() * LONGEST_LIFE_MS);
    const before = load.sent.length;
    service.kill('SIGKILL');
    expect((await service.ended()).signal).toBe('SIGKILL');
    const recovering = stopwatch();
    expect(await flock.broken()).toEqual([]);
    service = await runner.start(flock.env);
    await load.goesOn(1);
    const fault = 'kill -9 at a random moment under load';
    const operations = load.sent.length - before;
    noteFault({ area: 'process', fault, operations, recoveryMs: recovering() });
  }
  await load.goesOn(20);
  await load.stop();
  await checkLoad(flock, load, service);
  await stop(service);
}, 180_000);
