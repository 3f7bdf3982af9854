import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import type { Method } from '../helpers/client.ts';
import { openGroup } from './world.ts';

/** The admin has opened the group; the leader has been promoted, the member has only joined. */
let app: TestApp;
let admin: TestUser;
let leader: TestUser;
let member: TestUser;
let outsider: TestUser;
let groupId: string;
beforeAll(async () => {
  app = await startTestApp({ SKEIN_WEBHOOK_ALLOW: 'Allowed.internal,127.0.0.1' });
  [admin, leader, member, outsider] = [
    await app.user('admin'),
    await app.user('leader'),
    await app.user('member'),
    await app.user('outsider'),
  ];
  groupId = await openGroup(admin);
  for (const user of [leader, member]) await user.post(`/groups/${groupId}/join`);
  await admin.post(`/groups/${groupId}/members/${leader.userId}/promote`, { to: 'LEADER' });
});
afterAll(() => app.stop());

const agents = () => `/groups/${groupId}/agents`;
const external = () => `${agents()}/external`;
const hook = (url: string, more: object = {}) => ({
  name: 'Watcher',
  url,
  events: ['message.created'],
  ...more,
});
const LOCAL = 'http://127.0.0.1:9/hook';
const codeOf = async (user: TestUser, method: Method, path: string, body?: object) => {
  const { status, body: answer } = await user.call(method, path, body);
  return status < 300 ? status : answer.code;
};
const told = async (user: TestUser) =>
  (await user.get('/account/events?limit=200')).events.map(
    ({ type, data }: { type: string; data: object }) => ({ type, data }),
  );

test('members see every built-in agent, outsiders none', async () => {
  expect(await codeOf(outsider, 'GET', agents())).toBe('NOT_GROUP_MEMBER');
  expect(await codeOf(member, 'GET', '/groups/nonsense/agents')).toBe('NOT_GROUP_MEMBER');
  const list = await member.get(agents());
  expect(list.map(({ agentKey }: { agentKey: string }) => agentKey)).toEqual([
    'scout',
    'sentinel',
    'digest',
  ]);
  expect(list[2]).toEqual({
    agentKey: 'digest',
    name: 'Digest',
    description:
      "At 00:00 UTC: the past day's number of calls and what each member has realised in the group.",
    enabled: false,
    enabledBy: null,
    enabledAt: null,
    lastRunAt: null,
    lastError: null,
  });
});

test('only an admin with the scope switches agents', async () => {
  const body = { agentKey: 'digest' };
  expect(await codeOf(outsider, 'POST', agents(), body)).toBe('NOT_GROUP_MEMBER');
  expect(await codeOf(member, 'POST', agents(), body)).toBe('ADMIN_REQUIRED');
  expect(await codeOf(leader, 'POST', agents(), body)).toBe('ADMIN_REQUIRED');
  const reader = await app.user('reader', { scopes: ['read', 'chat'] });
  expect(await codeOf(reader, 'POST', agents(), body)).toBe('SCOPE_REQUIRED');
  expect(await codeOf(admin, 'POST', '/groups/nonsense/agents', body)).toBe('NOT_GROUP_MEMBER');
  expect(await codeOf(admin, 'POST', agents(), { agentKey: 'oracle' })).toBe('VALIDATION_FAILED');
  expect(await codeOf(admin, 'POST', agents(), { ...body, action: 'stop' })).toBe(
    'VALIDATION_FAILED',
  );
  const shown = (await member.get(agents()))[2];
  expect(shown.enabled).toBe(false);
});

test('enabling is the default action, happens once, and is told to the admin alone', async () => {
  await app.sandbox('POST', '/clock', { freeze: true, set: '2027-03-03T16:00:00.000Z' });
  const on = await admin.post(agents(), { agentKey: 'digest' });
  expect(on).toMatchObject({
    agentKey: 'digest',
    enabled: true,
    enabledBy: admin.userId,
    enabledAt: '2027-03-03T16:00:00.000Z',
    lastRunAt: null,
  });
  await app.sandbox('POST', '/clock', { set: '2027-03-03T17:00:00.000Z' });
  expect(await admin.post(agents(), { agentKey: 'digest', action: 'enable' })).toEqual(on);
  expect((await member.get(agents()))[2]).toEqual(on);
  const off = await admin.post(agents(), { agentKey: 'digest', action: 'disable' });
  expect(off).toEqual({ ...on, enabled: false, enabledBy: null, enabledAt: null });
  const switched = { type: 'agent.switched', data: { groupId, agentKey: 'digest', enabled: true } };
  const events = await told(admin);
  expect(events.filter(({ type }: { type: string }) => type === 'agent.switched')).toEqual([
    switched,
    { ...switched, data: { ...switched.data, enabled: false } },
  ]);
  expect((await told(member)).some(({ type }: { type: string }) => type === 'agent.switched')).toBe(
    false,
  );
});

