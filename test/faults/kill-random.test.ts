import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { chance } from '../helpers/chance.ts';
import { noteFault, stopwatch, thorough } from '../helpers/evidence.ts';
import { stop } from './calls.ts';
import { checkLoad, startLoad } from './load.ts';
import { stageOf } from './stage.ts';

const SEED = 20_260_105;
const KILLS = thorough ? 10 : 2;
const LONGEST_LIFE_MS = 1_200;

const stage = stageOf(11);

test('a process killed at random moments under load, again and again, loses and doubles nothing', async () => {
  const random = chance(SEED);
  let service = await stage.runner.start(stage.flock.env);
  const load = startLoad(stage.flock, () => service, SEED);
  for (let kill = 0; kill < KILLS; kill += 1) {
    await load.goesOn(10);
    await delay(random() * LONGEST_LIFE_MS);
    const before = load.sent.length;
    service.kill('SIGKILL');
    expect((await service.ended()).signal).toBe('SIGKILL');
    const recovering = stopwatch();
    expect(await stage.flock.broken()).toEqual([]);
    service = await stage.runner.start(stage.flock.env);
    await load.goesOn(1);
    const fault = 'kill -9 at a random moment under load';
    const operations = load.sent.length - before;
    noteFault({ area: 'process', fault, operations, recoveryMs: recovering() });
  }
  await load.goesOn(20);
  await load.stop();
  await checkLoad(stage.flock, load, service);
  await stop(service);
}, 180_000);
