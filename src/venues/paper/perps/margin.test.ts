import { describe, expect, test } from 'vitest';
import { handMadeMarket as market } from '../../../../test/helpers/perp-markets.ts';
import { usdc } from '../../../money/fixed.ts';
import { dollars } from '../../../money/text.ts';
import { applyFill, fillAt } from './fill.ts';
import { liquidationTicks } from './liquidation-price.ts';
import { isLiquidatable, marginOf } from './margin.ts';
import { haircutAt, maxLeverageAt } from './market-params.ts';
import { newPosition, type PerpState } from './position.ts';
import { ticksToUsd } from './prices.ts';
import { fundingIndex, lots, ticks } from './units.ts';

const INDEX = fundingIndex(0n);
const opened = (size: bigint, entry: bigint, collateral: string): PerpState =>
  applyFill(newPosition(dollars(collateral), INDEX), fillAt(market, lots(size), ticks(entry)), {
    fee: usdc(0n),
    fundingIndex: INDEX,
  }).state;
const at = (mark: bigint) => ({ markTicks: ticks(mark), fundingIndex: INDEX });

// 20 to 1,000,000; falls by 10 over the next million, so by one each 100,000; 10 to 3 over two
// million more: by one each 285,714.28…; 1 above.
test.each([
  [0n, 20n],
  [1_000_000n, 20n],
  [1_000_001n, 19n], // 19.99…
  [1_100_000n, 19n],
  [1_100_001n, 18n],
  [1_999_999n, 10n],
  [2_000_000n, 10n],
  [2_000_001n, 9n],
  [2_285_714n, 9n],
  [2_285_715n, 8n],
  [4_000_000n, 3n],
  [4_000_001n, 1n],
])('%s lots can have a leverage of %s', (size, leverage) => {
  expect(maxLeverageAt(market, lots(size))).toBe(leverage);
});

test.each([
  [1n, 100n],
  [100_000n, 100n],
  [100_001n, 200n],
  [500_001n, 300n],
  [1_000_001n, 400n],
  [10_000_001n, 400n],
])('%s lots have a haircut of %s basis points', (size, haircut) => {
  expect(haircutAt(market, lots(size))).toBe(haircut);
});

describe('margins', () => {
  test('are parts of the initial margin, which is rounded up', () => {
    // 3 lots at 60,001: 18,000,300 quote lots / 20 = 900,015; half of it is 450,007.5, and so on.
    const margin = marginOf(market, opened(3n, 60_001n, '10'), at(60_001n));
    expect(margin).toEqual({
      positionValue: 18_000_300n,
      unrealizedPnl: 0n,
      unsettledFunding: 0n,
      equity: 10_000_000n,
      equityForWithdrawals: 10_000_000n,
      initial: 900_015n,
      maintenance: 450_007n,
      cancel: 630_010n,
      backstop: 180_003n,
      highRisk: 90_001n,
      tier: 'safe',
    });
    // 1 lot at 60,001 in a market of 7x: 6,000,100 / 7 = 857,157.14…
    const seven = { ...market, leverageTiers: [{ upperBoundBaseLots: 9n, maxLeverage: 7n }] };
    expect(marginOf(seven, opened(1n, 60_001n, '10'), at(60_001n)).initial).toBe(857_158n);
  });

  test('a profit counts by its factor, a loss whole', () => {
    const half = { ...market, upnlRiskFactorBps: 5_000n };
    // 1 lot gains 100 quote lots per tick; 1 % of 100 for withdrawals is 1, half of it 50.
    expect(marginOf(half, opened(1n, 60_000n, '1'), at(60_001n))).toMatchObject({
      unrealizedPnl: 100n,
      equity: 1_000_050n,
      equityForWithdrawals: 1_000_001n,
    });
    expect(marginOf(half, opened(1n, 60_000n, '1'), at(59_999n))).toMatchObject({
      unrealizedPnl: -100n,
      equity: 999_900n,
      equityForWithdrawals: 999_900n,
    });
  });

  test('unsettled funding is equity', () => {
    const later = { markTicks: ticks(60_000n), fundingIndex: fundingIndex(5n) };
    expect(marginOf(market, opened(10n, 60_000n, '1'), later)).toMatchObject({
      unsettledFunding: -50n,
      equity: 999_950n,
    });
    expect(marginOf(market, opened(-10n, 60_000n, '1'), later)).toMatchObject({
      unsettledFunding: 50n,
      equity: 1_000_050n,
    });
  });
});

