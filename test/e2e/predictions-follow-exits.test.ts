import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { type Following, following, hold, OTHERS, script, sharesOf } from './prediction-flow.ts';
import {
  act,
  cash,
  done,
  fillOf,
  type Named,
  type PredictionWorld,
  seen,
  startPredictionWorld,
} from './prediction-world.ts';

let world: PredictionWorld;
let group: Following;
/** Mirrors exits, with $20.5: 40 shares at 0.5. */
let mirror: TestUser;
/** Follows, but keeps. */
let keeper: TestUser;
/** Mirrors exits, and trades by hand. */
let touched: TestUser;
beforeAll(async () => {
  world = await startPredictionWorld();
});
beforeEach(async () => {
  await world.pin('0.5');
  group = await following(world);
  mirror = await group.member({ amountUsd: '20.5', mirrorExits: true });
  keeper = await group.member({ amountUsd: '20.5' });
  touched = await group.member({ amountUsd: '20.5', mirrorExits: true });
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

/** A call of $41, 80 shares, that has been followed. */
async function followedCall(body: object = {}): Promise<string> {
  const { id } = await group.call(body);
  await world.drain();
  return id;
}
/** The leader sells so many of the shares at 0.5. */
const sells = (id: string, shares: number) =>
  done(group.leader, id, 'sell', { amountUsd: String(shares / 2) });
const left = async (user: TestUser, id: string): Promise<string> =>
  (await seen(user, id)).remainingTokenAmount;
const sold = async (user: TestUser) => (await group.history(user))[0]?.trade?.tokenAmount;
const release = () => hold(world, false);

test('a part of the sale and the close take the same part of what the follow still holds', async () => {
  const id = await followedCall();
  // 20 of 80, a quarter: 10 of 40.
  await sells(id, 20);
  await world.drain();
  const [exit] = await group.history(mirror);
  expect(exit).toMatchObject({ side: 'SELL', status: 'FILLED', proposalId: id });
  // 10 × 0.5 = 5; the fee is 10 × 0.0125. 979.5 + 4.875
  expect(fillOf(exit?.trade)).toEqual(['10', '0.5', '5', '0.125']);
  expect([await left(mirror, id), await cash(mirror)]).toEqual(['30', '984.375']);
  // 45 of the 60 that are left: three quarters of 30.
  await sells(id, 45);
  await world.drain();
  expect([await sold(mirror), await left(mirror, id)]).toEqual(['22.5', '7.5']);
  await done(group.leader, id, 'close');
  await world.drain();
  expect([await sold(mirror), await left(mirror, id)]).toEqual(['7.5', '0']);
  // 1000 − 20.5 + 40 × 0.5 − 40 × 0.0125, of which each exit has paid its own: 0.125, 0.28125 in
  // five decimals, 0.09375.
  expect(await cash(mirror)).toBe('999');
  expect(await left(keeper, id)).toBe('40');
  expect(await group.results(keeper)).toEqual(['BUY FILLED']);
});

test('a part that the venue does not take is raised to the least it takes', async () => {
  const id = await followedCall();
  // 8 of 80: a tenth of 40 are 4, below the 5 of the market.
  await sells(id, 8);
  await world.drain();
  expect([await sold(mirror), await left(mirror, id)]).toEqual(['5', '35']);
});

test('a part that would leave too little to sell takes everything', async () => {
  const id = await followedCall();
  // 72 of 80: nine tenths of 40 are 36, and the 4 that would be left could never be sold.
  await sells(id, 72);
  await world.drain();
  expect([await sold(mirror), await left(mirror, id)]).toEqual(['40', '0']);
  await done(group.leader, id, 'close');
  await world.drain();
  expect((await group.results(mirror)).length).toBe(2);
});

test('a follow below the minimum of the venue stays until the resolution', async () => {
  const market = OTHERS[0] as Named;
  await world.pin('0.8', market.marketId);
  // 4 ÷ 0.808 a share (0.8 and 0.05 × 0.16): 4.95 shares, although $4 are the market's minimum.
  const small = await group.member({ amountUsd: '4', mirrorExits: true });
  const id = await followedCall(market);
  expect(await left(small, id)).toBe('4.95');
  await done(group.leader, id, 'close');
  await world.drain();
  expect(await group.results(small)).toEqual(['SELL SKIPPED BELOW_MINIMUM', 'BUY FILLED']);
  expect(await left(small, id)).toBe('4.95');
  await world.resolve('VOID', market.marketId);
  // 4.95 × 0.5
  expect((await done(small, id, 'claim')).amountClaimedUsd).toBe('2.475');
});

test.each([
  ['sold a part of', (id: string) => done(touched, id, 'sell', { amountUsd: '4' })],
  ['bought more of', (id: string) => done(touched, id, 'predict', { amountUsd: '20.5' })],
])('a position that the member has %s by hand is left alone', async (_, touch) => {
  const id = await followedCall();
  await touch(id);
  const held = await left(touched, id);
  await sells(id, 20);
  await done(group.leader, id, 'close');
  await world.drain();
  expect([await left(touched, id), await group.results(touched)]).toEqual([held, ['BUY FILLED']]);
  expect(await left(mirror, id)).toBe('0');
});

test('a position touched while its exit waits is skipped with the reason', async () => {
  const id = await followedCall();
  await hold(world, true);
  await done(group.leader, id, 'close');
  await done(touched, id, 'sell', { amountUsd: '4' });
  await release();
  expect(await group.result(touched)).toEqual(['SKIPPED', 'POSITION_TOUCHED']);
  expect([await left(touched, id), await left(mirror, id)]).toEqual(['32', '0']);
});

test('who bought by hand before an own follow fills is sold out of what the follow bought', async () => {
  await hold(world, true);
  const { id } = await group.call();
  await done(touched, id, 'predict', { amountUsd: '20.5' });
  await release();
  expect(await left(touched, id)).toBe('80');
  await done(group.leader, id, 'close');
  await world.drain();
  expect([await sold(touched), await left(touched, id)]).toEqual(['40', '40']);
});

test('exits have no price guard: a fall of the price does not stop them', async () => {
  const id = await followedCall();
  await hold(world, true);
  await done(group.leader, id, 'close');
  await world.pin('0.02');
  await release();
  // 40 × 0.02 = 0.8; the fee is 40 × 0.05 × 0.02 × 0.98 = 0.0392.
  const [exit] = await group.history(mirror);
  expect(fillOf(exit?.trade)).toEqual(['40', '0.02', '0.8', '0.0392']);
});

test('exits ask neither region nor membership of the vertical, and pass in reduce-only', async () => {
  const id = await followedCall();
  await world.test.sandbox('PUT', '/region', { userId: mirror.userId, country: 'KP' });
  await group.autoBuy(mirror, { amountUsd: '20.5', mirrorExits: true, verticals: ['SPOT'] });
  await world.test.sandbox('PUT', '/trading/predictions', { mode: 'reduce-only' });
  await done(group.leader, id, 'close');
  await world.drain();
  expect(await group.result(mirror)).toEqual(['FILLED', undefined]);
  await world.test.sandbox('PUT', '/trading/predictions', { mode: 'enabled' });
});

test.each([
  ['LEFT_GROUP', (user: TestUser) => user.post(`/groups/${group.groupId}/leave`)],
  ['DISABLED', (user: TestUser) => group.autoBuy(user, { amountUsd: '20.5', mirrorExits: false })],
  ['TRADING_HALTED', () => trading('halted')],
  ['MARKET_NOT_ACTIVE', () => world.status('paused')],
  ['EXPIRED', () => world.test.sandbox('POST', '/clock', { advanceMs: 60_001 })],
])('%s while the exit waits: the member keeps', async (code, change) => {
  const id = await followedCall();
  await hold(world, true);
  await done(group.leader, id, 'close');
  await change(mirror);
  await release();
  expect(await group.results(mirror)).toEqual([`SELL SKIPPED ${code}`, 'BUY FILLED']);
  expect(await left(mirror, id)).toBe('40');
  await trading('enabled');
  await world.status(null);
  expect((await act(mirror, id, 'sell', { max: true })).status).toBe(200);
});
const trading = (mode: string) => world.test.sandbox('PUT', '/trading/predictions', { mode });

test("exits that wait together are made in the order of the leader's sales", async () => {
  const id = await followedCall();
  await hold(world, true);
  await sells(id, 20);
  await done(group.leader, id, 'close');
  await release();
  const [last, first] = await group.history(mirror);
  expect([first?.trade?.tokenAmount, last?.trade?.tokenAmount]).toEqual(['10', '30']);
});

test('a sale of another member, even a leader, is not mirrored; nor is a close by another', async () => {
  await group.leader.post(`/groups/${group.groupId}/members/${keeper.userId}/promote`);
  const id = await followedCall();
  await done(keeper, id, 'sell', { amountUsd: '10' });
  const { trade, proposal } = await done(keeper, id, 'close');
  expect([trade, proposal.status]).toEqual([null, 'CLOSED']);
  await world.drain();
  expect(await group.results(mirror)).toEqual(['BUY FILLED']);
  // The creator's own sale afterwards is.
  await done(group.leader, id, 'sell', { max: true });
  await world.drain();
  expect([await left(mirror, id), await left(keeper, id)]).toEqual(['0', '20']);
});

test('at the resolution an exit that waits is too late, and the shares are claimed', async () => {
  const market = OTHERS[1] as Named;
  await world.pin('0.5', market.marketId);
  const id = await followedCall(market);
  await hold(world, true);
  await done(group.leader, id, 'close');
  await world.resolve('YES', market.marketId);
  await release();
  expect(await group.result(mirror)).toEqual(['SKIPPED', 'MARKET_NOT_ACTIVE']);
  expect((await done(mirror, id, 'claim')).amountClaimedUsd).toBe('40');
  expect(await sharesOf(mirror, market)).toEqual([0n, 0n]);
});

test('a call closes although nobody bids for a rest that the venue would not take', async () => {
  // In its last hours nothing is offered of YES, so nobody bids for NO.
  const late: Named = {
    eventId: 'billboard-new-number-one-on-march-3-2026',
    marketId: 'will-the-billboard-number-one-change-on-march-3-2026',
  };
  await script(world.test, 'ok');
  await world.pin('0.1', late.marketId);
  // 4.5 ÷ (0.9 + 0.05 × 0.09) = 4.97 shares, just below the five.
  const { id } = await group.call({ ...late, isYes: false, amountUsd: '4.5' });
  await world.test.sandbox('DELETE', `/prices/market/${late.marketId}`);
  const { proposal, trade } = await done(group.leader, id, 'close');
  expect([proposal.status, trade, await left(group.leader, id)]).toEqual(['CLOSED', null, '4.97']);
});
