import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { answering, openReceiver, type Receiver } from './webhook-receiver.ts';
import { mints, openGroup, propose } from './world.ts';

let app: TestApp;
let other: TestApp;
let leader: TestUser;
let member: TestUser;
beforeAll(async () => {
  const env = { SKEIN_WEBHOOK_ALLOW: '127.0.0.1' };
  app = await startTestApp(env);
  other = await startTestApp(env, { database: app.database });
  leader = await app.user('leader');
  member = await app.user('member');
  await app.pin(mints.sol, '150');
});
afterAll(async () => {
  await app.audit();
  await other.stop();
  await app.stop();
});

let groupId: string;
let receiver: Receiver;
beforeEach(async () => {
  groupId = await openGroup(leader);
  await member.post(`/groups/${groupId}/join`);
  receiver = await openReceiver();
});
afterEach(async () => {
  for (const { id } of await agents()) await leader.call('DELETE', `${external()}/${id}`);
  await receiver.close();
});

const external = () => `/groups/${groupId}/agents/external`;
const PAUSE_MS = 50;
/** Asked again and again, it must not use up the minute's requests of the key. */
const agents = async () => {
  await delay(PAUSE_MS);
  return leader.get(external());
};
const add = (events: string[], url = receiver.url, name = 'Nest watcher') =>
  leader.post(external(), { name, url, events });
const say = (content: string, user = member) =>
  user.post(`/chat/${groupId}/messages`, { type: 'TEXT', content });
/** What external agents have posted, the oldest first. */
const posted = async () => {
  await delay(PAUSE_MS);
  return (await member.get(`/chat/${groupId}/messages?limit=200`))
    .filter(({ metadata }: { metadata: { kind: string } | null }) => metadata?.kind === 'AGENT')
    .reverse();
};
const sql = async (text: string) => {
  await app.app.services.database.withClient((client) => client.query(text));
};
/** Makes what waits due now, so that no test waits for a pause between attempts. */
const hurry = () => sql('update agent_delivery set next_attempt_at = now()');
const arrived = (count: number) =>
  eventually(`${count} deliveries`, () => receiver.received.length >= count);
const taken = () =>
  eventually('all deliveries taken', async () => {
    const [agent] = await agents();
    return agent.lastDeliveryAt !== null;
  });

test('a message of a person is delivered, signed, and the answer is posted once', async () => {
  const { id: agentId, secret } = await add(['message.created']);
  receiver.behave(answering(200, { message: { content: 'Honk!' } }));
  const sent = await say('Which way?');
  await eventually('the answer', async () => (await posted()).length > 0);
  expect(receiver.received).toHaveLength(1);
  const [{ headers, body, json }] = receiver.received as [Receiver['received'][number]];
  expect(json).toEqual({
    id: headers['x-skein-delivery'],
    event: 'message.created',
    groupId,
    at: sent.createdAt,
    data: {
      messageId: sent.id,
      senderId: member.userId,
      username: 'member',
      type: 'TEXT',
      content: 'Which way?',
      replyToId: null,
    },
  });
  expect(headers['content-type']).toBe('application/json');
  expect(headers['x-skein-event']).toBe('message.created');
  const timestamp = String(headers['x-skein-timestamp']);
  expect(timestamp).toMatch(/^\d{10}$/);
  const mac = createHmac('sha256', Buffer.from(secret, 'utf8'));
  mac.update(timestamp).update('.').update(body);
  expect(headers['x-skein-signature']).toBe(`v1=${mac.digest('hex')}`);
  const [answer, ...more] = await posted();
  expect(more).toEqual([]);
  expect(answer).toMatchObject({
    type: 'SYSTEM',
    content: 'Honk!',
    sender: { idpId: 'agent_external_agent', username: 'external_agent' },
    metadata: { kind: 'AGENT', agentId, name: 'Nest watcher' },
  });
  // What the agent itself has posted is no event: a later message is the next delivery.
  receiver.behave(answering(204));
  await say('Thanks.');
  await arrived(2);
  expect(receiver.received.map(({ json: { data } }) => data.content)).toEqual([
    'Which way?',
    'Thanks.',
  ]);
});

test('calls are told to those who have subscribed, with their figures, once', async () => {
  await say('before it was added');
  await add(['proposal.opened', 'proposal.closed']);
  const { proposal, trade } = await propose(leader, groupId, '25');
  await leader.post(`/spot/proposals/${proposal.id}/close`);
  await say('not subscribed to');
  await arrived(2);
  const [opened, closed] = receiver.received;
  expect(opened?.json).toMatchObject({ event: 'proposal.opened', groupId });
  expect(opened?.json.data).toMatchObject({
    kind: 'PROPOSAL',
    vertical: 'SPOT',
    proposalId: proposal.id,
    tradeId: trade.id,
    symbol: 'SOL',
    amountUsd: '25',
    priceUsd: '150',
    text: 'leader proposed SOL with $25 at $150.',
  });
  expect(closed?.json.event).toBe('proposal.closed');
  expect(closed?.json.data).toMatchObject({ kind: 'CLOSE', proposalId: proposal.id });
  await app.restart();
  await app.sandbox('POST', '/drain');
  await say('still not');
  await app.sandbox('POST', '/drain');
  expect(receiver.received).toHaveLength(2);
});

