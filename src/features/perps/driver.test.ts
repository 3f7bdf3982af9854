import { afterEach, beforeEach, expect, test } from 'vitest';
import { BACKEND_START_MS } from '../../../test/helpers/backend.ts';
import { eventually } from '../../../test/helpers/eventually.ts';
import {
  openPerpTrading,
  type PerpTrading,
  scriptedMarks,
  type TestDriver,
} from '../../../test/helpers/perp-trading.ts';
import { openTrading, type Trading } from '../../../test/helpers/trading.ts';
import { auditChecks } from '../../audit-checks.ts';
import type { Engine } from '../../engine/engine.ts';
import { auditDatabase } from '../../ledger/audit.ts';
import { isoTime } from '../../platform/clock.ts';
import { NO_ID } from '../../platform/ids.ts';
import { ticks } from '../../venues/paper/perps/units.ts';
import type { Trader } from '../orders/index.ts';
import { endInterval } from './fund.ts';
import { type CarryOutTrigger, carryOutTrigger } from './trigger.ts';

/** The clock stands at 14:30. */
const NOW = BACKEND_START_MS;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const THREE = NOW + 30 * MINUTE_MS;

let on: Trading;
let perps: PerpTrading;
let ada: Trader;
let groupId: string;
const running = new Set<TestDriver>();

/**
 * SOL stands at $100 (10,000 ticks), so a lot of 0.01 is worth a dollar. $100 at 10x are 1,000
 * lots; the fee is 1,000 × 0.00035 = $0.35. It is liquidated where 99.65 − 1,000 + 10p is below
 * p ÷ 3 (10p ÷ 15x ÷ 2): at p = 93.1396…, so at 9,313 ticks and below.
 */
const LIQUIDATION = 9_313n;

beforeEach(async () => {
  on = await openTrading();
  perps = await openPerpTrading(on, scriptedMarks('SOL', 'BTC'));
  perps.marks.set('SOL', [[0, 10_000n]]);
  ada = await on.user('ada', '100000');
  groupId = await on.group(ada);
});
afterEach(async () => {
  await Promise.all([...running].map((driver) => driver.stop()));
  running.clear();
  const { checks } = await auditDatabase(on.database, auditChecks, on.clock.now());
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  await on.close();
});

async function start(options?: Parameters<PerpTrading['startDriver']>[0]): Promise<TestDriver> {
  const driver = await perps.startDriver(options);
  running.add(driver);
  return driver;
}

async function end(driver: TestDriver): Promise<void> {
  running.delete(driver);
  await driver.stop();
}

/** Has a driver note that everything up to now has been looked at, and ends it. */
async function lookedAtUntilNow(): Promise<void> {
  const driver = await start();
  await driver.settle();
  await end(driver);
}

async function catchUp(): Promise<void> {
  const driver = await start();
  await driver.settle();
}

const driverRow = async () => {
  const [row] = await on.rows<{ fence: number; done_until: number; holder: string }>(
    'select fence, done_until, holder from perp_driver',
  );
  if (!row) throw new Error('no row of the driver');
  return row;
};

test('a position is liquidated at the instant at which a mark reaches it, however late the driver is', async () => {
  const id = await perps.open(ada, groupId);
  expect((await perps.position(id)).liquidationTicks).toBe(LIQUIDATION);
  await lookedAtUntilNow();
  const dip = NOW + 90 * MINUTE_MS;
  perps.marks.set('SOL', [
    [0, 10_000n],
    [dip - MINUTE_MS, LIQUIDATION + 1n],
    [dip, LIQUIDATION],
    [dip + MINUTE_MS, 10_000n],
  ]);
  on.clock.advance(3 * 24 * HOUR_MS);
  await catchUp();
  const { status, closedAt } = await perps.position(id);
  expect([status, closedAt]).toEqual(['LIQUIDATED', dip]);
  const trades = await on.rows<{ created_at: number; price: string }>(
    `select created_at, price::text from perp_trade where action = 'LIQUIDATION'`,
  );
  expect(trades).toEqual([{ created_at: dip, price: '93.13' }]);
});

test('what a mark did before a position was opened or traded says nothing about it', async () => {
  const before = await perps.open(ada, groupId);
  await lookedAtUntilNow();
  perps.marks.set('SOL', [
    [0, 10_000n],
    [NOW + 10 * MINUTE_MS, 9_200n],
    [NOW + 20 * MINUTE_MS, 10_000n],
  ]);
  on.clock.advance(25 * MINUTE_MS);
  // Nobody has looked at the dip yet when one is opened and margin is added to the other. It would
  // have reached both: with $5 more the first one is liquidated at 92.62 and below.
  const after = await perps.open(ada, groupId);
  await perps.add(ada, before, '5');
  await catchUp();
  expect((await perps.position(after)).status).toBe('OPEN');
  expect((await perps.position(before)).status).toBe('OPEN');
});

