import { assert } from '../../../errors/app-error.ts';
import { type Usdc, usdc } from '../../../money/fixed.ts';
import { applyFill, type PerpFill } from './fill.ts';
import { noMovements, type PerpChange } from './movements.ts';
import { newPosition, type PerpState } from './position.ts';
import type { FundingIndex } from './units.ts';

/** Opens a position: the collateral is paid in, the fee comes out of it (contract 18.8). */
export function openPosition(order: {
  collateral: Usdc;
  fill: PerpFill;
  fee: Usdc;
  fundingIndex: FundingIndex;
}): PerpChange {
  const { collateral, fill, fee, fundingIndex } = order;
  const { state } = applyFill(newPosition(collateral, fundingIndex), fill, { fee, fundingIndex });
  return { state, moved: { ...noMovements, collateralAdded: collateral, fee } };
}

/** Adds margin only; the size stays. */
export function addCollateral(state: PerpState, collateral: Usdc): PerpChange {
  const { totals } = state;
  return {
    state: {
      ...state,
      collateral: usdc(state.collateral + collateral),
      totals: { ...totals, addedCollateral: usdc(totals.addedCollateral + collateral) },
    },
    moved: { ...noMovements, collateralAdded: collateral },
  };
}

/** Adds margin and lots of the same side. */
export function increasePosition(
  before: PerpState,
  order: { collateral: Usdc; fill: PerpFill; fee: Usdc; fundingIndex: FundingIndex },
): PerpChange {
  const { collateral, fill, fee, fundingIndex } = order;
  assert(
    before.baseLots > 0n === fill.deltaLots > 0n,
    'an increase is on the side of the position',
  );
  const { state } = addCollateral(before, collateral);
  const filled = applyFill(state, fill, { fee, fundingIndex });
  return {
    state: filled.state,
    moved: { ...noMovements, collateralAdded: collateral, funding: filled.funding, fee },
  };
}
