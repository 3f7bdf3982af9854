import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importPerps } from '../../src/market/perps/import-perps.ts';
import { isoTime } from '../../src/platform/clock.ts';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import { hasSharedData, sharedData, sharedDataFolder } from '../helpers/shared-data.ts';
import { checkIdentities } from './perp-world.ts';
import { units } from './prediction-world.ts';
import { openGroup } from './world.ts';

const needed = process.env.CI === 'true';
if (!hasSharedData && needed) {
  test('the recorded candles are there', () => {
    throw new Error(`CI needs the recorded candles; there are none in ${sharedDataFolder}`);
  });
}
const title = hasSharedData
  ? 'recorded perpetuals through the crash of 10 October 2025'
  : `recorded perpetuals (skipped: SKEIN_SHARED_DATA names no recorded candles, nor has ${sharedDataFolder} any)`;

/** The candle of 20:00 opens here; that of 21:00 falls to its low in the second twenty minutes. */
const START = '2025-10-10T20:00:00.000Z';
const BEFORE = '2025-10-10T19:59:00.000Z';
const CRASH = { from: '2025-10-10T21:20:00.000Z', to: '2025-10-10T21:40:00.000Z' };
/** Three days later, as far as the published calculation looks. */
const END = '2025-10-13T20:00:00.000Z';

/**
 * Longs that are opened at the start, with the entry and the liquidation price that were computed
 * for them from the candles alone: mark at the open, 3.5 basis points of fee, maintenance of half
 * the initial margin of the highest leverage.
 */
const OPENINGS = [
  { symbol: 'BTC', leverage: '10', entry: '116595.8', liquidation: '107668.75' },
  { symbol: 'ETH', leverage: '10', entry: '3995.07', liquidation: '3689.19' },
  { symbol: 'SOL', leverage: '10', entry: '205.21', liquidation: '191.13' },
  { symbol: 'SOL', leverage: '3', entry: '205.21', liquidation: '141.6' },
] as const;
/**
 * 20,000 × 10 ÷ 11.777 a lot, which is 1 % above the best ask: more than the 5,000 lots that are
 * liquidated at once.
 */
const LARGE_USD = '20000';
const OPENED_LOTS = 16_982n;

/** Whether a price is within 0.15 % of another one: the book has a spread, and lots are whole. */
function isNear(price: string, other: string): boolean {
  const [a, b] = [units(price, 18), units(other, 18)];
  const away = a > b ? a - b : b - a;
  return away * 10_000n <= b * 15n;
}

