import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { handMadeMarket as market } from '../../../../test/helpers/perp-markets.ts';
import { ratio, usdc } from '../../../money/fixed.ts';
import { dollars, priceOf } from '../../../money/text.ts';
import { closeLots } from './close.ts';
import { applyFill, feeOf, fillAt } from './fill.ts';
import { liquidationTicks } from './liquidation-price.ts';
import { marginOf } from './margin.ts';
import { addCollateral, increasePosition, openPosition } from './open.ts';
import { entryPrice, entryTicks, newPosition, receiveFunding, sideOf } from './position.ts';
import { realizedOf } from './realized.ts';
import { lotsToReduce } from './sizing.ts';
import { fundingIndex, lots, ticks } from './units.ts';

const INDEX = fundingIndex(0n);
const free = { fee: usdc(0n), fundingIndex: INDEX };
const flat = newPosition(usdc(1_000n), INDEX);
const bought = (size: bigint, quote: bigint) =>
  applyFill(flat, { deltaLots: lots(size), quote: usdc(quote) }, free).state;

describe('the worked example of the SDK (venues/perps.md 3.8)', () => {
  // 0.1 at 60,000 with 600: fee 6,000 × 0.00035 = 2.10, collateral 597.90, initial margin
  // 6,000 / 20 = 300, maintenance 150. Liquidation below (6,000 - 597.9) / (0.1 × 0.975) = 55,406.2.
  const fill = fillAt(market, lots(1_000n), ticks(60_000n));
  const { state, moved } = openPosition({
    collateral: dollars('600'),
    fill,
    fee: feeOf(fill.quote, market.takerFeeMicro),
    fundingIndex: INDEX,
  });
  const at = { markTicks: ticks(60_000n), fundingIndex: INDEX };

  test('opening', () => {
    expect(moved.fee).toBe(dollars('2.1'));
    expect(moved.collateralAdded).toBe(dollars('600'));
    expect(state.collateral).toBe(dollars('597.9'));
    expect(state.virtualQuote).toBe(dollars('-6000'));
    expect(marginOf(market, state, at)).toMatchObject({
      initial: dollars('300'),
      maintenance: dollars('150'),
      tier: 'safe',
    });
    expect(liquidationTicks(market, state, at)).toBe(55_406n);
  });

  // Funding -1.50; 40 % of 1,000 lots close at 63,000: +3,000 × 0.04 = 120, fee 2,520 × 0.00035 =
  // 0.882: 597.9 - 1.5 + 120 - 0.882 = 715.518; (3,600 - 715.518) / (0.06 × 0.975) = 49,307.4.
  test('funding and a reduction', () => {
    const funded = receiveFunding(state, dollars('-1.5'));
    const size = lotsToReduce(funded, ratio(4n * 10n ** 17n));
    const sale = fillAt(market, lots(-size), ticks(63_000n));
    const fee = feeOf(sale.quote, market.takerFeeMicro);
    const reduced = closeLots(funded, sale, { fee, fundingIndex: INDEX });
    expect(size).toBe(400n);
    expect(fee).toBe(dollars('0.882'));
    expect(reduced.moved).toMatchObject({
      pricePnl: dollars('120'),
      collateralReturned: 0n,
      shortfall: 0n,
    });
    expect(reduced.state.collateral).toBe(dollars('715.518'));
    const later = { markTicks: ticks(63_000n), fundingIndex: INDEX };
    expect(liquidationTicks(market, reduced.state, later)).toBe(49_307n);
    expect(realizedOf(reduced.state.totals)).toMatchObject({
      pricePnl: dollars('120'),
      funding: dollars('-1.5'),
      fees: dollars('2.982'),
      penalty: 0n,
      netPnl: dollars('115.518'),
      finalCollateral: dollars('715.518'),
    });
  });
});

