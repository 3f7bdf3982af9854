import { type Price, type Usdc, usdc } from '../../../money/fixed.ts';
import type { PerpMarketParams } from './market-params.ts';
import { averagePrice } from './prices.ts';
import {
  abs,
  type FundingIndex,
  type Lots,
  lots,
  type PerpSide,
  type Ticks,
  ticks,
} from './units.ts';

/** What a position has been given, has earned and has paid since it was opened; in quote lots. */
export interface PerpTotals {
  readonly initialCollateral: Usdc;
  readonly addedCollateral: Usdc;
  readonly withdrawnCollateral: Usdc;
  /** Realized by closing, signed, before fees. */
  readonly pricePnl: Usdc;
  /** Settled funding, signed: positive was received. */
  readonly funding: Usdc;
  /** Trading fees, those of the opening included; ≥ 0. */
  readonly fees: Usdc;
  /** Liquidation penalties and haircuts; ≥ 0. */
  readonly penalty: Usdc;
  /** Lots closed so far, unsigned, and what they were closed for. */
  readonly closedLots: Lots;
  readonly closedQuote: Usdc;
}

/** One isolated position (venues/perps.md 3.1). Flat when `baseLots` is 0. */
export interface PerpState {
  /** Signed: long > 0, short < 0. */
  readonly baseLots: Lots;
  /** What the open lots cost, with the opposite sign of the lots. */
  readonly virtualQuote: Usdc;
  /** Margin balance. While a position is open, funding can take it below zero against a profit. */
  readonly collateral: Usdc;
  /** The funding index up to which funding is settled. */
  readonly fundingIndex: FundingIndex;
  /** Funding settled since the position was opened from flat or flipped; signed. */
  readonly accumulatedFunding: Usdc;
  readonly totals: PerpTotals;
}

const ZERO = usdc(0n);

/** A flat position with its collateral paid in. */
export const newPosition = (collateral: Usdc, index: FundingIndex): PerpState => ({
  baseLots: lots(0n),
  virtualQuote: ZERO,
  collateral,
  fundingIndex: index,
  accumulatedFunding: ZERO,
  totals: {
    initialCollateral: collateral,
    addedCollateral: ZERO,
    withdrawnCollateral: ZERO,
    pricePnl: ZERO,
    funding: ZERO,
    fees: ZERO,
    penalty: ZERO,
    closedLots: lots(0n),
    closedQuote: ZERO,
  },
});

export const sideOf = ({ baseLots }: Pick<PerpState, 'baseLots'>): PerpSide =>
  baseLots < 0n ? 'SHORT' : 'LONG';

export const sizeOf = ({ baseLots }: Pick<PerpState, 'baseLots'>): Lots => lots(abs(baseLots));

/** The lots that close `size` lots of the position: of the opposite sign. */
export const closing = (state: Pick<PerpState, 'baseLots'>, size: Lots): Lots =>
  lots(state.baseLots < 0n ? size : -size);

/** Entry price in ticks, rounded to the nearest (half up) as the venue shows it; 0 when flat. */
export function entryTicks({ tickSize }: PerpMarketParams, state: PerpState): Ticks {
  const perTick = abs(state.baseLots) * tickSize;
  return ticks(perTick === 0n ? 0n : (abs(state.virtualQuote) + perTick / 2n) / perTick);
}

/** Average entry price per base unit, unrounded but for the 18th decimal; null when flat. */
export const entryPrice = (params: PerpMarketParams, state: PerpState): Price | null =>
  averagePrice(params, state.baseLots, state.virtualQuote);

/**
 * Funding that has accrued but is not in the collateral yet: -lots × (F - F0); positive is owed to
 * the position (venues/perps.md 3.5). Exact: rates are whole quote lots per base lot.
 */
export const unsettledFunding = (
  { baseLots, fundingIndex }: Pick<PerpState, 'baseLots' | 'fundingIndex'>,
  index: FundingIndex,
): Usdc => usdc(-baseLots * (index - fundingIndex));

/** Moves unsettled funding into the collateral; every touch of a position begins with it. */
export function settleFunding(
  state: PerpState,
  index: FundingIndex,
): { state: PerpState; funding: Usdc } {
  const funding = unsettledFunding(state, index);
  return { state: { ...receiveFunding(state, funding), fundingIndex: index }, funding };
}

/** Puts a funding payment into the collateral; negative was paid. */
export const receiveFunding = (state: PerpState, funding: Usdc): PerpState => ({
  ...state,
  collateral: usdc(state.collateral + funding),
  accumulatedFunding: usdc(state.accumulatedFunding + funding),
  totals: { ...state.totals, funding: usdc(state.totals.funding + funding) },
});
