import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { chance } from '../helpers/chance.ts';
import { noteFault, stopwatch, thorough } from '../helpers/evidence.ts';
import { stop } from './calls.ts';
import { checkLoad, startLoad } from './load.ts';
import { stageOf } from './stage.ts';

const SEED = 11;
const ROUNDS = thorough ? 60 : 12;

const stage = stageOf(11);

test('connections of the service that are ended at random cost no request its truth', async () => {
  const random = chance(SEED);
  const service = await stage.runner.start(stage.flock.env);
  const load = startLoad(stage.flock, () => service, SEED);
  await load.goesOn(10);
  const before = load.sent.length;
  let ended = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    // Sometimes one, sometimes all that the service has.
    const share = round % 4 === 3 ? 1 : 0.3;
    const connections = await stage.flock.rows<{ pid: number }>(
      `select pid from pg_stat_activity
        where datname = current_database() and application_name like 'skein%' order by pid`,
    );
    const unlucky = connections.filter(() => random() < share).map(({ pid }) => pid);
    await stage.flock.rows('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [
      unlucky,
    ]);
    ended += unlucky.length;
    await delay(random() * 300);
  }
  expect(ended).toBeGreaterThan(ROUNDS);
  const recovering = stopwatch();
  await load.goesOn(1);
  const recoveryMs = recovering();
  const fault = `${ended} connections of the service ended by the database under load`;
  noteFault({ area: 'database', fault, operations: load.sent.length - before, recoveryMs });
  await load.goesOn(20);
  await load.stop();
  await checkLoad(stage.flock, load, service);
  await stop(service);
}, 120_000);
