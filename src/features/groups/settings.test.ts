import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Caller,
  type GroupServer,
  openGroupServer,
} from '../../../test/helpers/group-server.ts';
import { isoTime } from '../../platform/clock.ts';

let api: GroupServer;
let admin: Caller;
beforeAll(async () => {
  api = await openGroupServer();
  admin = await api.newUser();
});
afterAll(() => api.close());

const change = (caller: Caller, id: string, body: object) =>
  api.patch(caller, `/groups/${id}`, body);

test('every setting can be changed, alone or together; what is absent stays', async () => {
  const { id } = await api.newGroup(admin, { description: 'We fly.' });
  const before = (await api.get(admin, `/groups/${id}`)).data;
  api.backend.clock.advance(1_000);
  const all = {
    name: 'Swans',
    description: 'We swim.',
    image: 'https://example.org/a.png',
    header: 'https://example.org/b.png',
    joiningFee: '7',
    subscriptionFee: '3',
    subscriptionPeriod: 'WEEKLY',
    groupAccessType: 'PUBLIC',
    defaultMemberType: 'LEADER',
    isActive: false,
  };
  const updatedAt = isoTime(api.backend.clock.now());
  let expected = { ...before, updatedAt };
  for (const [field, value] of Object.entries(all)) {
    expected = { ...expected, [field]: value };
    const { status, data } = await change(admin, id, { [field]: value });
    expect([status, data]).toEqual([200, expected]);
  }
  expect((await api.get(admin, `/groups/${id}`)).data).toEqual(expected);
  const { data } = await change(admin, id, { description: '', image: '', isActive: true });
  expect(data).toEqual({ ...expected, description: '', image: '', isActive: true });
});

test('what does not change anything is answered, not told and not dated', async () => {
  const { id } = await api.newGroup(admin, { description: 'We fly.' });
  const before = (await api.get(admin, `/groups/${id}`)).data;
  const told = async () =>
    (await api.run('select event_seq from wallet where user_id = $1', [admin.userId])).rows;
  const seen = await told();
  api.backend.clock.advance(1_000);
  for (const body of [{}, { name: before.name, description: 'We fly.' }, { unknown: 1 }]) {
    expect((await change(admin, id, body)).data).toEqual(before);
  }
  expect(await told()).toEqual(seen);
  await change(admin, id, { name: 'Swans', groupAccessType: 'PUBLIC' });
  const { rows } = await api.run(
    'select type, data from event where user_id = $1 order by seq desc limit 1',
    [admin.userId],
  );
  const [{ type, data }] = rows;
  expect([type, JSON.parse(data)]).toEqual([
    'group.changed',
    { groupId: id, changed: ['name', 'groupAccessType'] },
  ]);
});

test('the rules are those of a new group', async () => {
  const { id } = await api.newGroup(admin);
  const wrong: readonly object[] = [
    { name: '' },
    { name: '   ' },
    { name: 'x'.repeat(61) },
    { name: null },
    { description: 'x'.repeat(501) },
    { image: 'http://example.org/a.png' },
    { header: 'no address' },
    { joiningFee: '1.5' },
    { joiningFee: '-1' },
    { subscriptionFee: '1000001' },
    { subscriptionFee: 5 },
    { subscriptionPeriod: 'DAILY' },
    { groupAccessType: 'SECRET' },
    { defaultMemberType: 'ADMIN' },
    { isActive: 'yes' },
  ];
  const before = (await api.get(admin, `/groups/${id}`)).data;
  for (const body of wrong) {
    const { status, code } = await change(admin, id, { description: 'other', ...body });
    expect([body, status, code]).toEqual([body, 400, 'VALIDATION_FAILED']);
  }
  expect((await api.get(admin, `/groups/${id}`)).data).toEqual(before);
});

test('only admins change settings', async () => {
  const { id, code } = await api.newGroup(admin);
  const [leader, eve] = [await api.newUser(), await api.newUser()];
  await api.post(leader, '/groups/join', { inviteCode: code });
  await api.post(admin, `/groups/${id}/members/${leader.userId}/promote`);
  expect((await change(leader, id, { name: 'Mine' })).code).toBe('ADMIN_REQUIRED');
  expect((await change(eve, id, { name: 'Mine' })).code).toBe('NOT_GROUP_MEMBER');
  expect((await change(eve, 'nowhere', { name: 'Mine' })).code).toBe('NOT_GROUP_MEMBER');
  const reader = { ...admin, apiKey: (await api.key(admin, ['read'])).apiKey };
  expect((await change(reader, id, { name: 'Mine' })).code).toBe('SCOPE_REQUIRED');
});

test('an invite code that was replaced opens the group no more, the new one does', async () => {
  const { id, code } = await api.newGroup(admin);
  const [ada, bob] = [await api.newUser(), await api.newUser()];
  const { status, data } = await api.post(admin, `/groups/${id}/invite-code/rotate`);
  expect([status, data.userIdpId, data.inviteCode === code]).toEqual([200, admin.idpId, false]);
  expect(data.inviteCode).toMatch(/^[0-9a-z]{12}$/);
  const join = (user: Caller, inviteCode: string) => api.post(user, '/groups/join', { inviteCode });
  expect((await join(ada, code)).code).toBe('INVITE_INVALID');
  expect((await api.get(ada, `/groups/preview?inviteCode=${code}`)).code).toBe('INVITE_INVALID');
  expect((await join(ada, data.inviteCode)).data.status).toBe('JOINED');
  // Each one has an own code: another member's rotation leaves this one alone.
  const own = (await api.post(ada, `/groups/${id}/invite-code/rotate`)).data.inviteCode;
  expect((await join(bob, data.inviteCode)).data.status).toBe('JOINED');
  await api.post(ada, `/groups/${id}/leave`);
  expect((await join(await api.newUser(), own)).code).toBe('INVITE_INVALID');
  expect((await api.post(ada, `/groups/${id}/invite-code/rotate`)).code).toBe('NOT_GROUP_MEMBER');
});

test('a code that is replaced while others join with it lets in only who came before', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { id, code } = await api.newGroup(admin);
    const ada = await api.newUser();
    const [joined, rotated] = await Promise.all([
      api.post(ada, '/groups/join', { inviteCode: code }),
      api.post(admin, `/groups/${id}/invite-code/rotate`),
    ]);
    expect(rotated.status).toBe(200);
    expect(['INVITE_INVALID', null]).toContain(joined.code);
    const late = await api.post(await api.newUser(), '/groups/join', { inviteCode: code });
    expect(late.code).toBe('INVITE_INVALID');
  }
});
