import { type Usdc, usdc } from '../../../money/fixed.ts';
import type { PerpState } from './position.ts';

/**
 * Every movement of money that one change of a position causes, in quote lots. A ledger that books
 * each of them once conserves money exactly; `venue` is the clearing account of the paper venue,
 * which is the other side of every fill.
 */
export interface PerpMovements {
  /** wallet → position */
  readonly collateralAdded: Usdc;
  /** venue → position; signed */
  readonly pricePnl: Usdc;
  /** venue → position; signed */
  readonly funding: Usdc;
  /** position → fees */
  readonly fee: Usdc;
  /** position → insurance fund */
  readonly penalty: Usdc;
  /** position → wallet, when the last lot is closed */
  readonly collateralReturned: Usdc;
  /** venue → insurance fund: what a position closed at its bankruptcy price was still worth */
  readonly surplus: Usdc;
  /** No movement yet: what the venue has lost on a position closed at its bankruptcy price. */
  readonly shortfall: Usdc;
}

/** A position after a change, and what moved. */
export interface PerpChange {
  readonly state: PerpState;
  readonly moved: PerpMovements;
}

const ZERO = usdc(0n);

export const noMovements: PerpMovements = {
  collateralAdded: ZERO,
  pricePnl: ZERO,
  funding: ZERO,
  fee: ZERO,
  penalty: ZERO,
  collateralReturned: ZERO,
  surplus: ZERO,
  shortfall: ZERO,
};

export const addMovements = (a: PerpMovements, b: PerpMovements): PerpMovements => ({
  collateralAdded: usdc(a.collateralAdded + b.collateralAdded),
  pricePnl: usdc(a.pricePnl + b.pricePnl),
  funding: usdc(a.funding + b.funding),
  fee: usdc(a.fee + b.fee),
  penalty: usdc(a.penalty + b.penalty),
  collateralReturned: usdc(a.collateralReturned + b.collateralReturned),
  surplus: usdc(a.surplus + b.surplus),
  shortfall: usdc(a.shortfall + b.shortfall),
});

/** What each account gains by the movements; the five always add up to zero. */
export interface AccountChanges {
  readonly wallet: Usdc;
  readonly position: Usdc;
  readonly fees: Usdc;
  readonly insurance: Usdc;
  readonly venue: Usdc;
}

export const accountChanges = (moved: PerpMovements): AccountChanges => ({
  wallet: usdc(moved.collateralReturned - moved.collateralAdded),
  position: usdc(
    moved.collateralAdded +
      moved.pricePnl +
      moved.funding -
      moved.fee -
      moved.penalty -
      moved.collateralReturned,
  ),
  fees: moved.fee,
  insurance: usdc(moved.penalty + moved.surplus),
  venue: usdc(-moved.pricePnl - moved.funding - moved.surplus),
});
