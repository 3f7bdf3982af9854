import { describe, expect, test } from 'vitest';
import { handMadeMarket as market } from '../../../../test/helpers/perp-markets.ts';
import { usdc } from '../../../money/fixed.ts';
import { dollars } from '../../../money/text.ts';
import { fillAt } from './fill.ts';
import { liquidate } from './liquidation.ts';
import type { PerpMarketParams } from './market-params.ts';
import { accountChanges } from './movements.ts';
import { openPosition } from './open.ts';
import type { PerpState } from './position.ts';
import { realizedOf } from './realized.ts';
import { fundingIndex, type Lots, lots, ticks } from './units.ts';

const INDEX = fundingIndex(0n);
const at = (mark: bigint) => ({ markTicks: ticks(mark), fundingIndex: INDEX });

/** One unit (10,000 lots) at 60,000: a notional of 60,000 USD; the fee is 0.035 % of it, 21. */
function opened(side: 1n | -1n, collateral: string, params: PerpMarketParams = market): PerpState {
  const fill = fillAt(params, lots(side * 10_000n), ticks(60_000n));
  return openPosition({
    collateral: dollars(collateral),
    fill,
    fee: dollars('21'),
    fundingIndex: INDEX,
  }).state;
}

/** A book that fills everything at one price. */
const bookAt = (price: bigint) => (deltaLots: Lots) =>
  fillAt(market, deltaLots, ticks(price)).quote;

const run = (state: PerpState, mark: bigint, book = bookAt(mark), params = market) => {
  const result = liquidate({ params, state, at: at(mark), bookQuote: book });
  const changes = accountChanges(result.moved);
  expect(Object.values(changes).reduce((sum, change) => sum + change, 0n)).toBe(0n);
  expect(result.state.collateral).toBe(state.collateral + changes.position);
  return result;
};

describe('below maintenance', () => {
  // Collateral 3,300 - 21 = 3,279, equity at 58,000: 3,279 - 2,000 = 1,279, maintenance 2.5 % of
  // 58,000 = 1,450. 5,000 lots go for 29,000: loss 1,000, fee 10.15, penalty 145. Left: 2,123.85;
  // equity 1,123.85 against 725.
  test('is reduced by one step if that is enough', () => {
    const { steps, state, moved } = run(opened(1n, '3300'), 58_000n);
    expect(steps.map(({ kind, lots: size, quote }) => [kind, size, quote])).toEqual([
      ['market', 5_000n, dollars('29000')],
    ]);
    expect(moved).toMatchObject({
      pricePnl: dollars('-1000'),
      fee: dollars('10.15'),
      penalty: dollars('145'),
      collateralReturned: 0n,
      surplus: 0n,
      shortfall: 0n,
    });
    expect(state.baseLots).toBe(5_000n);
    expect(state.collateral).toBe(dollars('2123.85'));
    expect(state.totals.penalty).toBe(dollars('145'));
  });

  // The same as a short from 62,000 on: equity 1,279, maintenance 1,550; for 5,000 lots 31,000 are
  // paid: loss 1,000, fee 10.85, penalty 155.
  test('a short buys back', () => {
    const { steps, state, moved } = run(opened(-1n, '3300'), 62_000n);
    expect(steps).toHaveLength(1);
    expect(moved).toMatchObject({
      pricePnl: dollars('-1000'),
      fee: dollars('10.85'),
      penalty: dollars('155'),
    });
    expect(state.baseLots).toBe(-5_000n);
    expect(state.collateral).toBe(dollars('2113.15'));
  });

  // At 57,300: equity 579, maintenance 1,432.5, backstop 573. Each half: loss 1,350, fee
  // 28,650 × 0.00035 = 10.0275, penalty 143.25. After the first equity is 425.7225 against
  // 716.25; after the second 3,279 - 2 × 1,503.2775 = 272.445 are left and go back.
  test('is closed by steps, and the rest goes back', () => {
    const { steps, state, moved } = run(opened(1n, '3300'), 57_300n);
    expect(steps.map(({ kind, lots: size }) => [kind, size])).toEqual([
      ['market', 5_000n],
      ['market', 5_000n],
    ]);
    expect(steps[0]?.moved.collateralReturned).toBe(0n);
    expect(moved).toMatchObject({
      pricePnl: dollars('-2700'),
      fee: dollars('20.055'),
      penalty: dollars('286.5'),
      collateralReturned: dollars('272.445'),
    });
    expect(state).toMatchObject({ baseLots: 0n, collateral: 0n });
    expect(realizedOf(state.totals)).toMatchObject({
      fees: dollars('41.055'),
      penalty: dollars('286.5'),
      netPnl: dollars('-3027.555'),
      finalCollateral: dollars('272.445'),
    });
  });

  // In one step of 10,000 lots at 57,300 of which only 100 are left after the fee: 3,279 - 2,700 -
  // 20.055 = 558.945; a penalty of 10 % would be 5,730.
  test('the penalty is at most what is left', () => {
    const large = { ...market, maxLiquidationSizeBaseLots: 10_000n };
    const { moved, state } = liquidate({
      params: large,
      state: opened(1n, '3300'),
      at: at(57_300n),
      bookQuote: bookAt(57_300n),
      penaltyBps: 1_000n,
    });
    expect(moved).toMatchObject({ penalty: dollars('558.945'), collateralReturned: 0n });
    expect(state.collateral).toBe(0n);
  });

  // Funding of 0.1 per lot takes 1,000 first: at 59,000 equity is 3,279 - 1,000 - 1,000 = 1,279,
  // maintenance 1,475.
  test('funding is settled with the first step', () => {
    const result = liquidate({
      params: market,
      state: opened(1n, '3300'),
      at: { markTicks: ticks(59_000n), fundingIndex: fundingIndex(100_000n) },
      bookQuote: bookAt(59_000n),
    });
    expect(result.steps).toHaveLength(1);
    expect(result.moved.funding).toBe(dollars('-1000'));
    expect(result.state).toMatchObject({ baseLots: 5_000n, fundingIndex: 100_000n });
  });

  // 3 lots: 0.99 of collateral, at 58,001 equity 0.39, maintenance 0.435. They go for 17.4003:
  // 50 basis points of it are 0.0870015.
  test('the penalty is rounded up', () => {
    const fill = fillAt(market, lots(3n), ticks(60_000n));
    const order = { collateral: dollars('0.99'), fill, fee: usdc(0n), fundingIndex: INDEX };
    expect(run(openPosition(order).state, 58_001n).moved.penalty).toBe(dollars('0.087002'));
  });

  test('nothing happens at maintenance or above', () => {
    // Equity 3,279 - 1,824 = 1,455 against 58,176 × 2.5 % = 1,454.4.
    const state = opened(1n, '3300');
    expect(run(state, 58_176n)).toMatchObject({ steps: [], state });
    expect(run(state, 58_175n).steps).not.toEqual([]);
  });
});

