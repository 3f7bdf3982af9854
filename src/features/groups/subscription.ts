import { usdc } from '../../money/fixed.ts';
import type { AcceptedFees, FeePeriod } from './group-fee.ts';
import { nextRenewal } from './renewal.ts';
import type { MembershipRow } from './tables.ts';

/** Business time between two tries to charge a renewal that could not be paid. */
export const RETRY_INTERVAL_MS = 24 * 60 * 60 * 1000;
/** Business time after an unpaid renewal at which the membership is suspended (contract 9). */
export const SUSPENDED_AFTER_MS = 7 * 24 * 60 * 60 * 1000;

/** The columns of a membership that are its subscription. */
export type Subscription = Pick<
  MembershipRow,
  'subscriptionStatus' | 'periodAnchor' | 'nextChargeAt' | 'dueAt' | 'suspended'
>;

/** A subscription that begins now, its first period paid; NONE where there is nothing to pay. */
export function newSubscription(fees: AcceptedFees, now: number): Subscription {
  const nextChargeAt = nextRenewal(now, fees.subscriptionPeriod, now);
  const isPaid = fees.subscriptionFee > 0n;
  return {
    subscriptionStatus: isPaid ? 'ACTIVE' : 'NONE',
    periodAnchor: now,
    nextChargeAt,
    dueAt: isPaid ? nextChargeAt : null,
    suspended: false,
  };
}

/** The period of a membership that comes next: it begins where the paid one ends. */
export function nextPeriod({ nextChargeAt, ...member }: MembershipRow): FeePeriod {
  const { periodAnchor, subscriptionPeriod } = member;
  return { start: nextChargeAt, end: nextRenewal(periodAnchor, subscriptionPeriod, nextChargeAt) };
}

/**
 * The period that a payment by hand pays: the one that is due, also where part of it has gone by.
 * Of a suspended membership whose unpaid period is over a new one from now: what went by while the
 * member was locked out is not charged.
 */
export function periodToPay(member: MembershipRow, now: number): FeePeriod {
  const due = nextPeriod(member);
  if (!member.suspended || now < due.end) return due;
  return { start: now, end: nextRenewal(now, member.subscriptionPeriod, now) };
}

/** The membership after a period was paid. */
export const afterPayment = (
  member: MembershipRow,
  { start, end }: FeePeriod,
  now: number,
): MembershipRow => ({
  ...member,
  subscriptionStatus: 'ACTIVE',
  periodAnchor: start === member.nextChargeAt ? member.periodAnchor : start,
  nextChargeAt: end,
  dueAt: end,
  suspended: false,
  updatedAt: now,
});

/**
 * The membership after a renewal could not be paid at `attemptAt`: PAST_DUE and tried again a day
 * later; the last try is the one at which it is suspended.
 */
export function afterFailure(member: MembershipRow, attemptAt: number, now: number): MembershipRow {
  const suspended = attemptAt - member.nextChargeAt >= SUSPENDED_AFTER_MS;
  return {
    ...member,
    subscriptionStatus: 'PAST_DUE',
    dueAt: suspended ? null : attemptAt + RETRY_INTERVAL_MS,
    suspended,
    updatedAt: now,
  };
}

/** The membership from which nothing is charged any more. */
export const asFree = (member: MembershipRow, now: number): MembershipRow => ({
  ...member,
  subscriptionFee: usdc(0n),
  subscriptionStatus: 'NONE',
  dueAt: null,
  suspended: false,
  updatedAt: now,
});

/**
 * What is shown as `nextChargeAt`: the next renewal, of one that is past due the next try; the end
 * of what is paid where it was canceled. A free membership renews at nothing: that is never stored
 * anew, it is counted.
 */
export const shownNextCharge = (member: MembershipRow, now: number): number =>
  member.subscriptionStatus === 'NONE'
    ? nextRenewal(member.periodAnchor, member.subscriptionPeriod, now)
    : (member.dueAt ?? member.nextChargeAt);
