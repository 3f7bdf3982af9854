import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts';
import { repository } from '../../../test/helpers/sources.ts';
import { testId } from '../../../test/helpers/state.ts';
import { runAudit } from '../../ledger/audit.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { groupChecks } from './audit.sql.ts';

const [PAID, FREE, ADMIN, PAYER, ASKING] = [1, 2, 10, 11, 12].map(testId);
const JOINED = '2030-01-01T00:00:00Z';

let database: TestDatabase;
let client: pg.Client;
let folder: string;

/** A database as it was before groups kept figures and noted what fees were accepted. */
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  folder = await mkdtemp(join(tmpdir(), 'skein-migrations-'));
  const files = (await readdir(join(repository, 'migrations'))).sort();
  const upTo = async (count: number): Promise<void> => {
    const some = files.slice(0, count);
    for (const file of some) await cp(join(repository, 'migrations', file), join(folder, file));
    const log = pino({ level: 'silent' });
    await migrate({ clientConfig: database.clientConfig, log, folder });
  };
  client = new pg.Client(database.clientConfig);
  await client.connect();
  await upTo(files.findIndex((file) => file.endsWith('-groups.sql')));
  await fill();
  await upTo(files.length);
});
afterAll(async () => {
  await client.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

const run = (text: string, ...values: unknown[]) => client.query(text, values);

async function fill(): Promise<void> {
  for (const [id, joining, subscription] of [
    [PAID, 5_000_000, 2_000_000],
    [FREE, 0, 0],
  ]) {
    await run(
      `insert into trading_group values ($1, 'Geese', '', '', '', $2, $3, 'MONTHLY', 'PUBLIC',
        'MEMBER', true, $4, $5, $5)`,
      ...[id, joining, subscription, ADMIN, JOINED],
    );
  }
  for (const [group, user, status] of [
    [PAID, ADMIN, 'NONE'],
    [PAID, PAYER, 'ACTIVE'],
    [FREE, ADMIN, 'NONE'],
    [FREE, PAYER, 'NONE'],
  ]) {
    await run(
      `insert into membership values ($1::uuid, $2::uuid, 'ACTIVE', 'MEMBER', $2::uuid = $5::uuid, $1::uuid || $2::text, $3,
        '2030-02-01Z', false, false, 0, false, '', null, null, 0, 0, $4, $4)`,
      ...[group, user, status, JOINED, ADMIN],
    );
  }
  await run(
    `insert into entry values ($1, 0, 4, 0, $2, 0, -7000000, 1, $4),
      ($1, 1, 4, 0, $3, 0, 7000000, 8000000, $4)`,
    ...[testId(50), PAYER, ADMIN, JOINED],
  );
  await run(`insert into join_request values ($1, $2, 'PENDING', $3)`, PAID, ASKING, JOINED);
  const call = [testId(60), FREE, ADMIN];
  await run(
    `insert into spot_proposal values ($1, 'SPOT', $2, 1, $3, null, 1, now(), now(), now(), 1, 5,
      12.5, null)`,
    ...call,
  );
  await run(
    `insert into spot_position values ($3, $1, $2, 1, 0, 0, 1, 1, 1, 1, 5, 40, 0, 0, now(), now())`,
    ...call,
  );
  await run(
    `insert into spot_trade values ($4, $3, $1, $2, 1, 'BUY', 'OPEN', 1, 1, 1, 0, 0, 0, now())`,
    ...[...call, testId(61)],
  );
  const resolved = [testId(70), FREE, ADMIN];
  await run(
    `insert into prediction_proposal values ($1, $2, $3, 'e', 'm', 'o', 2, true, null, null, null,
      null, 'RESOLVED', 'YES', true, 0.5, now(), now(), now(), null, null, true)`,
    ...resolved,
  );
  await run(
    `insert into prediction_position values ($3, $1, $2, 2, 80000000, 41000000, '', 0, 0, 0, 0, 0,
      0, 0, 0, null, false, false, now())`,
    ...resolved,
  );
}

test('what was paid and accepted before is noted, and charged again at its time', async () => {
  const { rows: payments } = await run('select * from group_fee_payment');
  expect(payments).toEqual([
    {
      id: testId(50),
      group_id: PAID,
      payer_id: PAYER,
      payee_id: ADMIN,
      kind: 'JOIN',
      joining_fee: 5_000_000n,
      subscription_fee: 2_000_000n,
      period_start: Date.parse(JOINED),
      period_end: Date.UTC(2030, 1, 1),
      created_at: Date.parse(JOINED),
    },
  ]);
  const { rows: due } = await run(
    'select user_id, joining_fee, subscription_fee from membership where due_at = next_charge_at',
  );
  expect(due).toEqual([{ user_id: PAYER, joining_fee: 5_000_000n, subscription_fee: 2_000_000n }]);
  const { rows: asking } = await run('select joining_fee, may_pay from join_request');
  expect(asking).toEqual([{ joining_fee: 5_000_000n, may_pay: true }]);
});

test('calls that had closed and what there was to count make the figures of their group', async () => {
  const { rows } = await run(
    `select closed_count, win_count, all_time_pnl, biggest_win, members, participants, trades,
        predictions, trim_scale(return_sum) as returns
      from group_performance join group_tally using (group_id) where group_id = $1`,
    FREE,
  );
  expect(rows).toEqual([
    {
      closed_count: 2,
      win_count: 2,
      all_time_pnl: 39_000_005n,
      biggest_win: 39_000_000n,
      members: 2,
      participants: 1,
      trades: 1n,
      predictions: 1,
      // 12.5 and 39 of 41: 95.121951219512195122
      returns: '107.621951219512195122',
    },
  ]);
});

test('the audit finds nothing', async () => {
  const query = async (text: string, values: readonly unknown[]) =>
    (await client.query(text, [...values])).rows;
  const { checks } = await runAudit(query, groupChecks, 0);
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
});
