import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { type FollowWorld, SOL, startFollowWorld } from './follow-world.ts';

interface StreamEvent {
  readonly seq: number;
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: the data of any event.
  readonly data: any;
}

let world: FollowWorld;
let ada: TestUser;
let seen: number;
beforeAll(async () => {
  world = await startFollowWorld();
  ada = await world.member('ada', { amountUsd: '40', mirrorExits: true }, { depositUsd: '50' });
  seen = (await ada.get('/account/events?limit=1')).latestSeq;
});
afterAll(() => world.stop());

/** The events since the last look; numbered without a gap. */
async function news(): Promise<StreamEvent[]> {
  const { events, latestSeq } = await ada.get(`/account/events?after=${seen}`);
  expect(events.map(({ seq }: StreamEvent) => seq)).toEqual(
    events.map((_: StreamEvent, n: number) => seen + 1 + n),
  );
  seen = latestSeq;
  return events;
}

test('the stream of a follower tells the trade and the result of each follow', async () => {
  const { proposalId, tradeId } = await world.open();
  await world.drain();
  const [follow] = await world.history(ada);
  const told = await news();
  expect(told.map(({ type }) => type)).toEqual(['spot.trade', 'follow.result']);
  expect(told[0]?.data).toMatchObject({
    id: follow?.trade.id,
    tradeType: 'BUY',
    totalCostUsd: '40',
  });
  expect(told[1]?.data).toMatchObject({
    id: follow?.id,
    vertical: 'SPOT',
    groupId: world.groupId,
    proposalId,
    leaderTradeId: tradeId,
    side: 'BUY',
    status: 'FILLED',
    tradeId: follow?.trade.id,
  });
});

test('a follow that is not made is told with its reason, and nothing else happens', async () => {
  const before = await world.cash(ada);
  await world.service.pin('JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN', '0.5');
  await world.open('JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN');
  await world.drain();
  const told = await news();
  expect(told.map(({ type, data }) => [type, data.status, data.code])).toEqual([
    ['follow.result', 'SKIPPED', 'INSUFFICIENT_FUNDS'],
  ]);
  expect(await world.cash(ada)).toBe(before);
});

test('an order in flight is told when it leaves, when it is known, and as the result', async () => {
  const [sol] = (await world.history(ada)).slice(-1);
  await world.hold(true);
  await world.close(sol?.proposalId ?? '');
  await world.service.sandbox('PUT', '/venues/spot/behaviour', {
    mode: 'unknown-then-filled',
    delayMs: 300,
    count: 1,
  });
  await world.release();
  const told = await news();
  expect(told.map(({ type, data }) => [type, data.status])).toEqual([
    ['order.pending', undefined],
    ['follow.result', 'UNKNOWN'],
    ['spot.trade', undefined],
    ['order.settled', undefined],
    ['follow.result', 'FILLED'],
  ]);
  expect(await world.units(ada, SOL)).toBe('0');
  await world.service.audit();
});
