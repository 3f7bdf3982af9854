import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../test/helpers/group-server.ts';
import { openPaidGroups, PAYING, type PaidGroups } from '../../../test/helpers/paid-groups.ts';
import { isoTime } from '../../platform/clock.ts';

let api: PaidGroups;
beforeAll(async () => {
  api = await openPaidGroups();
});
afterAll(async () => {
  await api.audit();
  await api.close();
});

const PRIVATE = { groupAccessType: 'PRIVATE' };
const free = () => api.paidGroup({ joiningFee: '0', subscriptionFee: '0' }, PRIVATE);
const paid = () => api.paidGroup({}, PRIVATE);
const FEES = { joiningFee: '10', subscriptionFee: '5', subscriptionPeriod: 'MONTHLY' };

const file = (user: Caller, id: string, body: object = {}) =>
  api.post(user, `/groups/${id}/join`, body);
const answer = (admin: Caller, id: string, of: string, body: object = {}) =>
  api.post(admin, `/groups/${id}/join-requests/${of}/approve`, body);
const waiting = async (admin: Caller, id: string): Promise<string[]> =>
  (await api.get(admin, `/groups/${id}/join-requests`)).data.map(
    ({ userId }: { userId: string }) => userId,
  );
const isMember = async (user: Caller, id: string): Promise<boolean> =>
  (await api.get(user, `/groups/${id}`)).status === 200;

test('admins see who wants to join, the oldest request first, page by page', async () => {
  const { id, admin } = await free();
  const users: Caller[] = [];
  for (let n = 0; n < 5; n += 1) {
    const user = await api.newUser('0');
    users.push(user);
    await file(user, id);
    // Two requests share each instant.
    if (n % 2 === 1) api.backend.clock.advance(1);
  }
  const first = await api.get(admin, `/groups/${id}/join-requests?limit=3`);
  expect(first.data[0]).toEqual({
    userId: users[0]?.userId,
    username: expect.stringMatching(/^user_\d+$/),
    avatar: '',
    createdAt: isoTime(api.backend.clock.now() - 2),
  });
  const second = await api.get(admin, `/groups/${id}/join-requests?limit=3&cursor=${first.next}`);
  expect([first.data.length, second.data.length, second.next]).toEqual([3, 2, undefined]);
  const seen = [...first.data, ...second.data].map(({ userId }) => userId);
  expect(seen).toEqual(users.map(({ userId }) => userId));
  const wrong = await api.get(admin, `/groups/${id}/join-requests?cursor=x`);
  expect([wrong.status, wrong.code]).toEqual([400, 'VALIDATION_FAILED']);
});

test('an approval lets the user in, by user id or idp id, once', async () => {
  const { id, admin } = await free();
  const [ada, bob] = [await api.newUser('0'), await api.newUser('0')];
  await file(ada, id);
  await file(bob, id);
  expect((await answer(admin, id, ada.userId)).data).toEqual({ status: 'APPROVED' });
  expect((await answer(admin, id, bob.idpId, { action: 'approve' })).data).toEqual({
    status: 'APPROVED',
  });
  expect([await isMember(ada, id), await isMember(bob, id)]).toEqual([true, true]);
  expect(await waiting(admin, id)).toEqual([]);
  const again = await answer(admin, id, ada.userId);
  expect([again.status, again.code]).toEqual([404, 'NOT_FOUND']);
  const seen = await api.told(ada);
  expect(seen.slice(-3)).toEqual([
    'join_request.filed',
    'membership.changed',
    'join_request.approved',
  ]);
});

test('a rejection leaves the user out, who may ask again', async () => {
  const { id, admin } = await free();
  const ada = await api.newUser('0');
  await file(ada, id);
  const rejected = await answer(admin, id, ada.userId, { action: 'reject' });
  expect(rejected.data).toEqual({ status: 'REJECTED' });
  expect([await isMember(ada, id), await waiting(admin, id)]).toEqual([false, []]);
  expect((await api.told(ada)).at(-1)).toBe('join_request.rejected');
  expect((await answer(admin, id, ada.userId)).code).toBe('NOT_FOUND');
  expect((await file(ada, id)).data.status).toBe('REQUESTED');
  expect(await waiting(admin, id)).toEqual([ada.userId]);
});

test('only admins answer: a member, a stranger and a nobody are told why', async () => {
  const { id, code } = await free();
  const [ada, eve, asking] = [await api.newUser('0'), await api.newUser('0'), await api.newUser()];
  await api.post(ada, '/groups/join', { inviteCode: code });
  await file(asking, id);
  for (const [who, why] of [
    [ada, 'ADMIN_REQUIRED'],
    [eve, 'NOT_GROUP_MEMBER'],
    [asking, 'NOT_GROUP_MEMBER'],
  ] as const) {
    expect((await api.get(who, `/groups/${id}/join-requests`)).code).toBe(why);
    expect((await answer(who, id, asking.userId)).code).toBe(why);
  }
  const admin = (await api.get(ada, `/groups/${id}/members`)).data[0].userIdpId;
  expect(admin).toMatch(/^idp_/);
});

