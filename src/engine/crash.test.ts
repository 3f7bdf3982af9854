import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openCuttingProxy } from '../../test/helpers/cutting-proxy.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { testId } from '../../test/helpers/state.ts';
import { openWallet, pay } from '../../test/helpers/test-commands.ts';
import { monotonicClock, systemClock } from '../platform/clock.ts';
import { migrate } from '../platform/db/migrate.ts';
import { openDatabase } from '../platform/db/pool.ts';
import { uuidV7 } from '../platform/ids.ts';
import { createEngine } from './engine.ts';

const log = pino({ level: 'silent' });
const ada = testId(2);
const bob = testId(4);

/**
 * A crash forgets the numbers of transactions of which nothing was on the disk yet, and gives them
 * out again: another session then commits under the number of the batch that was lost.
 */
test('a batch lost in a crash is not taken for the one that got its number afterwards', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'skein-crash-'));
  await chmod(folder, 0o711);
  const dataDir = join(folder, 'data');
  const database = await openDatabase({ config: { databaseUrl: null, dataDir }, log });
  await migrate({ clientConfig: database.clientConfig(), log });
  const firstStart = await database.withClient(startOf);
  const proxy = await openCuttingProxy(database.clientConfig());
  const postmaster = Number(
    (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0],
  );
  let crash = false;
  const engine = createEngine({
    context: {
      clock: systemClock,
      wallClock: systemClock,
      ids: uuidV7(systemClock),
      failpoint(name) {
        if (!crash || name !== 'engine.before-commit') return;
        crash = false;
        proxy.hold();
        // The server stops at once, without writing anything down.
        process.kill(postmaster, 'SIGQUIT');
      },
      followRows: () => ({ statement: { name: 'none', text: 'select 1' }, values: [] }),
    },
    clientConfig: () => proxy.clientConfig,
    log,
    elapsedMs: () => monotonicClock.elapsedMs(),
  });
  try {
    for (const userId of [ada, bob]) {
      await engine.submit(openWallet, { userId, units: 100n }, { userId });
    }
    crash = true;
    const payment = engine.submit(pay, { from: ada, to: bob, units: 3n }, { userId: ada });
    await eventually('the database is gone', () => !crash);
    await eventually('the database is back', () =>
      reuseNumbers(database.clientConfig(), firstStart),
    );
    proxy.letThrough();
    expect((await payment).json).toBe('{"data":{"left":"97"}}');
    const { rows } = await database.withClient((client) =>
      client.query(`select available, event_seq from wallet where user_id = $1`, [ada]),
    );
    expect(rows).toEqual([{ available: 97n, event_seq: 1n }]);
  } finally {
    proxy.letThrough();
    await engine.close();
    await proxy.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);

/** When the server that answers was started. */
async function startOf(client: pg.ClientBase): Promise<string> {
  const text = 'select pg_postmaster_start_time()::text as start';
  return (await client.query<{ start: string }>(text)).rows[0]?.start ?? '';
}

/** Commits under the next twenty numbers, once the server started again takes connections. */
async function reuseNumbers(config: pg.ClientConfig, firstStart: string): Promise<boolean> {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (let n = 0; n < 20; n += 1) {
      await client.query(`insert into setting values ('burnt', '1', now())
        on conflict (key) do update set value = excluded.value`);
    }
    return (await startOf(client)) !== firstStart;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
