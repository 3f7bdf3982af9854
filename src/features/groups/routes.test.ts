import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Caller,
  type GroupServer,
  openGroupServer,
} from '../../../test/helpers/group-server.ts';

let api: GroupServer;
beforeAll(async () => {
  api = await openGroupServer();
});
afterAll(() => api.close());

const at = '2026-01-31T14:30:00.000Z';

test('a group is made, previewed, joined with a code, listed and left', async () => {
  const [ada, bob] = [await api.newUser(), await api.newUser()];
  const image = 'https://example.org/goose.png';
  const { id, code } = await api.newGroup(ada, { image });
  const preview = {
    groupId: id,
    name: 'Geese',
    image,
    memberCount: 1,
    groupAccessType: 'PRIVATE',
    joiningFee: '0',
    subscriptionFee: '0',
    subscriptionPeriod: 'MONTHLY',
  };
  expect((await api.get(bob, `/groups/preview?inviteCode=${code}`)).data).toEqual(preview);
  expect((await api.get(bob, `/groups/preview?groupId=${id}`)).data).toEqual(preview);
  expect((await api.get(bob, `/groups/${id}`)).code).toBe('NOT_GROUP_MEMBER');

  const joined = await api.post(bob, '/groups/join', { inviteCode: code });
  expect(joined).toMatchObject({ status: 200, data: { status: 'JOINED' } });
  expect(joined.data.membership.mainWalletAddress).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
  const group = {
    uniqueId: id,
    name: 'Geese',
    description: '',
    image,
    header: '',
    joiningFee: '0',
    subscriptionFee: '0',
    subscriptionPeriod: 'MONTHLY',
    isActive: true,
    groupAccessType: 'PRIVATE',
    defaultMemberType: 'MEMBER',
    performancePnl: { allTimePnl: '0', pnl7Days: '0', pnl30Days: '0' },
    performanceRank: 1,
    winRate: '0',
    avgReturn: '0',
    volatility: '0',
    biggestWin: '0',
    biggestLoss: '0',
    participationRate: '0',
    tradeCount: 0,
    predictionCount: 0,
    memberCount: 2,
    createdAt: at,
    updatedAt: at,
  };
  expect((await api.get(bob, `/groups/${id}`)).data).toEqual(group);
  expect((await api.get(bob, '/groups')).data).toEqual([
    { ...group, memberType: 'MEMBER', unreadCount: 0 },
  ]);
  const members = (caller: Caller) => api.get(caller, `/groups/${id}/members`);
  const codes = async (caller: Caller) =>
    (await members(caller)).data.map((member: { inviteCode: string }) => member.inviteCode);
  const own = joined.data.membership.inviteCode;
  expect(await codes(bob)).toEqual(['', own]);
  expect(await codes(ada)).toEqual([code, own]);

  expect((await api.post(bob, `/groups/${id}/leave`)).data).toEqual({ success: true });
  expect((await members(bob)).code).toBe('NOT_GROUP_MEMBER');
  expect((await api.get(bob, '/groups')).data).toEqual([]);
  expect((await api.post(await api.newUser(), '/groups/join', { inviteCode: own })).code).toBe(
    'INVITE_INVALID',
  );
});

test('ids that are none are unknown groups and unknown members, never failures', async () => {
  const ada = await api.newUser();
  const { id } = await api.newGroup(ada);
  const unknown = '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f';
  for (const groupId of ['nonsense', unknown, id.toUpperCase()]) {
    expect(await api.get(ada, `/groups/${groupId}`)).toMatchObject({
      status: 403,
      code: 'NOT_GROUP_MEMBER',
    });
    expect((await api.get(ada, `/groups/${groupId}/members`)).code).toBe('NOT_GROUP_MEMBER');
    expect((await api.post(ada, `/groups/${groupId}/leave`)).code).toBe('NOT_GROUP_MEMBER');
    expect((await api.post(ada, `/groups/${groupId}/auto-buy`, { enabled: false })).code).toBe(
      'NOT_GROUP_MEMBER',
    );
    expect((await api.post(ada, `/groups/${groupId}/members/x/kick`)).code).toBe(
      'NOT_GROUP_MEMBER',
    );
    expect(await api.post(ada, `/groups/${groupId}/join`)).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
    expect((await api.get(ada, `/groups/preview?groupId=${groupId}`)).status).toBe(404);
  }
  for (const userId of ['nobody', unknown, '%00', 'idp_nobody']) {
    expect((await api.post(ada, `/groups/${id}/members/${userId}/promote`)).code).toBe('NOT_FOUND');
  }
  expect((await api.get(ada, '/groups/preview')).code).toBe('VALIDATION_FAILED');
  expect((await api.get(ada, '/groups/preview?inviteCode=nothing')).code).toBe('INVITE_INVALID');
  expect((await api.get(ada, `/groups/${id}/members?cursor=abc`)).code).toBe('VALIDATION_FAILED');
});

