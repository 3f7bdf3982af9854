import type { State } from '../../engine/command.ts';
import { AppError, assert } from '../../errors/app-error.ts';
import { type Usdc, usdc } from '../../money/fixed.ts';
import { abs, type Lots, lots } from '../../venues/paper/perps/units.ts';
import type { Trader } from '../orders/index.ts';
import type { PerpPositionIdentity } from './identity.ts';
import type { PerpOrder, PerpOrigin } from './order.ts';
import { type PerpPositionRow, perpPositionTable } from './tables.ts';

/** The row of a position that the caller owns, while it is open. NO_POSITION. */
export function openRow(state: State, position: PerpPositionIdentity): PerpPositionRow {
  const row = state.get(perpPositionTable, position.id);
  assert(row, 'a known position has its row');
  if (row.status !== 'OPEN') throw new AppError('NO_POSITION');
  return row;
}

/** Lots that are not committed to a reduction still in flight. */
export const freeLots = ({ baseLots, lockedLots }: PerpPositionRow): Lots =>
  lots(abs(baseLots) - lockedLots);

const zero = usdc(0n);

/** An order on an open position, but for what it trades. */
export const onPosition = (
  id: string,
  trader: Trader,
  row: PerpPositionRow,
  what: { action: 'ADD' | 'REDUCE'; origin: PerpOrigin; collateral?: Usdc },
): Omit<PerpOrder, 'lots' | 'quote' | 'fee'> => ({
  id,
  trader,
  action: what.action,
  origin: what.origin,
  groupId: row.groupId,
  proposalId: row.proposalId,
  positionId: row.id,
  symbol: row.symbol,
  side: row.side,
  collateral: what.collateral ?? zero,
  leverage: row.leverage,
  subaccount: row.subaccount,
  stopLossPct: row.stopLossPct,
  takeProfitPct: row.takeProfitPct,
  reason: null,
});

/** Nothing is traded where only margin is added. */
export const noTrade = { lots: lots(0n), quote: zero, fee: zero } as const;