test('marks are looked at before the funding of the same hour', async () => {
  // Longs pay 100 ticks × 100 quote lots × 1 h ÷ 24 h = 416 quote lots a lot: 1,000 lots $0.416.
  perps.marks.set('SOL', [[0, 10_000n, 9_900n]]);
  const id = await perps.open(ada, groupId);
  await lookedAtUntilNow();
  // Then it is liquidated where 99.234 − 1,000 + 10p < p ÷ 3: at 93.1820… and below.
  perps.marks.set('SOL', [
    [0, 10_000n, 9_900n],
    [THREE - MINUTE_MS, LIQUIDATION + 1n, 9_214n],
    [THREE - 1_000, 10_000n, 9_900n],
  ]);
  on.clock.advance(40 * MINUTE_MS);
  await catchUp();
  const { status, funding, collateral, liquidationTicks } = await perps.position(id);
  expect([status, funding, collateral]).toEqual(['OPEN', -416_000n, 99_234_000n]);
  expect(liquidationTicks).toBe(9_318n);
});

test('marks that were looked at before a funding are not judged by it when another driver goes on', async () => {
  perps.marks.set('SOL', [
    [0, 10_000n, 9_900n],
    [THREE - MINUTE_MS, LIQUIDATION + 1n, 9_214n],
    [THREE - 1_000, 10_000n, 9_900n],
  ]);
  const id = await perps.open(ada, groupId);
  await lookedAtUntilNow();
  on.clock.advance(40 * MINUTE_MS);
  // A process that ends itself right after the funding is committed.
  const gone = new Error('the process has ended');
  const dying = await start({
    log: on.log.child({}, { level: 'silent' }),
    through: (engine) => ({
      ...engine,
      waiting: 0,
      async submit(kind, command, options) {
        const answer = await engine.submit(kind, command, options);
        if (kind.name === 'perps.endInterval') throw gone;
        return answer;
      },
    }),
  });
  await eventually('the interval has ended', async () => {
    return (await on.rows(`select 1 from perp_funding where symbol = 'SOL'`)).length === 1;
  });
  await end(dying);
  expect((await driverRow()).done_until).toBe(THREE - 1);
  await catchUp();
  const { status, funding } = await perps.position(id);
  expect([status, funding]).toEqual(['OPEN', -416_000n]);
});

test('what funding alone makes liquidatable is liquidated at the mark of that instant', async () => {
  perps.marks.set('SOL', [[0, 10_000n, 9_900n]]);
  const id = await perps.open(ada, groupId);
  await lookedAtUntilNow();
  perps.marks.set('SOL', [
    [0, 10_000n, 9_900n],
    [THREE - MINUTE_MS, LIQUIDATION + 1n, 9_214n],
    // From the first second after the hour on it would be safe again.
    [THREE + 1_000, 10_000n, 9_900n],
  ]);
  on.clock.advance(40 * MINUTE_MS);
  await catchUp();
  const { status, closedAt, funding } = await perps.position(id);
  expect([status, closedAt, funding]).toEqual(['LIQUIDATED', THREE, -416_000n]);
});

test('a clock that runs is caught up with, and what is left then is done', async () => {
  perps.marks.set('SOL', [[0, 10_000n, 9_900n]]);
  const id = await perps.open(ada, groupId);
  await lookedAtUntilNow();
  on.clock.advance(40 * MINUTE_MS);
  // Every look at it is a millisecond later.
  const clock = {
    now() {
      on.clock.advance(1);
      return on.clock.now();
    },
  };
  await start({ clock });
  await eventually('the hour has been paid', async () => {
    return (await perps.position(id)).funding === -416_000n;
  });
});

test('a jump of days ends each hour once where somebody pays, the last one elsewhere', async () => {
  perps.marks.set('SOL', [[0, 10_000n, 9_990n]]);
  const id = await perps.open(ada, groupId);
  await lookedAtUntilNow();
  on.clock.advance(3 * 24 * HOUR_MS);
  await catchUp();
  // 10 ticks × 100 ÷ 24 = 41 quote lots an hour; 72 hours end from 15:00 on.
  const { funding, fundingIndex } = await perps.position(id);
  expect([funding, fundingIndex]).toEqual([-72n * 41_000n, 72n * 41n]);
  const first = NOW - 30 * MINUTE_MS;
  expect(
    await on.rows(`select symbol, count(*) as hours, count(distinct interval_start) as starts,
        min(interval_start) as first, max(index_after) as index
      from perp_funding group by symbol order by symbol`),
  ).toEqual([
    { symbol: 'BTC', hours: 1n, starts: 1n, first: first + 71 * HOUR_MS, index: 0n },
    { symbol: 'SOL', hours: 72n, starts: 72n, first, index: 72n * 41n },
  ]);
  const payments = await on.rows<{ created_at: number }>(
    'select created_at from perp_funding_payment',
  );
  expect(payments.at(-1)).toEqual({ created_at: NOW + 72 * HOUR_MS - 30 * MINUTE_MS });
});

