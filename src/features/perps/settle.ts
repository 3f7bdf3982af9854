import { type CommandKind, type LeaderTrade, type Outcome, ref } from '../../engine/command.ts';
import { overlay } from '../../engine/overlay.ts';
import { assert } from '../../errors/app-error.ts';
import { min, mulDivDown, usdc } from '../../money/fixed.ts';
import { abs, lots, ticks } from '../../venues/paper/perps/units.ts';
import {
  failedOutcome,
  intentRows,
  intentTable,
  isOpen,
  type SettleIntent,
  settledOutcome,
} from '../orders/index.ts';
import { type CheckedOrder, completeOrder } from './complete.ts';
import type { PerpDeps } from './deps.ts';
import { decodePending, type PerpOrder } from './order.ts';
import { paramsOf } from './params.ts';
import { lockLots, orderRows } from './place.ts';
import { freeSubaccount } from './subaccounts.ts';
import {
  type PerpPositionRow,
  type PerpProposalRow,
  perpMarketTable,
  perpPositionTable,
  perpProposalTable,
} from './tables.ts';

/**
 * Settles a perpetual order whose outcome the venue knows now: books the fill of submission as if
 * it had just happened, or gives back what was held. A reduction of a position that has been
 * liquidated meanwhile has nothing left to close and fails. Does nothing when another process was
 * faster.
 */
export const settlePerpOrder = (deps: PerpDeps): CommandKind<SettleIntent> => ({
  name: 'perps.settle',
  needs(command) {
    const { order } = decodePending(command.payload);
    const { userId } = order.trader;
    return {
      users: [userId],
      update: order.origin === 'OPEN' ? [] : [ref(perpProposalTable, order.proposalId)],
      rows: [
        ref(intentTable, command.intentId),
        ...intentRows(command),
        ...orderRows(userId, order.symbol),
        ...(order.action === 'OPEN' ? [] : [ref(perpPositionTable, order.positionId)]),
      ],
    };
  },
  decide(state, command, context) {
    const intent = state.get(intentTable, command.intentId);
    if (!intent || !isOpen(intent)) return {};
    const { order, outcome } = decodePending(command.payload);
    const before =
      order.action === 'OPEN' ? undefined : state.get(perpPositionTable, order.positionId);
    const unlocked = lockLots(order, before, -order.lots);
    const position = (unlocked[0]?.row as PerpPositionRow | undefined) ?? before;
    const isGone = order.action !== 'OPEN' && position?.status !== 'OPEN';
    if (outcome === 'FAILED' || isGone) {
      const freed =
        order.action === 'OPEN'
          ? [freeSubaccount(state, order.trader.userId, order.subaccount)]
          : [];
      return failedOutcome(state, intent, [...unlocked, ...freed], context);
    }
    const checked = checkedNow(
      deps,
      { order: fitting(order, position), position },
      {
        proposal:
          order.origin === 'OPEN' ? undefined : state.get(perpProposalTable, order.proposalId),
        fundingIndex: state.get(perpMarketTable, order.symbol)?.fundingIndex,
        now: context.now,
      },
    );
    const released = overlay(state, unlocked);
    const { booked: _, ...filled } = completeOrder(released, checked, context);
    return settledOutcome(state, intent, withLateExit(checked, filled), context);
  },
});

/** A reduction closes at most what is left, at the same price a lot. */
function fitting(order: PerpOrder, position: PerpPositionRow | undefined): PerpOrder {
  if (order.action !== 'REDUCE' || !position) return order;
  const size = lots(min(order.lots, abs(position.baseLots)));
  if (size === order.lots) return order;
  const part = (amount: bigint) => usdc(mulDivDown(amount, size, order.lots));
  return { ...order, lots: size, quote: part(order.quote), fee: part(order.fee) };
}

function checkedNow(
  { data }: PerpDeps,
  on: Pick<CheckedOrder, 'order' | 'position'>,
  rows: {
    proposal: PerpProposalRow | undefined;
    fundingIndex: CheckedOrder['moment']['fundingIndex'] | undefined;
    now: number;
  },
): CheckedOrder {
  const facts = data.market(on.order.symbol);
  assert(facts && rows.fundingIndex !== undefined, 'a market that was traded is known');
  const mark = data.quote(on.order.symbol, rows.now)?.markTicks;
  assert(mark !== undefined, 'a market that was traded has a mark');
  return {
    ...on,
    params: paramsOf(facts),
    moment: { markTicks: ticks(mark), fundingIndex: rows.fundingIndex },
    proposal: rows.proposal,
  };
}

/**
 * A follow that filled only after the leader's exit missed the mirrored one: the closing trade is
 * told again, for this follower alone.
 */
function withLateExit({ order, proposal }: CheckedOrder, filled: Outcome): Outcome {
  if (order.origin !== 'FOLLOW' || !proposal?.closeTradeId || proposal.closePrice === null) {
    return filled;
  }
  const exit: LeaderTrade = {
    id: proposal.closeTradeId,
    leaderId: proposal.creatorId,
    groupId: proposal.groupId,
    proposalId: proposal.id,
    vertical: 'PERP',
    side: 'CLOSE',
    price: proposal.closePrice,
    sold: 1n,
    held: 1n,
    onlyFollowerId: order.trader.userId,
  };
  return { ...filled, leaderTrades: [...(filled.leaderTrades ?? []), exit] };
}
