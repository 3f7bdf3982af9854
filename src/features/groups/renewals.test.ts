import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPaidGroups, type PaidGroups } from '../../../test/helpers/paid-groups.ts';

let api: PaidGroups;
beforeAll(async () => {
  api = await openPaidGroups();
});
afterAll(async () => {
  await api.audit();
  await api.close();
});

test('a month after month is charged at its instant, neither before nor twice', async () => {
  const year = await api.nextJanuary();
  const group = await api.paidGroup();
  const ada = await api.member(group, '20');
  expect(await api.standing(ada, group)).toEqual(['ACTIVE', `${year}-02-15T10:00:00.000Z`]);
  await api.to(`${year}-02-15T09:59:59.999Z`);
  expect(await api.cash(ada)).toBe('20');
  await api.to(`${year}-02-15T10:00:00.000Z`);
  expect(await api.standing(ada, group)).toEqual(['ACTIVE', `${year}-03-15T10:00:00.000Z`]);
  await api.to(`${year}-03-20T00:00:00.000Z`);
  expect(await api.standing(ada, group)).toEqual(['ACTIVE', `${year}-04-15T10:00:00.000Z`]);
  // 35 − 15 at the join, then 20 − 5 − 5; the admin has 15 + 5 + 5.
  expect(await api.feesOf(ada)).toEqual([
    ['-15', '20'],
    ['-5', '15'],
    ['-5', '10'],
  ]);
  expect([await api.cash(ada), await api.cash(group.admin)]).toEqual(['10', '25']);
});

test('a leap of the clock over months charges each of them once, in order', async () => {
  const year = await api.nextJanuary();
  const group = await api.paidGroup();
  const ada = await api.member(group, '100');
  const seen = await api.seq(ada);
  await api.to(`${year}-07-01T00:00:00.000Z`);
  // The fifteenth of February, March, April, May and June.
  expect(await api.standing(ada, group)).toEqual(['ACTIVE', `${year}-07-15T10:00:00.000Z`]);
  expect([await api.cash(ada), await api.cash(group.admin)]).toEqual(['75', '40']);
  expect((await api.feesOf(ada)).slice(1)).toEqual([
    ['-5', '95'],
    ['-5', '90'],
    ['-5', '85'],
    ['-5', '80'],
    ['-5', '75'],
  ]);
  const pairs = Array.from({ length: 5 }, () => ['group.fee', 'subscription.changed']).flat();
  expect(await api.told(ada, seen)).toEqual(pairs);
  const { rows } = await api.run(
    `select period_start as start, period_end as end from group_fee_payment
      where group_id = $1 and kind = 'RENEWAL' order by period_start`,
    [group.id],
  );
  const at = (month: number): number => Date.UTC(year, month - 1, 15, 10);
  expect(rows).toEqual([2, 3, 4, 5, 6].map((n) => ({ start: at(n), end: at(n + 1) })));
});

test('a month that is too short is charged on its last day, and the day does not drift', async () => {
  const year = (await api.nextJanuary()) + 1;
  await api.to(`${year}-01-31T23:00:00.000Z`);
  const group = await api.paidGroup();
  const ada = await api.member(group, '100');
  const last = new Date(Date.UTC(year, 2, 0)).getUTCDate();
  expect(await api.standing(ada, group)).toEqual(['ACTIVE', `${year}-02-${last}T23:00:00.000Z`]);
  await api.to(`${year}-03-01T00:00:00.000Z`);
  expect(await api.standing(ada, group)).toEqual(['ACTIVE', `${year}-03-31T23:00:00.000Z`]);
  expect(await api.cash(ada)).toBe('95');
});

