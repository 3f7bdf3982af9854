import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import {
  type AutoBuy,
  type Following,
  following,
  hold,
  OTHERS,
  sharesOf,
} from './prediction-flow.ts';
import {
  cash,
  done,
  MARKET,
  type Named,
  type PredictionWorld,
  startPredictionWorld,
} from './prediction-world.ts';

/** Resolves today; its book has nothing to sell any more. */
const ONE_SIDED: Named = {
  eventId: 'billboard-new-number-one-on-march-3-2026',
  marketId: 'will-the-billboard-number-one-change-on-march-3-2026',
};
const [GAS, STORMS] = [OTHERS[0], OTHERS[3]] as [Named, Named];

let world: PredictionWorld;
let group: Following;
beforeAll(async () => {
  world = await startPredictionWorld({ SKEIN_GEO_PREDICTIONS_BLOCKED: 'KP' });
});
/** Every test has a group of its own, whose calls wait until they are let go. */
beforeEach(async () => {
  for (const { marketId } of [MARKET, GAS, STORMS]) await world.pin('0.5', marketId);
  await world.test.sandbox('PUT', '/trading/predictions', { mode: 'enabled' });
  group = await following(world);
  await hold(world, true);
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

/** A member who follows with $20.5, 40 shares at 0.5, unless it is said otherwise. */
const follower = (change: Partial<AutoBuy> = {}, depositUsd = '1000'): Promise<TestUser> =>
  group.member({ amountUsd: '20.5', ...change }, depositUsd);
const release = () => hold(world, false);
const kick = ({ userId }: TestUser) =>
  group.leader.post(`/groups/${group.groupId}/members/${userId}/kick`);
const disable = (user: TestUser) =>
  user.post(`/groups/${group.groupId}/auto-buy`, { enabled: false });
const region = ({ userId }: TestUser, country: string) =>
  world.test.sandbox('PUT', '/region', { userId, country });
const trading = (mode: string) => world.test.sandbox('PUT', '/trading/predictions', { mode });
const advance = (advanceMs: number) => world.test.sandbox('POST', '/clock', { advanceMs });

/** The follow of a user ends SKIPPED with this code and a text, and nothing has moved. */
async function expectSkipped(user: TestUser, code: string, wallet = '1000'): Promise<void> {
  const [follow] = await group.history(user);
  expect(follow).toMatchObject({ status: 'SKIPPED', code, vertical: 'PREDICTION', side: 'BUY' });
  expect(follow?.message).toMatch(/^[A-Z].+\.$/);
  expect([typeof follow?.settledAt, follow?.trade]).toEqual(['string', undefined]);
  expect([await cash(user), await sharesOf(user)]).toEqual([wallet, [0n, 0n]]);
}
const filled = ['FILLED', undefined];

test('LEFT_GROUP: kicked, or left, while the follow waits', async () => {
  const [kicked, left, stays] = [await follower(), await follower(), await follower()];
  await group.call();
  await kick(kicked);
  await left.post(`/groups/${group.groupId}/leave`);
  await release();
  await expectSkipped(kicked, 'LEFT_GROUP');
  await expectSkipped(left, 'LEFT_GROUP');
  expect(await group.result(stays)).toEqual(filled);
});

test('DISABLED: auto-buy switched off while the follow waits', async () => {
  const user = await follower();
  await group.call();
  await disable(user);
  await release();
  await expectSkipped(user, 'DISABLED');
});

test('VERTICAL_OFF: the member follows other kinds of trades', async () => {
  const user = await follower({ verticals: ['SPOT', 'STOCK', 'PERP'] });
  const same = await follower({ verticals: ['PREDICTION'] });
  await group.call();
  await release();
  await expectSkipped(user, 'VERTICAL_OFF');
  expect(await group.result(same)).toEqual(filled);
});

test('GEO_RESTRICTED: the region last seen of the member is blocked, or may only close', async () => {
  const [blocked, closeOnly] = [await follower(), await follower()];
  const [open, unknown] = [await follower(), await follower()];
  await region(blocked, 'KP');
  await region(closeOnly, 'GB');
  await region(open, 'AT');
  await group.call();
  await release();
  await expectSkipped(blocked, 'GEO_RESTRICTED');
  await expectSkipped(closeOnly, 'GEO_RESTRICTED');
  expect([await group.result(open), await group.result(unknown)]).toEqual([filled, filled]);
});

test('PROPOSAL_CLOSED: the leader closed before the follow was made', async () => {
  const user = await follower();
  const { id } = await group.call();
  await done(group.leader, id, 'close');
  await release();
  await expectSkipped(user, 'PROPOSAL_CLOSED');
});

test.each(['halted', 'reduce-only'])('TRADING_HALTED: the switch is %s', async (mode) => {
  const user = await follower();
  await group.call();
  await trading(mode);
  await release();
  await expectSkipped(user, 'TRADING_HALTED');
});

test('MARKET_NOT_ACTIVE: the market pauses; a pause does not close the call', async () => {
  const user = await follower();
  await group.call();
  await world.status('paused');
  await release();
  await expectSkipped(user, 'MARKET_NOT_ACTIVE');
  await world.status(null);
});

test('a market that closes, closes its calls: PROPOSAL_CLOSED', async () => {
  const user = await follower();
  await group.call(STORMS);
  await world.status('closed', STORMS.marketId);
  await release();
  await expectSkipped(user, 'PROPOSAL_CLOSED');
  await world.status(null, STORMS.marketId);
});

test('BELOW_MINIMUM: under $4, and not rounded up to it', async () => {
  const user = await follower({ amountUsd: '3.999999' });
  const atFloor = await follower({ amountUsd: '4' });
  await group.call();
  await release();
  await expectSkipped(user, 'BELOW_MINIMUM');
  expect(await group.result(atFloor)).toEqual(filled);
});

test("BELOW_MINIMUM: under the market's own minimum of five shares at the ask", async () => {
  await world.pin('0.95');
  // 5 × 0.95 = 4.75
  const user = await follower({ amountUsd: '4.749999' });
  const enough = await follower({ amountUsd: '4.75' });
  await group.call();
  await release();
  await expectSkipped(user, 'BELOW_MINIMUM');
  // The fee is in the amount: 4.75 ÷ (0.95 + 0.05 × 0.0475) = 4.987… shares, just under the five.
  expect((await group.history(enough))[0]?.trade.tokenAmount).toBe('4.98');
});

test('DAILY_LIMIT: what follows spend in a UTC day stays within it', async () => {
  const user = await follower({ dailyLimitUsd: '41' });
  await group.call();
  await group.call(GAS);
  await release();
  // Two amounts of 20.5 reach the limit, the third would pass it.
  await group.call(STORMS);
  await world.drain();
  expect(await group.results(user)).toEqual([
    'BUY SKIPPED DAILY_LIMIT',
    'BUY FILLED',
    'BUY FILLED',
  ]);
  expect(await cash(user)).toBe('959');
});

test('INSUFFICIENT_FUNDS: the wallet holds a unit less than the amount', async () => {
  const user = await follower({}, '20.499999');
  const exact = await follower({}, '20.5');
  await group.call();
  await release();
  await expectSkipped(user, 'INSUFFICIENT_FUNDS', '20.499999');
  expect([await group.result(exact), await cash(exact)]).toEqual([filled, '0']);
});

test('NO_LIQUIDITY: the book within five points does not hold the amount', async () => {
  const user = await follower({ amountUsd: '90000' }, '100000');
  const small = await follower();
  // The call is filled at 0.9, so that the guard lets any price of the book pass.
  await world.pin('0.9');
  await group.call();
  await world.unpin();
  await release();
  await expectSkipped(user, 'NO_LIQUIDITY', '100000');
  expect(await group.result(small)).toEqual(filled);
});

test('NO_LIQUIDITY: where nothing is offered that is the last of the reasons but for the time', async () => {
  const user = await follower();
  const minimum = await follower({ amountUsd: '3.999999', dailyLimitUsd: '0.1' }, '0.1');
  const limit = await follower({ dailyLimitUsd: '20' }, '0.1');
  const funds = await follower({}, '20.499999');
  await world.pin('0.5', ONE_SIDED.marketId);
  await group.call(ONE_SIDED);
  await world.unpin(ONE_SIDED.marketId);
  await advance(60_001);
  await release();
  await expectSkipped(user, 'NO_LIQUIDITY');
  await expectSkipped(minimum, 'BELOW_MINIMUM', '0.1');
  await expectSkipped(limit, 'DAILY_LIMIT', '0.1');
  await expectSkipped(funds, 'INSUFFICIENT_FUNDS', '20.499999');
});

test('EXPIRED: 60 seconds are time enough, a millisecond more is too late', async () => {
  const user = await follower();
  await group.call();
  await advance(60_000);
  await release();
  expect(await group.result(user)).toEqual(filled);
  await hold(world, true);
  const late = await follower();
  await group.call(GAS);
  await advance(60_001);
  await release();
  await expectSkipped(late, 'EXPIRED');
});

test('of several reasons the first of the published order is given', async () => {
  const all = { amountUsd: '3.5', dailyLimitUsd: '0.1', verticals: ['PREDICTION'] };
  const [left, off, vertical] = [
    await follower(all, '0.1'),
    await follower(all, '0.1'),
    await follower(all, '0.1'),
  ];
  const [barred, closed] = [await follower(all, '0.1'), await follower(all, '0.1')];
  const { id } = await group.call();
  for (const user of [left, off, vertical]) {
    await group.autoBuy(user, { ...all, verticals: ['SPOT'] });
  }
  for (const user of [left, off, vertical, barred]) await region(user, 'KP');
  for (const user of [left, off]) await disable(user);
  await kick(left);
  await done(group.leader, id, 'close');
  await trading('halted');
  await world.status('paused');
  await world.pin('0.9');
  await advance(60_001);
  await release();
  await expectSkipped(left, 'LEFT_GROUP', '0.1');
  await expectSkipped(off, 'DISABLED', '0.1');
  await expectSkipped(vertical, 'VERTICAL_OFF', '0.1');
  await expectSkipped(barred, 'GEO_RESTRICTED', '0.1');
  await expectSkipped(closed, 'PROPOSAL_CLOSED', '0.1');
  await world.status(null);
});

test('the reasons of switch, market, money, price and time come in the published order, too', async () => {
  const poor: readonly [AutoBuy, string] = [{ amountUsd: '3.5', dailyLimitUsd: '0.1' }, '0.1'];
  const halted = await follower(...poor);
  await group.call();
  await advance(60_001);
  await world.pin('0.9');
  await world.status('paused');
  await trading('halted');
  await release();
  await expectSkipped(halted, 'TRADING_HALTED', '0.1');

  await trading('enabled');
  await world.status(null);
  await hold(world, true);
  await disable(halted);
  const paused = await follower(...poor);
  await group.call(GAS);
  await advance(60_001);
  await world.pin('0.9', GAS.marketId);
  await world.status('paused', GAS.marketId);
  await release();
  await expectSkipped(paused, 'MARKET_NOT_ACTIVE', '0.1');

  await world.status(null, GAS.marketId);
  await hold(world, true);
  await disable(paused);
  const minimum = await follower(...poor);
  const limit = await follower({ dailyLimitUsd: '20' }, '0.1');
  const funds = await follower({}, '0.1');
  const moved = await follower({});
  await group.call(STORMS);
  await world.pin('0.9', STORMS.marketId);
  await advance(60_001);
  await release();
  await expectSkipped(minimum, 'BELOW_MINIMUM', '0.1');
  await expectSkipped(limit, 'DAILY_LIMIT', '0.1');
  await expectSkipped(funds, 'INSUFFICIENT_FUNDS', '0.1');
  await expectSkipped(moved, 'PRICE_MOVED');
});
