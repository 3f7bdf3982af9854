import type { PerpMarketFacts } from '../../market/perps/perp-market.ts';
import { liquidationTicks, MAX_TICKS } from '../../venues/paper/perps/liquidation-price.ts';
import { isLiquidatable } from '../../venues/paper/perps/margin.ts';
import type { PerpMarketParams, PerpMoment } from '../../venues/paper/perps/market-params.ts';
import { newPosition, type PerpState } from '../../venues/paper/perps/position.ts';
import { type FundingIndex, type Ticks, ticks } from '../../venues/paper/perps/units.ts';
import type { CrossedRow } from './driver.sql.ts';
import type { PerpPositionRow } from './tables.ts';

type Triggers = Pick<PerpPositionRow, 'stopLossTicks' | 'takeProfitTicks'>;

/**
 * The marks at which something happens to a position: its liquidation, and the first one below and
 * above the present, by which a tick finds what it crosses.
 */
type Levels = Pick<PerpPositionRow, 'liquidationTicks' | 'lowerTicks' | 'upperTicks'>;

const highest = (...found: (Ticks | null)[]): Ticks | null =>
  found.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null);
const lowest = (...found: (Ticks | null)[]): Ticks | null =>
  found.reduce((a, b) => (a === null || (b !== null && b < a) ? b : a), null);

/**
 * The levels of a position as it stands at the present mark; one that is past its liquidation has
 * it at that very mark.
 */
export function levelsAtMark(
  params: PerpMarketParams,
  state: PerpState,
  triggers: Triggers,
  at: PerpMoment,
): Levels {
  if (state.baseLots === 0n) {
    return { liquidationTicks: null, lowerTicks: null, upperTicks: null };
  }
  const liquidation = liquidationTicks(params, state, at);
  const { stopLossTicks, takeProfitTicks } = triggers;
  const isLong = state.baseLots > 0n;
  return {
    liquidationTicks: liquidation,
    lowerTicks: isLong ? highest(liquidation, stopLossTicks) : takeProfitTicks,
    upperTicks: isLong ? takeProfitTicks : lowest(liquidation, stopLossTicks),
  };
}

/**
 * The levels of a position wherever the mark is now: one that is past its liquidation already has
 * it at the true boundary, so that it is found at any mark beyond that.
 */
export function levelsAtAnyMark(
  params: PerpMarketParams,
  state: PerpState,
  triggers: Triggers,
  at: PerpMoment,
): Levels {
  if (state.baseLots === 0n || !isLiquidatable(params, state, at)) {
    return levelsAtMark(params, state, triggers, at);
  }
  const safe = state.baseLots > 0n ? MAX_TICKS : ticks(0n);
  return levelsAtMark(params, state, triggers, { ...at, markTicks: safe });
}

/** The levels of a position at a funding index that its row may not have seen, at any mark. */
export function levelsAtIndex(
  params: PerpMarketParams,
  row: CrossedRow,
  fundingIndex: FundingIndex,
): Pick<Levels, 'lowerTicks' | 'upperTicks'> {
  const state: PerpState = {
    ...newPosition(row.collateral, row.fundingIndex),
    baseLots: row.baseLots,
    virtualQuote: row.virtualQuote,
  };
  const markTicks = row.baseLots > 0n ? MAX_TICKS : ticks(0n);
  return levelsAtMark(params, state, row, { markTicks, fundingIndex });
}

/**
 * Funding that a position may leave unsettled while hours are caught up on, in quote lots per base
 * lot either way: a quarter of what one interval can come to at most.
 */
export const unsettledLimit = ({
  maxFundingRatePerInterval,
}: Pick<PerpMarketFacts, 'maxFundingRatePerInterval'>): bigint => maxFundingRatePerInterval / 4n;

/**
 * How far, in ticks, the liquidation of a position may be from where its row says while its funding
 * is not settled. Its level may be of an index twice the limit away; a lot that has paid one quote
 * lot is liquidated 1 ÷ (1 - maintenance ÷ notional) quote lots earlier, which is at most 2; and two
 * ticks for rounding.
 */
export const levelSlack = (
  facts: Pick<PerpMarketFacts, 'maxFundingRatePerInterval' | 'tickSize'>,
): bigint => (4n * unsettledLimit(facts)) / facts.tickSize + 2n;
