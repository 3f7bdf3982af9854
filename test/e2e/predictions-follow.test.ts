import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { type Following, following, hold, sharesOf } from './prediction-flow.ts';
import {
  act,
  cash,
  done,
  fillOf,
  MARKET,
  type PredictionWorld,
  seen,
  startPredictionWorld,
} from './prediction-world.ts';

let world: PredictionWorld;
let group: Following;
beforeAll(async () => {
  world = await startPredictionWorld();
});
beforeEach(async () => {
  await world.pin('0.5');
  group = await following(world);
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

test('every member who follows buys at the fixed size, once; nobody else does', async () => {
  const { leader, groupId } = group;
  const followers = await Promise.all(
    Array.from({ length: 12 }, () => group.member({ amountUsd: '20.503' })),
  );
  const bystander = await group.member();
  const { id, tradeId } = await group.call({ amountUsd: '410' });
  await world.drain();
  for (const user of followers) {
    const [follow, ...others] = await group.history(user);
    expect(others).toEqual([]);
    expect(follow).toMatchObject({
      vertical: 'PREDICTION',
      proposalId: id,
      leaderTradeId: tradeId,
      side: 'BUY',
      status: 'FILLED',
      settledAt: '2026-03-03T15:30:00.000Z',
    });
    // 40 shares at 0.5 and 0.0125 of fee each are 20.5; 0.003 buy nothing and stay.
    expect(fillOf(follow?.trade)).toEqual(['40', '0.5', '20.5', '0.5']);
    expect(follow?.trade).toMatchObject({ proposalId: id, groupId, tradeType: 'BUY' });
    expect([await cash(user), await sharesOf(user)]).toEqual(['979.5', [40_000_000n, 0n]]);
    const action = await user.get(`/actions/${follow?.trade.id}`);
    expect([action.kind, action.status]).toEqual(['prediction.follow', 'SETTLED']);
  }
  for (const user of [leader, bystander]) expect(await group.history(user)).toEqual([]);
  expect(await cash(bystander)).toBe('1000');
  const { participantCount } = await seen(leader, id);
  expect(participantCount).toBe(13);
});

test('only the opening is followed: no later buy, of the leader or of anybody', async () => {
  const user = await group.member({ amountUsd: '20.5' });
  const other = await group.member();
  const { id } = await group.call();
  await world.drain();
  for (const by of [group.leader, other]) await done(by, id, 'predict', { amountUsd: '20.5' });
  await world.drain();
  expect(await group.results(user)).toEqual(['BUY FILLED']);
});

test('who begins to follow after the call does not catch up with it', async () => {
  const { id } = await group.call();
  const late = await group.member({ amountUsd: '20.5' });
  await world.drain();
  expect(await group.history(late)).toEqual([]);
  expect((await act(late, id, 'predict', { amountUsd: '20.5' })).status).toBe(200);
});

/** A call at 0.5, for which the price moves while the follow waits. */
async function callThenMove(user: TestUser, priceUsd: string) {
  await hold(world, true);
  await group.call();
  await world.pin(priceUsd);
  await hold(world, false);
  return (await group.history(user))[0];
}

test('a follow is filled up to five points above the fill of the leader', async () => {
  const user = await group.member({ amountUsd: '20' });
  const follow = await callThenMove(user, '0.55');
  // 0.05 × 0.55 × 0.45 = 0.012375: 20 ÷ 0.562375 = 35.56…; 35.56 × 0.55 = 19.558, fee 0.440055.
  expect(fillOf(follow?.trade)).toEqual(['35.56', '0.55', '19.99806', '0.44006']);
});

test('above them it is skipped, by the finest step of a price', async () => {
  const user = await group.member({ amountUsd: '20' });
  const follow = await callThenMove(user, '0.5501');
  expect([follow?.status, follow?.code]).toEqual(['SKIPPED', 'PRICE_MOVED']);
  expect(follow?.message).toMatch(/^[A-Z].+\.$/);
  expect(await cash(user)).toBe('1000');
});

test('a better price is always taken', async () => {
  const user = await group.member({ amountUsd: '20' });
  const follow = await callThenMove(user, '0.01');
  // 0.05 × 0.01 × 0.99 = 0.000495: 20 ÷ 0.010495 = 1905.66…; 19.0566 and 0.943301… of fee.
  expect(fillOf(follow?.trade)).toEqual(['1905.66', '0.01', '19.9999', '0.9433']);
});

test('of NO the guard counts the price of NO', async () => {
  const user = await group.member({ amountUsd: '20.5' });
  await hold(world, true);
  await group.call({ isYes: false });
  // YES falls by five points, so NO costs 0.55.
  await world.pin('0.45');
  await hold(world, false);
  const [follow] = await group.history(user);
  expect([follow?.status, follow?.trade.pricePerTokenUsd]).toEqual(['FILLED', '0.55']);
  await done(group.leader, follow?.proposalId ?? '', 'close');
  await hold(world, true);
  await group.call({ isYes: false });
  await world.pin('0.3999');
  await hold(world, false);
  // 0.6001 against 0.55.
  expect(await group.result(user)).toEqual(['SKIPPED', 'PRICE_MOVED']);
});

test('what counts of a follow that walks the book is its average, not its best level', async () => {
  await world.unpin();
  const { yes } = await world.test
    .at(group.leader)
    .get(`/predictions/markets/${MARKET.marketId}/book`);
  const [best] = yes.asks as { price: string; size: string }[];
  // Five points below the best ask, in whole cents, so that the bound of the guard is the best ask.
  const below = `0.${Math.round(Number(best?.price) * 100) - 5}`;
  // What the best level holds costs less than this; twice as much walks on to the next.
  const level = Math.ceil(Number(best?.price) * Number(best?.size));
  const small = await group.member({ amountUsd: '10' });
  const large = await group.member({ amountUsd: String(2 * level) }, '5000');
  await hold(world, true);
  await world.pin(below);
  await group.call();
  await world.unpin();
  await hold(world, false);
  const [filled] = await group.history(small);
  expect([filled?.status, filled?.trade?.pricePerTokenUsd]).toEqual(['FILLED', best?.price]);
  expect(await group.result(large)).toEqual(['SKIPPED', 'PRICE_MOVED']);
  expect(await cash(large)).toBe('5000');
});
