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

const DAY_MS = 86_400_000;

test('after seven days the membership is suspended: no write but exits, until it is paid', async () => {
  const year = await api.nextJanuary();
  const group = await api.paidGroup();
  const ada = await api.member(group, '1');
  const path = `/groups/${group.id}`;
  await api.to(`${year}-02-22T09:59:59.999Z`);
  expect(await api.standing(ada, group)).toEqual(['PAST_DUE', `${year}-02-22T10:00:00.000Z`]);
  const follow = (amountUsd: string) =>
    api.post(ada, `${path}/auto-buy`, { enabled: true, amountUsd });
  expect((await follow('5')).status).toBe(200);
  await api.to(`${year}-02-22T10:00:00.000Z`);
  // Nothing is tried any more; what has been due since the fifteenth is shown.
  expect(await api.standing(ada, group)).toEqual(['PAST_DUE', `${year}-02-15T10:00:00.000Z`]);
  expect((await follow('6')).code).toBe('SUBSCRIPTION_REQUIRED');
  expect((await api.post(ada, `${path}/invite-code/rotate`)).code).toBe('SUBSCRIPTION_REQUIRED');
  const off = await api.post(ada, `${path}/auto-buy`, { enabled: false });
  expect(off.data.autoBuyEnabled).toBe(false);
  expect((await api.get(ada, path)).data.memberCount).toBe(2);
  await api.add(ada, '9');
  await api.to(new Date(Date.UTC(year, 1, 22, 10) + 3 * DAY_MS).toISOString());
  expect(await api.cash(ada)).toBe('10');
  const paid = await api.subscribe(ada, group, 'pay');
  // The unpaid month still runs, so it is the one that is paid.
  expect(paid.data).toMatchObject({
    subscriptionStatus: 'ACTIVE',
    nextChargeAt: `${year}-03-15T10:00:00.000Z`,
  });
  expect([await api.cash(ada), await api.cash(group.admin)]).toEqual(['5', '20']);
  expect((await follow('6')).status).toBe(200);
});

test('a suspended member who pays when the unpaid month is over begins a new one', async () => {
  const year = await api.nextJanuary();
  const group = await api.paidGroup();
  const ada = await api.member(group, '0');
  await api.to(`${year}-05-03T12:00:00.000Z`);
  const refused = await api.subscribe(ada, group, 'pay');
  expect([refused.code, refused.details]).toEqual([
    'INSUFFICIENT_FUNDS',
    { required: '5', available: '0', currency: 'USDC' },
  ]);
  await api.add(ada, '12');
  const { data } = await api.subscribe(ada, group, 'pay');
  expect([data.subscriptionStatus, data.nextChargeAt]).toEqual([
    'ACTIVE',
    `${year}-06-03T12:00:00.000Z`,
  ]);
  // What went by while she was locked out is not charged: 12 − 5.
  expect(await api.cash(ada)).toBe('7');
  await api.to(`${year}-06-03T12:00:00.000Z`);
  expect([await api.cash(ada), await api.standing(ada, group)]).toEqual([
    '2',
    ['ACTIVE', `${year}-07-03T12:00:00.000Z`],
  ]);
});

test('paying within the seven days pays the month that is due; paying again changes nothing', async () => {
  const year = await api.nextJanuary();
  const group = await api.paidGroup();
  const ada = await api.member(group, '0');
  await api.to(`${year}-02-17T00:00:00.000Z`);
  await api.add(ada, '20');
  const seen = await api.seq(ada);
  const again = await Promise.all(
    Array.from({ length: 5 }, () => api.subscribe(ada, group, 'pay')),
  );
  expect(new Set(again.map(({ data }) => data.nextChargeAt))).toEqual(
    new Set([`${year}-03-15T10:00:00.000Z`]),
  );
  expect(await api.cash(ada)).toBe('15');
  expect(await api.told(ada, seen)).toEqual(['group.fee', 'subscription.changed']);
});

