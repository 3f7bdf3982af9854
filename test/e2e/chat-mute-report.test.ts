import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChatWorld, contents, outcome, startChatWorld } from './chat-world.ts';
import { mints, propose } from './world.ts';

let world: ChatWorld;
beforeAll(async () => {
  world = await startChatWorld();
}, 60_000);
afterAll(() => world.test.stop());

const REASON = 'Sells a course in every message.';

test('a muted member is marked, stays in the pages and is not counted as unread', async () => {
  const { groupId, admin, leader, member, say, list, unread } = await world.chat();
  await say(admin, 'one');
  await say(leader, 'two');
  await say(admin, 'three');
  expect(await unread(member)).toBe(3);

  const path = `/chat/${groupId}/mutes/${admin.userId}`;
  const muted = { groupId, userId: admin.userId, muted: true };
  expect((await member.call('PUT', path)).body.data).toEqual(muted);
  expect((await member.call('PUT', path)).body.data).toEqual(muted);
  // One of the leader's is left of three; a fourth one by the muted member is not counted.
  expect(await unread(member)).toBe(1);
  await say(admin, 'four');
  expect(await unread(member)).toBe(1);

  const seen = await list(member);
  expect(contents(seen)).toEqual(['four', 'three', 'two', 'one']);
  expect(seen.map((message) => message.muted)).toEqual([true, true, undefined, true]);
  // Pages have their full length, and the cursor goes on behind the last message.
  const [newest] = await list(member, '?limit=1');
  expect(newest.content).toBe('four');
  expect(contents(await list(member, `?limit=2&before=${newest.createdAt}`))).toEqual([
    'three',
    'two',
  ]);
  // Nobody else sees any of it.
  expect((await list(leader)).map((message) => message.muted)).toEqual(Array(4).fill(undefined));
  expect(await member.get(`/chat/${groupId}/mutes`)).toMatchObject([
    { userId: admin.userId, username: admin.name },
  ]);
  expect(await admin.get(`/chat/${groupId}/mutes`)).toEqual([]);
  // By pages, in the order of their ids.
  await member.call('PUT', `/chat/${groupId}/mutes/${leader.userId}`);
  const first = await member.call('GET', `/chat/${groupId}/mutes?limit=1`);
  const cursor = first.headers.get('x-next-cursor');
  const second = await member.call('GET', `/chat/${groupId}/mutes?limit=1&cursor=${cursor}`);
  const pages = [...first.body.data, ...second.body.data] as { userId: string }[];
  expect(pages.map(({ userId }) => userId)).toEqual([admin.userId, leader.userId].sort());
  expect(second.headers.get('x-next-cursor')).toBeNull();
  await member.call('DELETE', `/chat/${groupId}/mutes/${leader.userId}`);

  expect((await member.call('DELETE', path)).body.data).toEqual({ ...muted, muted: false });
  expect(await unread(member)).toBe(4);
  const { events } = await member.get('/account/events?limit=200');
  const told = events.filter(({ type }: { type: string }) => type === 'chat.memberMuted');
  expect(told.map(({ data }: { data: object }) => data)).toEqual([
    { groupId, mutedUserId: admin.userId, muted: true },
    { groupId, mutedUserId: leader.userId, muted: true },
    { groupId, mutedUserId: leader.userId, muted: false },
    { groupId, mutedUserId: admin.userId, muted: false },
  ]);
});

test('calls of a muted leader are told and counted', async () => {
  const { groupId, leader, member, list, unread } = await world.chat();
  await member.call('PUT', `/chat/${groupId}/mutes/${leader.userId}`);
  await world.test.pin(mints.sol, '150');
  await propose(leader, groupId, '25');
  await world.test.sandbox('POST', '/drain');
  const [call] = await list(member);
  expect([call.type, call.metadata.kind, call.muted]).toEqual(['SYSTEM', 'PROPOSAL', undefined]);
  expect(await unread(member)).toBe(1);
});

test('who may mute whom', async () => {
  const { groupId, member, outsider, admin, suspend } = await world.chat();
  const path = (userId: string) => `/chat/${groupId}/mutes/${userId}`;
  expect(outcome(await outsider.call('PUT', path(admin.userId)))).toEqual([
    403,
    'NOT_GROUP_MEMBER',
  ]);
  expect(outcome(await outsider.call('GET', `/chat/${groupId}/mutes`))).toEqual([
    403,
    'NOT_GROUP_MEMBER',
  ]);
  expect(outcome(await member.call('PUT', path(outsider.userId)))).toEqual([404, 'NOT_FOUND']);
  expect(outcome(await member.call('PUT', path(member.userId)))).toEqual([
    400,
    'VALIDATION_FAILED',
  ]);
  expect(outcome(await member.call('PUT', path('nobody')))).toEqual([404, 'NOT_FOUND']);
  await suspend(member, true);
  expect(outcome(await member.call('PUT', path(admin.userId)))).toEqual([200]);
});

