import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import {
  type Flock,
  NOW,
  type PerpWorld,
  pick,
  position,
  refusal,
  startPerpWorld,
} from './perp-world.ts';
import { plain, units } from './prediction-world.ts';

let world: PerpWorld;
let flock: Flock;
beforeAll(async () => {
  world = await startPerpWorld();
});
beforeEach(async () => {
  await world.reset();
  flock = await world.flock({ depositUsd: '1000000' });
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

interface Order {
  readonly marketSymbol: string;
  readonly side: 'LONG' | 'SHORT';
  readonly collateralUsd: string;
  readonly leverage: string;
  readonly [more: string]: unknown;
}
const long: Order = {
  marketSymbol: 'SOL',
  side: 'LONG',
  collateralUsd: '100',
  leverage: '10',
};
const quote = (body: object, user: TestUser = flock.leader) =>
  user.post('/perps/quote', { ...long, ...body });

it('quotes a pinned market to the last field', async () => {
  // $100 at 7x are 700 lots: 10 ÷ 7 = 1.428571…: 101.43 up; 20 ÷ 7 = 2.857142…: 97.142857 up.
  // Fee 700 × 0.00035 = 0.245. Liquidation (700 − 99.755) ÷ (7 × 29⁄30) = 88.7061….
  expect(await quote({ leverage: '7', takeProfitPct: '10', stopLossPct: '20' })).toEqual({
    sizeBaseLots: '700',
    sizeBaseUnits: '7',
    notionalUsd: '700',
    entryPriceUsd: '100',
    feeUsd: '0.245',
    liquidationPriceUsd: '88.7',
    stopLossPriceUsd: '97.15',
    takeProfitPriceUsd: '101.43',
    maxLeverage: '15',
    at: NOW,
  });
  // Short: (700 + 99.755) ÷ (7 × 31⁄30) = 110.5651…; down 98.57 and 102.85.
  const short = await quote({
    side: 'SHORT',
    leverage: '7',
    takeProfitPct: '10',
    stopLossPct: '20',
  });
  expect(pick(short, 'liquidationPriceUsd', 'stopLossPriceUsd', 'takeProfitPriceUsd')).toEqual([
    '110.57',
    '102.85',
    '98.57',
  ]);
  // A lot of PUMP is 100 units; nothing is asked of triggers that are not set.
  expect(await quote({ marketSymbol: 'pump', collateralUsd: '15', leverage: '1' })).toMatchObject({
    sizeBaseLots: '100',
    sizeBaseUnits: '10000',
    notionalUsd: '15',
    entryPriceUsd: '0.0015',
    feeUsd: '0.00525',
    stopLossPriceUsd: null,
    takeProfitPriceUsd: null,
    maxLeverage: '10',
  });
});

it('moves nothing and asks for reading only', async () => {
  const reader = await world.user({ scopes: ['read'], depositUsd: '0' });
  expect((await quote({}, reader)).sizeBaseLots).toBe('1000');
  const blind = await world.user({ scopes: ['trade:perps'] });
  expect(refusal(await blind.call('POST', '/perps/quote', long))).toEqual([
    403,
    'SCOPE_REQUIRED',
    { scope: 'read' },
  ]);
  // Nor for a region, nor for the switch.
  await world.test.sandbox('PUT', '/region', { userId: reader.userId, country: 'US' });
  expect((await quote({}, reader)).sizeBaseLots).toBe('1000');
  expect(await reader.get('/perps/positions?filter=all')).toEqual([]);
});

/** How the prices of a market are counted in its ticks. */
interface Grid {
  readonly symbol: string;
  /** A tick is one of the last of so many decimals. */
  readonly decimals: number;
  /** What a lot is worth at one tick, in 1e-6 USD. */
  readonly quoteLots: bigint;
}
const grids: readonly Grid[] = [
  // 0.01 SOL: at a cent 0.0001 USD.
  { symbol: 'SOL', decimals: 2, quoteLots: 100n },
  // 0.0001 BTC: at a dollar 0.0001 USD.
  { symbol: 'BTC', decimals: 0, quoteLots: 100n },
  // 0.001 GOLD: at 0.1 USD 0.0001 USD.
  { symbol: 'GOLD', decimals: 1, quoteLots: 100n },
  // 100 PUMP: at 0.0000001 USD 0.00001 USD.
  { symbol: 'PUMP', decimals: 7, quoteLots: 10n },
];

/** A price in ticks; fails when it lies between two. */
const ticksOf = (text: string, { decimals }: Grid): bigint => units(text, decimals);

describe.each(grids)('the modelled book of $symbol', (grid) => {
  const { symbol, quoteLots } = grid;
  beforeEach(() => world.unpin(symbol));

  it('sizes at the bound, fills above the top, and gives an order what it has quoted', async () => {
    const market = await flock.leader.get(`/perps/markets/${symbol}`);
    const mark = ticksOf(market.markPriceUsd, grid);
    for (const side of ['LONG', 'SHORT'] as const) {
      const isLong = side === 'LONG';
      const body = { marketSymbol: symbol, side, collateralUsd: '1000', leverage: '5' };
      // With no slippage at all everything fills at the top, which is off the mark.
      const first = await quote({ ...body, collateralUsd: '20', maxSlippageBps: 0 });
      const top = ticksOf(first.entryPriceUsd, grid);
      expect(isLong ? top > mark : top < mark).toBe(true);
      // Bid and ask are as far from the mark as each other.
      expect(market.midPriceUsd).toBe(market.markPriceUsd);
      // 2 % from the top: the last tick within, to buy rounded down, to sell rounded up.
      const bound = isLong ? (top * 10_200n) / 10_000n : (top * 9_800n + 9_999n) / 10_000n;
      const lots = 5_000_000_000n / (bound * quoteLots);
      const quoted = await quote(body);
      expect(quoted.sizeBaseLots).toBe(lots.toString());
      const notional = units(quoted.notionalUsd, 6);
      const atTop = lots * top * quoteLots;
      const atBound = lots * bound * quoteLots;
      expect(isLong ? notional >= atTop : notional <= atTop).toBe(true);
      expect(isLong ? notional <= atBound : notional >= atBound).toBe(true);
      // 3.5 basis points, rounded up to a millionth.
      const fee = (notional * 350n + 999_999n) / 1_000_000n;
      expect(quoted.feeUsd).toBe(plain(fee, 6));
      const { assignmentId, actionJobId } = await flock.open(body);
      const { trade } = await flock.leader.get(`/actions/${actionJobId}`);
      expect(
        pick(trade, 'sizeBaseLots', 'sizeBaseUnits', 'notionalUsd', 'priceUsd', 'feeUsd'),
      ).toEqual(
        pick(quoted, 'sizeBaseLots', 'sizeBaseUnits', 'notionalUsd', 'entryPriceUsd', 'feeUsd'),
      );
      const opened = await position(flock.leader, assignmentId);
      expect(pick(opened, 'entryPriceUsd', 'liquidationPriceUsd')).toEqual(
        pick(quoted, 'entryPriceUsd', 'liquidationPriceUsd'),
      );
      // It is worth the mark: its lots × mark, less or more than it was traded for.
      expect(opened.positionValueUsd).toBe(plain(lots * mark * quoteLots, 6));
    }
  });

  it('costs more the more is taken', async () => {
    const average = async (collateralUsd: string) => {
      const quoted = await quote({ marketSymbol: symbol, collateralUsd, leverage: '5' });
      return (units(quoted.notionalUsd, 6) * 10n ** 9n) / BigInt(quoted.sizeBaseLots);
    };
    const averages = [];
    for (const usd of ['20', '20000', '35000', '50000']) averages.push(await average(usd));
    expect(averages).toEqual(averages.toSorted((a, b) => (a < b ? -1 : 1)));
    expect(new Set(averages).size).toBe(averages.length);
  });
});
