import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { closeSockets, connectSocket, joinSocket, untilDisconnected } from '../helpers/socket.ts';
import { openGroup } from './world.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterEach(closeSockets);
afterAll(() => app.stop());

test.each(['/perps', '/prices', '/chat', '/account'])(
  'a key without the scope read hears nothing on %s',
  async (namespace) => {
    const name = `deaf_${namespace.slice(1)}`;
    const { apiKey } = await app.user(name, { scopes: ['chat', 'groups', 'trade:spot'] });
    const client = connectSocket(app.origin, namespace, apiKey, { reconnection: false });
    expect(await client.until('error')).toEqual({ message: 'Invalid token' });
    await untilDisconnected(client);
    expect(client.heard.map(([event]) => event)).toEqual(['error']);
  },
);

test('who has asked to join is told of the approval, and hears the group from then on', async () => {
  const leader = await app.user('leader');
  const groupId = await openGroup(leader, { groupAccessType: 'PRIVATE' });
  const asking = await app.user('asking');
  const other = await app.user('other');
  const [client, quiet] = [
    await joinSocket(app.origin, '/chat', asking.apiKey),
    await joinSocket(app.origin, '/chat', other.apiKey),
  ];
  await asking.post(`/groups/${groupId}/join`, {});
  await leader.post(`/groups/${groupId}/join-requests/${asking.userId}/approve`, {});
  expect(await client.until('join_request_approved')).toMatchObject({ groupId });
  const said = await leader.post(`/chat/${groupId}/messages`, { type: 'TEXT', content: 'Hello.' });
  expect(await client.until('new_message')).toEqual(said);
  expect(quiet.heard.map(([event]) => event)).toEqual(['connected']);
});
