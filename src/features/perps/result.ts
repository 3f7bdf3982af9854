import { formatRatio, formatUsdc } from '../../money/text.ts';
import type { PerpMarketParams } from '../../venues/paper/perps/market-params.ts';
import { lotsToUnits } from '../../venues/paper/perps/prices.ts';
import { realizedOf } from '../../venues/paper/perps/realized.ts';
import type { Booked } from './book.ts';
import type { PerpOrder } from './order.ts';
import { stateOf } from './position-state.ts';

/** The outcome of an order on the wire (contract 8, PerpActionResult). */
export function presentResult(
  params: Pick<PerpMarketParams, 'tickSize' | 'baseLotsDecimals'>,
  { row, trade }: Pick<Booked, 'row' | 'trade'>,
) {
  const isFullClose = row.status !== 'OPEN';
  const realized = realizedOf(stateOf(row).totals);
  return {
    assignmentId: row.id,
    proposalId: row.proposalId,
    subaccountIndex: row.subaccount,
    txSignature: `paper_${trade.id}`,
    marketSymbol: row.symbol,
    side: row.side,
    closePnlUsd: isFullClose ? formatUsdc(realized.netPnl) : null,
    closePnlPct: isFullClose ? formatRatio(realized.netPct) : null,
    closeProceedsUsd: isFullClose ? formatUsdc(trade.collateralOut) : null,
    closedBaseUnits: isFullClose ? lotsToUnits(params, trade.lots) : null,
    isFullClose,
    pending: false,
    actionJobId: trade.id,
  };
}

/** The usual keys with null for what is not known while the venue has not answered (contract 18.3). */
export const pendingResult = (order: PerpOrder) => ({
  assignmentId: order.action === 'OPEN' ? null : order.positionId,
  proposalId: order.origin === 'OPEN' ? null : order.proposalId,
  subaccountIndex: order.subaccount,
  txSignature: null,
  marketSymbol: order.symbol,
  side: order.side,
  closePnlUsd: null,
  closePnlPct: null,
  closeProceedsUsd: null,
  closedBaseUnits: null,
  isFullClose: null,
  pending: true,
  actionJobId: order.id,
});
