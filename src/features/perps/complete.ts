import type {
  Announcement,
  DecideContext,
  LeaderTrade,
  Outcome,
  RowWrite,
  State,
} from '../../engine/command.ts';
import { assert } from '../../errors/app-error.ts';
import { closeLots } from '../../venues/paper/perps/close.ts';
import type { PerpMarketParams, PerpMoment } from '../../venues/paper/perps/market-params.ts';
import type { PerpChange } from '../../venues/paper/perps/movements.ts';
import { addCollateral, increasePosition, openPosition } from '../../venues/paper/perps/open.ts';
import { closing } from '../../venues/paper/perps/position.ts';
import { abs, type Lots, lots } from '../../venues/paper/perps/units.ts';
import { announceEnd, announceOpening } from './announce.ts';
import { type Booked, type Booking, book } from './book.ts';
import { newRow } from './new-row.ts';
import type { PerpOrder } from './order.ts';
import { stateOf } from './position-state.ts';
import { presentResult } from './result.ts';
import { type PerpPositionRow, type PerpProposalRow, perpProposalTable } from './tables.ts';

/** An order whose checks have passed, with what it changes as it is before. */
export interface CheckedOrder {
  readonly order: PerpOrder;
  readonly params: PerpMarketParams;
  readonly moment: PerpMoment;
  /** Undefined of a position that is opened. */
  readonly position: PerpPositionRow | undefined;
  /** Undefined of a proposal that is opened. */
  readonly proposal: PerpProposalRow | undefined;
}

/** The whole effect of an order that has filled; the same at once and when it settles later. */
export function completeOrder(
  state: State,
  checked: CheckedOrder,
  context: DecideContext,
): Outcome & { readonly booked: Booked } {
  const { order, params, moment } = checked;
  const at = { params, moment, now: context.now };
  const booked = book(state, bookingOf(checked, context.now), at);
  const exit = exitOf(checked, booked, context.now);
  const opened = order.origin === 'OPEN' ? [proposalOf(order, context.now)] : [];
  return {
    booked,
    transfers: [booked.transfer],
    rows: [...opened, ...booked.rows, ...exit.rows],
    events: [booked.event],
    leaderTrades: [
      ...(order.origin === 'OPEN' ? [openingTrade(order, booked)] : []),
      ...exit.leaderTrades,
    ],
    announcements: [
      ...(order.origin === 'OPEN' ? [announceOpening(order, booked)] : []),
      ...exit.announcements,
    ],
    answer: {
      status: order.origin === 'OPEN' ? 201 : 200,
      data: presentResult(params, booked),
    },
  };
}

function bookingOf(checked: CheckedOrder, now: number): Booking {
  const { order, position } = checked;
  const row = position ?? newRow(order, checked.moment.fundingIndex, now);
  const change = changeOf(checked);
  const ends = order.action === 'REDUCE' && change.state.baseLots === 0n;
  return {
    id: order.id,
    row,
    change,
    action: ends ? 'CLOSE' : order.action,
    origin: order.origin,
    lots: order.lots,
    quote: order.quote,
    byHand: order.action !== 'OPEN' && order.origin !== 'EXIT',
    replaceTriggers: order.action !== 'REDUCE',
    ...(ends ? { end: { status: 'CLOSED', reason: 'USER' } } : {}),
  };
}

/** What the margin engine makes of an order. */
export function changeOf({ order, position, moment }: CheckedOrder): PerpChange {
  const { collateral, quote, fee } = order;
  const { fundingIndex } = moment;
  const signed = lots(order.side === 'LONG' ? order.lots : -order.lots);
  const fill = { deltaLots: signed, quote };
  if (order.action === 'OPEN') return openPosition({ collateral, fill, fee, fundingIndex });
  assert(position, 'an order on a position has its row');
  const before = stateOf(position);
  if (order.action === 'REDUCE') {
    const deltaLots = closing(before, order.lots);
    return closeLots(before, { deltaLots, quote }, { fee, fundingIndex });
  }
  if (order.lots === 0n) return addCollateral(before, collateral);
  return increasePosition(before, { collateral, fill, fee, fundingIndex });
}

/** A proposal appears with its opening position (contract 18.3). */
const proposalOf = (order: PerpOrder, now: number): RowWrite => ({
  table: perpProposalTable,
  row: {
    id: order.proposalId,
    groupId: order.groupId,
    creatorId: order.trader.userId,
    symbol: order.symbol,
    side: order.side,
    reason: order.reason,
    leverage: order.leverage,
    stopLossPct: order.stopLossPct,
    takeProfitPct: order.takeProfitPct,
    positionId: order.positionId,
    createdAt: now,
    updatedAt: now,
    closedAt: null,
    closeTradeId: null,
    closePrice: null,
  } satisfies PerpProposalRow,
});

function openingTrade({ id, trader, groupId, proposalId, side }: PerpOrder, { trade }: Booked) {
  assert(trade.price !== null, 'an opening has traded');
  const { price } = trade;
  const { userId: leaderId } = trader;
  return { id, leaderId, groupId, proposalId, vertical: 'PERP', side, price } as const;
}

/**
 * What a reduction of a proposal's first position means for its followers and for the proposal:
 * the same fraction is mirrored (contract 9), and with the position the call is over.
 */
function exitOf(
  { order, position, proposal }: CheckedOrder,
  booked: Booked,
  now: number,
): EndOfCall {
  const isFirst = proposal !== undefined && proposal.positionId === order.positionId;
  if (!isFirst || order.action !== 'REDUCE' || !position) return NO_END;
  const by = order.trader.username;
  const held = abs(position.baseLots) as Lots;
  return endOfCall(proposal, booked, { held, now, trigger: false, by });
}

interface EndOfCall {
  readonly rows: RowWrite[];
  readonly leaderTrades: LeaderTrade[];
  readonly announcements: Announcement[];
}
const NO_END: EndOfCall = { rows: [], leaderTrades: [], announcements: [] };

/** The mirrored exit of a proposal's first position, and the closed proposal when nothing is left. */
export function endOfCall(
  proposal: PerpProposalRow,
  { row, trade }: Pick<Booked, 'row' | 'trade'>,
  exit: { held: Lots; now: number; trigger: boolean; by: string | null },
): EndOfCall {
  const { id: proposalId, groupId, creatorId } = proposal;
  assert(trade.price !== null, 'an exit has traded');
  const leaderTrade: LeaderTrade = {
    id: trade.id,
    leaderId: creatorId,
    groupId,
    proposalId,
    vertical: 'PERP',
    side: 'CLOSE',
    price: trade.price,
    sold: trade.lots,
    held: exit.held,
    ...(exit.trigger ? { byTrigger: true } : {}),
  };
  if (row.status === 'OPEN') return { ...NO_END, leaderTrades: [leaderTrade] };
  const closed = closedProposal(proposal, exit.now, { id: trade.id, price: trade.price });
  const announcements = announceEnd(proposal, { row, trade }, exit.by);
  return { rows: [closed], leaderTrades: [leaderTrade], announcements };
}

/** The proposal once it takes no more entries; keeps the exit that a late follower must make. */
export const closedProposal = (
  proposal: PerpProposalRow,
  now: number,
  exit: { id: string; price: PerpProposalRow['closePrice'] } | null,
): RowWrite => ({
  table: perpProposalTable,
  row: {
    ...proposal,
    updatedAt: now,
    closedAt: proposal.closedAt ?? now,
    closeTradeId: exit?.id ?? proposal.closeTradeId,
    closePrice: exit?.price ?? proposal.closePrice,
  } satisfies PerpProposalRow,
});
