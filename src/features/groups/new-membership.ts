import { usdc } from '../../money/fixed.ts';
import { type AcceptedFees, feesOf } from './group-fee.ts';
import { newSubscription } from './subscription.ts';
import type { GroupRow, MembershipRow } from './tables.ts';

/**
 * The membership of someone who joins now: the group's default type, auto-buy off. Of an earlier
 * membership only today's spending remains, so that leaving does not refill a daily limit. A
 * subscription counts from now; its first period is paid at the join.
 */
export function newMembership(join: {
  readonly group: GroupRow;
  readonly userId: string;
  readonly inviteCode: string;
  readonly now: number;
  /** What the user has accepted, also for the periods to come. */
  readonly fees: AcceptedFees;
  readonly before: MembershipRow | undefined;
}): MembershipRow {
  const { group, userId, inviteCode, now, fees, before } = join;
  return {
    groupId: group.id,
    userId,
    status: 'ACTIVE',
    memberType: group.defaultMemberType,
    isAdmin: false,
    inviteCode,
    ...feesOf(fees),
    ...newSubscription(fees, now),
    autoBuyEnabled: false,
    autoBuyAmount: usdc(0n),
    mirrorExits: false,
    verticals: '',
    maxLeverage: null,
    dailyLimit: null,
    spentDay: before?.spentDay ?? 0,
    spent: before?.spent ?? usdc(0n),
    joinedAt: now,
    updatedAt: now,
  };
}
