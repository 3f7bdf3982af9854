import { type CommandKind, type Outcome, ref, type State } from '../../engine/command.ts';
import { AppError, assert } from '../../errors/app-error.ts';
import { usdc } from '../../money/fixed.ts';
import { isMember } from './access.ts';
import { departure, departureRows } from './departure.ts';
import { chargeFee, type FeeOutcome, type FeePeriod, noFee } from './group-fee.ts';
import { adminCount } from './leave.ts';
import { adminCountLookup, profileLookup } from './lookups.ts';
import { subscriptionEvent } from './member-object.ts';
import { afterFailure, afterPayment, asFree, nextPeriod } from './subscription.ts';
import { groupTable, type MembershipRow, membershipTable } from './tables.ts';

export interface RenewCommand {
  readonly groupId: string;
  readonly userId: string;
  /** What the job has found; a membership that is due at another instant is left alone. */
  readonly dueAt: number;
  /** The admin who receives fees, as read before. */
  readonly payeeId: string | null;
}

/**
 * One step of a membership that is due (contract 9 and 18.11): charges the fee that its member has
 * accepted and renews it for a period, or notes that it could not be paid. Does nothing when
 * another process was faster. OVERLOADED when the admins have just changed; the job tries again.
 */
export const renewMembership: CommandKind<RenewCommand> = {
  name: 'renew membership',
  needs: ({ groupId, userId, payeeId }) => ({
    users: payeeId === null ? [userId] : [userId, payeeId],
    rows: [
      ref(groupTable, groupId),
      ref(membershipTable, groupId, userId),
      ref(profileLookup, userId),
      ...(payeeId === null ? [] : [ref(membershipTable, groupId, payeeId)]),
    ],
  }),
  decide(state, command, { now, ids }) {
    const before = dueMember(state, command);
    if (!before || before.subscriptionStatus === 'CANCELED') return {};
    const profile = state.find(profileLookup, before.userId);
    assert(profile, `membership of ${before.userId} in ${before.groupId} hangs in the air`);
    const period = nextPeriod(before);
    const { payeeId } = command;
    const payment = { id: ids.next(), payeeId, period, kind: 'RENEWAL' } as const;
    const fee = unlessUnpaid(() => chargeSubscription(state, before, payment, now));
    const member = fee
      ? afterPayment(before, period, now)
      : afterFailure(before, command.dueAt, now);
    return {
      transfers: fee?.transfers ?? [],
      rows: [{ table: membershipTable, row: member }, ...(fee?.rows ?? [])],
      events: [...(fee?.events ?? []), subscriptionEvent({ member, profile, now })],
    };
  },
};

/** The membership that the command is about, while it is still due as the job has found it. */
function dueMember(
  state: State,
  { groupId, userId, dueAt }: Pick<RenewCommand, 'groupId' | 'userId' | 'dueAt'>,
): MembershipRow | undefined {
  const member = state.get(membershipTable, groupId, userId);
  return isMember(member) && member.dueAt === dueAt ? member : undefined;
}

/**
 * Charges one period of a subscription. Nothing is charged in a group that is not active, nor to
 * the admin who receives the group's fees. As `chargeFee` refuses.
 */
export function chargeSubscription(
  state: State,
  { groupId, userId, subscriptionFee }: MembershipRow,
  payment: { id: string; payeeId: string | null; period: FeePeriod; kind: 'JOIN' | 'RENEWAL' },
  now: number,
): FeeOutcome {
  const group = state.get(groupTable, groupId);
  assert(group, `membership of ${userId} in ${groupId} hangs in the air`);
  if (!group.isActive || payment.payeeId === userId) return noFee;
  const fees = { joiningFee: usdc(0n), subscriptionFee };
  return chargeFee(state, { ...payment, ...fees, groupId, payerId: userId, byPayer: true }, now);
}

/** What a charge does; null when the wallet holds too little. */
function unlessUnpaid(charge: () => FeeOutcome): FeeOutcome | null {
  try {
    return charge();
  } catch (error) {
    if (error instanceof AppError && error.code === 'INSUFFICIENT_FUNDS') return null;
    throw error;
  }
}

/**
 * Ends a canceled membership with the period that was paid (contract 18.11). The last admin stays,
 * and pays nobody. Does nothing when another process was faster.
 */
export const endMembership: CommandKind<Omit<RenewCommand, 'payeeId'>> = {
  name: 'end membership',
  needs: ({ groupId, userId }) => ({
    users: [userId],
    // Held for change: the number of admins is counted and changed under this lock alone.
    update: [ref(groupTable, groupId)],
    rows: [...departureRows(groupId, userId), ref(adminCountLookup, groupId)],
  }),
  decide(state, command, { now }) {
    const before = dueMember(state, command);
    if (before?.subscriptionStatus !== 'CANCELED') return {};
    if (!before.isAdmin || adminCount(state, before.groupId) > 1) {
      return departure(state, before, 'LEFT', now);
    }
    const profile = state.find(profileLookup, before.userId);
    assert(profile, `membership of ${before.userId} in ${before.groupId} hangs in the air`);
    const member = asFree(before, now);
    return {
      rows: [{ table: membershipTable, row: member }],
      events: [subscriptionEvent({ member, profile, now })],
    } satisfies Outcome;
  },
};
