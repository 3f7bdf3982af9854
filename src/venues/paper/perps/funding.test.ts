import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { handMadeMarket as market } from '../../../../test/helpers/perp-markets.ts';
import { usdc } from '../../../money/fixed.ts';
import {
  accruedPercent,
  type FundingState,
  fundingAt,
  observeFunding,
  runningRate,
  startFunding,
} from './funding.ts';
import { newPosition, settleFunding, unsettledFunding } from './position.ts';
import { fundingIndex, lots, ticks } from './units.ts';

const HOUR = 3_600_000;
const seen = (mark: bigint, oracle: bigint, atMs: number) => ({
  markTicks: ticks(mark),
  oracleTicks: ticks(oracle),
  atMs,
});

describe('the index', () => {
  // A premium of 24 ticks × 100 = 2,400 quote lots per lot, held for an hour of a 24 hour period:
  // 2,400 / 24 = 100 quote lots per lot.
  const start = startFunding(market, seen(60_024n, 60_000n, 10 * HOUR));

  test('rises by premium × interval ÷ period', () => {
    expect(fundingAt(market, start, 11 * HOUR)).toEqual({
      index: 100n,
      accumulated: 0n,
      premium: 2_400n,
      observedAtMs: 11 * HOUR,
    });
  });

  test('moves at the end of an interval only, at multiples of its length', () => {
    const before = fundingAt(market, start, 11 * HOUR - 1);
    expect(before.index).toBe(0n);
    expect(fundingAt(market, before, 11 * HOUR).index).toBe(100n);
  });

  test('weighs each premium by its time', () => {
    // 2,400 for a quarter of an hour, -1,200 for half, 0 for a quarter: 600 - 600 = 0.
    let funding = start;
    funding = observeFunding(market, funding, seen(59_988n, 60_000n, 10.25 * HOUR));
    expect(runningRate(market, funding)).toBe(25n);
    funding = observeFunding(market, funding, seen(60_000n, 60_000n, 10.75 * HOUR));
    expect(fundingAt(market, funding, 11 * HOUR).index).toBe(0n);
  });

  test('gets the rate of every interval that ended in a long silence', () => {
    // From 10:30: half an hour (50), ten whole hours (1,000), and 0.5 h that is still running.
    const half = startFunding(market, seen(60_024n, 60_000n, 10.5 * HOUR));
    const later = fundingAt(market, half, 21.5 * HOUR);
    expect(later.index).toBe(1_050n);
    expect(later.accumulated).toBe(2_400n * BigInt(HOUR / 2));
  });

  test.each([
    [5_000n, 16_000n], // 500,000 / 24 = 20,833.3… is above the maximum of 16,000
    [-5_000n, -16_000n],
    [3_840n, 16_000n], // 384,000 / 24 is just the maximum
    [3_839n, 15_995n], // 383,900 / 24 = 15,995.8333…
    [-3_839n, -15_995n],
  ])('a premium of %s ticks makes %s, cut towards zero and clamped', (premium, index) => {
    const funding = startFunding(market, seen(60_000n + premium, 60_000n, 0));
    expect(fundingAt(market, funding, HOUR).index).toBe(index);
  });

  test('stands while mark and oracle are equal', () => {
    const equal = startFunding(market, seen(60_000n, 60_000n, 0));
    expect(fundingAt(market, equal, 1_000 * HOUR).index).toBe(0n);
  });

  test('takes no notice of an older observation', () => {
    expect(observeFunding(market, start, seen(1n, 2n, 9 * HOUR))).toBe(start);
    expect(fundingAt(market, start, 9 * HOUR)).toBe(start);
  });

  test('does not depend on when it was looked at within an interval', () => {
    const instants = fc.array(fc.integer({ min: 0, max: HOUR }), { maxLength: 8 });
    fc.assert(
      fc.property(instants, fc.bigInt({ min: -5_000n, max: 5_000n }), (offsets, premium) => {
        const funding = startFunding(market, seen(60_000n + premium, 60_000n, 0));
        const looked = [...offsets]
          .sort((a, b) => a - b)
          .reduce((state: FundingState, atMs) => fundingAt(market, state, atMs), funding);
        expect(fundingAt(market, looked, 7 * HOUR)).toEqual(fundingAt(market, funding, 7 * HOUR));
      }),
    );
  });
});

describe('what has accrued is shown as a percentage of the notional', () => {
  const HOUR_AND_PERIOD = BigInt(HOUR) * 24n;
  test.each([
    [600n * HOUR_AND_PERIOD, 10n ** 16n], // 600 of 6,000,000 quote lots is 0.01 %
    [HOUR_AND_PERIOD / 2n, 8_333_333_333_333n], // half a quote lot, 0.0000083333… %
    [20_000n * HOUR_AND_PERIOD, 266_666_666_666_666_667n], // the maximum, 16,000 of 6,000,000
    [-20_000n * HOUR_AND_PERIOD, -266_666_666_666_666_667n],
  ])('%s is %s', (accumulated, percent) => {
    expect(accruedPercent(market, { accumulated }, ticks(60_000n))).toBe(percent);
  });
});

describe('unsettled funding', () => {
  const held = (size: bigint) => ({
    ...newPosition(usdc(1_000n), fundingIndex(0n)),
    baseLots: lots(size),
  });

  test.each([
    [10n, 3n, -30n],
    [-10n, 3n, 30n],
    [10n, -3n, 30n],
    [0n, 5n, 0n],
  ])('%s lots at an index of %s have %s', (size, index, funding) => {
    expect(unsettledFunding(held(size), fundingIndex(index))).toBe(funding);
  });

  test('goes into the collateral once', () => {
    const index = fundingIndex(3n);
    const first = settleFunding(held(10n), index);
    expect(first.funding).toBe(-30n);
    expect(first.state).toMatchObject({
      collateral: 970n,
      accumulatedFunding: -30n,
      totals: { funding: -30n },
    });
    expect(settleFunding(first.state, index)).toEqual({ state: first.state, funding: 0n });
  });
});
