import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';

let app: TestApp;
let leader: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  leader = await app.user('leader');
});
afterAll(() => app.stop());

let count = 0;
const someone = (): Promise<TestUser> => {
  count += 1;
  return app.user(`user_${count}`);
};

/** A group of the leader; its id and the invite code of the leader. */
async function newGroup(settings: object = {}): Promise<{ id: string; code: string }> {
  const { groupId, membership } = await leader.post('/groups', { name: 'Geese', ...settings });
  return { id: groupId, code: membership.inviteCode };
}

async function refusal(user: TestUser, path: string, body: object = {}): Promise<[number, string]> {
  const { status, body: answer } = await user.call('POST', path, body);
  return [status, answer.code];
}

const isMember = async (user: TestUser, groupId: string): Promise<boolean> =>
  (await user.get('/groups')).some((group: { uniqueId: string }) => group.uniqueId === groupId);

test('who makes a group is its leader and admin; a group is PRIVATE unless it says otherwise', async () => {
  const { status, body } = await leader.call('POST', '/groups', { name: 'Geese' });
  expect(status).toBe(201);
  const { groupId, membership } = body.data;
  expect(membership).toMatchObject({
    groupId,
    username: 'leader',
    userIdpId: leader.idpId,
    memberType: 'LEADER',
    isAdmin: true,
    subscriptionStatus: 'NONE',
    autoBuyEnabled: false,
    autoBuyAmountUsd: '0',
    group: { uniqueId: groupId, name: 'Geese', image: '' },
  });
  expect(await leader.get(`/groups/${groupId}`)).toMatchObject({
    uniqueId: groupId,
    groupAccessType: 'PRIVATE',
    defaultMemberType: 'MEMBER',
    joiningFee: '0',
    subscriptionFee: '0',
    subscriptionPeriod: 'MONTHLY',
    isActive: true,
    memberCount: 1,
  });
});

test('a PUBLIC group is joined at once, and once only', async () => {
  const { id } = await newGroup({ groupAccessType: 'PUBLIC', defaultMemberType: 'LEADER' });
  const ada = await someone();
  const { status, membership } = await ada.post(`/groups/${id}/join`);
  expect([status, membership.memberType, membership.isAdmin]).toEqual(['JOINED', 'LEADER', false]);
  expect(await isMember(ada, id)).toBe(true);
  expect(await refusal(ada, `/groups/${id}/join`)).toEqual([400, 'ALREADY_MEMBER']);
  expect((await leader.get(`/groups/${id}`)).memberCount).toBe(2);
});

test('a PRIVATE group opens to the code of any member, by id or by the code alone', async () => {
  const { id, code } = await newGroup();
  const [ada, bob, eve] = [await someone(), await someone(), await someone()];
  const joined = await ada.post(`/groups/${id}/join`, { inviteCode: code });
  expect(joined.status).toBe('JOINED');
  // Each member has an own code, and it invites as well.
  expect(joined.membership.inviteCode).not.toBe(code);
  const byCode = await bob.post('/groups/join', { inviteCode: joined.membership.inviteCode });
  expect([byCode.status, byCode.membership.groupId]).toEqual(['JOINED', id]);
  const wrong = { inviteCode: 'nosuchcode00' };
  expect(await refusal(eve, '/groups/join', wrong)).toEqual([400, 'INVITE_INVALID']);
  expect(await refusal(eve, `/groups/${id}/join`, wrong)).toEqual([400, 'INVITE_INVALID']);
  // The code of another group does not open this one.
  const other = await newGroup();
  const code2 = { inviteCode: other.code };
  expect(await refusal(eve, `/groups/${id}/join`, code2)).toEqual([400, 'INVITE_INVALID']);
  // The code of a member who has gone counts no more.
  await bob.post(`/groups/${id}/leave`);
  const gone = { inviteCode: byCode.membership.inviteCode };
  expect(await refusal(eve, '/groups/join', gone)).toEqual([400, 'INVITE_INVALID']);
  expect(await isMember(eve, id)).toBe(false);
});

test('without a code a PRIVATE group gets a request, one at a time; a code still opens it', async () => {
  const { id, code } = await newGroup();
  const ada = await someone();
  const asked = await ada.post(`/groups/${id}/join`);
  expect([asked.status, asked.membership]).toEqual(['REQUESTED', null]);
  expect(await isMember(ada, id)).toBe(false);
  expect(await refusal(ada, `/groups/${id}/join`)).toEqual([400, 'JOIN_REQUEST_PENDING']);
  const denied = await ada.call('GET', `/groups/${id}`);
  expect([denied.status, denied.body.code]).toEqual([403, 'NOT_GROUP_MEMBER']);
  expect((await ada.post(`/groups/${id}/join`, { inviteCode: code })).status).toBe('JOINED');
});

test('a group that does not exist: 404 to join, not a member to everything else', async () => {
  const nowhere = '01920f3c-7b10-7abc-8def-0123456789ab';
  for (const id of [nowhere, 'nowhere']) {
    expect(await refusal(leader, `/groups/${id}/join`)).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(leader, `/groups/${id}/leave`)).toEqual([403, 'NOT_GROUP_MEMBER']);
    for (const path of [`/groups/${id}`, `/groups/${id}/members`]) {
      const { status, body } = await leader.call('GET', path);
      expect([status, body.code]).toEqual([403, 'NOT_GROUP_MEMBER']);
    }
  }
});