describe('where the book does not help', () => {
  // At 58,000 equity is 1,279; the haircut is 1 % of 58,000: 580. 699 go back.
  const takenOver = {
    pricePnl: dollars('-2000'),
    fee: 0n,
    penalty: dollars('580'),
    collateralReturned: dollars('699'),
  };

  test('for it is empty, the position is taken over whole at the mark', () => {
    const { steps, moved } = run(opened(1n, '3300'), 58_000n, () => null as never);
    expect(steps.map(({ kind, lots: size }) => [kind, size])).toEqual([['backstop', 10_000n]]);
    expect(moved).toMatchObject(takenOver);
  });

  test('for a step would leave it worse, it is taken over too', () => {
    // Half sold at 55,000 loses 1,500 more than at the mark and frees 725.
    expect(run(opened(1n, '3300'), 58_000n, bookAt(55_000n)).moved).toMatchObject(takenOver);
    // At 57,000 it loses 500, fee 9.975 and penalty 142.5: 652.475, which is less than 725.
    const slightly = run(opened(1n, '3300'), 58_000n, bookAt(57_000n));
    expect(slightly.steps[0]).toMatchObject({ kind: 'market', lots: 5_000n });
  });
});

describe('where a step would take equity below nothing', () => {
  // At 57,300 equity is 579; sold at 56,700 600 more are lost.
  const book = bookAt(56_700n);

  test('by closing everything, it is taken over', () => {
    const atOnce = { ...market, maxLiquidationSizeBaseLots: 10_000n };
    const { steps, moved } = run(opened(1n, '3300'), 57_300n, book, atOnce);
    expect(steps.map(({ kind }) => kind)).toEqual(['backstop']);
    expect(moved).toMatchObject({ penalty: dollars('573'), collateralReturned: dollars('6') });
  });

  test('by closing nearly everything, it is taken over too', () => {
    const nearly = { ...market, maxLiquidationSizeBaseLots: 9_999n };
    const { steps, moved } = run(opened(1n, '3300'), 57_300n, book, nearly);
    expect(steps.map(({ kind }) => kind)).toEqual(['backstop']);
    expect(moved.shortfall).toBe(0n);
  });
});

