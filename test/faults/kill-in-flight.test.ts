import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundledTokens } from '../../src/market/tokens.ts';
import { eventually } from '../helpers/eventually.ts';
import { noteFault, stopwatch } from '../helpers/evidence.ts';
import { ask, control, stop } from './calls.ts';
import { type Flock, makeFlock } from './flock.ts';
import { openServiceRunner, type ServiceProcess, type ServiceRunner } from './service-process.ts';

const FOLLOWERS = 30;
const FAILING = 10;
/** Long enough for the kill to come first. */
const DELAY_MS = 4_000;
const [call, order] = bundledTokens.map(({ mint }) => mint);

let flock: Flock;
let runner: ServiceRunner;
beforeAll(async () => {
  [flock, runner] = await Promise.all([makeFlock(FOLLOWERS), openServiceRunner()]);
}, 60_000);
afterAll(async () => {
  await runner.close();
  await flock.close();
});

const script = (service: ServiceProcess, mode: string, count: number) =>
  control(service, 'PUT', '/venues/spot/behaviour', { mode, delayMs: DELAY_MS, count });

const swap = (service: ServiceProcess) =>
  ask(
    service,
    flock.leader,
    '/spot/swap',
    { sell: 'USDC', buy: order, amountUsd: '50' },
    'in flight',
  );

const follows = () =>
  flock.rows<{ status: string; code: string | null; count: bigint }>(
    'select status, code, count(*) as count from follow group by status, code order by status',
  );

test('orders that were in flight at their venue when the process was killed are settled once', async () => {
  const { env } = flock;
  const dying = await runner.start(env);
  await control(dying, 'PUT', '/follow', { hold: true });
  const proposal = { groupId: flock.groupId, contractAddress: call, amountUsd: '100' };
  const opened = await ask(dying, flock.leader, '/spot/proposals', proposal);
  expect(opened.status).toBe(201);
  await script(dying, 'unknown-then-failed', FAILING);
  await control(dying, 'PUT', '/follow', { hold: false });
  await eventually('ten follows are in flight, the others made', async () => {
    const rows = await follows();
    return rows.every(({ status }) => status !== 'QUEUED');
  });
  expect((await follows()).map(({ status, count }) => [status, count])).toEqual([
    ['FILLED', BigInt(FOLLOWERS - FAILING)],
    ['UNKNOWN', BigInt(FAILING)],
  ]);
  await script(dying, 'unknown-then-filled', 1);
  const asked = swap(dying).catch(() => null);
  await eventually('the order is in flight', async () => {
    const rows = await flock.rows(`select 1 from intent where kind = 'SWAP'`);
    return rows.length === 1;
  });
  dying.kill('SIGKILL');
  expect([await asked, (await dying.ended()).signal]).toEqual([null, 'SIGKILL']);
  expect(await flock.broken()).toEqual([]);

  const recovering = stopwatch();
  const next = await runner.start(env);
  // The key tells: this is the order of before, and this is what came of it.
  const repeated = await swap(next);
  expect(repeated.status).toBe(200);
  expect(repeated.body.data).toMatchObject({ success: true, pending: false });
  await eventually('every outcome is known', async () => {
    const rows = await follows();
    return rows.every(({ status }) => status !== 'UNKNOWN');
  });
  expect(await follows()).toEqual([
    { status: 'FAILED', code: 'FUNDING_REFUNDED', count: BigInt(FAILING) },
    { status: 'FILLED', code: null, count: BigInt(FOLLOWERS - FAILING) },
  ]);
  const fault = `kill -9 with ${FAILING} follows and an order in flight at their venue`;
  noteFault({ area: 'process', fault, operations: FAILING + 1, recoveryMs: recovering() });
  await stop(next);
  const trades = await flock.rows(
    'select origin, count(*) as count from spot_trade group by origin order by origin',
  );
  expect(trades).toEqual([
    { origin: 'FOLLOW', count: BigInt(FOLLOWERS - FAILING) },
    { origin: 'OPEN', count: 1n },
    { origin: 'SWAP', count: 1n },
  ]);
  // 1000, less 10 for the ones that filled; nothing is held any more.
  const ids = flock.followers.map(({ userId }) => userId);
  const wallets = await flock.rows(
    `select available, reserved, count(*) as count from wallet where user_id = any($1)
      group by available, reserved order by available`,
    [ids],
  );
  expect(wallets).toEqual([
    { available: 990_000_000n, reserved: 0n, count: BigInt(FOLLOWERS - FAILING) },
    { available: 1_000_000_000n, reserved: 0n, count: BigInt(FAILING) },
  ]);
  expect(await flock.broken()).toEqual([]);
}, 60_000);