describe.skipIf(!hasSharedData)(title, () => {
  let folder: string;
  let app: TestApp;
  let trader: TestUser;
  const ids: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'skein-recorded-perps-'));
    const [from, to] = [join(folder, 'from'), join(folder, 'to')];
    await mkdir(from);
    for (const symbol of ['BTC', 'ETH', 'SOL']) {
      const file = `okx_${symbol}-USDT-SWAP_1h.csv`;
      await symlink(sharedData('perps', 'candles', file), join(from, file));
    }
    await importPerps({ from, to, symbols: [], interval: null }, () => {});
    app = await startTestApp({ SKEIN_MARKET_DATA: to, SKEIN_REPLAY_START: BEFORE });
    await app.sandbox('POST', '/clock', { freeze: true, set: START });
    trader = await app.user('trader', { depositUsd: '21000' });
  }, 60_000);
  afterAll(async () => {
    await app?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const isInCrash = (at: string): boolean => at > CRASH.from && at < CRASH.to;
  const positionOf = (n: number) => trader.get(`/perps/positions/${ids[n]}`);

  test('longs are opened at the recorded mark, with the liquidation prices that follow', async () => {
    const groupId = await openGroup(trader);
    const open = async (symbol: string, leverage: string, collateralUsd: string, bps: number) => {
      const body = { marketSymbol: symbol, side: 'LONG', collateralUsd, leverage };
      const asked = { groupId, ...body, maxSlippageBps: bps };
      ids.push((await trader.post('/perps/proposals', asked)).assignmentId);
    };
    for (const { symbol, leverage } of OPENINGS) await open(symbol, leverage, '100', 5);
    await open('BTC', '10', LARGE_USD, 100);
    const { currentSizeBaseLots } = await positionOf(4);
    expect(BigInt(currentSizeBaseLots)).toBe(OPENED_LOTS);
    for (const [n, { entry, liquidation }] of OPENINGS.entries()) {
      const { entryPriceUsd, liquidationPriceUsd } = await positionOf(n);
      expect([entryPriceUsd, isNear(entryPriceUsd, entry)]).toEqual([entryPriceUsd, true]);
      const isRight = isNear(liquidationPriceUsd, liquidation);
      expect([liquidationPriceUsd, isRight]).toEqual([liquidationPriceUsd, true]);
    }
  });

  test('nothing happens in the hour before, though it falls as well', async () => {
    await app.sandbox('POST', '/clock', { set: '2025-10-10T21:00:00.000Z' });
    await app.sandbox('POST', '/drain');
    for (const n of ids.keys()) expect((await positionOf(n)).status).toBe('OPEN');
  });

  test('in one jump over three days those at 10x are liquidated in that hour, the one at 3x is not', async () => {
    await app.sandbox('POST', '/clock', { set: END });
    await app.sandbox('POST', '/drain');
    for (const [n, { leverage, liquidation }] of OPENINGS.entries()) {
      const position = await positionOf(n);
      checkIdentities(position, '100');
      if (leverage === '3') {
        expect([position.status, position.liquidationPenaltyUsd]).toEqual(['OPEN', '0']);
        continue;
      }
      expect(position.status).toBe('LIQUIDATED');
      expect(isInCrash(position.closedAt)).toBe(true);
      // The mark goes there second by second, so none of them falls through its maintenance.
      expect([position.exitPriceUsd, isNear(position.exitPriceUsd, liquidation)]).toEqual([
        position.exitPriceUsd,
        true,
      ]);
      expect(units(position.liquidationPenaltyUsd, 6)).toBeGreaterThan(0n);
      expect(units(position.finalCollateralReturned, 6)).toBeGreaterThan(0n);
    }
  });

  test('the large one was reduced step by step, each at its own instant, until it was safe', async () => {
    const large = await positionOf(4);
    checkIdentities(large, LARGE_USD);
    expect(large.status).toBe('OPEN');
    const steps = await app.app.services.database.reads.query<{ lots: bigint; at: number }>(
      {
        name: 'liquidations of a position',
        text: `select lots, created_at as at, price from perp_trade
          where position_id = $1 and action = 'LIQUIDATION' order by id`,
      },
      [ids[4]],
    );
    expect(steps.length).toBeGreaterThan(1);
    expect(new Set(steps.map(({ lots }) => lots))).toEqual(new Set([5_000n]));
    const instants = steps.map(({ at }) => at);
    expect(instants).toEqual([...new Set(instants)].toSorted((a, b) => a - b));
    expect(instants.every((at) => isInCrash(isoTime(at)))).toBe(true);
    const left = OPENED_LOTS - 5_000n * BigInt(steps.length);
    expect(large.currentSizeBaseLots).toBe(left.toString());
  });

  test('the money adds up', async () => {
    await app.audit();
    const { reads } = app.app.services.database;
    const [books] = await reads.query<Record<string, bigint>>({
      name: 'dollars of everybody',
      text: `select (sum(amount) filter (where account = 10))::int8 as deposits,
          (sum(amount) filter (where account in (0, 22, 23, 24, 25)))::int8 as held,
          (sum(amount) filter (where account = 23))::int8 as margin,
          (sum(amount) filter (where account = 25))::int8 as insurance
        from entry where asset_id = 0`,
    });
    // $21,000 are in the wallet, in the fees, in margin, in the insurance fund and with the venue.
    expect(books).toMatchObject({ deposits: -21_000_000_000n, held: 21_000_000_000n });
    expect(books?.insurance).toBeGreaterThan(0n);
    expect(books?.margin).toBeGreaterThan(0n);
  });
});