describe('a fill', () => {
  test('in the same direction makes the entry the weighted average', () => {
    // 1,000 lots at 60,000 and 3,000 at 61,000: (60,000 + 3 × 61,000) / 4 = 60,750.
    const first = applyFill(flat, fillAt(market, lots(-1_000n), ticks(60_000n)), free).state;
    const state = applyFill(first, fillAt(market, lots(-3_000n), ticks(61_000n)), free).state;
    expect(state.baseLots).toBe(-4_000n);
    expect(sideOf(state)).toBe('SHORT');
    expect(entryTicks(market, state)).toBe(60_750n);
    expect(entryPrice(market, state)).toBe(priceOf('60750'));
  });

  test('shows the entry to the nearest tick and the exact average beside it', () => {
    // (60,000 + 2 × 60,001) / 3 = 60,000.666…
    const first = applyFill(flat, fillAt(market, lots(1n), ticks(60_000n)), free).state;
    const state = applyFill(first, fillAt(market, lots(2n), ticks(60_001n)), free).state;
    expect(entryTicks(market, state)).toBe(60_001n);
    expect(entryPrice(market, state)).toBe(priceOf('60000.666666666666666667'));
    expect(entryTicks(market, flat)).toBe(0n);
    expect(entryPrice(market, flat)).toBeNull();
  });

  test('loses nothing by truncation: the last close takes the remainder', () => {
    // 3 lots cost 100. Each is sold for 40: the costs taken out are 33, 33 and 34.
    let state = bought(3n, 100n);
    const gains = [1, 2, 3].map(() => {
      const filled = applyFill(state, { deltaLots: lots(-1n), quote: usdc(40n) }, free);
      state = filled.state;
      return filled.pricePnl;
    });
    expect(gains).toEqual([7n, 7n, 6n]);
    expect(state).toMatchObject({ baseLots: 0n, virtualQuote: 0n, collateral: 1_020n });
  });

  test('that is larger than the position flips it', () => {
    // Long 10 for 1,000; 15 are sold for 1,800: 10 close for 1,200 (+200), 5 open short for 600.
    const long = receiveFunding(bought(10n, 1_000n), usdc(-7n));
    const filled = applyFill(long, { deltaLots: lots(-15n), quote: usdc(1_800n) }, free);
    expect(filled.pricePnl).toBe(200n);
    expect(filled.state).toMatchObject({
      baseLots: -5n,
      virtualQuote: 600n,
      collateral: 1_193n,
      accumulatedFunding: 0n,
      totals: { pricePnl: 200n, funding: -7n, closedLots: 10n, closedQuote: 1_200n },
    });
  });

  test('keeps what funding has come to while the position is the same', () => {
    const funded = receiveFunding(bought(10n, 1_000n), usdc(-7n));
    const fewer = applyFill(funded, { deltaLots: lots(-4n), quote: usdc(400n) }, free).state;
    const more = applyFill(funded, { deltaLots: lots(4n), quote: usdc(400n) }, free).state;
    expect([fewer.accumulatedFunding, more.accumulatedFunding]).toEqual([-7n, -7n]);
  });

  test('settles funding first', () => {
    // The index rose by 3 quote lots per lot: 10 lots long pay 30.
    const later = fundingIndex(3n);
    const filled = applyFill(
      bought(10n, 1_000n),
      { deltaLots: lots(5n), quote: usdc(500n) },
      { fee: usdc(3n), fundingIndex: later },
    );
    expect(filled.funding).toBe(-30n);
    expect(filled.state).toMatchObject({
      collateral: 967n,
      fundingIndex: later,
      accumulatedFunding: -30n,
      totals: { funding: -30n, fees: 3n },
    });
  });
});

test.each([
  [1n, 1n], // 0.00035 is at least one
  [1_000_000n, 350n],
  [1_000_001n, 351n],
  [0n, 0n],
])('the fee of %s is %s, rounded up', (quote, fee) => {
  expect(feeOf(usdc(quote), 350n)).toBe(fee);
});