test('a position pays for no hour that was over when it was opened, however late the driver is', async () => {
  perps.marks.set('SOL', [[0, 10_000n, 9_990n]]);
  const early = await perps.open(ada, groupId);
  await lookedAtUntilNow();
  on.clock.advance(2 * 24 * HOUR_MS);
  const late = await perps.open(ada, groupId);
  on.clock.advance(HOUR_MS);
  await catchUp();
  // 41 quote lots an hour and lot: 49 hours of 1,000 lots, and the one that ended last.
  expect((await perps.position(early)).funding).toBe(-49n * 41_000n);
  expect(await perps.position(late)).toMatchObject({ funding: -41_000n, fundingIndex: 49n * 41n });
});

test('one process drives; another one takes over when it stops, from where it had come to', async () => {
  const first = await start();
  await first.settle();
  const second = await start();
  await second.settle();
  const { fence, holder } = await driverRow();
  const id = await perps.open(ada, groupId);
  perps.marks.set('SOL', [
    [0, 10_000n],
    [NOW + MINUTE_MS, 9_200n],
  ]);
  await end(first);
  on.clock.advance(2 * MINUTE_MS);
  await second.settle();
  const after = await driverRow();
  expect([after.fence, after.holder === holder]).toEqual([fence + 1, false]);
  expect(await perps.position(id)).toMatchObject({
    status: 'LIQUIDATED',
    closedAt: NOW + MINUTE_MS,
  });
});

test('commands of a driver that has lost its fence do nothing', async () => {
  const id = await perps.open(ada, groupId);
  await lookedAtUntilNow();
  const { fence } = await driverRow();
  const { userId, proposalId } = await perps.position(id);
  const trigger: CarryOutTrigger = {
    positionId: id,
    userId,
    proposalId,
    symbol: 'SOL',
    markTicks: ticks(9_200n),
    atMs: NOW,
    isPinned: true,
    fence: fence - 1,
    seen: null,
    candidates: null,
  };
  const interval = { startMs: THREE - HOUR_MS, endMs: THREE, latecomers: [], fence: fence - 1 };
  const rates = [{ symbol: 'SOL', rate: 1n, markTicks: ticks(10_000n) }];
  expect(await on.run(carryOutTrigger(perps.deps), trigger, userId)).toMatchObject({
    data: { did: 'nothing', why: 'lost' },
  });
  expect((await on.run(endInterval, { ...interval, rates }, NO_ID)).data).toEqual({
    drives: false,
  });
  expect((await perps.position(id)).status).toBe('OPEN');
  expect(await on.rows('select 1 from perp_funding')).toEqual([]);
  // With the fence of the driver both do what they are for, the interval once.
  const now = { ...interval, rates, fence };
  expect((await on.run(endInterval, now, NO_ID)).data).toEqual({ drives: true });
  expect((await on.run(endInterval, now, NO_ID)).data).toEqual({ drives: true });
  expect(await on.rows('select rate from perp_funding')).toEqual([{ rate: 1n }]);
  const carried = await on.run(carryOutTrigger(perps.deps), { ...trigger, fence }, userId);
  expect(carried.data).toEqual({ did: 'carried out' });
  expect((await perps.position(id)).status).toBe('LIQUIDATED');
});

test('a round that has lost its fence in the middle stops, and another one goes on', async () => {
  const ids = [await perps.open(ada, groupId), await perps.open(ada, groupId)];
  await lookedAtUntilNow();
  perps.marks.set('SOL', [
    [0, 10_000n],
    [NOW + MINUTE_MS, 9_200n],
  ]);
  on.clock.advance(2 * HOUR_MS);
  let taken = false;
  const steal = (engine: Engine): Engine => ({
    ...engine,
    waiting: 0,
    async submit(kind, command, options) {
      if (kind.name === 'perps.trigger' && !taken) {
        taken = true;
        // The lease has run out, and another process has it for a moment.
        await on.rows(`update perp_driver set holder = gen_random_uuid(), fence = fence + 1,
          lease_until = clock_timestamp() + interval '300 ms'`);
      }
      return engine.submit(kind, command, options);
    },
  });
  const driver = await start({ through: steal });
  await driver.settle();
  expect(taken).toBe(true);
  for (const id of ids) {
    expect(await perps.position(id)).toMatchObject({
      status: 'LIQUIDATED',
      closedAt: NOW + MINUTE_MS,
    });
  }
  expect(await on.rows(`select 1 from perp_trade where action = 'LIQUIDATION'`)).toHaveLength(2);
});