test('an idempotent switch is answered again as it was', async () => {
  const headers = { 'idempotency-key': 'switch-1' };
  const first = await admin.call('POST', agents(), { agentKey: 'digest' }, headers);
  await admin.post(agents(), { agentKey: 'digest', action: 'disable' });
  const again = await admin.call('POST', agents(), { agentKey: 'digest' }, headers);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect((await admin.get(agents()))[2].enabled).toBe(false);
});

test('only admins see, add and remove external agents', async () => {
  const cases = [
    [outsider, 'NOT_GROUP_MEMBER'],
    [member, 'ADMIN_REQUIRED'],
    [leader, 'ADMIN_REQUIRED'],
  ] as const;
  for (const [user, code] of cases) {
    expect(await codeOf(user, 'GET', external())).toBe(code);
    expect(await codeOf(user, 'POST', external(), hook(LOCAL))).toBe(code);
    expect(await codeOf(user, 'DELETE', `${external()}/${groupId}`)).toBe(code);
  }
  expect(await codeOf(admin, 'DELETE', `${external()}/${groupId}`)).toBe('NOT_FOUND');
  expect(await codeOf(admin, 'DELETE', `${external()}/nonsense`)).toBe('NOT_FOUND');
});

test('the secret of an external agent is shown once', async () => {
  const answer = await admin.call('POST', external(), hook(LOCAL, { name: '  Nest  ' }));
  expect(answer.status).toBe(201);
  const { secret, ...shown } = answer.body.data;
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(shown).toMatchObject({ name: 'Nest', url: LOCAL, enabled: true, failures: 0 });
  expect(await admin.get(external())).toEqual([shown]);
  expect(await codeOf(admin, 'DELETE', `${external()}/${shown.id}`)).toBe(200);
  expect(await codeOf(admin, 'DELETE', `${external()}/${shown.id}`)).toBe('NOT_FOUND');
  expect(await admin.get(external())).toEqual([]);
  const events = (await told(admin)).filter(({ type }: { type: string }) =>
    type.startsWith('agent.external'),
  );
  expect(events).toEqual([
    {
      type: 'agent.externalAdded',
      data: { groupId, agentId: shown.id, name: 'Nest', url: LOCAL, events: ['message.created'] },
    },
    { type: 'agent.externalRemoved', data: { groupId, agentId: shown.id } },
  ]);
});

test('an agent of another group is not found in this one', async () => {
  const elsewhere = await openGroup(outsider);
  const path = `/groups/${elsewhere}/agents/external`;
  const { id } = await outsider.post(path, hook(LOCAL));
  expect(await codeOf(admin, 'DELETE', `${external()}/${id}`)).toBe('NOT_FOUND');
  expect(await codeOf(outsider, 'DELETE', `${path}/${id}`)).toBe(200);
});

test.each([
  ['a private address', 'https://10.1.2.3/hook', '10.1.2.3 is not on the public internet'],
  [
    'loopback by another notation',
    'https://0x7f.2/hook',
    '127.0.0.2 is not on the public internet',
  ],
  ['link-local', 'https://169.254.169.254/latest', '169.254.169.254 is not on the public internet'],
  ['IPv6 loopback', 'https://[::1]/hook', '::1 is not on the public internet'],
  ['mapped IPv4', 'https://[::ffff:8.8.8.8]/', '::ffff:808:808 is not on the public internet'],
  ['a name of loopback', 'https://localhost/hook', 'localhost is not on the public internet'],
])('%s is refused', async (_what, url, why) => {
  const { status, body } = await admin.call('POST', external(), hook(url));
  expect([status, body.code, body.message]).toEqual([
    400,
    'VALIDATION_FAILED',
    [`body.url cannot be used: ${why}`],
  ]);
  expect(await admin.get(external())).toEqual([]);
});

test.each([
  ['http beside the allowed hosts', hook('http://example.org/hook')],
  ['another scheme', hook('ftp://127.0.0.1/hook')],
  ['a password in the URL', hook('https://a:b@127.0.0.1/hook')],
  ['no URL', hook('hook')],
  ['an unknown event', hook(LOCAL, { events: ['trade.made'] })],
  ['no event', hook(LOCAL, { events: [] })],
  ['a blank name', hook(LOCAL, { name: '  ' })],
  ['a long name', hook(LOCAL, { name: 'a'.repeat(51) })],
])('%s is refused', async (_what, body) => {
  expect(await codeOf(admin, 'POST', external(), body)).toBe('VALIDATION_FAILED');
});

test('a group has at most ten external agents', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 10; n += 1) ids.push((await admin.post(external(), hook(LOCAL))).id);
  expect(await codeOf(admin, 'POST', external(), hook(LOCAL))).toBe('VALIDATION_FAILED');
  expect((await admin.get(external())).map(({ id }: { id: string }) => id)).toEqual(ids);
  await admin.call('DELETE', `${external()}/${ids[0]}`);
  expect(await codeOf(admin, 'POST', external(), hook(LOCAL))).toBe(201);
});