test('members are promoted, demoted and kicked by user id or idp id', async () => {
  const [ada, bob] = [await api.newUser(), await api.newUser()];
  const { id, code } = await api.newGroup(ada);
  await api.post(bob, '/groups/join', { inviteCode: code });
  const manage = (caller: Caller, what: string, target: string, body?: object) =>
    api.post(caller, `/groups/${id}/members/${target}/${what}`, body);
  expect((await manage(bob, 'promote', bob.userId)).code).toBe('ADMIN_REQUIRED');
  expect((await manage(ada, 'promote', bob.idpId)).data).toMatchObject({
    memberType: 'LEADER',
    isAdmin: false,
  });
  expect((await manage(ada, 'promote', bob.userId, { to: 'ADMIN' })).data.isAdmin).toBe(true);
  expect((await manage(bob, 'demote', ada.idpId)).data).toMatchObject({
    memberType: 'LEADER',
    isAdmin: false,
  });
  expect((await manage(bob, 'demote', bob.userId)).code).toBe('LAST_ADMIN');
  expect((await manage(bob, 'kick', bob.userId)).status).toBe(400);
  expect((await manage(bob, 'kick', ada.userId)).data).toEqual({ success: true });
  expect((await api.get(ada, `/groups/${id}`)).code).toBe('NOT_GROUP_MEMBER');
  expect((await manage(bob, 'kick', ada.userId)).code).toBe('NOT_FOUND');
  expect((await manage(ada, 'promote', bob.userId, { to: 'KING' })).code).toBe('VALIDATION_FAILED');
});

test('fees want the scope, then the consent, then the money', async () => {
  const ada = await api.newUser();
  const fees = { joiningFee: '5', subscriptionFee: '10' };
  const { id } = await api.newGroup(ada, { groupAccessType: 'PUBLIC', ...fees });
  const join = (caller: Caller, body?: object) => api.post(caller, `/groups/${id}/join`, body);
  expect(
    await join(await api.newUser(), { acceptFees: { ...fees, subscriptionPeriod: 'WEEKLY' } }),
  ).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  const payer = await api.newUser('14.99', ['read', 'groups', 'groups:pay']);
  expect(await join(payer)).toMatchObject({
    status: 400,
    code: 'FEES_CHANGED',
    details: { ...fees, subscriptionPeriod: 'MONTHLY' },
  });
  expect(
    await join(payer, { acceptFees: { ...fees, subscriptionPeriod: 'MONTHLY' } }),
  ).toMatchObject({
    status: 400,
    code: 'INSUFFICIENT_FUNDS',
    details: { required: '15', available: '14.99' },
  });
});

test('a repeated key answers what was stored, also when the code has ended since', async () => {
  const [ada, bob, cyd] = [await api.newUser(), await api.newUser(), await api.newUser()];
  const { code } = await api.newGroup(ada);
  const { data } = await api.post(bob, '/groups/join', { inviteCode: code });
  const key = { 'idempotency-key': 'join-1' };
  const body = { inviteCode: data.membership.inviteCode };
  const first = await api.post(cyd, '/groups/join', body, key);
  await api.post(bob, `/groups/${data.membership.groupId}/leave`);
  const second = await api.post(cyd, '/groups/join', body, key);
  expect(second).toEqual({ ...first, replayed: true });
  expect((await api.post(await api.newUser(), '/groups/join', body, key)).code).toBe(
    'INVITE_INVALID',
  );
});

test('a request waits until it is settled', async () => {
  const [ada, bob] = [await api.newUser(), await api.newUser()];
  const { id, code } = await api.newGroup(ada);
  const join = (body?: object) => api.post(bob, `/groups/${id}/join`, body);
  expect((await join()).data).toEqual({ status: 'REQUESTED', membership: null });
  expect((await join()).code).toBe('JOIN_REQUEST_PENDING');
  expect((await join({ inviteCode: code })).data.status).toBe('JOINED');
  expect((await join()).code).toBe('ALREADY_MEMBER');
});

test('auto-buy settings are kept', async () => {
  const ada = await api.newUser();
  const { id } = await api.newGroup(ada);
  const set = (body: object) => api.post(ada, `/groups/${id}/auto-buy`, body);
  expect((await set({ enabled: true })).code).toBe('VALIDATION_FAILED');
  expect((await set({ enabled: true, amountUsd: 25 })).code).toBe('VALIDATION_FAILED');
  const body = {
    enabled: true,
    amountUsd: '25.00',
    mirrorExits: true,
    verticals: ['PERP', 'SPOT'],
    maxLeverage: '2.50',
    dailyLimitUsd: '100',
  };
  expect(await set(body)).toMatchObject({
    status: 200,
    data: {
      autoBuyEnabled: true,
      autoBuyAmountUsd: '25',
      mirrorExits: true,
      verticals: ['SPOT', 'PERP'],
      maxLeverage: '2.5',
      dailyLimitUsd: '100',
    },
  });
  expect((await api.get(ada, `/groups/${id}/members`)).data[0]).toMatchObject({
    autoBuyAmountUsd: '25',
    maxLeverage: '2.5',
    verticals: ['SPOT', 'PERP'],
  });
});
