import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { closeSockets, joinSocket, type TestSocket } from '../helpers/socket.ts';
import { openWorld, propose } from './world.ts';

let app: TestApp;
let other: TestApp;
let leader: TestUser;
let member: TestUser;
let groupId: string;
beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp({}, { database: app.database });
  ({ leader, member, groupId } = await openWorld(app));
});
afterEach(closeSockets);
afterAll(async () => {
  await other?.stop();
  await app?.stop();
});

const chat = (user: TestUser, origin = app.origin) => joinSocket(origin, '/chat', user.apiKey);
const say = (user: TestUser, content: string) =>
  user.post(`/chat/${groupId}/messages`, { type: 'TEXT', content });
const remove = (user: TestUser, path: string) => user.call('DELETE', path);
/** Another member with a socket. */
async function newMember(name: string): Promise<[TestUser, TestSocket]> {
  const user = await app.user(name);
  await user.post(`/groups/${groupId}/join`);
  return [user, await chat(user)];
}

test('connected tells user, groups and reaction keys, then what is unread in each group', async () => {
  await say(leader, 'one');
  await say(leader, 'two');
  await say(member, 'own messages are read');
  const client = await chat(member);
  const reactionKeys = ['like', 'love', 'laugh', 'wow', 'sad', 'fire', 'rocket'];
  const told = { userId: member.userId, groups: [groupId], reactionKeys };
  expect(client.of('connected')).toEqual([told]);
  const unread = await client.until('unread_updated');
  const [group] = await member.get('/groups');
  expect(unread).toEqual({ groupId, unreadCount: group.unreadCount, lastReadAt: null });
  expect(unread.unreadCount).toBeGreaterThanOrEqual(2);
});

test('a message is told to every member as REST shows it, and to nobody else', async () => {
  const stranger = await chat(await app.user('stranger'));
  const [first, second] = [await chat(leader), await chat(member)];
  const message = await say(leader, 'hello');
  expect(await first.until('new_message')).toEqual(message);
  expect(await second.until('new_message')).toEqual(message);
  const edited = (
    await leader.call('PATCH', `/chat/${groupId}/messages/${message.id}`, { content: 'hello all' })
  ).body.data;
  expect(await second.until('message_updated')).toEqual(edited);
  await leader.call('PUT', `/chat/${groupId}/messages/${message.id}/pin`);
  expect(await second.until('message_pinned')).toMatchObject({ id: message.id, pinned: true });
  await remove(leader, `/chat/${groupId}/messages/${message.id}/pin`);
  expect(await second.until('message_unpinned')).toMatchObject({ id: message.id, pinned: false });
  await remove(leader, `/chat/${groupId}/messages/${message.id}`);
  expect(await second.until('message_deleted')).toMatchObject({ id: message.id, groupId });
  expect(stranger.heard.map(([name]) => name)).toEqual(['connected']);
});

test('of reactions everyone is told which are his', async () => {
  const [first, second] = [await chat(leader), await chat(member)];
  const { id } = await say(leader, 'react');
  await member.call('PUT', `/chat/${groupId}/messages/${id}/reactions/fire`);
  const fire = (mine: boolean) => [{ key: 'fire', count: 1, mine }];
  expect((await first.until('message_updated')).reactions).toEqual(fire(false));
  expect((await second.until('message_updated')).reactions).toEqual(fire(true));
  // A deletion straight after a change is told after it, although the change waits for a read.
  await member.call('PUT', `/chat/${groupId}/messages/${id}/reactions/like`);
  await remove(leader, `/chat/${groupId}/messages/${id}`);
  await second.until('message_deleted');
  const names = second.heard.map(([name]) => name).filter((name) => name.startsWith('message_'));
  expect(names).toEqual(['message_updated', 'message_updated', 'message_deleted']);
});

test('send_message answers the message; the same client id answers it again', async () => {
  const [sender, reader] = [await chat(member), await chat(leader)];
  const payload = { groupId, type: 'TEXT', content: 'by socket', clientMessageId: 'mine-1' };
  const sent = await sender.ask('send_message', payload);
  expect(sent).toEqual({ ok: true, message: expect.objectContaining({ content: 'by socket' }) });
  expect(await sender.ask('send_message', payload)).toEqual(sent);
  expect(await reader.until('new_message')).toEqual(sent.message);
  const [newest] = (await member.call('GET', `/chat/${groupId}/messages?limit=1`)).body.data;
  expect(newest).toEqual(sent.message);
});

test.each([
  [{ type: 'TEXT', content: 'x' }, 'VALIDATION_FAILED'],
  [{ groupId: 'own', type: 'TEXT' }, 'VALIDATION_FAILED'],
  [{ groupId: 'own', type: 'text', content: 'x' }, 'VALIDATION_FAILED'],
  [{ groupId: 'own', type: 'TEXT', content: ' ' }, 'VALIDATION_FAILED'],
  [{ groupId: 'own', type: 'TEXT', content: 'x', replyToId: 7 }, 'VALIDATION_FAILED'],
  [{ groupId: 'own', type: 'TEXT', content: 'x', clientMessageId: 7 }, 'VALIDATION_FAILED'],
  [{ groupId: 'own', type: 'SYSTEM', content: 'x' }, 'LEADER_REQUIRED'],
  [{ groupId: 'none', type: 'TEXT', content: 'x' }, 'NOT_GROUP_MEMBER'],
] as const)('send_message %j is refused with %s', async (payload, code) => {
  const client = await chat(member);
  const named =
    'groupId' in payload && payload.groupId === 'own' ? { ...payload, groupId } : payload;
  expect(await client.ask('send_message', named)).toMatchObject({ ok: false, code });
});