describe('a close', () => {
  test('pays everything out at the last lot', () => {
    const { state, moved } = closeLots(
      bought(10n, 1_000n),
      { deltaLots: lots(-10n), quote: usdc(1_100n) },
      { fee: usdc(4n), fundingIndex: INDEX },
    );
    expect(moved).toMatchObject({ pricePnl: 100n, fee: 4n, collateralReturned: 1_096n });
    expect(state).toMatchObject({ baseLots: 0n, collateral: 0n });
    expect(realizedOf(state.totals).finalCollateral).toBe(1_096n);
    // 96 of 1,000
    expect(realizedOf(state.totals).netPct).toBe(96n * 10n ** 17n);
  });

  // 1,000 of collateral, long for 30,000, sold for 28,900, fee 10: 1,000 - 1,100 - 10 = -110. At
  // the bankruptcy price the lots bring 29,010.
  test.each([
    [10n, 30_000n, 28_900n, 29_010n],
    [-10n, 30_000n, 31_100n, 30_990n],
  ])('that ends below nothing is one at the bankruptcy price: %s', (size, cost, sold, at) => {
    const { state, moved } = closeLots(
      bought(size, cost),
      { deltaLots: lots(-size), quote: usdc(sold) },
      { fee: usdc(10n), fundingIndex: INDEX },
    );
    expect(moved).toMatchObject({
      pricePnl: -990n,
      fee: 10n,
      collateralReturned: 0n,
      shortfall: 110n,
    });
    expect(state).toMatchObject({ collateral: 0n, totals: { closedQuote: at, closedLots: 10n } });
    expect(realizedOf(state.totals)).toMatchObject({ netPnl: -1_000n, finalCollateral: 0n });
  });

  test('refuses to be an opening', () => {
    const more = { deltaLots: lots(1n), quote: usdc(1n) };
    const tooMany = { deltaLots: lots(-11n), quote: usdc(1n) };
    const long = bought(10n, 1_000n);
    expect(() => closeLots(long, more, free)).toThrow('at most the lots');
    expect(() => closeLots(long, tooMany, free)).toThrow('at most the lots');
    expect(() => closeLots(flat, tooMany, free)).toThrow('at most the lots');
  });
});

describe('adding', () => {
  test('margin only leaves size, entry and unsettled funding', () => {
    const long = bought(10n, 1_000n);
    const { state, moved } = addCollateral(long, usdc(500n));
    expect(moved.collateralAdded).toBe(500n);
    expect(state).toEqual({
      ...long,
      collateral: 1_500n,
      totals: { ...long.totals, addedCollateral: 500n },
    });
  });

  test('size too', () => {
    const { state, moved } = increasePosition(bought(10n, 1_000n), {
      collateral: usdc(500n),
      fill: { deltaLots: lots(10n), quote: usdc(1_200n) },
      fee: usdc(2n),
      fundingIndex: fundingIndex(1n),
    });
    expect(moved).toMatchObject({ collateralAdded: 500n, fee: 2n, funding: -10n });
    expect(state).toMatchObject({ baseLots: 20n, virtualQuote: -2_200n, collateral: 1_488n });
  });

  test('on the other side is refused', () => {
    const sale = { deltaLots: lots(-10n), quote: usdc(1_200n) };
    const order = { collateral: usdc(1n), fill: sale, fee: usdc(0n), fundingIndex: INDEX };
    expect(() => increasePosition(bought(10n, 1_000n), order)).toThrow('on the side');
  });
});

const fills = fc.array(
  fc.record({
    deltaLots: fc.bigInt({ min: -1_000n, max: 1_000n }).filter((size) => size !== 0n),
    price: fc.bigInt({ min: 1n, max: 10_000n }),
    fee: fc.bigInt({ min: 0n, max: 50n }),
    index: fc.bigInt({ min: -10n, max: 10n }),
  }),
  { maxLength: 30 },
);

test('over any fills collateral is what was put in and earned, lots what was paid', () => {
  fc.assert(
    fc.property(fills, (sequence) => {
      let state = flat;
      let paid = 0n;
      for (const { deltaLots, price, fee, index } of sequence) {
        const quote = (deltaLots < 0n ? -deltaLots : deltaLots) * price;
        const fill = { deltaLots: lots(deltaLots), quote: usdc(quote) };
        state = applyFill(state, fill, { fee: usdc(fee), fundingIndex: fundingIndex(index) }).state;
        paid += deltaLots * price;
      }
      const { totals } = state;
      expect(state.collateral).toBe(1_000n + realizedOf(totals).netPnl);
      // What was paid for all lots is either realized or still in the open ones.
      expect(totals.pricePnl + state.virtualQuote).toBe(-paid);
    }),
  );
});
