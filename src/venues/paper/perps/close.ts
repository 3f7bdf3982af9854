import { assert } from '../../../errors/app-error.ts';
import { type Usdc, usdc } from '../../../money/fixed.ts';
import { applyFill, type PerpFill } from './fill.ts';
import { noMovements, type PerpChange } from './movements.ts';
import type { PerpState } from './position.ts';
import { abs, type FundingIndex } from './units.ts';

const ZERO = usdc(0n);

/**
 * Closes lots of a position. At the last lot the collateral goes back. A fill so bad that the
 * position would end with less than nothing counts as one at the bankruptcy price, fee included:
 * the collateral ends at zero and what is missing is the `shortfall`.
 */
export function closeLots(
  before: PerpState,
  fill: PerpFill,
  paid: { fee: Usdc; fundingIndex: FundingIndex },
): PerpChange {
  const isReduction = before.baseLots > 0n !== fill.deltaLots > 0n;
  assert(
    isReduction && abs(fill.deltaLots) <= abs(before.baseLots),
    'a reduction closes at most the lots of the position',
  );
  const filled = applyFill(before, fill, paid);
  const { pricePnl, funding } = filled;
  return finish(before, {
    state: filled.state,
    moved: { ...noMovements, pricePnl, funding, fee: paid.fee },
  });
}

/** Pays a position without lots out; one with lots stays as it is. */
export function finish(before: Pick<PerpState, 'baseLots'>, change: PerpChange): PerpChange {
  const { state, moved } = change;
  if (state.baseLots !== 0n) return change;
  if (state.collateral >= 0n) {
    return {
      state: { ...state, collateral: ZERO },
      moved: { ...moved, collateralReturned: state.collateral },
    };
  }
  const missing = usdc(-state.collateral);
  const { totals } = state;
  // A long would have needed a higher price to break even, a short a lower one.
  const better = before.baseLots > 0n ? missing : -missing;
  return {
    state: {
      ...state,
      collateral: ZERO,
      totals: {
        ...totals,
        pricePnl: usdc(totals.pricePnl + missing),
        closedQuote: usdc(totals.closedQuote + better),
      },
    },
    moved: {
      ...moved,
      pricePnl: usdc(moved.pricePnl + missing),
      shortfall: usdc(moved.shortfall + missing),
    },
  };
}
