import { usdc } from '../../money/fixed.ts';
import { type FundingIndex, lots } from '../../venues/paper/perps/units.ts';
import type { PerpOrder } from './order.ts';
import type { PerpPositionRow } from './tables.ts';

const zero = usdc(0n);
const none = lots(0n);

/** A position of an order before its first fill. */
export const newRow = (
  order: PerpOrder,
  fundingIndex: FundingIndex,
  now: number,
): PerpPositionRow => ({
  id: order.positionId,
  userId: order.trader.userId,
  proposalId: order.proposalId,
  groupId: order.groupId,
  symbol: order.symbol,
  side: order.side,
  origin: order.origin,
  status: 'OPEN',
  subaccount: order.subaccount,
  leverage: order.leverage,
  baseLots: none,
  virtualQuote: zero,
  collateral: zero,
  fundingIndex,
  accumulatedFunding: zero,
  initialCollateral: zero,
  addedCollateral: zero,
  withdrawnCollateral: zero,
  pricePnl: zero,
  funding: zero,
  fees: zero,
  penalty: zero,
  closedLots: none,
  closedQuote: zero,
  stopLossPct: order.stopLossPct,
  takeProfitPct: order.takeProfitPct,
  stopLossTicks: null,
  takeProfitTicks: null,
  liquidationTicks: null,
  lowerTicks: null,
  upperTicks: null,
  followed: order.origin === 'FOLLOW',
  ownTriggers: false,
  lockedLots: none,
  closeReason: null,
  claimable: zero,
  claimedAt: null,
  openedAt: now,
  closedAt: null,
});