// 1,000 lots at 60,000 are worth 6,000: initial 300, cancel 210, maintenance 150, backstop 60, high
// risk 30.
test.each([
  ['300', 'safe'],
  ['299.999999', 'atRisk'],
  ['210', 'atRisk'],
  ['209.999999', 'cancellable'],
  ['150', 'cancellable'],
  ['149.999999', 'liquidatable'],
  ['60', 'liquidatable'],
  ['59.999999', 'backstopLiquidatable'],
  ['30', 'backstopLiquidatable'],
  ['29.999999', 'highRisk'],
  ['-1', 'highRisk'],
] as const)('with an equity of %s it is %s', (equity, tier) => {
  const state = { ...opened(1_000n, 60_000n, '1'), collateral: dollars(equity) };
  expect(marginOf(market, state, at(60_000n)).tier).toBe(tier);
  const hit = ['liquidatable', 'backstopLiquidatable', 'highRisk'].includes(tier);
  expect(isLiquidatable(market, state, at(60_000n))).toBe(hit);
});

describe('the liquidation price', () => {
  test('is the last tick below maintenance, on either side', () => {
    // Long 0.1 at 60,000 with 600: (6,000 - 600) / (0.1 × 0.975) = 55,384.6…
    expect(liquidationTicks(market, opened(1_000n, 60_000n, '600'), at(60_000n))).toBe(55_384n);
    // Short: (6,000 + 600) / (0.1 × 1.025) = 64,390.2…
    expect(liquidationTicks(market, opened(-1_000n, 60_000n, '600'), at(60_000n))).toBe(64_391n);
  });

  test('does not depend on the mark while the position is safe', () => {
    const long = opened(1_000n, 60_000n, '600');
    expect(liquidationTicks(market, long, at(90_000n))).toBe(55_384n);
    expect(liquidationTicks(market, long, at(55_385n))).toBe(55_384n);
  });

  test('is the mark where it is below maintenance already', () => {
    expect(liquidationTicks(market, opened(1_000n, 60_000n, '600'), at(55_000n))).toBe(55_000n);
  });

  test('does not exist for a flat position, or where no price is that far', () => {
    expect(liquidationTicks(market, newPosition(dollars('5'), INDEX), at(60_000n))).toBeNull();
    // With more collateral than the lots cost, a long is safe at zero.
    expect(liquidationTicks(market, opened(1_000n, 60_000n, '6000'), at(60_000n))).toBeNull();
    // At one quote lot less it is hit at zero only, which is no price.
    const almost = opened(1_000n, 60_000n, '5999.999999');
    expect(liquidationTicks(market, almost, at(60_000n))).toBeNull();
    // 2^32 ticks are 429,496.7 USD per lot: this short can pay for that.
    expect(liquidationTicks(market, opened(-1n, 60_000n, '500000'), at(60_000n))).toBeNull();
  });

  test('moves with unsettled funding', () => {
    // 600 - 50 = 550: (6,000 - 550) / 0.0975 = 55,897.4…
    const state = opened(1_000n, 60_000n, '600');
    const later = { markTicks: ticks(60_000n), fundingIndex: fundingIndex(50_000n) };
    expect(liquidationTicks(market, state, later)).toBe(55_897n);
  });

  test('is printed exactly', () => {
    expect(ticksToUsd({ tickSize: 1n, baseLotsDecimals: 2 }, ticks(3_186_275n))).toBe('318.6275');
  });
});
