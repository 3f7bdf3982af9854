import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  handMadeMarket as market,
  paramsOfRecorded,
  recordedMarkets,
} from '../../../../test/helpers/perp-markets.ts';
import { hasSharedData } from '../../../../test/helpers/shared-data.ts';
import { AppError } from '../../../errors/app-error.ts';
import { priceToTicks, ticksToPrice } from '../../../market/perps/perp-market.ts';
import { ratio, usdc } from '../../../money/fixed.ts';
import { dollars, priceOf } from '../../../money/text.ts';
import { maxLeverageAt } from './market-params.ts';
import { newPosition } from './position.ts';
import {
  averagePrice,
  ceilTicks,
  floorTicks,
  lotsToUnits,
  ticksToUsd,
  unitsToLots,
} from './prices.ts';
import {
  formatLeverage,
  lotsToReduce,
  maxLeverageFor,
  parseLeverage,
  sizeOpening,
  slippageBound,
} from './sizing.ts';
import { fundingIndex, lots, ticks } from './units.ts';

const refusal = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error.code, error.details];
  }
};

const order = { params: market, collateral: dollars('1000'), boundTicks: ticks(60_000n) };

describe('the size of an opening', () => {
  // A lot at 60,000 is 6 USD.
  test.each([
    [100n, 166n], // 1,000 / 6 = 166.6…
    [200n, 333n],
    [250n, 416n], // 2,500 / 6 = 416.6…
    [333n, 555n], // 3,330 / 6 = 555 exactly
    [2_000n, 3_333n],
  ])('at %s hundredths is %s lots', (leverage, size) => {
    expect(sizeOpening({ ...order, leverage })).toBe(size);
  });

  test('is refused below 1 and above the limit of the tier', () => {
    const refused = ['LEVERAGE_OUT_OF_RANGE', { maxLeverage: '20' }];
    expect(refusal(() => sizeOpening({ ...order, leverage: 99n }))).toEqual(refused);
    expect(refusal(() => sizeOpening({ ...order, leverage: 0n }))).toEqual(refused);
    expect(refusal(() => sizeOpening({ ...order, leverage: -100n }))).toEqual(refused);
    expect(refusal(() => sizeOpening({ ...order, leverage: 2_001n }))).toEqual(refused);
  });

  // 600,000 USD at 20 are 2,000,000 lots, whose limit is 10. Up to 10.00 it is a million lots: 20x
  // allowed; at 14.99 1,499,000 lots allow 15, and at 15.01 1,501,000 lots allow 14.
  test('of a large collateral has a lower limit', () => {
    const large = { ...order, collateral: dollars('600000') };
    expect(refusal(() => sizeOpening({ ...large, leverage: 2_000n }))).toEqual([
      'LEVERAGE_OUT_OF_RANGE',
      { maxLeverage: '15' },
    ]);
    expect(sizeOpening({ ...large, leverage: 1_500n })).toBe(1_500_000n);
    expect(maxLeverageFor(large)).toBe(1_500n);
  });

  test('counts the lots that are open already', () => {
    // 1,000,000 + 1,666 lots allow 19.
    const more = { ...order, openLots: lots(1_000_000n) };
    expect(refusal(() => sizeOpening({ ...more, leverage: 2_000n }))).toEqual([
      'LEVERAGE_OUT_OF_RANGE',
      { maxLeverage: '19' },
    ]);
  });

  test('that is no lot is refused with what one costs', () => {
    // 6 USD / 1.1 = 5.454545…, rounded up.
    const small = { ...order, collateral: dollars('5'), leverage: 110n };
    expect(refusal(() => sizeOpening(small))).toEqual([
      'AMOUNT_BELOW_MINIMUM',
      { minimumUsd: '5.454546', amountUsd: '5' },
    ]);
    expect(sizeOpening({ ...small, collateral: dollars('5.454546') })).toBe(1n);
    expect(refusal(() => sizeOpening({ ...small, collateral: dollars('5.454545') }))).toMatchObject(
      ['AMOUNT_BELOW_MINIMUM', {}],
    );
  });

  test('the most that is named is accepted, and a hundredth more is not', () => {
    const collateral = fc.bigInt({ min: 10n ** 7n, max: 10n ** 13n }).map(usdc);
    fc.assert(
      fc.property(collateral, fc.bigInt({ min: 1_000n, max: 100_000n }), (paid, mark) => {
        const asked = { params: market, collateral: paid, boundTicks: ticks(mark) };
        const most = maxLeverageFor(asked);
        expect(most).toBeGreaterThanOrEqual(100n);
        const size = sizeOpening({ ...asked, leverage: most });
        expect(most).toBeLessThanOrEqual(100n * maxLeverageAt(market, size));
        expect(refusal(() => sizeOpening({ ...asked, leverage: most + 1n }))).toMatchObject([
          'LEVERAGE_OUT_OF_RANGE',
          {},
        ]);
      }),
    );
  });
});

