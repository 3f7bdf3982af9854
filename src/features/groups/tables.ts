import type { Ratio, Usdc } from '../../money/fixed.ts';
import {
  amount,
  bool,
  type Column,
  fixed18,
  integer,
  nullable,
  text,
  time,
  uuid,
} from '../../platform/db/column.ts';
import { defineTable, type RowOf } from '../../platform/db/table.ts';

export type Period = 'MONTHLY' | 'WEEKLY';
export type AccessType = 'PUBLIC' | 'PRIVATE';
export type MemberType = 'MEMBER' | 'LEADER';
export type MembershipStatus = 'ACTIVE' | 'LEFT' | 'KICKED';
export type SubscriptionStatus = 'NONE' | 'ACTIVE' | 'PAST_DUE' | 'CANCELED';
/** What a member may follow, as on the wire (contract 18.9). */
export type FollowedVertical = 'SPOT' | 'STOCK' | 'PREDICTION' | 'PERP';

/** A text column that the database checks to hold one of a few words. */
const word = <T extends string>(sqlName: string): Column<T> => text(sqlName) as Column<T>;

export const groupTable = defineTable({
  name: 'trading_group',
  key: ['id'],
  columns: {
    id: uuid('id'),
    name: text('name'),
    description: text('description'),
    image: text('image'),
    header: text('header'),
    joiningFee: amount<Usdc>('joining_fee'),
    subscriptionFee: amount<Usdc>('subscription_fee'),
    subscriptionPeriod: word<Period>('subscription_period'),
    accessType: word<AccessType>('access_type'),
    defaultMemberType: word<MemberType>('default_member_type'),
    isActive: bool('is_active'),
    createdBy: uuid('created_by'),
    createdAt: time('created_at'),
    updatedAt: time('updated_at'),
  },
});
export type GroupRow = RowOf<typeof groupTable>;

const gateColumns = {
  groupId: uuid('group_id'),
  userId: uuid('user_id'),
  status: word<MembershipStatus>('status'),
  memberType: word<MemberType>('member_type'),
  isAdmin: bool('is_admin'),
  suspended: bool('suspended'),
};

/**
 * What every trade asks of a membership, read alone: a narrow row costs a third of the whole one.
 * Never written; a change of the membership in the same batch counts as coming after the trade.
 */
export const memberGateTable = defineTable({
  name: 'membership',
  view: 'member gate',
  key: ['groupId', 'userId'],
  columns: gateColumns,
});
export type MemberGate = RowOf<typeof memberGateTable>;

/** What somebody has agreed to pay; a change of the group's fees does not touch it. */
const acceptedColumns = {
  joiningFee: amount<Usdc>('joining_fee'),
  subscriptionFee: amount<Usdc>('subscription_fee'),
  subscriptionPeriod: word<Period>('subscription_period'),
};

/** A user in a group, kept after leaving; guarded by the user's wallet row. */
export const membershipTable = defineTable({
  name: 'membership',
  key: ['groupId', 'userId'],
  columns: {
    ...gateColumns,
    inviteCode: text('invite_code'),
    subscriptionStatus: word<SubscriptionStatus>('subscription_status'),
    nextChargeAt: time('next_charge_at'),
    autoBuyEnabled: bool('auto_buy_enabled'),
    autoBuyAmount: amount<Usdc>('auto_buy_amount'),
    mirrorExits: bool('mirror_exits'),
    /** Comma list of FollowedVertical; empty means all. */
    verticals: text('verticals'),
    maxLeverage: nullable(fixed18<Ratio>('max_leverage')),
    dailyLimit: nullable(amount<Usdc>('daily_limit')),
    /** Spent by follows on the UTC day `spentDay` (days since 1970-01-01). */
    spentDay: integer('spent_day'),
    spent: amount<Usdc>('spent'),
    joinedAt: time('joined_at'),
    updatedAt: time('updated_at'),
    ...acceptedColumns,
    /** Periods are counted from here. */
    periodAnchor: time('period_anchor'),
    /** When the subscription is to be looked at next; null where nothing comes by itself. */
    dueAt: nullable(time('due_at')),
  },
});
export type MembershipRow = RowOf<typeof membershipTable>;

/** A wish to join a PRIVATE group without an invite code; guarded by the user's wallet row. */
export const joinRequestTable = defineTable({
  name: 'join_request',
  key: ['groupId', 'userId'],
  columns: {
    groupId: uuid('group_id'),
    userId: uuid('user_id'),
    status: word<'PENDING' | 'APPROVED' | 'REJECTED'>('status'),
    createdAt: time('created_at'),
    ...acceptedColumns,
    /** Whether it was filed with the right to move money to other people. */
    mayPay: bool('may_pay'),
  },
});
export type JoinRequestRow = RowOf<typeof joinRequestTable>;

/** A fee that was paid; its id is the id of the ledger transfer. */
export const feePaymentTable = defineTable({
  name: 'group_fee_payment',
  key: ['id'],
  appendOnly: true,
  columns: {
    id: uuid('id'),
    groupId: uuid('group_id'),
    payerId: uuid('payer_id'),
    payeeId: uuid('payee_id'),
    /** JOIN begins a membership or a subscription, RENEWAL goes on with it. */
    kind: word<'JOIN' | 'RENEWAL'>('kind'),
    joiningFee: amount<Usdc>('joining_fee'),
    subscriptionFee: amount<Usdc>('subscription_fee'),
    periodStart: time('period_start'),
    periodEnd: time('period_end'),
    createdAt: time('created_at'),
  },
});
export type FeePaymentRow = RowOf<typeof feePaymentTable>;