test('a canceled subscription runs to the end of the paid month, then the membership ends', async () => {
  const year = await api.nextJanuary();
  const group = await api.paidGroup();
  const ada = await api.member(group, '100');
  const path = `/groups/${group.id}`;
  const follow = { enabled: true, amountUsd: '5' };
  await api.post(ada, `${path}/auto-buy`, follow);
  const canceled = await api.subscribe(ada, group, 'cancel');
  const end = `${year}-02-15T10:00:00.000Z`;
  expect([canceled.data.subscriptionStatus, canceled.data.nextChargeAt]).toEqual(['CANCELED', end]);
  expect((await api.subscribe(ada, group, 'cancel')).data).toEqual(canceled.data);
  // Until then nothing is missing.
  await api.to(`${year}-02-15T09:59:59.999Z`);
  expect((await api.post(ada, `${path}/invite-code/rotate`)).status).toBe(200);
  const seen = await api.seq(ada);
  await api.to(end);
  expect((await api.get(ada, path)).code).toBe('NOT_GROUP_MEMBER');
  expect((await api.get(group.admin, path)).data.memberCount).toBe(1);
  expect([await api.cash(ada), await api.cash(group.admin)]).toEqual(['100', '15']);
  expect(await api.told(ada, seen)).toEqual(['membership.changed']);
  // Who comes back begins anew, joining fee and all.
  const joined = await api.post(ada, `${path}/join`, { acceptFees: group.fees });
  expect(joined.data.membership).toMatchObject({ subscriptionStatus: 'ACTIVE' });
  expect(await api.cash(ada)).toBe('85');
});

test('a cancellation can be taken back while the paid month runs', async () => {
  const year = await api.nextJanuary();
  const group = await api.paidGroup();
  const ada = await api.member(group, '7');
  await api.subscribe(ada, group, 'cancel');
  await api.to(`${year}-02-01T00:00:00.000Z`);
  const { data } = await api.subscribe(ada, group, 'resume');
  expect([data.subscriptionStatus, data.nextChargeAt]).toEqual([
    'ACTIVE',
    `${year}-02-15T10:00:00.000Z`,
  ]);
  expect((await api.subscribe(ada, group, 'resume')).data).toEqual(data);
  await api.to(`${year}-02-15T10:00:00.000Z`);
  expect(await api.standing(ada, group)).toEqual(['ACTIVE', `${year}-03-15T10:00:00.000Z`]);
  expect(await api.cash(ada)).toBe('2');
  await api.subscribe(ada, group, 'cancel');
  await api.to(`${year}-03-15T10:00:00.000Z`);
  expect((await api.subscribe(ada, group, 'resume')).code).toBe('NOT_GROUP_MEMBER');
});

test('to cancel what is past due ends the membership at once: nothing is paid any more', async () => {
  const year = await api.nextJanuary();
  const group = await api.paidGroup();
  const ada = await api.member(group, '0');
  await api.to(`${year}-02-16T00:00:00.000Z`);
  const { status, data } = await api.subscribe(ada, group, 'cancel');
  expect([status, data.subscriptionStatus]).toEqual([200, 'CANCELED']);
  expect((await api.get(ada, `/groups/${group.id}`)).code).toBe('NOT_GROUP_MEMBER');
  await api.add(ada, '50');
  await api.to(`${year}-03-20T00:00:00.000Z`);
  expect(await api.cash(ada)).toBe('50');
});

test('where nothing is charged, pay, cancel and resume change nothing', async () => {
  const group = await api.paidGroup({ joiningFee: '0', subscriptionFee: '0' });
  const ada = await api.member(group, '9');
  const seen = await api.seq(ada);
  for (const action of ['pay', 'cancel', 'resume']) {
    const { status, data } = await api.subscribe(ada, group, action);
    expect([action, status, data.subscriptionStatus]).toEqual([action, 200, 'NONE']);
    const own = await api.subscribe(group.admin, group, action);
    expect([action, own.data.subscriptionStatus]).toEqual([action, 'NONE']);
  }
  expect([await api.told(ada, seen), await api.cash(ada)]).toEqual([[], '9']);
});

test('strangers have no subscription, and neither has a group that is none', async () => {
  const group = await api.paidGroup();
  const eve = await api.newUser('10', ['groups', 'groups:pay']);
  for (const id of [group.id, 'nowhere', '01920f3c-7b10-7abc-8def-0123456789ab']) {
    for (const action of ['pay', 'cancel', 'resume']) {
      expect((await api.subscribe(eve, { id }, action)).code).toBe('NOT_GROUP_MEMBER');
    }
  }
  const wrong = await api.subscribe(eve, group, 'steal');
  expect([wrong.status, wrong.code]).toEqual([400, 'VALIDATION_FAILED']);
});

