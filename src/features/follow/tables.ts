import type { Price, Usdc } from '../../money/fixed.ts';
import { amount, fixed18, integer, nullable, text, time, uuid } from '../../platform/db/column.ts';
import { defineTable, type RowOf } from '../../platform/db/table.ts';

/** One follower's share in one leader trade: the queue, the claim and the durable result. */
export const followTable = defineTable({
  name: 'follow',
  key: ['leaderTradeId', 'followerId'],
  changing: ['status', 'code', 'message', 'tradeId', 'settledAt', 'leaseUntil'],
  columns: {
    leaderTradeId: uuid('leader_trade_id'),
    followerId: uuid('follower_id'),
    id: uuid('id'),
    leaderId: uuid('leader_id'),
    groupId: uuid('group_id'),
    proposalId: uuid('proposal_id'),
    vertical: text('vertical'),
    side: text('side'),
    amount: amount<Usdc>('amount'),
    leaderPrice: fixed18<Price>('leader_price'),
    sold: nullable(amount<bigint>('fraction_sold')),
    held: nullable(amount<bigint>('fraction_held')),
    status: text('status'),
    code: nullable(text('code')),
    message: nullable(text('message')),
    tradeId: nullable(uuid('trade_id')),
    createdAt: time('created_at'),
    deadlineAt: time('deadline_at'),
    settledAt: nullable(time('settled_at')),
    fence: integer('fence'),
    leaseUntil: time('lease_until'),
  },
});
export type FollowRow = RowOf<typeof followTable>;
