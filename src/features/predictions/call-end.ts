import { type Ref, type RowWrite, ref } from '../../engine/command.ts';
import { assert } from '../../errors/app-error.ts';
import { SHARE_DECIMALS } from '../../market/predictions/prediction-market.ts';
import { usdc, valueAt } from '../../money/fixed.ts';
import { type ClosedCallRow, closedCall, closedCallTable } from '../groups/index.ts';
import { payoutOf } from './present.ts';
import {
  type PredictionPositionRow,
  type PredictionProposalRow,
  predictionPositionTable,
} from './tables.ts';

/** What ending a call reads of its creator. */
export const callRows = (proposalId: string, creatorId: string): Ref[] => [
  ref(predictionPositionTable, creatorId, proposalId),
  ref(closedCallTable, proposalId),
];

/**
 * A call has ended for its creator when the market has resolved, its shares then counting what they
 * pay, or when it takes no more entries and the creator has sold out (contract 9: the leaders'
 * closed calls). What settles later changes the figures, not the instant. `call` is the row so far.
 */
export function endOfCall(
  proposal: PredictionProposalRow,
  position: PredictionPositionRow | undefined,
  call: ClosedCallRow | undefined,
  now: number,
): RowWrite[] {
  const isResolved = proposal.status === 'RESOLVED';
  const isSoldOut = proposal.status === 'CLOSED' && position?.quantity === 0n;
  if (!position || !(call || isResolved || isSoldOut)) return [];
  const payout = payoutOf(proposal);
  const { quantity, cost, realizedPnl, realizedCost } = position;
  const value = payout === undefined ? cost : valueAt(quantity, SHARE_DECIMALS, payout);
  const closedAt = isResolved ? proposal.resolvedAt : now;
  assert(closedAt !== null, 'a resolved proposal says when');
  const write = closedCall({
    proposalId: proposal.id,
    groupId: proposal.groupId,
    vertical: 'PREDICTION',
    creatorId: proposal.creatorId,
    pnl: usdc(realizedPnl + value - cost),
    putIn: usdc(realizedCost + (isResolved ? cost : 0n)),
    closedAt: call?.closedAt ?? closedAt,
  });
  const { pnl, returnPct } = write.row as ClosedCallRow;
  return call?.pnl === pnl && call.returnPct === returnPct ? [] : [write];
}