test('a key without the scope chat hears and may not speak', async () => {
  const reader = await app.user('reader', { scopes: ['read', 'groups'] });
  await reader.post(`/groups/${groupId}/join`);
  const client = await chat(reader);
  for (const name of ['send_message', 'mark_read', 'typing']) {
    const ack = await client.ask(name, { groupId, type: 'TEXT', content: 'x' });
    expect(ack).toMatchObject({ ok: false, code: 'SCOPE_REQUIRED', details: { scope: 'chat' } });
  }
  await say(leader, 'heard');
  expect(await client.until('new_message')).toMatchObject({ content: 'heard' });
});

test('mark_read tells every socket of the user and no other', async () => {
  const [one, two, another] = [await chat(member), await chat(member), await chat(leader)];
  for (const client of [one, two, another]) await client.until('unread_updated');
  await say(leader, 'unread');
  const ack = await one.ask('mark_read', { groupId });
  expect(ack).toEqual({ ok: true, groupId, unreadCount: 0, lastReadAt: expect.any(String) });
  const { ok: _, ...told } = ack;
  expect(await one.until('unread_updated', 2)).toEqual(told);
  expect(await two.until('unread_updated', 2)).toEqual(told);
  expect(another.of('unread_updated').length).toBe(1);
});

test('typing is told to the others of the group', async () => {
  const [one, two] = [await chat(member), await chat(leader)];
  expect(await one.ask('typing', { groupId })).toEqual({ ok: true });
  const typing = { groupId, userIdpId: member.idpId, username: 'member', isTyping: true };
  expect(await two.until('typing')).toEqual(typing);
  expect(await one.ask('typing', { groupId, isTyping: false })).toEqual({ ok: true });
  expect(await two.until('typing', 2)).toEqual({ ...typing, isTyping: false });
  expect(one.of('typing')).toEqual([]);
  const stranger = await chat(await app.user('typist'));
  expect(await stranger.ask('typing', { groupId })).toMatchObject({ code: 'NOT_GROUP_MEMBER' });
});

test('whoever joins hears the group at once, and the group hears of it', async () => {
  const [watcher, newcomer] = [await chat(leader), await app.user('newcomer')];
  const client = await chat(newcomer);
  expect(client.of('connected')[0].groups).toEqual([]);
  await newcomer.post(`/groups/${groupId}/join`);
  const told = {
    groupId,
    userIdpId: newcomer.idpId,
    username: 'newcomer',
    avatar: '',
    status: 'ACTIVE',
    memberType: 'MEMBER',
    isAdmin: false,
  };
  expect(await watcher.until('membership_changed')).toEqual(told);
  expect(await client.until('membership_changed')).toEqual(told);
  await say(leader, 'welcome');
  expect(await client.until('new_message')).toMatchObject({ content: 'welcome' });
});

test('whoever leaves or is kicked hears nothing more, from the next message on', async () => {
  const [leaving, left] = await newMember('leaving');
  const [kickedUser, kicked] = await newMember('kicked');
  await leaving.post(`/groups/${groupId}/leave`);
  await leader.post(`/groups/${groupId}/members/${kickedUser.idpId}/kick`);
  const watcher = await chat(member);
  await say(leader, 'without you');
  await watcher.until('new_message');
  expect(left.of('membership_changed').at(-1)).toMatchObject({ status: 'LEFT' });
  expect(kicked.of('membership_changed').at(-1)).toMatchObject({ status: 'KICKED' });
  for (const client of [left, kicked]) {
    expect(client.of('new_message')).toEqual([]);
    expect(await client.ask('typing', { groupId })).toMatchObject({ code: 'NOT_GROUP_MEMBER' });
  }
});

test('who is kicked by another process leaves the room within a second or so', async () => {
  const [user, client] = await newMember('elsewhere');
  await other.at(leader).post(`/groups/${groupId}/members/${user.idpId}/kick`);
  await eventually('the room is left', async () => {
    await delay(50);
    return !(await client.ask('typing', { groupId })).ok;
  });
});

test('a call of the leader is told as proposal_updated and as an automatic message', async () => {
  const client = await chat(member);
  const { proposal } = await propose(leader, groupId, '10');
  expect(await client.until('proposal_updated')).toMatchObject({
    groupId,
    vertical: 'SPOT',
    proposalId: proposal.id,
    kind: 'PROPOSAL',
  });
  const automatic = await client.until('new_message');
  expect(automatic).toMatchObject({ type: 'SYSTEM', metadata: { proposalId: proposal.id } });
});