test('a weekly subscription is charged every seven days', async () => {
  const year = await api.nextJanuary();
  const group = await api.paidGroup({ subscriptionPeriod: 'WEEKLY', joiningFee: '0' });
  const ada = await api.member(group, '50');
  await api.to(`${year}-02-15T09:59:59.999Z`);
  // 22 and 29 January, 5 and 12 February.
  expect(await api.standing(ada, group)).toEqual(['ACTIVE', `${year}-02-19T10:00:00.000Z`]);
  expect([await api.cash(ada), await api.cash(group.admin)]).toEqual(['30', '25']);
});

test('a free membership renews at nothing: no movement, no event, no row that changes', async () => {
  const year = await api.nextJanuary();
  const group = await api.paidGroup({ joiningFee: '3', subscriptionFee: '0' });
  const ada = await api.member(group, '1');
  expect(await api.standing(ada, group)).toEqual(['NONE', `${year}-02-15T10:00:00.000Z`]);
  const row = () =>
    api.run('select xmin::text, * from membership where user_id = $1', [ada.userId]);
  const [seen, before] = [await api.seq(ada), (await row()).rows];
  await api.to(`${year}-06-20T00:00:00.000Z`);
  expect(await api.standing(ada, group)).toEqual(['NONE', `${year}-07-15T10:00:00.000Z`]);
  expect(await api.standing(group.admin, group)).toEqual(['NONE', `${year}-07-15T10:00:00.000Z`]);
  expect([await api.cash(ada), await api.told(ada, seen)]).toEqual(['1', []]);
  expect((await row()).rows).toEqual(before);
});

test('who cannot pay is PAST_DUE, tried again every day, and charged as soon as there is money', async () => {
  const year = await api.nextJanuary();
  const group = await api.paidGroup();
  const ada = await api.member(group, '4.999999');
  await api.to(`${year}-02-15T10:00:00.000Z`);
  expect(await api.standing(ada, group)).toEqual(['PAST_DUE', `${year}-02-16T10:00:00.000Z`]);
  // All is open to her for seven days.
  const autoBuy = { enabled: true, amountUsd: '5' };
  expect((await api.post(ada, `/groups/${group.id}/auto-buy`, autoBuy)).status).toBe(200);
  await api.to(`${year}-02-18T00:00:00.000Z`);
  expect(await api.standing(ada, group)).toEqual(['PAST_DUE', `${year}-02-18T10:00:00.000Z`]);
  await api.add(ada, '0.000001');
  await api.to(`${year}-02-18T09:59:59.999Z`);
  expect(await api.cash(ada)).toBe('5');
  await api.to(`${year}-02-18T10:00:00.000Z`);
  // The period that is paid late is the one that began on the fifteenth.
  expect(await api.standing(ada, group)).toEqual(['ACTIVE', `${year}-03-15T10:00:00.000Z`]);
  expect([await api.cash(ada), await api.cash(group.admin)]).toEqual(['0', '20']);
});

test('a weekly renewal that fails is suspended when its week is over, also in one leap', async () => {
  const year = await api.nextJanuary();
  const group = await api.paidGroup({ subscriptionPeriod: 'WEEKLY' });
  const ada = await api.member(group, '5');
  const seen = await api.seq(ada);
  await api.to(`${year}-03-01T00:00:00.000Z`);
  // 22 January is paid; 29 January is not, and neither are the tries up to 5 February.
  expect(await api.standing(ada, group)).toEqual(['PAST_DUE', `${year}-01-29T10:00:00.000Z`]);
  expect([await api.cash(ada), await api.cash(group.admin)]).toEqual(['0', '20']);
  const failures = Array.from({ length: 8 }, () => 'subscription.changed');
  expect(await api.told(ada, seen)).toEqual(['group.fee', 'subscription.changed', ...failures]);
});

