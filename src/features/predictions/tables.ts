import type { BaseUnits, Price, Usdc } from '../../money/fixed.ts';
import {
  amount,
  bool,
  fixed18,
  integer,
  nullable,
  text,
  time,
  uuid,
} from '../../platform/db/column.ts';
import { defineLookup, defineTable, type RowOf } from '../../platform/db/table.ts';

/** A proposal's way: contract 7, transitions. */
export const PROPOSAL_STATUSES = ['PENDING', 'ACTIVE', 'CLOSED', 'RESOLVED', 'FAILED'] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];

export const predictionProposalTable = defineTable({
  name: 'prediction_proposal',
  key: ['id'],
  columns: {
    id: uuid('id'),
    groupId: uuid('group_id'),
    creatorId: uuid('creator_id'),
    eventId: text('event_id'),
    marketId: text('market_id'),
    outcomeId: text('outcome_id'),
    assetId: integer('asset_id'),
    isYes: bool('is_yes'),
    eventTitle: nullable(text('event_title')),
    marketTitle: nullable(text('market_title')),
    eventImageUrl: nullable(text('event_image_url')),
    reason: nullable(text('reason')),
    status: text('status'),
    result: nullable(text('result')),
    didWin: bool('did_win'),
    initialPrice: nullable(fixed18<Price>('initial_price')),
    createdAt: time('created_at'),
    updatedAt: time('updated_at'),
    resolvedAt: nullable(time('resolved_at')),
    closeTradeId: nullable(uuid('close_trade_id')),
    closePrice: nullable(fixed18<Price>('close_price')),
    told: bool('told'),
  },
});
export type PredictionProposalRow = RowOf<typeof predictionProposalTable>;

/** What a user holds under a proposal, in first-in-first-out lots (contract 7). */
export const predictionPositionTable = defineTable({
  name: 'prediction_position',
  key: ['userId', 'proposalId'],
  columns: {
    userId: uuid('user_id'),
    proposalId: uuid('proposal_id'),
    groupId: uuid('group_id'),
    assetId: integer('asset_id'),
    quantity: amount<BaseUnits>('quantity'),
    cost: amount<Usdc>('cost'),
    lots: text('lots'),
    roundCost: amount<Usdc>('round_cost'),
    roundBought: amount<BaseUnits>('round_bought'),
    roundSold: amount<BaseUnits>('round_sold'),
    roundProceeds: amount<Usdc>('round_proceeds'),
    realizedPnl: amount<Usdc>('realized_pnl'),
    realizedCost: amount<Usdc>('realized_cost'),
    followed: amount<BaseUnits>('followed'),
    locked: amount<BaseUnits>('locked'),
    claimedAt: nullable(time('claimed_at')),
    told: bool('told'),
    claimable: bool('claimable'),
    openedAt: time('opened_at'),
  },
});
export type PredictionPositionRow = RowOf<typeof predictionPositionTable>;

export const predictionTradeTable = defineTable({
  name: 'prediction_trade',
  key: ['id'],
  appendOnly: true,
  columns: {
    id: uuid('id'),
    userId: uuid('user_id'),
    proposalId: uuid('proposal_id'),
    groupId: uuid('group_id'),
    assetId: integer('asset_id'),
    side: text('side'),
    origin: text('origin'),
    quantity: amount<BaseUnits>('quantity'),
    price: fixed18<Price>('price'),
    gross: amount<Usdc>('gross'),
    fee: amount<Usdc>('fee'),
    pnl: amount<Usdc>('pnl'),
    costOut: amount<Usdc>('cost_out'),
    createdAt: time('created_at'),
  },
});
export type PredictionTradeRow = RowOf<typeof predictionTradeTable>;

/** How a market ended; there is at most one row of a market, and it never changes. */
export const predictionResolutionTable = defineTable({
  name: 'prediction_resolution',
  key: ['marketId'],
  appendOnly: true,
  columns: {
    marketId: text('market_id'),
    result: text('result'),
    resolvedAt: time('resolved_at'),
  },
});

/** What the sandbox has set a market to. */
export const predictionStatusTable = defineTable({
  name: 'prediction_status',
  key: ['marketId'],
  columns: {
    marketId: text('market_id'),
    status: text('status'),
    updatedAt: time('updated_at'),
  },
});

/** The PENDING or ACTIVE proposal of a group for an outcome, by (group, asset). */
export const livePredictionLookup = defineLookup<{ readonly proposalId: string }>({
  name: 'live prediction proposal',
  keySize: 2,
  text: `select v.n, p.id from unnest($1::uuid[], $2::int4[]) with ordinality v(g, a, n)
    cross join lateral (select id from prediction_proposal
      where group_id = v.g and asset_id = v.a and status in ('PENDING', 'ACTIVE') limit 1) p`,
  read: ([proposalId]) => ({ proposalId: proposalId as string }),
});
