import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundledTokens } from '../../src/market/tokens.ts';
import { startTestApp } from '../helpers/app.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { noteFault, stopwatch } from '../helpers/evidence.ts';
import { stop } from './calls.ts';
import { openServiceRunner, type ServiceRunner } from './service-process.ts';

const PROCESSES = 3;
const MINT = bundledTokens[0]?.mint ?? '';

let database: TestDatabase;
let runner: ServiceRunner;

beforeAll(async () => {
  [database, runner] = await Promise.all([
    createTestDatabase({ empty: true }),
    openServiceRunner(),
  ]);
});
afterAll(async () => {
  await runner.close();
  await database.drop();
});

test('processes that start at once on an empty database make one service', async () => {
  const env = { DATABASE_URL: database.url };
  const starting = stopwatch();
  const processes = await Promise.all(Array.from({ length: PROCESSES }, () => runner.start(env)));
  const fault = `${PROCESSES} processes start at once on an empty database`;
  noteFault({ area: 'process', fault, operations: PROCESSES, recoveryMs: starting() });

  const client = new pg.Client(database.clientConfig);
  await client.connect();
  const migrations = await readdir(new URL('../../migrations', import.meta.url));
  const applied = await client.query('select count(*) as count from schema_migration');
  expect(applied.rows).toEqual([{ count: BigInt(migrations.length) }]);
  const doubled = await client.query('select mint from asset group by mint having count(*) > 1');
  expect(doubled.rows).toEqual([]);
  await client.end();

  // A user of a fourth process trades on all of them, with one wallet.
  const fourth = await startTestApp({}, { database });
  const ada = await fourth.user('ada', { depositUsd: '100' });
  for (const { send } of processes) {
    const answer = await send({
      method: 'POST',
      path: '/api/v1/spot/swap',
      token: ada.apiKey,
      body: { sell: 'USDC', buy: MINT, amountUsd: '10' },
    });
    expect(answer.status).toBe(200);
  }
  // 100 − 3 × 10
  expect((await ada.get('/account')).cashBalanceUsd).toBe('70');
  await fourth.audit();
  await fourth.stop();
  await Promise.all(processes.map(stop));
}, 60_000);
