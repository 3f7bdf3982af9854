import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import { mints, propose } from './world.ts';

const PAYING = ['read', 'trade:spot', 'groups', 'groups:pay'];
const START = '2026-03-03T16:00:00.000Z';

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await startTestApp({ SKEIN_REPLAY_START: '2026-03-03T15:30:00.000Z' });
  await app.sandbox('POST', '/clock', { freeze: true, set: START });
  await app.pin(mints.sol, '150');
  admin = await app.user('keeper', { scopes: PAYING });
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

const made = {
  name: 'Snow geese',
  description: 'North in spring.',
  image: 'https://example.org/goose.png',
  header: 'https://example.org/header.png',
  joiningFee: '3',
  subscriptionFee: '2',
  subscriptionPeriod: 'MONTHLY',
  groupAccessType: 'PUBLIC',
  defaultMemberType: 'MEMBER',
} as const;

const changed = {
  name: 'Grey geese',
  description: 'South in autumn.',
  image: 'https://example.org/grey.png',
  header: 'https://example.org/sky.png',
  joiningFee: '4',
  subscriptionFee: '1',
  subscriptionPeriod: 'WEEKLY',
  groupAccessType: 'PRIVATE',
  defaultMemberType: 'LEADER',
  isActive: false,
} as const;

const patch = (groupId: string, body: object, user = admin) =>
  user.call('PATCH', `/groups/${groupId}`, body);

/** What a group shows that nobody has traded in. */
const calm = {
  performancePnl: { allTimePnl: '0', pnl7Days: '0', pnl30Days: '0' },
  winRate: '0',
  avgReturn: '0',
  volatility: '0',
  biggestWin: '0',
  biggestLoss: '0',
  participationRate: '0',
  tradeCount: 0,
  predictionCount: 0,
  memberCount: 1,
};

test('a group shows what it was made with, in its own answer and in the list of its members', async () => {
  const keeper = await app.user('maker');
  const { groupId } = await keeper.post('/groups', made);
  const group = await keeper.get(`/groups/${groupId}`);
  expect(group).toEqual({
    ...made,
    ...calm,
    uniqueId: groupId,
    isActive: true,
    performanceRank: expect.any(Number),
    createdAt: START,
    updatedAt: START,
  });
  expect(await keeper.get('/groups')).toEqual([{ ...group, memberType: 'LEADER', unreadCount: 0 }]);
});

test('every setting is changed by itself, and all of them back at once', async () => {
  const { groupId } = await admin.post('/groups', made);
  const before = await admin.get(`/groups/${groupId}`);
  for (const [n, [setting, value]] of Object.entries(changed).entries()) {
    const { body } = await patch(groupId, { [setting]: value });
    const soFar = Object.fromEntries(Object.entries(changed).slice(0, n + 1));
    expect(body.data).toEqual({ ...before, ...soFar });
  }
  expect((await admin.get('/groups')).at(0)).toMatchObject({ ...changed, memberType: 'LEADER' });
  const back = await patch(groupId, { ...made, isActive: true });
  expect(back.body.data).toEqual(before);
});

test('groups of a member come page by page, the newest first', async () => {
  const member = await app.user('member_of_three');
  const ids: string[] = [];
  for (const name of ['one', 'two', 'three']) {
    ids.push((await member.post('/groups', { name })).groupId);
    await app.sandbox('POST', '/clock', { advanceMs: 1_000 });
  }
  const pages: string[][] = [];
  let cursor: string | null = null;
  do {
    const more: string = cursor === null ? '' : `&cursor=${cursor}`;
    const { body, headers } = await member.call('GET', `/groups?limit=2${more}`);
    pages.push(body.data.map(({ uniqueId }: { uniqueId: string }) => uniqueId));
    cursor = headers.get('x-next-cursor');
  } while (cursor !== null);
  expect(pages.map((page) => page.length)).toEqual([2, 1]);
  expect(pages.flat().toSorted()).toEqual(ids.toSorted());
});

