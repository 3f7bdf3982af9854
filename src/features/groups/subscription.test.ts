import { expect, test } from 'vitest';
import { adminRow, BOB, memberRow } from '../../../test/helpers/group-rows.ts';
import { dollars } from '../../money/text.ts';
import { isoTime } from '../../platform/clock.ts';
import {
  afterFailure,
  afterPayment,
  asFree,
  newSubscription,
  nextPeriod,
  periodToPay,
  shownNextCharge,
} from './subscription.ts';
import type { MembershipRow } from './tables.ts';

const at = (text: string): number => Date.parse(text);
const JOINED = at('2026-01-31T14:30:00.000Z');
const fees = {
  joiningFee: dollars('10'),
  subscriptionFee: dollars('5'),
  subscriptionPeriod: 'MONTHLY' as const,
};
const paying = (change: Partial<MembershipRow> = {}): MembershipRow =>
  memberRow(BOB, { ...fees, ...newSubscription(fees, JOINED), ...change });
const shown = (period: { start: number; end: number }) => [period.start, period.end].map(isoTime);

test('a subscription begins paid and is due at its first renewal; without a fee nothing is due', () => {
  const due = at('2026-02-28T14:30:00.000Z');
  expect(newSubscription(fees, JOINED)).toEqual({
    subscriptionStatus: 'ACTIVE',
    periodAnchor: JOINED,
    nextChargeAt: due,
    dueAt: due,
    suspended: false,
  });
  const free = newSubscription({ ...fees, subscriptionFee: dollars('0') }, JOINED);
  expect([free.subscriptionStatus, free.dueAt]).toEqual(['NONE', null]);
});

test('periods follow each other without a gap and keep to the day of the first one', () => {
  let member = paying();
  const periods: string[][] = [];
  for (let n = 0; n < 3; n += 1) {
    const period = nextPeriod(member);
    periods.push(shown(period));
    member = afterPayment(member, period, period.start);
  }
  expect(periods).toEqual([
    ['2026-02-28T14:30:00.000Z', '2026-03-31T14:30:00.000Z'],
    ['2026-03-31T14:30:00.000Z', '2026-04-30T14:30:00.000Z'],
    ['2026-04-30T14:30:00.000Z', '2026-05-31T14:30:00.000Z'],
  ]);
});

test('seven tries a day apart keep a membership open, the eighth suspends it', () => {
  const due = at('2026-02-28T14:30:00.000Z');
  let member = paying();
  const states: [boolean, string | null][] = [];
  while (member.dueAt !== null) {
    member = afterFailure(member, member.dueAt, member.dueAt);
    states.push([member.suspended, member.dueAt === null ? null : isoTime(member.dueAt)]);
  }
  expect(states).toEqual([
    ...['01', '02', '03', '04', '05', '06', '07'].map((day) => [
      false,
      `2026-03-${day}T14:30:00.000Z`,
    ]),
    [true, null],
  ]);
  expect([member.subscriptionStatus, member.nextChargeAt]).toEqual(['PAST_DUE', due]);
});

test('what is paid by hand is the period that is due, or a new one once that is over', () => {
  const late = paying({ subscriptionStatus: 'PAST_DUE' });
  const due = ['2026-02-28T14:30:00.000Z', '2026-03-31T14:30:00.000Z'];
  expect(shown(periodToPay(late, at('2026-03-05T00:00:00.000Z')))).toEqual(due);
  const suspended = { ...late, suspended: true, dueAt: null };
  expect(shown(periodToPay(suspended, at('2026-03-31T14:29:59.999Z')))).toEqual(due);
  const now = at('2026-03-31T14:30:00.000Z');
  expect(shown(periodToPay(suspended, now))).toEqual([
    '2026-03-31T14:30:00.000Z',
    '2026-04-30T14:30:00.000Z',
  ]);
  const later = at('2026-07-10T01:02:03.004Z');
  const paid = afterPayment(suspended, periodToPay(suspended, later), later);
  expect(paid).toMatchObject({
    subscriptionStatus: 'ACTIVE',
    suspended: false,
    periodAnchor: later,
    nextChargeAt: at('2026-08-10T01:02:03.004Z'),
    dueAt: at('2026-08-10T01:02:03.004Z'),
  });
});

test('what is shown is the next renewal, the next try, or what has been due', () => {
  const now = at('2026-03-02T00:00:00.000Z');
  const free = adminRow(BOB);
  expect(isoTime(shownNextCharge(free, now))).toBe('2026-03-31T14:30:00.000Z');
  expect(isoTime(shownNextCharge(paying(), now))).toBe('2026-02-28T14:30:00.000Z');
  const late = afterFailure(paying(), at('2026-02-28T14:30:00.000Z'), now);
  expect(isoTime(shownNextCharge(late, now))).toBe('2026-03-01T14:30:00.000Z');
  const suspended = afterFailure(paying(), at('2026-03-07T14:30:00.000Z'), now);
  expect(isoTime(shownNextCharge(suspended, now))).toBe('2026-02-28T14:30:00.000Z');
});

test('a membership that becomes free owes and is due nothing', () => {
  const free = asFree(afterFailure(paying(), at('2026-03-07T14:30:00.000Z'), JOINED), JOINED);
  expect(free).toMatchObject({
    subscriptionStatus: 'NONE',
    subscriptionFee: 0n,
    suspended: false,
    dueAt: null,
  });
});
