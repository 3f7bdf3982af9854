import { type CommandKind, type Outcome, ref } from '../../engine/command.ts';
import { assert } from '../../errors/app-error.ts';
import { closedCallTable } from '../groups/index.ts';
import {
  type ClosingTrade,
  failedOutcome,
  intentRows,
  intentTable,
  isOpen,
  type SettleIntent,
  settledOutcome,
  withLateExit,
} from '../orders/index.ts';
import { completeOrder } from './complete.ts';
import { decodePending } from './order.ts';
import { type CheckedOrder, lockShares, orderRows } from './place.ts';
import {
  livePredictionLookup,
  type PredictionPositionRow,
  type PredictionProposalRow,
  predictionPositionTable,
  predictionProposalTable,
} from './tables.ts';

/**
 * Settles a prediction order whose outcome the venue knows now: books the fill of submission as if
 * it had just happened, or gives the funds back; a proposal that was being opened becomes ACTIVE or
 * FAILED with it. Does nothing when another process was faster.
 */
export const settlePredictionOrder: CommandKind<SettleIntent> = {
  name: 'predictions.settle',
  needs(command) {
    const { order } = decodePending(command.payload);
    const { groupId, proposalId, assetId } = order;
    return {
      users: [order.trader.userId],
      update: [ref(predictionProposalTable, proposalId)],
      rows: [
        ref(intentTable, command.intentId),
        ...intentRows(command),
        ...orderRows({ userId: order.trader.userId, assetId, proposalId }),
        ref(livePredictionLookup, groupId, assetId),
        ref(closedCallTable, proposalId),
      ],
    };
  },
  decide(state, command, context) {
    const intent = state.get(intentTable, command.intentId);
    if (!intent || !isOpen(intent)) return {};
    const { order, fill, outcome } = decodePending(command.payload);
    const { proposalId, trader } = order;
    const proposal = state.get(predictionProposalTable, proposalId);
    assert(proposal, 'an order in flight has its proposal');
    const before = state.get(predictionPositionTable, trader.userId, proposalId);
    const unlocked = lockShares(order, before, -fill.shares);
    const position = unlocked[0] ? (unlocked[0].row as PredictionPositionRow) : before;
    if (outcome === 'FAILED') {
      const failed = order.origin === 'OPEN' ? failedOpening(proposal, context.now) : {};
      const rows = [...unlocked, ...(failed.rows ?? [])];
      return { ...failedOutcome(state, intent, rows, context), found: failed.found ?? [] };
    }
    const call = state.get(closedCallTable, proposalId);
    const checked = { order, fill, proposal, position, call };
    const filled = completeOrder(checked, context);
    const followed =
      order.origin === 'FOLLOW'
        ? withLateExit(filled, trader.userId, closingTrade(proposal))
        : filled;
    return settledOutcome(state, intent, followed, context);
  },
};

/** PENDING → FAILED: nothing was bought, and the group may propose the outcome again. */
const failedOpening = (
  proposal: CheckedOrder['proposal'],
  now: number,
): Pick<Outcome, 'rows' | 'found'> => ({
  rows: [
    { table: predictionProposalTable, row: { ...proposal, status: 'FAILED', updatedAt: now } },
  ],
  found: [{ ref: ref(livePredictionLookup, proposal.groupId, proposal.assetId), row: undefined }],
});

/** The sale with which the proposal's creator has left by now. */
const closingTrade = (proposal: PredictionProposalRow): ClosingTrade => ({
  id: proposal.closeTradeId,
  leaderId: proposal.creatorId,
  groupId: proposal.groupId,
  proposalId: proposal.id,
  vertical: 'PREDICTION',
  side: 'SELL',
  price: proposal.closePrice,
});
