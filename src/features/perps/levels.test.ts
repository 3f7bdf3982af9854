import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bundledPerps } from '../../market/perps/perp-catalogue.ts';
import { usdc } from '../../money/fixed.ts';
import { isLiquidatable } from '../../venues/paper/perps/margin.ts';
import { newPosition, type PerpState } from '../../venues/paper/perps/position.ts';
import { abs, fundingIndex, lots, type Ticks, ticks } from '../../venues/paper/perps/units.ts';
import type { CrossedRow } from './driver.sql.ts';
import { levelSlack, levelsAtAnyMark, levelsAtIndex, unsettledLimit } from './levels.ts';
import { paramsOf } from './params.ts';

const none = { stopLossTicks: null, takeProfitTicks: null };
const listing = fc.constantFrom(...bundledPerps.slice(0, 12));
const position = fc.record({
  listing,
  isLong: fc.boolean(),
  size: fc.bigInt({ min: 1n, max: 40_000_000n }),
  /** Of the recorded mark. */
  entryPercent: fc.bigInt({ min: 50n, max: 200n }),
  leveragePercent: fc.bigInt({ min: 4n, max: 120n }),
  index: fc.bigInt({ min: -100_000n, max: 100_000n }),
});
type Drawn = typeof position extends fc.Arbitrary<infer P> ? P : never;

function stateOf({ listing: { facts, model }, ...drawn }: Drawn) {
  const entry = (model.baseMarkTicks * drawn.entryPercent) / 100n;
  const quote = drawn.size * (entry > 0n ? entry : 1n) * facts.tickSize;
  const collateral = usdc((quote * drawn.leveragePercent) / 100n);
  const index = fundingIndex(drawn.index);
  const state: PerpState = {
    ...newPosition(collateral, index),
    baseLots: lots(drawn.isLong ? drawn.size : -drawn.size),
    virtualQuote: usdc(drawn.isLong ? -quote : quote),
  };
  return { state, index, params: paramsOf(facts), facts, entry };
}

const liquidationOf = (levels: { lowerTicks: Ticks | null; upperTicks: Ticks | null }) =>
  levels.lowerTicks ?? levels.upperTicks;

test('the level of a position does not depend on where the mark is now', () => {
  fc.assert(
    fc.property(position, fc.bigInt({ min: 1n, max: 300n }), (drawn, percent) => {
      const { state, index, params, entry } = stateOf(drawn);
      const markTicks = ticks((entry * percent) / 100n + 1n);
      const level = liquidationOf(
        levelsAtAnyMark(params, state, none, { markTicks, fundingIndex: index }),
      );
      if (level === null) return;
      const inward = drawn.isLong ? 1n : -1n;
      const isHit = (at: bigint) =>
        isLiquidatable(params, state, { markTicks: ticks(at), fundingIndex: index });
      expect([isHit(level), isHit(level + inward)]).toEqual([true, false]);
    }),
  );
});

test('a level is within the slack of where it was at any index that may be unsettled', () => {
  let shifted = 0;
  fc.assert(
    fc.property(position, fc.integer({ min: -200, max: 200 }), (drawn, percent) => {
      const { state, params, facts } = stateOf(drawn);
      const move = (unsettledLimit(facts) * BigInt(percent)) / 100n;
      const row = { ...state, ...none } as unknown as CrossedRow;
      const before = liquidationOf(levelsAtIndex(params, row, state.fundingIndex));
      const after = liquidationOf(
        levelsAtIndex(params, row, fundingIndex(state.fundingIndex + move)),
      );
      // Near zero there may be no price any more.
      if (before === null || after === null) return;
      expect(abs(after - before)).toBeLessThanOrEqual(levelSlack(facts));
      if (after !== before) shifted += 1;
    }),
    { numRuns: 500 },
  );
  expect(shifted).toBeGreaterThan(100);
});

test('triggers are watched as they are', () => {
  const { facts } = bundledPerps[0] as (typeof bundledPerps)[number];
  const params = paramsOf(facts);
  const state: PerpState = {
    ...newPosition(usdc(100_000_000n), fundingIndex(0n)),
    baseLots: lots(1_000n),
    virtualQuote: usdc(-1_000_000_000n),
  };
  const triggers = { stopLossTicks: ticks(9_900n), takeProfitTicks: ticks(11_000n) };
  const moment = { markTicks: ticks(10_000n), fundingIndex: fundingIndex(0n) };
  expect([facts.symbol, facts.tickSize]).toEqual(['SOL', 100n]);
  expect(levelsAtAnyMark(params, state, triggers, moment)).toEqual({
    // 10p − 900 < p ÷ 3: below 93.10…
    liquidationTicks: 9_310n,
    lowerTicks: 9_900n,
    upperTicks: 11_000n,
  });
});
