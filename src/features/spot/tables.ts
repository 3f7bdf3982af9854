import type { BaseUnits, Price, Ratio, Usdc } from '../../money/fixed.ts';
import { amount, fixed18, integer, nullable, text, time, uuid } from '../../platform/db/column.ts';
import { defineLookup, defineTable, type RowOf } from '../../platform/db/table.ts';

export const spotProposalTable = defineTable({
  name: 'spot_proposal',
  key: ['id'],
  columns: {
    id: uuid('id'),
    vertical: text('vertical'),
    groupId: uuid('group_id'),
    assetId: integer('asset_id'),
    creatorId: uuid('creator_id'),
    reason: nullable(text('reason')),
    initialPrice: fixed18<Price>('initial_price'),
    createdAt: time('created_at'),
    updatedAt: time('updated_at'),
    closedAt: nullable(time('closed_at')),
    exitPrice: nullable(fixed18<Price>('exit_price')),
    exitPnl: nullable(amount<Usdc>('exit_pnl')),
    exitPnlPct: nullable(fixed18<Ratio>('exit_pnl_pct')),
    closeTradeId: nullable(uuid('close_trade_id')),
  },
});
export type SpotProposalRow = RowOf<typeof spotProposalTable>;

/** What a user holds under a proposal, at average cost (contract 5, PnL). */
export const spotPositionTable = defineTable({
  name: 'spot_position',
  key: ['userId', 'proposalId'],
  columns: {
    userId: uuid('user_id'),
    proposalId: uuid('proposal_id'),
    groupId: uuid('group_id'),
    assetId: integer('asset_id'),
    quantity: amount<BaseUnits>('quantity'),
    cost: amount<Usdc>('cost'),
    roundCost: amount<Usdc>('round_cost'),
    roundBought: amount<BaseUnits>('round_bought'),
    roundSold: amount<BaseUnits>('round_sold'),
    roundProceeds: amount<Usdc>('round_proceeds'),
    realizedPnl: amount<Usdc>('realized_pnl'),
    realizedCost: amount<Usdc>('realized_cost'),
    followed: amount<BaseUnits>('followed'),
    locked: amount<BaseUnits>('locked'),
    exitedAt: nullable(time('exited_at')),
    openedAt: time('opened_at'),
  },
});
export type SpotPositionRow = RowOf<typeof spotPositionTable>;

/** Personal holdings from swaps. */
export const swapPositionTable = defineTable({
  name: 'swap_position',
  key: ['userId', 'assetId'],
  columns: {
    userId: uuid('user_id'),
    assetId: integer('asset_id'),
    quantity: amount<BaseUnits>('quantity'),
    cost: amount<Usdc>('cost'),
    realizedPnl: amount<Usdc>('realized_pnl'),
    locked: amount<BaseUnits>('locked'),
  },
});
export type SwapPositionRow = RowOf<typeof swapPositionTable>;

export const spotTradeTable = defineTable({
  name: 'spot_trade',
  key: ['id'],
  appendOnly: true,
  columns: {
    id: uuid('id'),
    userId: uuid('user_id'),
    proposalId: nullable(uuid('proposal_id')),
    groupId: nullable(uuid('group_id')),
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
export type SpotTradeRow = RowOf<typeof spotTradeTable>;

/** The open proposal of a group for a token, by (group, asset). */
export const openProposalLookup = defineLookup<{ readonly proposalId: string }>({
  name: 'open spot proposal',
  keySize: 2,
  text: `select v.n, p.id from unnest($1::uuid[], $2::int4[]) with ordinality v(g, a, n)
    cross join lateral (select id from spot_proposal
      where group_id = v.g and asset_id = v.a and closed_at is null limit 1) p`,
  read: ([proposalId]) => ({ proposalId: proposalId as string }),
});

/**
 * The proposal under which a user holds a token of a group that can be sold: the open one, else the
 * newest. By (user, group, asset).
 */
export const heldProposalLookup = defineLookup<{ readonly proposalId: string }>({
  name: 'held spot proposal',
  keySize: 3,
  text: `select v.n, p.id from unnest($1::uuid[], $2::uuid[], $3::int4[])
      with ordinality v(u, g, a, n)
    cross join lateral (select p.id from spot_position s
      join spot_proposal p on p.id = s.proposal_id
      where s.user_id = v.u and s.group_id = v.g and s.asset_id = v.a and s.quantity > s.locked
      order by p.closed_at is null desc, p.id desc limit 1) p`,
  read: ([proposalId]) => ({ proposalId: proposalId as string }),
});
