import { type CommandKind, type Ref, ref } from '../../engine/command.ts';
import { overlay } from '../../engine/overlay.ts';
import { groupTable } from '../groups/index.ts';
import {
  failedOutcome,
  intentRows,
  intentTable,
  isOpen,
  type SettleIntent,
  settledOutcome,
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
    return settledOutcome(state, intent, withLateExit(filled, released, order), context);
  },
});

/**
 * A follow that filled only after its proposal had been closed missed the mirrored exit: the
 * closing trade is told again, for this follower alone.
 */
function withLateExit(
  filled: ReturnType<typeof completeOrder>,
  state: Parameters<typeof completeOrder>[0],
  order: SpotOrder,
): ReturnType<typeof completeOrder> {
  if (order.origin !== 'FOLLOW' || order.proposalId === null) return filled;
  const proposal = state.get(spotProposalTable, order.proposalId);
  if (!proposal?.closeTradeId || proposal.exitPrice === null) return filled;
  const exit = {
    id: proposal.closeTradeId,
    leaderId: proposal.creatorId,
    groupId: proposal.groupId,
    proposalId: proposal.id,
    vertical: order.vertical,
    side: 'SELL',
    price: proposal.exitPrice,
    sold: 1n,
    held: 1n,
    onlyFollowerId: order.trader.userId,
  } as const;
  return { ...filled, leaderTrades: [...(filled.leaderTrades ?? []), exit] };
}
