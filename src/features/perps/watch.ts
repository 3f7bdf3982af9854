import type { PerpMarketFacts } from '../../market/perps/perp-market.ts';
import { MAX_TICKS } from '../../venues/paper/perps/liquidation-price.ts';
import { isLiquidatable } from '../../venues/paper/perps/margin.ts';
import type { PerpMarketParams, PerpMoment } from '../../venues/paper/perps/market-params.ts';
import { newPosition, type PerpState } from '../../venues/paper/perps/position.ts';
import { type FundingIndex, ticks } from '../../venues/paper/perps/units.ts';
import type { CrossedRow } from './driver.sql.ts';
import { watchedMarks } from './state.ts';
import type { PerpPositionRow } from './tables.ts';

type Triggers = Pick<PerpPositionRow, 'stopLossTicks' | 'takeProfitTicks'>;
type Watched = Pick<PerpPositionRow, 'lowerTicks' | 'upperTicks'>;

/**
 * The marks to watch a position at, wherever the mark is now: one that is past its liquidation
 * already is watched at the true boundary, so that it is found at any mark beyond that.
 */
export function levelsOf(
  params: PerpMarketParams,
  state: PerpState,
  triggers: Triggers,
  at: PerpMoment,
): ReturnType<typeof watchedMarks> {
  if (state.baseLots === 0n || !isLiquidatable(params, state, at)) {
    return watchedMarks(params, state, triggers, at);
  }
  const safe = state.baseLots > 0n ? MAX_TICKS : ticks(0n);
  return watchedMarks(params, state, triggers, { ...at, markTicks: safe });
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

/** Where a position is to be watched at a funding index that its row may not have seen. */
export function watchedAt(
  params: PerpMarketParams,
  row: CrossedRow,
  fundingIndex: FundingIndex,
): Watched {
  const state: PerpState = {
    ...newPosition(row.collateral, row.fundingIndex),
    baseLots: row.baseLots,
    virtualQuote: row.virtualQuote,
  };
  const markTicks = row.baseLots > 0n ? MAX_TICKS : ticks(0n);
  return watchedMarks(params, state, row, { markTicks, fundingIndex });
}
