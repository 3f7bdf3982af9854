import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { done, MARKET, type PredictionWorld, startPredictionWorld } from './prediction-world.ts';
import { openReceiver } from './webhook-receiver.ts';

let world: PredictionWorld;
beforeAll(async () => {
  world = await startPredictionWorld({ SKEIN_WEBHOOK_ALLOW: '127.0.0.1' });
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

test('a market in which members hold shares is told of once, a day before it closes', async () => {
  const { leader, member, groupId, open } = await world.flock();
  const { proposal } = await open();
  await done(member, proposal.id, 'predict', { amountUsd: '41' });
  await leader.post(`/groups/${groupId}/agents`, { agentKey: 'sentinel' });
  const told = async (): Promise<string[]> =>
    (await member.get(`/chat/${groupId}/messages?limit=200`))
      .filter(({ metadata }: { metadata: object | null }) => metadata && 'agentKey' in metadata)
      .map(({ content }: { content: string }) => content);
  const event = await member.get(`/predictions/events/${MARKET.eventId}`);
  const endsMs = Date.parse(event.endDate);
  const before = (ms: number) => new Date(endsMs - ms).toISOString();
  await world.at(before(86_400_001));
  expect(await told()).toEqual([]);
  await world.at(before(86_340_000));
  const holders = [leader.name, member.name].sort().join(', ');
  const found = await told();
  expect(found).toHaveLength(1);
  expect(found[0]).toBe(
    `"US gas price above ___ at the end of March 2026?: $3.10" closes at ${before(0)}; ` +
      `shares are held by ${holders}.`,
  );
  await done(member, proposal.id, 'sell', { max: true });
  await world.at(before(3_600_000));
  await world.test.restart();
  await world.at(before(60_000));
  expect(await told()).toHaveLength(1);
});

test('an external agent is told how a call has ended', async () => {
  const receiver = await openReceiver();
  const { leader, groupId, open } = await world.flock();
  const body = { name: 'Watcher', url: receiver.url, events: ['proposal.resolved'] };
  await leader.post(`/groups/${groupId}/agents/external`, body);
  const { proposal } = await open();
  await world.resolve('YES');
  await eventually('the delivery', () => receiver.received.length > 0);
  const [delivery, ...more] = receiver.received;
  expect(more).toEqual([]);
  expect(delivery?.json).toMatchObject({ event: 'proposal.resolved', groupId });
  expect(delivery?.json.data).toMatchObject({
    kind: 'RESOLUTION',
    vertical: 'PREDICTION',
    proposalId: proposal.id,
  });
  await receiver.close();
});