test('money that comes in by a fee can pay the next fee, in the order of business time', async () => {
  const year = await api.nextJanuary();
  const one = await api.paidGroup({ subscriptionFee: '7' });
  await api.to(`${year}-01-15T11:00:00.000Z`);
  const two = await api.paidGroup({ subscriptionFee: '7' });
  await api.member(one, '7');
  await api.to(`${year}-01-15T12:00:00.000Z`);
  // The admin of the first group has 17 and joins the second one with it.
  await api.post(one.admin, `/groups/${two.id}/join`, { acceptFees: two.fees });
  expect(await api.cash(one.admin)).toBe('0');
  await api.to(`${year}-02-15T13:00:00.000Z`);
  // At 11:00 the member's 7 come in, at 12:00 they go on.
  expect(await api.standing(one.admin, two)).toEqual(['ACTIVE', `${year}-03-15T12:00:00.000Z`]);
  expect([await api.cash(one.admin), await api.cash(two.admin)]).toEqual(['0', '24']);
});

test('fees go to the creator while that is an admin, then to the admin who joined first', async () => {
  const year = await api.nextJanuary();
  const group = await api.paidGroup({ joiningFee: '0' });
  const [ada, bob, cyd] = [
    await api.member(group, '50'),
    await api.member(group, '50'),
    await api.member(group, '50'),
  ];
  const { id, admin } = group;
  for (const { userId } of [bob, cyd]) {
    await api.post(admin, `/groups/${id}/members/${userId}/promote`, { to: 'ADMIN' });
  }
  await api.to(`${year}-02-15T10:00:00.000Z`);
  // Three times 5 at the joins and now again; admins pay like others.
  expect(await api.cash(admin)).toBe('30');
  await api.post(admin, `/groups/${id}/members/${admin.userId}/demote`);
  await api.to(`${year}-03-15T10:00:00.000Z`);
  // Bob receives what Ada and Cyd pay, and pays nobody.
  expect(await Promise.all([admin, ada, bob, cyd].map(api.cash))).toEqual(['30', '40', '55', '40']);
  expect(await api.standing(bob, group)).toEqual(['ACTIVE', `${year}-04-15T10:00:00.000Z`]);
});

test('a group that is not active charges nothing: its periods pass', async () => {
  const year = await api.nextJanuary();
  const group = await api.paidGroup();
  const ada = await api.member(group, '3');
  await api.patch(group.admin, `/groups/${group.id}`, { isActive: false });
  await api.to(`${year}-03-01T00:00:00.000Z`);
  expect(await api.standing(ada, group)).toEqual(['ACTIVE', `${year}-03-15T10:00:00.000Z`]);
  expect(await api.cash(ada)).toBe('3');
  await api.patch(group.admin, `/groups/${group.id}`, { isActive: true });
  await api.to(`${year}-03-15T10:00:00.000Z`);
  expect(await api.standing(ada, group)).toEqual(['PAST_DUE', `${year}-03-16T10:00:00.000Z`]);
});

test('changed fees are for those who join from now on; members go on with what they accepted', async () => {
  const year = await api.nextJanuary();
  const group = await api.paidGroup();
  const ada = await api.member(group, '100');
  const change = { joiningFee: '50', subscriptionFee: '20', subscriptionPeriod: 'WEEKLY' };
  const { data } = await api.patch(group.admin, `/groups/${group.id}`, change);
  expect(data).toMatchObject(change);
  await api.to(`${year}-03-15T10:00:00.000Z`);
  expect([await api.cash(ada), await api.cash(group.admin)]).toEqual(['90', '25']);
  const bob = await api.newUser('100', ['read', 'groups', 'groups:pay']);
  const join = (acceptFees: object) => api.post(bob, `/groups/${group.id}/join`, { acceptFees });
  expect((await join(group.fees)).code).toBe('FEES_CHANGED');
  expect((await join(change)).data.membership.nextChargeAt).toBe(`${year}-03-22T10:00:00.000Z`);
  await api.to(`${year}-03-22T10:00:00.000Z`);
  // 100 − 50 − 20 − 20; Ada's month is still the old one.
  expect([await api.cash(bob), await api.cash(ada)]).toEqual(['10', '90']);
});