test('the last admin cannot leave; with another admin it can, and a member always', async () => {
  const { id } = await newGroup({ groupAccessType: 'PUBLIC' });
  const ada = await someone();
  await ada.post(`/groups/${id}/join`);
  expect(await refusal(leader, `/groups/${id}/leave`)).toEqual([400, 'LAST_ADMIN']);
  await ada.post(`/groups/${id}/leave`);
  expect(await refusal(ada, `/groups/${id}/leave`)).toEqual([403, 'NOT_GROUP_MEMBER']);
  await ada.post(`/groups/${id}/join`);
  await leader.post(`/groups/${id}/members/${ada.userId}/promote`, { to: 'ADMIN' });
  await leader.post(`/groups/${id}/leave`);
  expect(await isMember(leader, id)).toBe(false);
  expect(await refusal(ada, `/groups/${id}/leave`)).toEqual([400, 'LAST_ADMIN']);
});

test('who comes back starts anew: auto-buy off, the role of the group, another code', async () => {
  const { id } = await newGroup({ groupAccessType: 'PUBLIC' });
  const ada = await someone();
  const first = (await ada.post(`/groups/${id}/join`)).membership;
  await ada.post(`/groups/${id}/auto-buy`, { enabled: true, amountUsd: '5', mirrorExits: true });
  await leader.post(`/groups/${id}/members/${ada.userId}/promote`);
  await ada.post(`/groups/${id}/leave`);
  const second = (await ada.post(`/groups/${id}/join`)).membership;
  expect(second).toMatchObject({
    memberType: 'MEMBER',
    isAdmin: false,
    autoBuyEnabled: false,
    autoBuyAmountUsd: '0',
    mirrorExits: false,
    dailyLimitUsd: null,
  });
  expect(second.inviteCode).not.toBe(first.inviteCode);
});

test('a preview shows outsiders name, size and fees, by id or by code, and nothing else', async () => {
  const settings = { joiningFee: '5', subscriptionFee: '2', subscriptionPeriod: 'WEEKLY' };
  const { id, code } = await newGroup({ ...settings, description: 'secret plans' });
  const ada = await someone();
  const preview = {
    groupId: id,
    name: 'Geese',
    image: '',
    memberCount: 1,
    groupAccessType: 'PRIVATE',
    ...settings,
  };
  expect(await ada.get(`/groups/preview?groupId=${id}`)).toEqual(preview);
  expect(await ada.get(`/groups/preview?inviteCode=${code}`)).toEqual(preview);
  for (const [query, status, why] of [
    ['inviteCode=nosuchcode00', 400, 'INVITE_INVALID'],
    ['groupId=01920f3c-7b10-7abc-8def-0123456789ab', 404, 'NOT_FOUND'],
    ['', 400, 'VALIDATION_FAILED'],
    [`groupId=${id}&inviteCode=${code}`, 400, 'VALIDATION_FAILED'],
  ] as const) {
    const answer = await ada.call('GET', `/groups/preview?${query}`);
    expect([query, answer.status, answer.body.code]).toEqual([query, status, why]);
  }
});

test('members see each other; codes only their owner and admins, money settings of all', async () => {
  const { id } = await newGroup({ groupAccessType: 'PUBLIC' });
  const [ada, bob] = [await someone(), await someone()];
  await ada.post(`/groups/${id}/join`);
  await bob.post(`/groups/${id}/join`);
  await bob.post(`/groups/${id}/auto-buy`, {
    enabled: true,
    amountUsd: '25.00',
    mirrorExits: true,
    verticals: ['SPOT', 'PERP'],
    maxLeverage: '3.5',
    dailyLimitUsd: '100',
  });
  type Member = { username: string; inviteCode: string };
  const seen: Member[] = await ada.get(`/groups/${id}/members`);
  expect(seen.map(({ username }) => username)).toEqual(['leader', ada.name, bob.name]);
  expect(seen.map(({ inviteCode }) => inviteCode !== '')).toEqual([false, true, false]);
  const byAdmin: Member[] = await leader.get(`/groups/${id}/members`);
  expect(byAdmin.every(({ inviteCode }) => inviteCode !== '')).toBe(true);
  const { createdAt, updatedAt, nextChargeAt, ...rest } = seen[2] as Member &
    Record<string, string>;
  for (const at of [createdAt, updatedAt, nextChargeAt]) {
    expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  }
  expect(rest).toEqual({
    userIdpId: bob.idpId,
    groupId: id,
    username: bob.name,
    avatar: '',
    inviteCode: '',
    memberType: 'MEMBER',
    isAdmin: false,
    subscriptionStatus: 'NONE',
    autoBuyEnabled: true,
    autoBuyAmountUsd: '25',
    mirrorExits: true,
    verticals: ['SPOT', 'PERP'],
    maxLeverage: '3.5',
    dailyLimitUsd: '100',
  });
  const stranger = await someone();
  const refused = await stranger.call('GET', `/groups/${id}/members`);
  expect([refused.status, refused.body.code]).toEqual([403, 'NOT_GROUP_MEMBER']);
  const short = await ada.call('GET', `/groups/${id}/members?limit=2`);
  const cursor = short.headers.get('x-next-cursor') ?? '';
  const rest2 = await ada.get(`/groups/${id}/members?limit=2&cursor=${encodeURIComponent(cursor)}`);
  expect([...short.body.data, ...rest2]).toEqual(seen);
});
