import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { RATE_LIMIT_REQUESTS } from '../../src/platform/http/rate-budget.ts';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { closeSockets, connectSocket, joinSocket, untilDisconnected } from '../helpers/socket.ts';

let one: TestApp;
let other: TestApp;
beforeAll(async () => {
  one = await startTestApp();
  other = await startTestApp({}, { database: one.database });
});
afterEach(closeSockets);
afterAll(async () => {
  await other?.stop();
  await one?.stop();
});

const NAMESPACES = ['/account', '/prices', '/perps'];
const deposit = (user: TestUser, amountUsd: string) =>
  one.sandbox('POST', `/users/${user.userId}/deposits`, { amountUsd });
const seqs = (events: readonly { seq: number }[]): number[] => events.map(({ seq }) => seq);

async function query(text: string, values: readonly unknown[]): Promise<void> {
  const client = new pg.Client(one.database.clientConfig);
  await client.connect();
  try {
    await client.query(text, [...values]);
  } finally {
    await client.end();
  }
}

test('a socket without a credential is told so and disconnected, on every namespace', async () => {
  for (const namespace of NAMESPACES) {
    const client = connectSocket(one.origin, namespace, null);
    expect(await client.until('error')).toEqual({ message: 'Authentication required' });
    await untilDisconnected(client);
    expect(client.of('connected')).toEqual([]);
  }
});

test('a wrong token is refused; one in the query counts for nothing', async () => {
  const { apiKey } = await one.user('querist');
  for (const namespace of NAMESPACES) {
    const wrong = connectSocket(one.origin, namespace, `${apiKey.slice(0, -1)}-`);
    expect(await wrong.until('error')).toEqual({ message: 'Invalid token' });
    const query = { token: apiKey, auth: apiKey, apiKey };
    const inQuery = connectSocket(one.origin, namespace, null, { query });
    expect(await inQuery.until('error')).toEqual({ message: 'Authentication required' });
  }
});

test('a key is taken from the Authorization header as well', async () => {
  const { apiKey, userId } = await one.user('header');
  const extraHeaders = { authorization: `Bearer ${apiKey}` };
  const client = connectSocket(one.origin, '/prices', null, { extraHeaders });
  expect(await client.until('connected')).toEqual({ userId });
});

test('connected tells the newest number; each event comes once, in order, as the REST route has it', async () => {
  const user = await one.user('streamer');
  const client = await joinSocket(one.origin, '/account', user.apiKey);
  // The user, the key and the first deposit were made before the socket was there: 1, 2 and 3.
  expect(client.of('connected')).toEqual([{ userId: user.userId, latestSeq: 3 }]);
  for (const amount of ['1', '2', '3']) await deposit(user, amount);
  await client.until('event', 3);
  const { events } = await user.get('/account/events?after=3');
  expect(client.of('event')).toEqual(events);
  expect(seqs(events)).toEqual([4, 5, 6]);
});

test('resume replays what came after the number, and goes on from there', async () => {
  const user = await one.user('resumer');
  for (const amount of ['1', '2']) await deposit(user, amount);
  const client = await joinSocket(one.origin, '/account', user.apiKey);
  expect(await client.ask('resume', { after: 3 })).toEqual({ ok: true, from: 4, latestSeq: 5 });
  await deposit(user, '3');
  await client.until('event', 3);
  expect(seqs(client.of('event'))).toEqual([4, 5, 6]);
});

test('a message sent before anything was heard is answered', async () => {
  const user = await one.user('hasty');
  const client = connectSocket(one.origin, '/account', user.apiKey);
  expect(await client.ask('resume', { after: 0 })).toEqual({ ok: true, from: 1, latestSeq: 3 });
  await client.until('event', 3);
  expect(seqs(client.of('event'))).toEqual([1, 2, 3]);
});

let misfits = 0;
test.each([
  [{ after: -1 }],
  [{ after: 1.5 }],
  [{ after: '0' }],
  [{ after: 99 }],
  [{}],
  [null],
  [['after']],
])('resume %j is refused and the stream goes on', async (payload) => {
  misfits += 1;
  const user = await one.user(`misfit_${misfits}`);
  const client = await joinSocket(one.origin, '/account', user.apiKey);
  expect(await client.ask('resume', payload)).toMatchObject({
    ok: false,
    code: 'VALIDATION_FAILED',
  });
  await deposit(user, '1');
  await client.until('event');
  expect(seqs(client.of('event'))).toEqual([4]);
});

