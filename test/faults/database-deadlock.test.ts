import pg from 'pg';
import { test } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { noteFault, stopwatch, thorough } from '../helpers/evidence.ts';
import { stop } from './calls.ts';
import { checkLoad, startLoad } from './load.ts';
import { stageOf } from './stage.ts';

const DEADLOCKS = thorough ? 10n : 2n;

const stage = stageOf(23);

const deadlocks = async (): Promise<bigint> => {
  const text = 'select deadlocks from pg_stat_database where datname = current_database()';
  return (await stage.flock.rows<{ deadlocks: bigint }>(text))[0]?.deadlocks ?? 0n;
};

/** Whether a batch of the service waits for a lock of the stranger. */
const isWaiting = async (): Promise<boolean> =>
  (
    await stage.flock.rows(
      `select 1 from pg_stat_activity where datname = current_database()
        and application_name = 'skein' and wait_event_type = 'Lock'`,
    )
  ).length > 0;

/** Takes the wallet that the service takes last, and the others when the service waits for it. */
async function crossOver(stranger: pg.Client): Promise<void> {
  const take = async (which: string) => {
    await stranger.query(`select 1 from wallet where ${which} order by user_id desc for update`);
  };
  await stranger.query('begin');
  try {
    await take('user_id = (select max(user_id::text)::uuid from wallet)');
    await eventually('the service waits', isWaiting);
    await take('true');
  } catch (error) {
    // The database may choose the stranger for its victim.
    if ((error as { code?: string }).code !== '40P01') throw error;
  } finally {
    await stranger.query('rollback');
  }
}

test('deadlocks with a stranger are got over, and nothing of a batch is done twice', async () => {
  const service = await stage.runner.start(stage.flock.env);
  const stranger = new pg.Client(stage.flock.database.clientConfig);
  await stranger.connect();
  try {
    const load = startLoad(stage.flock, () => service, 5);
    await load.goesOn(10);
    const before = load.sent.length;
    const isEnough = async () => {
      await crossOver(stranger);
      return (await deadlocks()) >= DEADLOCKS;
    };
    await eventually('the database has found deadlocks', isEnough, 60_000);
    const recovering = stopwatch();
    await load.goesOn(1);
    const recoveryMs = recovering();
    const fault = `${DEADLOCKS} deadlocks with a transaction of somebody else`;
    noteFault({ area: 'database', fault, operations: load.sent.length - before, recoveryMs });
    await load.goesOn(20);
    await load.stop();
    await checkLoad(stage.flock, load, service);
  } finally {
    await stranger.end();
  }
  await stop(service);
}, 120_000);