test('who never asked, is nobody or has joined already has no request', async () => {
  const { id, admin, code } = await free();
  const [ada, bob] = [await api.newUser('0'), await api.newUser('0')];
  await file(bob, id);
  await api.post(bob, '/groups/join', { inviteCode: code });
  for (const of of [ada.userId, bob.userId, 'idp_nobody', 'x'.repeat(300), admin.userId]) {
    const { status, code: why } = await answer(admin, id, of);
    expect([status, why]).toEqual([404, 'NOT_FOUND']);
  }
});

test('an approval charges what was accepted when filing, whatever the group asks by then', async () => {
  const { id, admin } = await paid();
  const [ada, bob] = [await api.newUser('50', PAYING), await api.newUser('50', PAYING)];
  for (const user of [ada, bob]) {
    expect((await file(user, id)).code).toBe('FEES_CHANGED');
    expect((await file(user, id, { acceptFees: FEES })).data.status).toBe('REQUESTED');
  }
  expect([await api.cash(ada), await api.cash(admin)]).toEqual(['50', '0']);
  await api.patch(admin, `/groups/${id}`, { joiningFee: '40', subscriptionFee: '9' });
  await answer(admin, id, ada.userId);
  // 50 − 10 − 5
  expect([await api.cash(ada), await api.cash(admin)]).toEqual(['35', '15']);
  await api.patch(admin, `/groups/${id}`, { joiningFee: '0', subscriptionFee: '0' });
  await answer(admin, id, bob.userId);
  expect([await api.cash(bob), await api.cash(admin)]).toEqual(['35', '30']);
  const { rows } = await api.run(
    `select joining_fee, subscription_fee, subscription_status from membership
      where group_id = $1 and user_id = any($2)`,
    [id, [ada.userId, bob.userId]],
  );
  const accepted = {
    joining_fee: 10_000_000n,
    subscription_fee: 5_000_000n,
    subscription_status: 'ACTIVE',
  };
  expect(rows).toEqual([accepted, accepted]);
});

test('who asked while it was free joins for free', async () => {
  const { id, admin } = await free();
  const ada = await api.newUser('50');
  await file(ada, id);
  await api.patch(admin, `/groups/${id}`, { joiningFee: '40', subscriptionFee: '9' });
  expect((await answer(admin, id, ada.userId)).data).toEqual({ status: 'APPROVED' });
  expect([await api.cash(ada), await isMember(ada, id)]).toEqual(['50', true]);
});

test('where the money is missing the approval is refused, the request waits, the wallet stays secret', async () => {
  const { id, admin } = await paid();
  const ada = await api.newUser('14.999999', PAYING);
  await file(ada, id, { acceptFees: FEES });
  const refused = await answer(admin, id, ada.userId);
  expect([refused.status, refused.code, refused.details]).toEqual([
    400,
    'INSUFFICIENT_FUNDS',
    { required: '15', currency: 'USDC' },
  ]);
  expect(await waiting(admin, id)).toEqual([ada.userId]);
  expect([await isMember(ada, id), await api.cash(ada)]).toEqual([false, '14.999999']);
  await api.add(ada, '0.000001');
  expect((await answer(admin, id, ada.userId)).data).toEqual({ status: 'APPROVED' });
  expect([await api.cash(ada), await api.cash(admin)]).toEqual(['0', '15']);
});

test('a request that costs money is only filed with the right to pay', async () => {
  const { id, admin } = await paid();
  const leaked = await api.newUser('50', ['read', 'groups']);
  const refused = await file(leaked, id, { acceptFees: FEES });
  expect([refused.status, refused.code]).toEqual([403, 'FORBIDDEN']);
  expect(await waiting(admin, id)).toEqual([]);
  // One that came in without it all the same is not paid.
  await api.run(
    `insert into join_request (group_id, user_id, status, created_at, joining_fee,
        subscription_fee, subscription_period, may_pay)
      values ($1, $2, 'PENDING', now(), 10000000, 5000000, 'MONTHLY', false)`,
    [id, leaked.userId],
  );
  expect((await answer(admin, id, leaked.userId)).code).toBe('FORBIDDEN');
  expect(await api.cash(leaked)).toBe('50');
});

test('a group that is not active lets nobody in, but may say no', async () => {
  const { id, admin } = await free();
  const ada = await api.newUser('0');
  await file(ada, id);
  await api.patch(admin, `/groups/${id}`, { isActive: false });
  expect((await answer(admin, id, ada.userId)).code).toBe('FORBIDDEN');
  expect((await answer(admin, id, ada.userId, { action: 'reject' })).status).toBe(200);
});

test('many approvals at once let in and charge once; the same key answers the same', async () => {
  const { id, admin } = await paid();
  const ada = await api.newUser('100', PAYING);
  await file(ada, id, { acceptFees: FEES });
  const many = await Promise.all(Array.from({ length: 8 }, () => answer(admin, id, ada.userId)));
  expect(many.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(404)]);
  expect([await api.cash(ada), await api.cash(admin)]).toEqual(['85', '15']);
  const bob = await api.newUser('100', PAYING);
  await file(bob, id, { acceptFees: FEES });
  const path = `/groups/${id}/join-requests/${bob.userId}/approve`;
  const keyed = () => api.post(admin, path, {}, { 'idempotency-key': 'yes' });
  const [first, second] = [await keyed(), await keyed()];
  expect([first.data, second.data, second.replayed]).toEqual([
    { status: 'APPROVED' },
    { status: 'APPROVED' },
    true,
  ]);
  expect(await api.cash(bob)).toBe('85');
});