test('who wants to join is shown with name and instant, page by page, and let in or not', async () => {
  const { groupId } = await admin.post('/groups', { name: 'Asked' });
  const users: TestUser[] = [];
  const shown: object[] = [];
  for (const name of ['first', 'second', 'third']) {
    const user = await app.user(`asking_${name}`);
    const { now } = await app.sandbox('POST', '/clock', { advanceMs: 1_000 });
    expect(await user.post(`/groups/${groupId}/join`, {})).toEqual({
      status: 'REQUESTED',
      membership: null,
    });
    users.push(user);
    shown.push({ userId: user.userId, username: user.name, avatar: '', createdAt: now });
  }
  const requests = `/groups/${groupId}/join-requests`;
  const first = await admin.call('GET', `${requests}?limit=2`);
  expect(first.body.data).toEqual(shown.slice(0, 2));
  const cursor = first.headers.get('x-next-cursor');
  expect(await admin.get(`${requests}?limit=2&cursor=${cursor}`)).toEqual(shown.slice(2));
  const answer = (n: number, body: object) =>
    admin.post(`${requests}/${users[n]?.userId}/approve`, body);
  expect(await answer(0, { action: 'approve' })).toEqual({ status: 'APPROVED' });
  expect(await answer(1, { action: 'reject' })).toEqual({ status: 'REJECTED' });
  expect(await answer(2, {})).toEqual({ status: 'APPROVED' });
  const counts = await Promise.all(users.map(async (user) => (await user.get('/groups')).length));
  expect(counts).toEqual([1, 0, 1]);
});

test.each(['MONTHLY', 'WEEKLY'] as const)(
  'a paid group is joined by its code alone with fees that are %s, canceled, resumed and paid',
  async (subscriptionPeriod) => {
    const fees = { joiningFee: '3', subscriptionFee: '2', subscriptionPeriod };
    const name = subscriptionPeriod.toLowerCase();
    const { groupId, membership } = await admin.post('/groups', { name, ...fees });
    const payer = await app.user(`payer_${name}`, { depositUsd: '20', scopes: PAYING });
    const joined = await payer.post('/groups/join', {
      inviteCode: membership.inviteCode,
      acceptFees: fees,
    });
    expect(joined).toMatchObject({
      status: 'JOINED',
      membership: { subscriptionStatus: 'ACTIVE' },
    });
    expect(joined.membership.group).toEqual({ uniqueId: groupId, name, image: '' });
    const subscription = (body: object) => payer.post(`/groups/${groupId}/subscription`, body);
    const statusOf = async () => (await payer.get(`/groups/${groupId}/members`)).at(-1);
    expect(await subscription({ action: 'cancel' })).toMatchObject({
      subscriptionStatus: 'CANCELED',
      nextChargeAt: joined.membership.nextChargeAt,
    });
    expect((await statusOf()).subscriptionStatus).toBe('CANCELED');
    const resumed = await subscription({ action: 'resume', acceptFees: fees });
    expect(resumed.subscriptionStatus).toBe('ACTIVE');
    expect(await subscription({ action: 'pay', acceptFees: fees })).toEqual(resumed);
    // 20 − 3 − 2; the running period is paid once.
    expect((await payer.get('/account')).cashBalanceUsd).toBe('15');
  },
);

test('a defaultMemberType of LEADER makes leaders of who joins, and they may call', async () => {
  const settings = { groupAccessType: 'PUBLIC', defaultMemberType: 'LEADER' };
  const { groupId } = await admin.post('/groups', { name: 'All lead', ...settings });
  const joiner = await app.user('joins_as_leader');
  const { membership } = await joiner.post(`/groups/${groupId}/join`, {});
  expect([membership.memberType, membership.isAdmin]).toEqual(['LEADER', false]);
  expect((await propose(joiner, groupId, '5')).trade.tradeType).toBe('BUY');
});