test('leverage has at most two decimals', () => {
  expect(['1', '2.5', '19.99'].map(parseLeverage)).toEqual([100n, 250n, 1_999n]);
  expect(['2.505', '1e1', '', 'x', '05'].map(parseLeverage)).toEqual(Array(5).fill(null));
  expect([100n, 250n, 1_999n].map(formatLeverage)).toEqual(['1', '2.5', '19.99']);
});

describe('the size of a reduction', () => {
  const held = (size: bigint) => ({
    ...newPosition(usdc(1n), fundingIndex(0n)),
    baseLots: lots(size),
  });
  const tenths = (n: bigint) => ratio(n * 10n ** 17n);

  test.each([
    [7n, 5n, 3n],
    [-7n, 5n, 3n],
    [7n, 10n, 7n],
    [1n, 10n, 1n],
    [10n, 9n, 9n],
  ])('of %s lots by %s tenths is %s', (size, fraction, reduced) => {
    expect(lotsToReduce(held(size), tenths(fraction))).toBe(reduced);
  });

  test('is refused where it is no lot, or nothing is held', () => {
    expect(refusal(() => lotsToReduce(held(1n), tenths(9n)))).toEqual(['REDUCE_TOO_SMALL', {}]);
    expect(refusal(() => lotsToReduce(held(0n), tenths(10n)))).toEqual(['NO_POSITION', {}]);
    expect(() => lotsToReduce(held(1n), tenths(11n))).toThrow('(0, 1]');
    expect(() => lotsToReduce(held(1n), ratio(0n))).toThrow('(0, 1]');
  });
});

test('the bound of a price never exceeds the slippage', () => {
  // 2 % of 64,192 is 1,283.84.
  expect(slippageBound(ticks(64_192n), true, 200)).toBe(65_475n);
  expect(slippageBound(ticks(64_192n), false, 200)).toBe(62_909n);
  expect(slippageBound(ticks(50n), true, 0)).toBe(50n);
  expect(slippageBound(ticks(50n), false, 0)).toBe(50n);
});

describe('prices and sizes', () => {
  const pump = { tickSize: 10n, baseLotsDecimals: -2 };
  const btc = { tickSize: 100n, baseLotsDecimals: 4 };

  test('convert exactly', () => {
    expect(ticksToUsd(btc, ticks(64_192n))).toBe('64192');
    // 14,490 × 10 / 100 / 1e6
    expect(ticksToUsd(pump, ticks(14_490n))).toBe('0.001449');
    expect(ticksToUsd(pump, ticks(1n))).toBe('0.0000001');
    expect(priceToTicks(pump, priceOf('0.0014491'))).toBe(14_491n);
    expect(priceToTicks(pump, priceOf('0.00144905'))).toBeNull();
    expect(floorTicks(pump, priceOf('0.00144905'))).toBe(14_490n);
    expect(ceilTicks(pump, priceOf('0.00144905'))).toBe(14_491n);
    expect(ceilTicks(btc, priceOf('64192'))).toBe(64_192n);
  });

  test('a lot can be many units', () => {
    expect(lotsToUnits(pump, lots(3n))).toBe('300');
    expect(unitsToLots(pump, '300')).toBe(3n);
    expect(unitsToLots(pump, '250')).toBeNull();
    expect(unitsToLots(pump, '2.5')).toBeNull();
    expect(lotsToUnits(btc, lots(1_550n))).toBe('0.155');
    expect(unitsToLots(btc, '0.155')).toBe(1_550n);
    expect(unitsToLots(btc, '0.15501')).toBeNull();
    expect(unitsToLots(btc, 'x')).toBeNull();
  });

  test('averages are half-even at 18 decimals', () => {
    // 100 quote lots for 3 lots of 0.0001: 0.0001 / 0.0003
    expect(averagePrice(btc, lots(-3n), 100n)).toBe(priceOf('0.333333333333333333'));
    expect(averagePrice(btc, lots(0n), 100n)).toBeNull();
  });

  test.skipIf(!hasSharedData)('of every recorded market go back and forth', () => {
    for (const recorded of recordedMarkets()) {
      const params = paramsOfRecorded(recorded);
      const mark = ticks(BigInt(recorded.markPriceTicks));
      const at = ticksToPrice(params, mark);
      expect(priceToTicks(params, at)).toBe(mark);
      expect(priceToTicks(params, ((at as bigint) + 1n) as typeof at)).toBeNull();
      expect(Math.abs(Number(ticksToUsd(params, mark)) / recorded.markPriceUsd - 1)).toBeLessThan(
        1e-12,
      );
      expect(unitsToLots(params, lotsToUnits(params, lots(12_345n)))).toBe(12_345n);
    }
  });
});
