import { type CommandKind, type Ref, ref, type State } from '../../engine/command.ts';
import { overlay } from '../../engine/overlay.ts';
import { assert } from '../../errors/app-error.ts';
import { groupTable } from '../groups/index.ts';
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
import type { SpotDeps } from './deps.ts';
import { decodePending, type SpotOrder } from './order.ts';
import { lockHoldings, orderRows } from './place.ts';
import { openProposalLookup, spotProposalTable } from './tables.ts';

/**
 * Settles a spot order whose outcome the venue knows now: books the fill of submission as if it
 * had just happened, or gives the funds back. Does nothing when another process was faster.
 */
export const settleSpotOrder = (deps: SpotDeps): CommandKind<SettleIntent> => ({
  name: 'spot.settle',
  needs(command) {
    const { order } = decodePending(command.payload);
    const { groupId, proposalId, asset } = order;
    const rows: Ref[] = [
      ref(intentTable, command.intentId),
      ...intentRows(command),
      ...orderRows({
        userId: order.trader.userId,
        assetId: asset.id,
        proposalId: order.origin === 'SWAP' ? null : proposalId,
      }),
    ];
    if (groupId !== null) {
      rows.push(ref(groupTable, groupId), ref(openProposalLookup, groupId, asset.id));
    }
    const proposal = order.origin === 'OPEN' || proposalId === null ? null : proposalId;
    return {
      users: [order.trader.userId],
      update: proposal === null ? [] : [ref(spotProposalTable, proposal)],
      rows,
    };
  },
  decide(state, command, context) {
    const intent = state.get(intentTable, command.intentId);
    if (!intent || !isOpen(intent)) return {};
    const { order, fill, outcome } = decodePending(command.payload);
    const unlocked = lockHoldings(state, order, -fill.amount);
    if (outcome === 'FAILED') return failedOutcome(state, intent, unlocked, context);
    const released = overlay(state, unlocked);
    const filled = completeOrder(released, deps, order, fill, context);
    const followed =
      order.origin === 'FOLLOW'
        ? withLateExit(filled, order.trader.userId, closingTrade(released, order))
        : filled;
    return settledOutcome(state, intent, followed, context);
  },
});

/** The trade that has closed the proposal of a follow by now. */
function closingTrade(state: State, { proposalId, vertical }: SpotOrder): ClosingTrade {
  const proposal = proposalId === null ? undefined : state.get(spotProposalTable, proposalId);
  assert(proposal, 'a follow has its proposal');
  return {
    id: proposal.closeTradeId,
    leaderId: proposal.creatorId,
    groupId: proposal.groupId,
    proposalId: proposal.id,
    vertical,
    side: 'SELL',
    price: proposal.exitPrice,
  };
}
