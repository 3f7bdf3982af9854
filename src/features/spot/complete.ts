import type { DecideContext, LeaderTrade, Outcome, State } from '../../engine/command.ts';
import { ref } from '../../engine/command.ts';
import { assert } from '../../errors/app-error.ts';
import type { SpotFill } from '../../venues/paper/spot.ts';
import { announceClose, announceOpening } from './announce.ts';
import { type Booked, bookFill } from './book.ts';
import { closedProposal } from './closed-proposal.ts';
import type { SpotDeps } from './deps.ts';
import { holdingsOf } from './holdings.ts';
import type { SpotOrder } from './order.ts';
import { shownProposal, swapAnswer, wireProposal, wireTrade } from './order-answer.ts';
import {
  openProposalLookup,
  type SpotPositionRow,
  type SpotProposalRow,
  spotProposalTable,
} from './tables.ts';

/** An order that has filled. */
interface Filled {
  readonly order: SpotOrder;
  readonly fill: SpotFill;
  readonly booked: Booked;
  /** The position before the fill. */
  readonly held: SpotPositionRow | undefined;
}

/** The whole effect of an order that has filled; the same at once and when it settles later. */
export function completeOrder(
  state: State,
  deps: SpotDeps,
  order: SpotOrder,
  fill: SpotFill,
  context: DecideContext,
): Outcome {
  const before = holdingsOf(state, order);
  const booked = bookFill(order, fill, before, { feeBps: deps.feeBps, now: context.now });
  const filled: Filled = { order, fill, booked, held: before.position };
  const base = { transfers: [booked.transfer], events: [booked.event] };
  switch (order.origin) {
    case 'OPEN':
      return { ...base, ...opened(state, deps, filled, context) };
    case 'SWAP':
      return { ...base, rows: booked.rows, answer: swapAnswer(booked) };
    case 'CLOSE':
      return { ...base, ...closed(state, deps, filled, context) };
    default:
      return { ...base, ...traded(state, deps, filled) };
  }
}

/** A proposal appears with its opening buy, and the buy is what others follow. */
function opened(
  state: State,
  deps: SpotDeps,
  { order, booked }: Filled,
  context: DecideContext,
): Outcome {
  const { groupId, proposalId, trader, asset } = order;
  assert(groupId !== null && proposalId !== null, 'an opening order names its group');
  const row: SpotProposalRow = {
    id: proposalId,
    vertical: order.vertical,
    groupId,
    assetId: asset.id,
    creatorId: trader.userId,
    reason: order.reason,
    initialPrice: booked.trade.price,
    createdAt: context.now,
    updatedAt: context.now,
    closedAt: null,
    exitPrice: null,
    exitPnl: null,
    exitPnlPct: null,
    closeTradeId: null,
  };
  const trade = wireTrade(order, booked);
  const proposal = wireProposal(state, deps, order, row, trade);
  const leaderTrade: LeaderTrade = {
    id: order.id,
    leaderId: trader.userId,
    groupId,
    proposalId,
    vertical: order.vertical,
    side: 'BUY',
    price: booked.trade.price,
  };
  return {
    rows: [...booked.rows, { table: spotProposalTable, row }],
    found: [{ ref: ref(openProposalLookup, groupId, asset.id), row: { proposalId } }],
    leaderTrades: [leaderTrade],
    announcements: [announceOpening(deps, order, row, booked.trade)],
    answer: {
      status: 201,
      data: { proposal, trade, pending: false, actionJobId: order.id },
    },
  };
}

/** A buy or sale under a proposal that stays as it is. */
function traded(state: State, deps: SpotDeps, filled: Filled): Outcome {
  const { order, booked } = filled;
  const trade = wireTrade(order, booked);
  const proposal = shownProposal(state, deps, order, trade);
  return {
    rows: booked.rows,
    leaderTrades: mirrored(state, filled),
    answer: {
      status: 200,
      data: { ...proposal, trade, pending: false, actionJobId: order.id },
    },
  };
}

/** The creator's full position is sold, and with it the proposal takes no more entries. */
function closed(state: State, deps: SpotDeps, filled: Filled, { now }: DecideContext): Outcome {
  const { order, fill, booked } = filled;
  const trade = wireTrade(order, booked);
  const { row, writes, found } = closedProposal(state, order, booked.position, fill.price, now);
  const proposal = wireProposal(state, deps, order, row, trade);
  return {
    rows: [...booked.rows, ...writes],
    found,
    leaderTrades: mirrored(state, filled),
    announcements: [announceClose(deps, order, row)],
    answer: { status: 200, data: { proposal, trade, pending: false, actionJobId: order.id } },
  };
}

/** A sale by the proposal's creator, by hand or as its close, is mirrored (contract 9). */
function mirrored(state: State, { order, fill, held }: Filled): LeaderTrade[] {
  const { groupId, proposalId, trader } = order;
  if (order.side === 'BUY' || order.origin === 'EXIT') return [];
  assert(groupId !== null && proposalId !== null && held, 'a group sale has a position');
  const proposal = state.get(spotProposalTable, proposalId);
  if (proposal?.creatorId !== trader.userId) return [];
  return [
    {
      id: order.id,
      leaderId: trader.userId,
      groupId,
      proposalId,
      vertical: order.vertical,
      side: 'SELL',
      price: fill.price,
      sold: fill.amount,
      held: held.quantity,
    },
  ];
}
