import type { EventDraft } from '../../engine/command.ts';
import { formatRatio, formatUsdc } from '../../money/text.ts';
import { isoTime } from '../../platform/clock.ts';
import { groupRef } from './group-object.ts';
import type { MemberProfile } from './lookups.ts';
import { shownNextCharge } from './subscription.ts';
import type { FollowedVertical, GroupRow, MembershipRow } from './tables.ts';

export const FOLLOWED_VERTICALS = ['SPOT', 'STOCK', 'PREDICTION', 'PERP'] as const;

/** The verticals that a member follows; the stored empty text means all. */
export const followedVerticals = (member: MembershipRow): readonly FollowedVertical[] =>
  member.verticals === ''
    ? FOLLOWED_VERTICALS
    : FOLLOWED_VERTICALS.filter((vertical) => member.verticals.split(',').includes(vertical));

export interface MemberView {
  readonly member: MembershipRow;
  readonly profile: MemberProfile;
  /** Business time in milliseconds. */
  readonly now: number;
  /** Codes are shown to their owner and to admins (contract 18.25). */
  readonly showInviteCode: boolean;
}

/** Group member (specification "Group member", contract 9); money and leverage as decimal text. */
export function memberObject({ member, profile, now, showInviteCode }: MemberView) {
  return {
    userIdpId: profile.idpId,
    groupId: member.groupId,
    username: profile.username,
    avatar: profile.avatar,
    inviteCode: showInviteCode ? member.inviteCode : '',
    memberType: member.memberType,
    isAdmin: member.isAdmin,
    subscriptionStatus: member.subscriptionStatus,
    nextChargeAt: isoTime(shownNextCharge(member, now)),
    autoBuyEnabled: member.autoBuyEnabled,
    autoBuyAmountUsd: formatUsdc(member.autoBuyAmount),
    mirrorExits: member.mirrorExits,
    verticals: [...followedVerticals(member)],
    maxLeverage: member.maxLeverage === null ? null : formatRatio(member.maxLeverage),
    dailyLimitUsd: member.dailyLimit === null ? null : formatUsdc(member.dailyLimit),
    createdAt: isoTime(member.joinedAt),
    updatedAt: isoTime(member.updatedAt),
  };
}

/** Membership (contract 9): the member with deposit wallet and group, as its owner sees it. */
export function membershipObject(view: Omit<MemberView, 'showInviteCode'>, group: GroupRow) {
  return {
    ...memberObject({ ...view, showInviteCode: true }),
    mainWalletAddress: view.profile.walletAddress,
    group: groupRef(group),
  };
}

type OwnView = Omit<MemberView, 'showInviteCode'>;

const ownData = (view: OwnView) => ({
  status: view.member.status,
  ...memberObject({ ...view, showInviteCode: true }),
});

/** Tells a member's event stream what the membership is now, as its owner sees it. */
export const membershipEvent = (view: OwnView): EventDraft => ({
  userId: view.member.userId,
  type: 'membership.changed',
  data: ownData(view),
});

/** The same where only what is paid has changed, which is nobody else's business in the group. */
export const subscriptionEvent = (view: OwnView): EventDraft => ({
  userId: view.member.userId,
  type: 'subscription.changed',
  data: ownData(view),
});