test('what is older than the events kept is STREAM_RESET with the oldest number', async () => {
  const user = await one.user('late');
  for (const amount of ['1', '2', '3']) await deposit(user, amount);
  await query('delete from event where user_id = $1 and seq < 5', [user.userId]);
  const client = await joinSocket(one.origin, '/account', user.apiKey);
  const reset = { ok: false, code: 'STREAM_RESET', oldestSeq: 5 };
  expect(await client.ask('resume', { after: 3 })).toEqual(reset);
  expect(await client.ask('resume', { after: 4 })).toEqual({ ok: true, from: 5, latestSeq: 6 });
  expect(seqs(client.of('event'))).toEqual([5, 6]);
});

test('events that another process has committed arrive in order between those of this one', async () => {
  const user = await one.user('between');
  const client = await joinSocket(other.origin, '/account', user.apiKey);
  const far = other.at(user);
  for (let i = 0; i < 5; i += 1) {
    await deposit(user, '1');
    await other.sandbox('POST', `/users/${far.userId}/deposits`, { amountUsd: '1' });
  }
  await client.until('event', 10);
  expect(seqs(client.of('event'))).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
});

test('nobody hears the events of another', async () => {
  const [user, stranger] = [await one.user('speaker'), await one.user('stranger')];
  const client = await joinSocket(one.origin, '/account', stranger.apiKey);
  await deposit(user, '5');
  await deposit(stranger, '7');
  await client.until('event');
  const amounts = client.of('event').map(({ data }) => data.amountUsd);
  expect(amounts).toEqual(['7']);
});

test('sockets of a revoked key are closed within a second, those of another key stay', async () => {
  const user = await one.user('revoked');
  const { id, apiKey } = await one.sandbox('POST', '/keys', { userId: user.userId });
  const clients = await Promise.all([
    ...NAMESPACES.map((namespace) => joinSocket(one.origin, namespace, apiKey)),
    joinSocket(other.origin, '/account', apiKey),
  ]);
  const stays = await joinSocket(one.origin, '/account', user.apiKey);
  await one.sandbox('DELETE', `/keys/${id}`);
  const times = await Promise.all(clients.map(untilDisconnected));
  expect(Math.max(...times)).toBeLessThan(1_000);
  await delay(50);
  expect(stays.socket.connected).toBe(true);
});

test('messages and requests share the budget of the key', async () => {
  const user = await one.user('eager');
  const client = await joinSocket(one.origin, '/prices', user.apiKey);
  const half = RATE_LIMIT_REQUESTS / 2;
  for (let i = 0; i < half; i += 1) expect((await user.call('GET', '/me')).status).toBe(200);
  const payload = { kind: 'market', id: 'nothing' };
  for (let i = 0; i < half; i += 1) {
    expect((await client.ask('subscribe', payload)).code).toBe('MARKET_NOT_FOUND');
  }
  expect((await client.ask('subscribe', payload)).code).toBe('RATE_LIMITED');
  expect((await user.call('GET', '/me')).status).toBe(429);
});

test('a client that does not read is dropped, and its replay with it', async () => {
  const user = await one.user('sleeper');
  const client = await joinSocket(one.origin, '/account', user.apiKey);
  // 400 events of 100 kB: far more than what the network holds and what may wait for a client.
  await query(
    `insert into event (user_id, seq, type, at, data)
      select $1, n, 'test', now(), to_json(repeat('x', 100000))::text from generate_series(4, 403) n`,
    [user.userId],
  );
  await query('update wallet set event_seq = 403 where user_id = $1', [user.userId]);
  const { ws } = client.socket.io.engine.transport as unknown as {
    ws: { _socket: { pause(): void; resume(): void } };
  };
  const before = one.app.gateway.sockets;
  ws._socket.pause();
  client.socket.emit('resume', { after: 3 });
  await eventually('the server has dropped it', () => one.app.gateway.sockets === before - 1);
  ws._socket.resume();
});