/** A market of 3x, where more is left when a position is taken over. */
const three: PerpMarketParams = {
  ...market,
  leverageTiers: [{ upperBoundBaseLots: 1_000_000n, maxLeverage: 3n }],
};

describe('below the backstop margin', () => {
  // Collateral 20,000, at 42,000: equity 2,000, backstop 2,800, high risk 1,400. Haircut 420.
  test('it is taken over whole at the mark with a haircut, without a fee', () => {
    const { steps, state, moved } = run(opened(1n, '20021', three), 42_000n, undefined, three);
    expect(steps.map(({ kind, quote }) => [kind, quote])).toEqual([['backstop', dollars('42000')]]);
    expect(moved).toMatchObject({
      pricePnl: dollars('-18000'),
      fee: 0n,
      penalty: dollars('420'),
      collateralReturned: dollars('1580'),
      surplus: 0n,
      shortfall: 0n,
    });
    expect(state).toMatchObject({ baseLots: 0n, collateral: 0n });
  });

  // At 57,200 with 20x: equity 479, backstop 572, high risk 286; the haircut would be 572.
  test('the haircut is at most what is left', () => {
    const { steps, moved } = run(opened(1n, '3300'), 57_200n);
    expect(steps[0]?.kind).toBe('backstop');
    expect(moved).toMatchObject({ penalty: dollars('479'), collateralReturned: 0n });
  });
});

describe('below the high-risk margin it is closed at the bankruptcy price', () => {
  // Long with 3,279: worth nothing at 56,721. Short: at 63,279.
  test.each([
    [1n, 56_900n, '56721', '179', '0'], // equity 179, high risk 284.5
    [1n, 56_721n, '56721', '0', '0'],
    [1n, 56_000n, '56721', '0', '721'],
    [1n, 10_000n, '56721', '0', '46721'],
    [-1n, 63_100n, '63279', '179', '0'],
    [-1n, 64_000n, '63279', '0', '721'],
  ] as const)('side %s at %s', (side, mark, price, surplus, shortfall) => {
    const { steps, state, moved } = run(opened(side, '3300'), mark);
    expect(steps.map(({ kind, lots: size, quote }) => [kind, size, quote])).toEqual([
      ['bankruptcy', 10_000n, dollars(price)],
    ]);
    expect(moved).toMatchObject({
      pricePnl: dollars('-3279'),
      fee: 0n,
      penalty: 0n,
      collateralReturned: 0n,
      surplus: dollars(surplus),
      shortfall: dollars(shortfall),
    });
    expect(state).toMatchObject({ baseLots: 0n, virtualQuote: 0n, collateral: 0n });
    expect(realizedOf(state.totals)).toMatchObject({
      netPnl: dollars('-3300'),
      finalCollateral: 0n,
    });
  });

  test('a short that owes more funding than it was sold for is closed for nothing', () => {
    // Sold for 60,000 with 3,279; funding of -64,000 is more than both: no price is low enough.
    const debt = { markTicks: ticks(60_000n), fundingIndex: fundingIndex(-6_400_000n) };
    const { steps, moved } = liquidate({
      params: market,
      state: opened(-1n, '3300'),
      at: debt,
      bookQuote: bookAt(60_000n),
    });
    expect(steps[0]).toMatchObject({ kind: 'bankruptcy', quote: 0n });
    expect(moved).toMatchObject({
      funding: dollars('-64000'),
      pricePnl: dollars('60721'),
      shortfall: dollars('60721'),
    });
  });
});

test('a step may turn into the next kind', () => {
  // 57,300 as above, but the second half finds no book: it is taken over, haircut 286.5.
  let calls = 0;
  const half = (deltaLots: Lots) => {
    calls += 1;
    return calls === 1 ? bookAt(57_300n)(deltaLots) : null;
  };
  const { steps, moved } = run(opened(1n, '3300'), 57_300n, half as never);
  expect(steps.map(({ kind }) => kind)).toEqual(['market', 'backstop']);
  // 3,279 - 2,700 - 10.0275 - 143.25 - 286.5 = 139.2225
  expect(moved).toMatchObject({
    penalty: dollars('429.75'),
    collateralReturned: dollars('139.2225'),
  });
});

test('a flat position is not liquidated', () => {
  const state = { ...opened(1n, '3300'), baseLots: lots(0n), virtualQuote: usdc(0n) };
  expect(run(state, 1n).steps).toEqual([]);
});
