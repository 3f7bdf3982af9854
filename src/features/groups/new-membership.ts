import { usdc } from '../../money/fixed.ts';
import { nextRenewal } from './renewal.ts';
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
  readonly before: MembershipRow | undefined;
}): MembershipRow {
  const { group, userId, inviteCode, now, before } = join;
  return {
    groupId: group.id,
    userId,
    status: 'ACTIVE',
    memberType: group.defaultMemberType,
    isAdmin: false,
    inviteCode,
    subscriptionStatus: group.subscriptionFee > 0n ? 'ACTIVE' : 'NONE',
    nextChargeAt: nextRenewal(now, group.subscriptionPeriod, now),
    suspended: false,
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
