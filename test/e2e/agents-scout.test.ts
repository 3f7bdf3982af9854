import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import { mints, openWorld, propose } from './world.ts';

const START = '2026-03-03T15:29:00.000Z';
const DAY_LATER = '2026-03-04T18:00:00.000Z';
const MIDNIGHT = '2026-03-05T00:00:00.000Z';

let app: TestApp;
let other: TestApp;
let leader: TestUser;
let member: TestUser;
let groupId: string;
beforeAll(async () => {
  app = await startTestApp({ SKEIN_REPLAY_START: START });
  await app.sandbox('POST', '/clock', { freeze: true, set: '2026-03-03T16:00:00.000Z' });
  ({ leader, member, groupId } = await openWorld(app));
  other = await startTestApp({ SKEIN_REPLAY_START: START }, { database: app.database });
});
afterAll(async () => {
  await app.audit();
  await other.stop();
  await app.stop();
});

const at = async (iso: string) => {
  await app.sandbox('POST', '/clock', { set: iso });
  await app.sandbox('POST', '/drain');
  await other.sandbox('POST', '/drain');
};
/** What agents have posted, the oldest first. */
const posted = async (user = member) =>
  (await user.get(`/chat/${groupId}/messages?limit=200`))
    .filter(({ metadata }: { metadata: { kind: string } | null }) => metadata?.kind === 'AGENT')
    .reverse();
const enable = (agentKey: string, action = 'enable') =>
  leader.post(`/groups/${groupId}/agents`, { agentKey, action });

test('the scout names the largest movers and the most-traded events, once for all processes', async () => {
  // Pins that stand for more than a day: 150 to 225 is +50 %, 4 to 2.4 is -40 %, 1.5 to 2.00055 is
  // +33.37 %. No token of the model moves as much in a day.
  await app.pin(mints.decimals6, '4');
  await app.pin(mints.decimals5, '1.5');
  await at(DAY_LATER);
  await app.pin(mints.sol, '225');
  await app.pin(mints.decimals6, '2.4');
  await app.pin(mints.decimals5, '2.00055');
  expect(await posted()).toEqual([]);
  await enable('scout');
  await app.sandbox('POST', '/drain');
  const messages = await posted();
  expect(messages).toHaveLength(1);
  const [movers, events, ...more] = messages[0].content.split('\n');
  expect(movers).toBe('Largest movers of 24 hours: SOL +50%, JUP -40%, BONK +33.37%.');
  const live = (await member.get('/predictions/events/live?limit=3')).events;
  const words = live.map(
    ({ title, volume24hUsd }: { title: string; volume24hUsd: string }) =>
      `${title} ($${volume24hUsd})`,
  );
  expect(words).toHaveLength(3);
  expect([events, ...more]).toEqual([`Most-traded events of 24 hours: ${words.join(', ')}.`]);
  expect(messages[0]).toMatchObject({
    type: 'SYSTEM',
    senderId: '00000000-0000-7000-8000-00000000a001',
    sender: { idpId: 'agent_scout', username: 'scout', avatar: '' },
    metadata: { kind: 'AGENT', agentKey: 'scout' },
    createdAt: DAY_LATER,
  });
  const [shown] = await member.get(`/groups/${groupId}/agents`);
  expect(shown).toMatchObject({ enabled: true, lastRunAt: DAY_LATER, lastError: null });
});

test('its next run is at the next multiple of six hours, and a restart repeats nothing', async () => {
  await at('2026-03-04T23:59:59.999Z');
  await app.restart();
  await app.sandbox('POST', '/drain');
  expect(await posted()).toHaveLength(1);
  await at(MIDNIGHT);
  const messages = await posted();
  expect(messages.map(({ createdAt }: { createdAt: string }) => createdAt)).toEqual([
    DAY_LATER,
    MIDNIGHT,
  ]);
  await enable('scout', 'disable');
  await at('2026-03-05T12:00:00.000Z');
  expect(await posted()).toHaveLength(2);
});

test('nobody edits what an agent has posted; only an admin deletes it', async () => {
  const [message] = await posted();
  const path = `/chat/${groupId}/messages/${message.id}`;
  const edited = await leader.call('PATCH', path, { content: 'SOL to the moon' });
  expect(edited.body.code).toBe('FORBIDDEN');
  expect((await member.call('DELETE', path)).body.code).toBe('ADMIN_REQUIRED');
  expect((await leader.call('DELETE', path)).status).toBe(200);
  expect(await posted()).toHaveLength(1);
});

test('the digest counts the calls of the day and what each member has realised', async () => {
  /*
   * The leader buys $100 of SOL at 225 and sells all at 270; the member buys $100 into the call at
   * 225 and sells all at 180. Fee 0.5 %: 100 − 0.5 = 99.5; 99.5 ÷ 225 = 0.442222222 SOL.
   * At 270: 0.442222222 × 270 = 119.39999994 → 119.399999; fee 0.597 (0.596999995 up);
   * 118.802999 − 100 = 18.802999.
   * At 180: 79.59999996 → 79.599999; fee 0.398 (0.397999995 up); 79.201999 − 100 = −20.798001.
   */
  await app.pin(mints.sol, '225');
  await enable('digest');
  const { proposal } = await propose(leader, groupId, '100');
  await propose(leader, groupId, '10', mints.decimals6);
  const buy = `/spot/proposals/${proposal.id}`;
  await member.post(`${buy}/buy`, { amountUsd: '100' });
  await app.pin(mints.sol, '180');
  await member.post(`${buy}/sell`, { max: true });
  await app.pin(mints.sol, '270');
  await leader.post(`${buy}/sell`, { max: true });
  await at('2026-03-05T23:59:59.999Z');
  expect(await posted()).toHaveLength(1);
  await at('2026-03-06T00:00:00.000Z');
  const [, digest, ...more] = await posted();
  expect(more).toEqual([]);
  expect(digest.content).toBe(
    [
      'Digest of 2026-03-05: 2 calls, -$1.995002 realised.',
      'leader +$18.802999',
      'member -$20.798001',
    ].join('\n'),
  );
  expect(digest.metadata).toEqual({ kind: 'AGENT', agentKey: 'digest' });
  // Away for days: one digest, of the latest day that is over.
  await at('2026-03-09T10:00:00.000Z');
  expect((await posted()).slice(2).map(({ content }: { content: string }) => content)).toEqual([
    'Digest of 2026-03-08: 0 calls, nothing realised.',
  ]);
});