test('a failing receiver is asked again, with the same delivery, until it takes it', async () => {
  await add(['message.created']);
  receiver.behave(answering(500, { message: { content: 'broken' } }));
  await say('Hello?');
  await eventually('an error is shown', async () => {
    const [agent] = await agents();
    return agent.lastError === 'answered 500';
  });
  receiver.behave(answering(200, { message: { content: 'Now.' } }));
  await hurry();
  await taken();
  expect((await posted()).map(({ content }: { content: string }) => content)).toEqual(['Now.']);
  const ids = new Set(receiver.received.map(({ json: { id } }) => id));
  expect([receiver.received.length, ids.size]).toEqual([2, 1]);
  expect((await agents())[0]).toMatchObject({ failures: 0, lastError: null, enabled: true });
});

test('three given-up deliveries in a row disable an agent, and its creator is told', async () => {
  const { id: agentId } = await add(['message.created']);
  receiver.behave(answering(503));
  for (const [n, text] of ['one', 'two', 'three'].entries()) {
    const before = receiver.received.length;
    await say(text);
    await arrived(before + 1);
    // Seven attempts are behind it; the eighth is the last one.
    await eventually('the next attempt waits', async () => {
      await sql('update agent_delivery set attempts = 7, next_attempt_at = now()');
      const [agent] = await agents();
      return agent.failures === n + 1;
    });
  }
  const [agent] = await agents();
  expect(agent).toMatchObject({
    id: agentId,
    enabled: false,
    failures: 3,
    disabledReason: '3 deliveries in a row failed; the last one: answered 503',
  });
  const { events } = await leader.get('/account/events?limit=200');
  const told = events.filter(({ type }: { type: string }) => type === 'agent.externalDisabled');
  expect(told.map(({ data }: { data: object }) => data)).toEqual([
    { groupId, agentId, reason: agent.disabledReason },
  ]);
  const count = receiver.received.length;
  await say('four');
  await app.sandbox('POST', '/drain');
  expect(receiver.received).toHaveLength(count);
});

test('a redirect is not followed', async () => {
  const target = await openReceiver();
  await add(['message.created']);
  receiver.behave((response) => response.writeHead(307, { location: target.url }).end());
  await say('Where to?');
  await eventually('the refusal', async () => (await agents())[0].lastError === 'answered 307');
  expect(target.received).toEqual([]);
  await target.close();
});

test.each([
  ['too large', 'x'.repeat(70_000), 'its answer is too large'],
  [
    'a blank message',
    { message: { content: ' ' } },
    'its message cannot be posted: content must not be blank',
  ],
  ['no text', { message: { content: 7 } }, 'its message has no text as content'],
  [
    'a long message',
    { message: { content: 'x'.repeat(4_001) } },
    'its message cannot be posted: content must have at most 4000 characters',
  ],
])('an answer that cannot be used is a failed attempt: %s', async (_what, answer, error) => {
  await add(['message.created']);
  receiver.behave(answering(200, answer));
  await say('Well?');
  await eventually('the error', async () => (await agents())[0].lastError !== null);
  expect((await agents())[0].lastError).toBe(error);
  expect(await posted()).toEqual([]);
});

test('a receiver that never answers holds up nobody else, and counts as failed', async () => {
  const silent = await openReceiver();
  silent.behave(() => {});
  const slow = await add(['message.created'], silent.url, 'Slow');
  await add(['message.created'], receiver.url, 'Quick');
  await say('Ready?');
  await say('Go.');
  await eventually('the silent one is being asked', () => silent.received.length === 1);
  await arrived(2);
  const shown = async () =>
    (await agents()).find(({ id }: { id: string }) => id === slow.id) ?? { lastError: 'gone' };
  expect((await shown()).lastError).toBeNull();
  await eventually('the time is up', async () => (await shown()).lastError !== null);
  expect((await shown()).lastError).toBe('no answer in time');
  await silent.close();
});

test('a delivery that two processes make at once is posted once', async () => {
  await add(['message.created']);
  // Neither is answered before both have arrived.
  const waiting: ServerResponse[] = [];
  receiver.behave((response) => waiting.push(response));
  await say('Who?');
  await arrived(1);
  // As after a lease that has run out: the other process takes the delivery, too.
  await eventually('the second attempt', async () => {
    await hurry();
    await other.sandbox('POST', '/drain');
    return receiver.received.length === 2;
  });
  for (const [n, response] of waiting.entries()) {
    answering(200, { message: { content: `Me, ${n}.` } })(response, {} as never);
  }
  await taken();
  await app.sandbox('POST', '/drain');
  await other.sandbox('POST', '/drain');
  await say('Thanks.');
  await arrived(3);
  expect(await posted()).toHaveLength(1);
  expect((await agents())[0]).toMatchObject({ enabled: true, failures: 0, lastError: null });
  waiting[2]?.end();
});

test('what an agent is removed with is delivered no more', async () => {
  const { id } = await add(['message.created']);
  receiver.behave(answering(500));
  await say('Hello?');
  await eventually('a failed attempt', async () => (await agents())[0].lastError !== null);
  expect((await leader.call('DELETE', `${external()}/${id}`)).status).toBe(200);
  const { rows } = await app.app.services.database.withClient((client) =>
    client.query('select count(*)::int as count from agent_delivery where agent_id = $1', [id]),
  );
  expect(rows).toEqual([{ count: 0 }]);
});
