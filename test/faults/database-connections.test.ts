import pg from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { noteFault, stopwatch, thorough } from '../helpers/evidence.ts';
import { stop } from './calls.ts';
import { type Flock, makeFlock } from './flock.ts';
import { checkLoad, startLoad } from './load.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { openServiceRunner, type ServiceRunner } from './service-process.ts';

/** Enough for the process and for the test. */
const CONNECTIONS = 40;

let own: OwnServer;
let flock: Flock;
let runner: ServiceRunner;
beforeAll(async () => {
  own = await startOwnServer({
    settings: { max_connections: String(CONNECTIONS), superuser_reserved_connections: '0' },
  });
  [flock, runner] = await Promise.all([makeFlock(11, own.database), openServiceRunner()]);
}, 60_000);
afterAll(async () => {
  await runner.close();
  await flock.close();
});

/** Somebody who takes every connection that the server has, also those of the service. */
function greedyStranger() {
  const taken: pg.Client[] = [];
  const take = async (): Promise<boolean> => {
    const client = new pg.Client(flock.database.clientConfig);
    client.on('error', () => undefined);
    try {
      await client.connect();
    } catch (error) {
      if ((error as { code?: string }).code === '53300') return false;
      throw error;
    }
    taken.push(client);
    return true;
  };
  return {
    /** True when the service has none any more. */
    async takeAll(): Promise<boolean> {
      while (await take());
      const ended = await taken[0]?.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name like 'skein%'`,
      );
      return ended?.rowCount === 0;
    },
    release: () => Promise.all(taken.map((client) => client.end())),
  };
}

test('a service that gets no connection refuses, and goes on when it gets them again', async () => {
  const service = await runner.start(flock.env);
  const load = startLoad(flock, () => service, 29);
  await load.goesOn(10);
  const stranger = greedyStranger();
  await eventually('the service has no connection', stranger.takeAll, 30_000);
  const before = load.sent.length;
  // After ten seconds without one, what waits is refused.
  const isRefused = () =>
    load.sent.some(({ outcome }) => outcome !== 'unknown' && outcome.code === 'OVERLOADED');
  if (thorough) await eventually('trades are refused', isRefused, 60_000);
  await stranger.release();
  const recovering = stopwatch();
  await load.goesOn(1);
  const recoveryMs = recovering();
  const fault = 'every connection of the database server is taken';
  noteFault({ area: 'database', fault, operations: load.sent.length - before, recoveryMs });
  await load.goesOn(20);
  await load.stop();
  await checkLoad(flock, load, service);
  await stop(service);
}, 120_000);