test('a leaked key without groups:pay can neither join, pay nor resume: FORBIDDEN, nothing moves', async () => {
  const year = await api.nextJanuary();
  const group = await api.paidGroup();
  const ada = await api.member(group, '100');
  await api.to(`${year}-02-16T00:00:00.000Z`);
  await api.subscribe(ada, group, 'cancel');
  const { apiKey } = await api.key(ada, null);
  const leaked = { ...ada, apiKey };
  const { id } = await api.paidGroup();
  const path = `/groups/${id}`;
  const refused = async (attempt: Promise<{ status: number; code: string | null }>) => {
    const { status, code } = await attempt;
    expect([status, code]).toEqual([403, 'FORBIDDEN']);
  };
  await refused(api.post(leaked, `${path}/join`, { acceptFees: group.fees }));
  await refused(api.post(leaked, `${path}/join`, {}));
  // Before anything else: whatever the group is, and whatever is accepted.
  for (const on of [group.id, id, 'nowhere']) {
    await refused(api.subscribe(leaked, { id: on }, 'pay'));
    await refused(api.subscribe(leaked, { id: on }, 'pay', { acceptFees: group.fees }));
    await refused(api.subscribe(leaked, { id: on }, 'resume'));
  }
  // To stop paying is always allowed.
  expect((await api.subscribe(leaked, group, 'cancel')).status).toBe(200);
  expect(await api.cash(ada)).toBe('95');
});

test('a member who accepts the present fees pays those from then on', async () => {
  const year = await api.nextJanuary();
  const group = await api.paidGroup();
  const ada = await api.member(group, '100');
  const set = (change: object) => api.patch(group.admin, `/groups/${group.id}`, change);
  await set({ subscriptionFee: '3', subscriptionPeriod: 'WEEKLY' });
  const present = { joiningFee: '10', subscriptionFee: '3', subscriptionPeriod: 'WEEKLY' };
  const accept = (acceptFees: object) => api.subscribe(ada, group, 'pay', { acceptFees });
  expect((await accept(group.fees)).code).toBe('FEES_CHANGED');
  const { data } = await accept(present);
  // The month that is paid runs to its end; from there it is week by week.
  expect([data.subscriptionStatus, data.nextChargeAt]).toEqual([
    'ACTIVE',
    `${year}-02-15T10:00:00.000Z`,
  ]);
  await api.to(`${year}-02-22T10:00:00.000Z`);
  expect(await api.standing(ada, group)).toEqual(['ACTIVE', `${year}-03-01T10:00:00.000Z`]);
  expect(await api.cash(ada)).toBe('94');
  await set({ subscriptionFee: '0' });
  const free = await accept({ ...present, subscriptionFee: '0' });
  expect(free.data.subscriptionStatus).toBe('NONE');
  await set({ subscriptionFee: '8', subscriptionPeriod: 'MONTHLY' });
  await api.to(`${year}-06-01T00:00:00.000Z`);
  expect(await api.cash(ada)).toBe('94');
  const paid = await accept({ ...present, subscriptionFee: '8', subscriptionPeriod: 'MONTHLY' });
  // The joining fee is not paid again.
  expect([paid.data.subscriptionStatus, paid.data.nextChargeAt]).toEqual([
    'ACTIVE',
    `${year}-07-01T00:00:00.000Z`,
  ]);
  expect(await api.cash(ada)).toBe('86');
});

test('the last admin cannot cancel, and stays for nothing when the others have gone meanwhile', async () => {
  const year = await api.nextJanuary();
  const group = await api.paidGroup();
  const ada = await api.member(group, '50');
  const { id, admin } = group;
  await api.post(admin, `/groups/${id}/members/${ada.userId}/promote`, { to: 'ADMIN' });
  expect((await api.subscribe(ada, group, 'cancel')).data.subscriptionStatus).toBe('CANCELED');
  expect((await api.post(admin, `/groups/${id}/leave`)).status).toBe(200);
  await api.to(`${year}-02-15T10:00:00.000Z`);
  expect(await api.standing(ada, group)).toEqual(['NONE', `${year}-03-15T10:00:00.000Z`]);
  const bob = await api.member(group, '50');
  await api.post(ada, `/groups/${id}/members/${bob.userId}/promote`, { to: 'ADMIN' });
  await api.post(ada, `/groups/${id}/leave`);
  expect((await api.subscribe(bob, group, 'cancel')).code).toBe('LAST_ADMIN');
  // Who receives the fees pays them to nobody.
  await api.to(`${year}-06-01T00:00:00.000Z`);
  expect(await api.standing(bob, group)).toEqual(['ACTIVE', `${year}-06-15T10:00:00.000Z`]);
  expect([await api.cash(bob), await api.cash(ada)]).toEqual(['50', '65']);
});
