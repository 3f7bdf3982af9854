import type { DecideContext, LeaderTrade, Outcome, RowWrite, State } from '../../engine/command.ts';
import { ref } from '../../engine/command.ts';
import { assert } from '../../errors/app-error.ts';
import type { Token } from '../../market/instruments.ts';
import { type Price, percentOf } from '../../money/fixed.ts';
import { formatUsdc } from '../../money/text.ts';
import type { SpotFill } from '../../venues/paper/spot.ts';
import { closedCall, groupRef, groupTable } from '../groups/index.ts';
import { announceClose, announceOpening } from './announce.ts';
import { type Booked, bookFill } from './book.ts';
import type { SpotDeps } from './deps.ts';
import { holdingsOf } from './holdings.ts';
import type { SpotOrder } from './order.ts';
import { averagePrice, presentProposal, presentTrade } from './present.ts';
import {
  openProposalLookup,
  type SpotPositionRow,
  type SpotProposalRow,
  spotProposalTable,
} from './tables.ts';

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
  const base = {
    transfers: [booked.transfer],
    events: [booked.event],
  };
  if (order.origin === 'OPEN') return { ...base, ...opened(state, deps, order, booked, context) };
  if (order.origin === 'SWAP') return { ...base, rows: booked.rows, answer: swapAnswer(booked) };
  const trade = wireTrade(order, booked);
  if (order.origin !== 'CLOSE') {
    return {
      ...base,
      rows: booked.rows,
      leaderTrades: mirrored(state, order, fill, before.position),
      answer: {
        status: 200,
        data: {
          ...shownProposal(state, deps, order, trade),
          trade,
          pending: false,
          actionJobId: order.id,
        },
      },
    };
  }
  const closed = closeProposal(state, order, booked.position, fill.price, context.now);
  const proposal = presentClosed(state, deps, order, closed.row, trade);
  return {
    ...base,
    rows: [...booked.rows, ...closed.writes],
    found: [closed.found],
    leaderTrades: mirrored(state, order, fill, before.position),
    announcements: [announceClose(deps, order, closed.row)],
    answer: { status: 200, data: { proposal, trade, pending: false, actionJobId: order.id } },
  };
}

const wireTrade = (order: SpotOrder, booked: Booked) =>
  presentTrade(booked.trade, order.asset.decimals, order.trader.walletAddress);

/** The proposal of a buy or sale, where its answer shows it. */
function shownProposal(
  state: State,
  deps: SpotDeps,
  order: SpotOrder,
  trade: ReturnType<typeof presentTrade>,
) {
  if (order.shownCreator === undefined) return {};
  const row = state.get(spotProposalTable, order.proposalId as string);
  assert(row, 'a group order has its proposal');
  const named = { ...refs(state, deps, order), createdBy: order.shownCreator };
  return { proposal: presentProposal(row, { ...named, trades: [trade] }) };
}

/** A proposal appears with its opening buy, and the buy is what others follow. */
function opened(
  state: State,
  deps: SpotDeps,
  order: SpotOrder,
  booked: Booked,
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
  const proposal = presentProposal(row, { ...refs(state, deps, order), trades: [trade] });
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

/** A sale by the proposal's creator, by hand or as its close, is mirrored (contract 9). */
function mirrored(
  state: State,
  order: SpotOrder,
  fill: SpotFill,
  held: SpotPositionRow | undefined,
): LeaderTrade[] {
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

/** The closed proposal; exit values are the creator's last round (contract 5). */
export function closeProposal(
  state: State,
  order: Pick<SpotOrder, 'proposalId' | 'id' | 'asset'>,
  position: SpotPositionRow | undefined,
  at: Price | null,
  now: number,
): {
  row: SpotProposalRow;
  writes: RowWrite[];
  found: { ref: ReturnType<typeof ref>; row: undefined };
} {
  const before = state.get(spotProposalTable, order.proposalId as string);
  assert(before, 'a closing order has its proposal');
  const { decimals } = order.asset;
  const row: SpotProposalRow = {
    ...before,
    closedAt: now,
    updatedAt: now,
    exitPrice: at ?? lastExitPrice(position, decimals),
    exitPnl: position ? position.realizedPnl : null,
    exitPnlPct: position ? percentOf(position.realizedPnl, position.realizedCost) : null,
    closeTradeId: at === null ? null : order.id,
  };
  return {
    row,
    writes: [{ table: spotProposalTable, row }, ...endOfCall(row, position)],
    found: { ref: ref(openProposalLookup, before.groupId, before.assetId), row: undefined },
  };
}

/** What the call has come to for the group's figures: nothing of one that its creator never held. */
const endOfCall = (
  { id: proposalId, groupId, vertical, creatorId, closedAt }: SpotProposalRow,
  position: SpotPositionRow | undefined,
): RowWrite[] => {
  if (!position || closedAt === null) return [];
  const { realizedPnl: pnl, realizedCost: putIn } = position;
  return [
    closedCall({
      proposalId,
      groupId,
      vertical: vertical === 'STOCK' ? 'STOCK' : 'SPOT',
      creatorId,
      pnl,
      putIn,
      closedAt,
    }),
  ];
};

/** The average exit of the last round, for a creator who had sold before closing. */
const lastExitPrice = (position: SpotPositionRow | undefined, decimals: number): Price | null =>
  position && position.roundSold > 0n
    ? averagePrice(position.roundProceeds, position.roundSold, decimals)
    : null;

export function presentClosed(
  state: State,
  deps: SpotDeps,
  order: Pick<SpotOrder, 'asset' | 'trader' | 'groupId'>,
  row: SpotProposalRow,
  trade: ReturnType<typeof presentTrade> | null,
) {
  return presentProposal(row, { ...refs(state, deps, order), trades: trade ? [trade] : [] });
}

function refs(
  state: State,
  deps: SpotDeps,
  order: Pick<SpotOrder, 'asset' | 'trader' | 'groupId'>,
): {
  token: Token;
  group: ReturnType<typeof groupRef>;
  createdBy: { idpId: string; username: string };
} {
  const token = deps.market.token(order.asset.mint);
  const group = state.get(groupTable, order.groupId as string);
  assert(token && group, 'an order has its token and group');
  const { idpId, username } = order.trader;
  return { token, group: groupRef(group), createdBy: { idpId, username } };
}

function swapAnswer({ trade, proceeds }: Booked): NonNullable<Outcome['answer']> {
  const bought = trade.side === 'BUY';
  return {
    status: 200,
    data: {
      success: true,
      signature: `paper_${trade.id}`,
      inputAmountRaw: (bought ? trade.gross : trade.quantity).toString(),
      outputAmountRaw: (bought ? trade.quantity : proceeds).toString(),
      svcFeeUsd: formatUsdc(trade.fee),
      pending: false,
      actionJobId: trade.id,
    },
  };
}
