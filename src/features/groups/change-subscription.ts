import {
  type CommandKind,
  type DecideContext,
  type Outcome,
  ref,
  type State,
} from '../../engine/command.ts';
import { AppError, assert } from '../../errors/app-error.ts';
import { requireMember } from './access.ts';
import { departure, departureRows } from './departure.ts';
import { type AcceptedFees, noFee, requireAccepted } from './group-fee.ts';
import { adminCount } from './leave.ts';
import { adminCountLookup, profileLookup } from './lookups.ts';
import { memberObject, subscriptionEvent } from './member-object.ts';
import { chargeSubscription } from './renew.ts';
import { afterPayment, asFree, periodToPay } from './subscription.ts';
import { groupTable, type MembershipRow, membershipTable } from './tables.ts';

export interface SubscriptionCommand {
  readonly groupId: string;
  readonly userId: string;
}

export interface PayCommand extends SubscriptionCommand {
  /** The group's present fees, which then take the place of those accepted before; null keeps them. */
  readonly acceptFees: AcceptedFees | null;
  /** The admin who receives fees, as read before. */
  readonly payeeId: string | null;
}

/**
 * Pays what is due, which lifts a suspension (contract 18.11); where nothing is due it changes
 * nothing. With `acceptFees` the group's present fees count from then on. Answers the Group member,
 * 200. Refuses with NOT_GROUP_MEMBER, FEES_CHANGED, INSUFFICIENT_FUNDS.
 */
export const paySubscription: CommandKind<PayCommand> = {
  name: 'pay subscription',
  needs: ({ groupId, userId, payeeId }) => ({
    users: payeeId === null ? [userId] : [userId, payeeId],
    share: [ref(groupTable, groupId)],
    rows: [
      ref(membershipTable, groupId, userId),
      ref(profileLookup, userId),
      ...(payeeId === null ? [] : [ref(membershipTable, groupId, payeeId)]),
    ],
  }),
  decide(state, command, context) {
    const before = requireMember(state.get(membershipTable, command.groupId, command.userId));
    const { member: accepted, begins } = withFees(state, before, command, context.now);
    if (!begins && accepted.subscriptionStatus !== 'PAST_DUE') {
      return answered(state, before, accepted, context);
    }
    const kind = begins ? 'JOIN' : 'RENEWAL';
    const period = periodToPay(accepted, context.now);
    const payment = { id: context.ids.next(), payeeId: command.payeeId, period, kind } as const;
    const fee = chargeSubscription(state, accepted, payment, context.now);
    return answered(state, before, afterPayment(accepted, period, context.now), context, fee);
  },
};

/**
 * The membership with the fees that are accepted now, and whether a subscription begins with them.
 * Another period counts from the end of the paid one; without a fee nothing is charged any more.
 * Who receives the fees accepts none.
 */
function withFees(
  state: State,
  member: MembershipRow,
  { groupId, acceptFees, payeeId }: PayCommand,
  now: number,
): { member: MembershipRow; begins: boolean } {
  if (acceptFees === null || payeeId === member.userId) return { member, begins: false };
  const group = state.get(groupTable, groupId);
  assert(group, `membership of ${member.userId} in ${groupId} hangs in the air`);
  requireAccepted(group, acceptFees);
  const { subscriptionFee, subscriptionPeriod } = acceptFees;
  const isFree = member.subscriptionStatus === 'NONE';
  if (subscriptionFee === 0n) {
    return { member: isFree ? member : asFree(member, now), begins: false };
  }
  const changed =
    subscriptionFee !== member.subscriptionFee || subscriptionPeriod !== member.subscriptionPeriod;
  if (!changed) return { member, begins: false };
  const anchor = isFree ? now : member.nextChargeAt;
  return {
    member: {
      ...member,
      subscriptionFee,
      subscriptionPeriod,
      periodAnchor: subscriptionPeriod === member.subscriptionPeriod ? member.periodAnchor : anchor,
      ...(isFree ? { nextChargeAt: now, periodAnchor: now } : {}),
      updatedAt: now,
    },
    begins: isFree,
  };
}

/**
 * Stops the renewals: what is paid runs to its end, then the membership ends; one whose paid period
 * is over ends at once. Answers the Group member, 200, also where nothing is charged. Refuses with
 * NOT_GROUP_MEMBER, LAST_ADMIN.
 */
export const cancelSubscription: CommandKind<SubscriptionCommand> = {
  name: 'cancel subscription',
  needs: ({ groupId, userId }) => ({
    users: [userId],
    // Held for change: the number of admins is counted and changed under this lock alone.
    update: [ref(groupTable, groupId)],
    rows: [...departureRows(groupId, userId), ref(adminCountLookup, groupId)],
  }),
  decide(state, { groupId, userId }, context) {
    const before = requireMember(state.get(membershipTable, groupId, userId));
    const { subscriptionStatus } = before;
    if (subscriptionStatus === 'NONE' || subscriptionStatus === 'CANCELED') {
      return answered(state, before, before, context);
    }
    if (before.isAdmin && adminCount(state, groupId) <= 1) throw new AppError('LAST_ADMIN');
    const member: MembershipRow = {
      ...before,
      subscriptionStatus: 'CANCELED',
      suspended: false,
      updatedAt: context.now,
    };
    if (subscriptionStatus === 'ACTIVE') return answered(state, before, member, context);
    const { answer } = answered(state, before, { ...member, dueAt: null }, context);
    return { ...departure(state, member, 'LEFT', context.now), ...(answer ? { answer } : {}) };
  },
};

/**
 * Takes a cancellation back while the paid period runs. Answers the Group member, 200, also where
 * nothing was canceled. Refuses with NOT_GROUP_MEMBER.
 */
export const resumeSubscription: CommandKind<SubscriptionCommand> = {
  name: 'resume subscription',
  needs: ({ groupId, userId }) => ({
    users: [userId],
    rows: [ref(membershipTable, groupId, userId), ref(profileLookup, userId)],
  }),
  decide(state, { groupId, userId }, context) {
    const before = requireMember(state.get(membershipTable, groupId, userId));
    if (before.subscriptionStatus !== 'CANCELED') return answered(state, before, before, context);
    const member: MembershipRow = {
      ...before,
      subscriptionStatus: 'ACTIVE',
      updatedAt: context.now,
    };
    return answered(state, before, member, context);
  },
};

/** Answers the Group member; a membership that has changed is saved and told. */
function answered(
  state: State,
  before: MembershipRow,
  member: MembershipRow,
  { now }: Pick<DecideContext, 'now'>,
  fee = noFee,
): Outcome {
  const profile = state.find(profileLookup, member.userId);
  assert(profile, `membership of ${member.userId} in ${member.groupId} hangs in the air`);
  const view = { member, profile, now };
  const answer = { status: 200, data: memberObject({ ...view, showInviteCode: true }) };
  if (member === before) return { answer };
  return {
    transfers: fee.transfers,
    rows: [{ table: membershipTable, row: member }, ...fee.rows],
    events: [...fee.events, subscriptionEvent(view)],
    answer,
  };
}
