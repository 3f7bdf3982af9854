import { assert } from '../../../errors/app-error.ts';
import { min, mulDivUp, type Usdc, usdc } from '../../../money/fixed.ts';
import { notionalAt, type PerpMarketParams } from './market-params.ts';
import { type PerpState, settleFunding } from './position.ts';
import { abs, type FundingIndex, type Lots, lots, type Ticks } from './units.ts';

/** An execution: lots bought (positive) or sold (negative), and what they cost or brought. */
export interface PerpFill {
  readonly deltaLots: Lots;
  /** Notional in quote lots, unsigned. */
  readonly quote: Usdc;
}

export interface FilledPosition {
  readonly state: PerpState;
  /** Profit of the lots that were closed, before the fee; signed. */
  readonly pricePnl: Usdc;
  /** Funding that was settled first; signed. */
  readonly funding: Usdc;
}

const MICRO = 1_000_000n;

/** `deltaLots` executed at one price. Levels of a book add up: quote is the sum of theirs. */
export const fillAt = (
  params: Pick<PerpMarketParams, 'tickSize'>,
  deltaLots: Lots,
  at: Ticks,
): PerpFill => ({ deltaLots, quote: notionalAt(params, lots(abs(deltaLots)), at) });

/** Trading fee of a notional, rounded up to a quote lot (venues/perps.md 3.1). */
export const feeOf = (quote: Usdc, feeMicro: bigint): Usdc =>
  usdc(mulDivUp(quote, feeMicro, MICRO));

/**
 * Applies an execution to a position (venues/perps.md 3.1): funding is settled first; lots in the
 * same direction are added at cost; opposite ones close, with the profit going to the collateral;
 * what exceeds the position opens the other side. Quotients are truncated, and what truncation left
 * belongs to the close that empties the position, so nothing is lost over its life.
 */
export function applyFill(
  before: PerpState,
  { deltaLots, quote }: PerpFill,
  { fee, fundingIndex }: { fee: Usdc; fundingIndex: FundingIndex },
): FilledPosition {
  assert(deltaLots !== 0n && quote >= 0n && fee >= 0n, 'a fill has lots, a notional and a fee');
  const { state, funding } = settleFunding(before, fundingIndex);
  const projection = project(state, deltaLots, deltaLots > 0n ? -quote : quote);
  const { totals } = state;
  return {
    state: {
      ...state,
      baseLots: projection.baseLots,
      virtualQuote: projection.virtualQuote,
      collateral: usdc(state.collateral + projection.pricePnl - fee),
      accumulatedFunding: projection.isNew ? usdc(0n) : state.accumulatedFunding,
      totals: {
        ...totals,
        pricePnl: usdc(totals.pricePnl + projection.pricePnl),
        fees: usdc(totals.fees + fee),
        closedLots: lots(totals.closedLots + projection.closedLots),
        closedQuote: usdc(totals.closedQuote + projection.closedQuote),
      },
    },
    pricePnl: projection.pricePnl,
    funding,
  };
}

interface Projection {
  readonly baseLots: Lots;
  readonly virtualQuote: Usdc;
  readonly pricePnl: Usdc;
  readonly closedLots: bigint;
  readonly closedQuote: bigint;
  /** Opened from flat, closed or flipped: the lots are not those from before. */
  readonly isNew: boolean;
}

/** `fillQuote` has the opposite sign of `delta`. */
function project(state: PerpState, delta: Lots, fillQuote: bigint): Projection {
  const { baseLots, virtualQuote } = state;
  if (baseLots === 0n || baseLots > 0n === delta > 0n) {
    return {
      baseLots: lots(baseLots + delta),
      virtualQuote: usdc(virtualQuote + fillQuote),
      pricePnl: usdc(0n),
      closedLots: 0n,
      closedQuote: 0n,
      isNew: baseLots === 0n,
    };
  }
  const closed = min(abs(delta), abs(baseLots));
  const closedQuote = (fillQuote * closed) / abs(delta);
  const cost = (virtualQuote * closed) / abs(baseLots);
  const isNew = closed === abs(baseLots);
  return {
    baseLots: lots(baseLots + delta),
    virtualQuote: usdc(isNew ? fillQuote - closedQuote : virtualQuote - cost),
    pricePnl: usdc(closedQuote + cost),
    closedLots: closed,
    closedQuote: abs(closedQuote),
    isNew,
  };
}