test('a report holds what was said, and deleting the message ends every report of it', async () => {
  const { groupId, admin, leader, member, say, act, list } = await world.chat();
  const message = await say(leader, 'Buy my course!');
  const first = await act(member, 'POST', message, '/report', { reason: REASON });
  expect(first.status).toBe(201);
  const { id, createdAt } = first.body.data;
  expect(first.body.data).toEqual({
    id,
    groupId,
    messageId: message.id,
    status: 'OPEN',
    createdAt,
  });
  const again = await act(member, 'POST', message, '/report', { reason: 'Again.' });
  expect([again.status, again.body.data]).toEqual([200, first.body.data]);
  const second = await act(admin, 'POST', message, '/report', { reason: 'Me too.' });
  await act(leader, 'PATCH', message, '', { content: 'Good morning.' });

  const reports = await admin.get(`/chat/${groupId}/reports`);
  expect(reports.map((report: { id: string }) => report.id)).toEqual([second.body.data.id, id]);
  expect(reports[1]).toEqual({
    id,
    status: 'OPEN',
    reason: REASON,
    reporter: { userId: member.userId, username: member.name },
    message: {
      id: message.id,
      senderId: leader.userId,
      senderUsername: leader.name,
      type: 'TEXT',
      content: 'Buy my course!',
      createdAt: message.createdAt,
      deleted: false,
    },
    createdAt,
    resolvedAt: null,
    resolvedBy: null,
  });
  const page = await admin.call('GET', `/chat/${groupId}/reports?limit=1`);
  const cursor = page.headers.get('x-next-cursor');
  const rest = await admin.get(`/chat/${groupId}/reports?limit=1&cursor=${cursor}`);
  expect(rest.map((report: { id: string }) => report.id)).toEqual([id]);

  const resolved = await admin.post(`/chat/${groupId}/reports/${id}`, { action: 'delete' });
  expect([resolved.id, resolved.status]).toEqual([id, 'DELETED']);
  expect(await list(member)).toEqual([]);
  expect(await admin.get(`/chat/${groupId}/reports?status=open`)).toEqual([]);
  expect(await admin.get(`/chat/${groupId}/reports?status=resolved`)).toHaveLength(2);
  const ended = await admin.get(`/chat/${groupId}/reports`);
  for (const report of ended) {
    expect([report.status, report.message.content, report.message.deleted, report.resolvedBy]) //
      .toEqual(['DELETED', '', true, admin.name]);
  }
  // It has ended: another wish changes nothing.
  const later = await admin.post(`/chat/${groupId}/reports/${id}`, { action: 'dismiss' });
  expect(later).toEqual(resolved);
  await world.test.audit();
});

test('a dismissed report leaves the message; only admins see and resolve', async () => {
  const { groupId, admin, leader, member, outsider, say, act, list } = await world.chat();
  const message = await say(member, 'Hello.');
  const { body } = await act(leader, 'POST', message, '/report', { reason: REASON });
  const path = `/chat/${groupId}/reports`;
  const one = `${path}/${body.data.id}`;
  const action = { action: 'dismiss' };
  expect(outcome(await leader.call('GET', path))).toEqual([403, 'ADMIN_REQUIRED']);
  expect(outcome(await leader.call('POST', one, action))).toEqual([403, 'ADMIN_REQUIRED']);
  expect(outcome(await outsider.call('GET', path))).toEqual([403, 'NOT_GROUP_MEMBER']);
  expect(outcome(await outsider.call('POST', one, action))).toEqual([403, 'NOT_GROUP_MEMBER']);
  expect(outcome(await admin.call('POST', `${path}/${message.id}`, action))).toEqual([
    404,
    'NOT_FOUND',
  ]);
  const resolved = await admin.post(one, action);
  expect(resolved.status).toBe('DISMISSED');
  expect(contents(await list(admin))).toEqual(['Hello.']);
  const [report] = await admin.get(path);
  expect([report.status, report.message.content]).toEqual(['DISMISSED', '']);
  expect(await admin.get(`${path}?status=all`)).toEqual([report]);
  const again = await act(leader, 'POST', message, '/report', { reason: REASON });
  expect([again.status, again.body.data.status]).toEqual([200, 'DISMISSED']);
});

test('messages of every kind are reported with what they are', async () => {
  const { groupId, admin, leader, member } = await world.chat();
  const sent = [
    ['TEXT', 'Hello.'],
    ['STICKER', 'goose_wave'],
    ['IMAGE', 'https://example.org/goose.png'],
    ['SYSTEM', 'No calls today.'],
  ] as const;
  for (const [type, content] of sent) {
    const { id } = await leader.post(`/chat/${groupId}/messages`, { type, content });
    await member.post(`/chat/${groupId}/messages/${id}/report`, { reason: REASON });
  }
  const reports = await admin.get(`/chat/${groupId}/reports`);
  const shown = reports.map(({ message }: { message: { type: string; content: string } }) => [
    message.type,
    message.content,
  ]);
  expect(shown).toEqual(sent.toReversed());
});

test('what cannot be reported', async () => {
  const { member, admin, outsider, say, act } = await world.chat();
  const message = await say(member, 'Hello.');
  const report = (user: typeof member, reason: string) =>
    act(user, 'POST', message, '/report', { reason });
  expect(outcome(await report(member, REASON))).toEqual([400, 'VALIDATION_FAILED']);
  expect(outcome(await report(outsider, REASON))).toEqual([403, 'NOT_GROUP_MEMBER']);
  expect(outcome(await report(admin, ''))).toEqual([400, 'VALIDATION_FAILED']);
  expect(outcome(await report(admin, '   '))).toEqual([400, 'VALIDATION_FAILED']);
  expect(outcome(await report(admin, 'x'.repeat(501)))).toEqual([400, 'VALIDATION_FAILED']);
  await act(member, 'DELETE', message);
  expect(outcome(await report(admin, REASON))).toEqual([404, 'NOT_FOUND']);
});
