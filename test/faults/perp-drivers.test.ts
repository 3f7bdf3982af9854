import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openModel } from '../../src/market/model.ts';
import { createPerpData } from '../../src/market/perps/perp-data.ts';
import { openPerpModel } from '../../src/market/perps/perp-model.ts';
import type { TestUser } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { noteFault, stopwatch, thorough } from '../helpers/evidence.ts';
import { control, stop } from './calls.ts';
import { makePerpFlock, NOW, type PerpFlock } from './perp-flock.ts';
import { openServiceRunner, type ServiceProcess, type ServiceRunner } from './service-process.ts';

const HOUR_MS = 3_600_000;
const START_MS = Date.parse(NOW);
const SYMBOLS = ['BTC', 'ETH', 'SOL'] as const;
const POSITIONS = 39;
/** Leaps of four days, in each of which a driver dies. */
const LEAPS = thorough ? 2 : 1;

/** The marks that every process of the model sees. */
const { source } = openModel('skein');
const { source: perpSource, markets } = openPerpModel('skein', source);
const marks = createPerpData(perpSource, markets);

let runner: ServiceRunner;
let flock: PerpFlock;
beforeAll(async () => {
  runner = await openServiceRunner();
}, 60_000);
beforeEach(async () => {
  flock = await makePerpFlock(({ leader, groupId }) => openMany(leader, groupId));
  return () => flock.close();
}, 60_000);
afterAll(() => runner.close());

/**
 * Positions at 10x with a stop loss and a take profit each, at most 3 % and 4 % of the price away:
 * long before a liquidation, so that funding does not move what they wait for. One of each market
 * has neither and no leverage, and stays to the end.
 */
async function openMany(leader: TestUser, groupId: string): Promise<void> {
  for (const marketSymbol of SYMBOLS) {
    const body = { groupId, marketSymbol, side: 'LONG', collateralUsd: '100', leverage: '1' };
    await leader.post('/perps/proposals', body);
  }
  for (let n = SYMBOLS.length; n < POSITIONS; n += 1) {
    await leader.post('/perps/proposals', {
      groupId,
      marketSymbol: SYMBOLS[n % 3],
      side: n % 2 === 0 ? 'LONG' : 'SHORT',
      collateralUsd: '100',
      leverage: '10',
      stopLossPct: String(4 + ((n * 5) % 27)),
      takeProfitPct: String(4 + ((n * 7) % 37)),
    });
  }
}

interface PositionRow {
  readonly id: string;
  readonly symbol: string;
  readonly lower_ticks: bigint | null;
  readonly upper_ticks: bigint | null;
}

/** When marks reach each position first, by its id; null when they do not until then. */
async function expectedEnds(untilMs: number): Promise<Map<string, number | null>> {
  const rows = await flock.rows<PositionRow>(
    'select id, symbol, lower_ticks, upper_ticks from perp_position',
  );
  return new Map(
    rows.map(({ id, symbol, lower_ticks: lowTicks, upper_ticks: highTicks }) => {
      const reach = marks.firstReach(symbol, START_MS, untilMs, { lowTicks, highTicks });
      return [id, reach?.toMs ?? null];
    }),
  );
}

const driverRow = async () => {
  const [row] = await flock.rows<{ fence: number; done_until: number; holder: string }>(
    'select fence, done_until, holder from perp_driver',
  );
  if (!row) throw new Error('no row of the driver');
  return row;
};
const doneUntil = (atMs: number) => async () => (await driverRow()).done_until >= atMs;

/** Waits until everything up to the clock is done, over whichever process is asked. */
const settled = (service: ServiceProcess) =>
  eventually(
    'everything is done',
    () => control(service, 'POST', '/drain').then(() => true),
    60_000,
  );

/** Every position ended when it should have, once; every hour was funded once, in order. */
async function checkWorld(untilMs: number, ends: Map<string, number | null>): Promise<void> {
  const positions = await flock.rows<{ id: string; closed_at: number | null; trades: bigint }>(
    `select p.id, p.closed_at, count(t.id) as trades from perp_position p
      join perp_trade t on t.position_id = p.id group by p.id`,
  );
  expect(positions).toHaveLength(POSITIONS);
  for (const { id, closed_at: closedAt, trades } of positions) {
    expect([id, closedAt, trades]).toEqual([id, ends.get(id), closedAt === null ? 1n : 2n]);
  }
  // Intervals that ended from 16:00 on, each starting where the one before it ended.
  const hours = BigInt(Math.floor(untilMs / HOUR_MS) - Math.floor(START_MS / HOUR_MS));
  const funding = await flock.rows(
    `select symbol, count(*) as hours, count(distinct interval_start) as starts,
        extract(epoch from max(interval_start) - min(interval_start))::int8 / 3600 + 1 as span
      from perp_funding where symbol = any($1) group by symbol order by symbol`,
    [[...SYMBOLS]],
  );
  expect(funding).toEqual(SYMBOLS.map((symbol) => ({ symbol, hours, starts: hours, span: hours })));
  // What a position has paid is what its lots were charged for each hour that it saw the end of.
  const wrong = await flock.rows(
    `select p.id from perp_position p
      cross join lateral (select lots from perp_trade
        where position_id = p.id order by id limit 1) t
      cross join lateral (select coalesce(sum(rate), 0) as rate from perp_funding
        where symbol = p.symbol and interval_start + interval '1 hour' > p.opened_at
          and interval_start + interval '1 hour' <= coalesce(p.closed_at, 'infinity')) h
      where p.funding <> h.rate * t.lots * case p.side when 'LONG' then -1 else 1 end`,
  );
  expect(wrong).toEqual([]);
  expect(await flock.broken()).toEqual([]);
}

