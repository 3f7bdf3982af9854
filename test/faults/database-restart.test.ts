import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chance } from '../helpers/chance.ts';
import { eventually } from '../helpers/eventually.ts';
import { noteFault, stopwatch, thorough } from '../helpers/evidence.ts';
import { stop } from './calls.ts';
import { type Flock, makeFlock } from './flock.ts';
import { checkLoad, startLoad } from './load.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { openServiceRunner, type ServiceRunner } from './service-process.ts';

const SEED = 7;
const ROUNDS = thorough ? 5 : 1;

let own: OwnServer;
let flock: Flock;
let runner: ServiceRunner;
beforeAll(async () => {
  own = await startOwnServer();
  [flock, runner] = await Promise.all([makeFlock(11, own.database), openServiceRunner()]);
}, 60_000);
afterAll(async () => {
  await runner.close();
  await flock.close();
});

/** What `pg_ctl restart` does to the server before it starts it again. */
const restarts = [
  { mode: 'fast', signal: 'SIGINT' },
  { mode: 'immediate', signal: 'SIGQUIT' },
] as const;

test('a database that is restarted under load, fast and immediately, loses and doubles nothing', async () => {
  const random = chance(SEED);
  const service = await runner.start(flock.env);
  const load = startLoad(flock, () => service, SEED);
  for (const { mode, signal } of Array.from({ length: ROUNDS }, () => restarts).flat()) {
    await load.goesOn(10);
    await delay(random() * 500);
    const before = load.sent.length;
    const { pid } = own.server;
    process.kill(pid, signal);
    await eventually('another server runs', () => own.server.pid !== pid, 60_000);
    const recovering = stopwatch();
    await load.goesOn(1);
    const fault = `restart of the database under load, ${mode}`;
    const operations = load.sent.length - before;
    noteFault({ area: 'database', fault, operations, recoveryMs: recovering() });
    expect(await flock.broken()).toEqual([]);
  }
  await load.goesOn(20);
  await load.stop();
  await checkLoad(flock, load, service);
  // The process has gone through it all.
  await stop(service);
}, 180_000);