test('a trigger that fails again and again does not hold up the others', async () => {
  const [bad, good] = [await perps.open(ada, groupId), await perps.open(ada, groupId)];
  await lookedAtUntilNow();
  perps.marks.set('SOL', [
    [0, 10_000n],
    [NOW + MINUTE_MS, 9_200n],
  ]);
  on.clock.advance(2 * MINUTE_MS);
  const lines: string[] = [];
  const log = on.log.child({});
  log.error = (...given: unknown[]) => void lines.push(String(given.at(-1)));
  log.warn = () => undefined;
  const driver = await start({
    log,
    through: (engine) => ({
      ...engine,
      waiting: 0,
      submit(kind, command, options) {
        const { positionId } = command as Partial<CarryOutTrigger>;
        const fails = kind.name === 'perps.trigger' && positionId === bad;
        return fails
          ? Promise.reject(new Error('a defect'))
          : engine.submit(kind, command, options);
      },
    }),
  });
  await driver.settle();
  expect((await perps.position(good)).status).toBe('LIQUIDATED');
  expect((await perps.position(bad)).status).toBe('OPEN');
  expect(lines).toEqual(['a trigger keeps failing and is left out']);
  expect((await driverRow()).done_until).toBe(on.clock.now());
});

test('what a pin has queued is carried out at the pin, whatever has been pinned since', async () => {
  const driver = await start();
  const id = await perps.open(ada, groupId);
  await driver.settle();
  perps.data.pin('SOL', 9_200n, 9_200n, NOW);
  await driver.driver.queue('SOL');
  perps.data.pin('SOL', 10_000n, 10_000n, NOW);
  await driver.driver.queue('SOL');
  await driver.settle();
  expect(await perps.position(id)).toMatchObject({ status: 'LIQUIDATED', closedAt: NOW });
  const [trade] = await on.rows<{ price: string }>(
    `select price::text from perp_trade where action = 'LIQUIDATION'`,
  );
  expect(trade).toEqual({ price: '92' });
  expect(await on.rows('select 1 from perp_trigger')).toEqual([]);
});

test('what a pin reached is filled at the pin, also when it has gone since', async () => {
  const id = await perps.open(ada, groupId, { stopLossPct: 50n });
  await lookedAtUntilNow();
  perps.data.pin('SOL', 9_400n, 9_400n, NOW + 10 * MINUTE_MS);
  perps.data.unpin('SOL', NOW + 20 * MINUTE_MS);
  on.clock.advance(25 * MINUTE_MS);
  await catchUp();
  const { closeReason, closedAt } = await perps.position(id);
  expect([closeReason, closedAt]).toEqual(['STOP_LOSS', NOW + 10 * MINUTE_MS]);
  const [trade] = await on.rows<{ price: string }>(
    `select price::text from perp_trade where origin = 'STOP_LOSS'`,
  );
  expect(trade).toEqual({ price: '94' });
});

test('a queued trigger waits until the marks before it have been looked at', async () => {
  const id = await perps.open(ada, groupId, { takeProfitPct: 20n });
  await lookedAtUntilNow();
  perps.marks.set('SOL', [
    [0, 10_000n],
    [NOW + HOUR_MS, 9_300n],
    [NOW + 2 * HOUR_MS, 10_000n],
  ]);
  on.clock.advance(3 * HOUR_MS);
  const driver = await perps.startDriver();
  running.add(driver);
  perps.data.pin('SOL', 10_300n, 10_300n, on.clock.now());
  await driver.driver.queue('SOL');
  await driver.settle();
  expect(await perps.position(id)).toMatchObject({
    status: 'LIQUIDATED',
    closedAt: NOW + HOUR_MS,
  });
});

test('the lease of a driver that is gone without a word runs out', async () => {
  await lookedAtUntilNow();
  await on.rows(`update perp_driver set holder = gen_random_uuid(), fence = 7,
    lease_until = clock_timestamp() + interval '700 ms'`);
  const driver = await start();
  on.clock.advance(MINUTE_MS);
  await driver.settle();
  const { fence, done_until } = await driverRow();
  expect([fence, isoTime(done_until)]).toEqual([8, isoTime(NOW + MINUTE_MS)]);
});