test('one of several processes drives; when it is killed, another one goes on within seconds', async () => {
  const ends = await expectedEnds(START_MS + LEAPS * 4 * 24 * HOUR_MS);
  const services = [await runner.start(flock.env)];
  await eventually('the first one drives', async () => (await driverRow()).fence === 2);
  const fences: number[] = [];
  let untilMs = START_MS;
  for (let leap = 0; leap < LEAPS; leap += 1) {
    const driver = services.at(-1) as ServiceProcess;
    const next = await runner.start(flock.env);
    services.push(next);
    // The driver is in the middle of four days when it dies.
    untilMs += 4 * 24 * HOUR_MS;
    await control(next, 'POST', '/clock', { advanceMs: 4 * 24 * HOUR_MS });
    await eventually('it is on its way', doneUntil(untilMs - 4 * 24 * HOUR_MS + HOUR_MS));
    driver.kill('SIGKILL');
    expect((await driver.ended()).signal).toBe('SIGKILL');
    const recovering = stopwatch();
    const { fence, done_until: before } = await driverRow();
    fences.push(fence);
    expect(before).toBeLessThan(untilMs);
    // 3 seconds of lease and a quarter of one until the other looks; the rest is the machine's.
    await eventually('another one has taken over', async () => (await driverRow()).fence > fence);
    const fault = 'kill -9 of the driver of perps in the middle of four days';
    noteFault({ area: 'process', fault, operations: POSITIONS, recoveryMs: recovering() });
    await settled(next);
  }
  expect(fences).toEqual([2, 3].slice(0, LEAPS));
  const closed = [...ends.values()].filter((at) => at !== null);
  expect(closed.length).toBeGreaterThan(POSITIONS / 3);
  await checkWorld(untilMs, ends);
}, 120_000);

test.runIf(thorough)(
  'with several processes all the time, nothing is done twice',
  async () => {
    const untilMs = START_MS + 4 * 24 * HOUR_MS;
    const ends = await expectedEnds(untilMs);
    const services = await Promise.all([runner.start(flock.env), runner.start(flock.env)]);
    await eventually('one drives', async () => (await driverRow()).fence === 2);
    for (let leap = 0; leap < 4; leap += 1) {
      const service = services[leap % 2] as ServiceProcess;
      await control(service, 'POST', '/clock', { advanceMs: 24 * HOUR_MS });
      await settled(service);
    }
    // The same one has driven all along.
    expect((await driverRow()).fence).toBe(2);
    await checkWorld(untilMs, ends);
    for (const service of services) await stop(service);
  },
  120_000,
);

test.runIf(thorough)(
  'a driver that was paused until its lease ran out does nothing when it wakes up',
  async () => {
    const untilMs = START_MS + 8 * 24 * HOUR_MS;
    const ends = await expectedEnds(untilMs);
    const paused = await runner.start(flock.env);
    await eventually('it drives', async () => (await driverRow()).fence === 2);
    await control(paused, 'POST', '/clock', { advanceMs: 8 * 24 * HOUR_MS });
    await eventually('it is on its way', doneUntil(START_MS + HOUR_MS));
    paused.kill('SIGSTOP');
    const recovering = stopwatch();
    const other = await runner.start(flock.env);
    // If it was stopped in a transaction, the server ends that after 20 seconds.
    await eventually(
      'another one has taken over',
      async () => (await driverRow()).fence > 2,
      40_000,
    );
    const { holder } = await driverRow();
    const fault = 'SIGSTOP of the driver of perps until another one has taken over';
    noteFault({ area: 'process', fault, operations: POSITIONS, recoveryMs: recovering() });
    await settled(other);
    const before = await driverRow();
    const counts = () =>
      flock.rows(`select (select count(*) from perp_trade) as trades,
      (select count(*) from perp_funding) as hours, (select count(*) from entry) as entries`);
    const done = await counts();
    paused.kill('SIGCONT');
    await eventually('it answers again', async () => {
      const { status } = await paused.send({ method: 'GET', path: '/readyz' });
      return status === 200;
    });
    // It looks whether there is anything for it to do.
    await settled(paused);
    expect(await counts()).toEqual(done);
    expect(await driverRow()).toEqual({ ...before, holder, fence: 3 });
    await checkWorld(untilMs, ends);
  },
  120_000,
);
