import {
  type DecideContext,
  type LeaderTrade,
  type Outcome,
  type RowWrite,
  ref,
} from '../../engine/command.ts';
import { assert } from '../../errors/app-error.ts';
import { announceClose, announceOpening } from './announce.ts';
import { type Booked, bookFill } from './book-fill.ts';
import { endOfCall } from './call-end.ts';
import type { CheckedOrder } from './place.ts';
import { payoutOf, presentProposal, presentTrade } from './present.ts';
import {
  livePredictionLookup,
  type PredictionProposalRow,
  predictionProposalTable,
} from './tables.ts';

/** The whole effect of an order that has filled; the same at once and when it settles later. */
export function completeOrder(checked: CheckedOrder, context: DecideContext): Outcome {
  const { order, fill, position, proposal } = checked;
  const claimable = (payoutOf(proposal) ?? 0n) > 0n;
  const booked = bookFill(order, fill, position, { claimable, now: context.now });
  const trade = presentTrade(booked.trade, order.trader.walletAddress);
  const receipt = { trade, pending: false, actionJobId: order.id };
  const base = { transfers: [booked.transfer], events: [booked.event] };
  if (order.origin === 'OPEN') {
    const row = activated(proposal, booked, context.now);
    return {
      ...base,
      rows: [...booked.rows, { table: predictionProposalTable, row }],
      found: [
        { ref: ref(livePredictionLookup, row.groupId, row.assetId), row: { proposalId: row.id } },
      ],
      leaderTrades: [openingTrade(checked)],
      announcements: [announceOpening(row, booked.trade, order.trader)],
      answer: { status: 201, data: { proposal: presentProposal(row), ...receipt } },
    };
  }
  const leaderTrades = mirrored(checked);
  if (order.origin !== 'CLOSE') {
    const rows = [
      ...booked.rows,
      ...untold(checked),
      ...creatorsCall(checked, proposal, booked, context),
    ];
    return { ...base, rows, leaderTrades, answer: { status: 200, data: receipt } };
  }
  const closed = closedProposal(proposal, context.now, { id: order.id, price: fill.price });
  return {
    ...base,
    rows: [
      ...booked.rows,
      { table: predictionProposalTable, row: closed },
      ...creatorsCall(checked, closed, booked, context),
    ],
    // Closed by another meanwhile: the outcome may have been called again since.
    found: proposal.status === 'ACTIVE' ? closedFound(closed) : [],
    leaderTrades,
    announcements:
      proposal.status === 'ACTIVE' ? [announceClose(order.id, closed, order.trader, booked)] : [],
    answer: { status: 200, data: { proposal: presentProposal(closed), ...receipt } },
  };
}

/** What an order of a proposal's creator makes of the call, where that has ended. */
const creatorsCall = (
  { order, call }: CheckedOrder,
  proposal: PredictionProposalRow,
  { position }: Booked,
  { now }: DecideContext,
): RowWrite[] =>
  proposal.creatorId === order.trader.userId ? endOfCall(proposal, position, call, now) : [];

/** Who holds shares only since the holders were told the result is to be told as well. */
const untold = ({ order, proposal }: CheckedOrder): RowWrite[] =>
  order.side === 'BUY' && proposal.told
    ? [{ table: predictionProposalTable, row: { ...proposal, told: false } }]
    : [];

/** PENDING → ACTIVE: the opening fill is known (contract 7, transitions). */
const activated = (
  proposal: PredictionProposalRow,
  { trade }: Booked,
  now: number,
): PredictionProposalRow => ({
  ...proposal,
  status: 'ACTIVE',
  initialPrice: trade.price,
  updatedAt: now,
});

/** The opening fill is what others follow. */
const openingTrade = ({ order, fill }: CheckedOrder): LeaderTrade => ({
  id: order.id,
  leaderId: order.trader.userId,
  groupId: order.groupId,
  proposalId: order.proposalId,
  vertical: 'PREDICTION',
  side: 'BUY',
  price: fill.price,
});

/** A sale by the proposal's creator, by hand or as its close, is mirrored (contract 9). */
function mirrored({ order, fill, position, proposal }: CheckedOrder): LeaderTrade[] {
  if (order.side === 'BUY' || order.origin === 'EXIT') return [];
  if (proposal.creatorId !== order.trader.userId) return [];
  assert(position, 'a sale has a position');
  const sale = { ...openingTrade({ order, fill, position, proposal }), side: 'SELL' } as const;
  return [{ ...sale, sold: fill.shares, held: position.quantity }];
}

/**
 * The proposal once it takes no more entries. One that resolved while the closing sale was in
 * flight stays resolved.
 */
export const closedProposal = (
  proposal: PredictionProposalRow,
  now: number,
  sale: { id: string; price: PredictionProposalRow['closePrice'] } | null,
): PredictionProposalRow => ({
  ...proposal,
  status: proposal.status === 'RESOLVED' ? 'RESOLVED' : 'CLOSED',
  updatedAt: now,
  closeTradeId: sale?.id ?? null,
  closePrice: sale?.price ?? null,
});

/** The group may open the outcome again, also for the commands of the same batch. */
export const closedFound = ({ groupId, assetId }: PredictionProposalRow) => [
  { ref: ref(livePredictionLookup, groupId, assetId), row: undefined },
];
