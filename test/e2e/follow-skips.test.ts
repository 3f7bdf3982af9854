import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { type FollowWorld, mintOf, SOL, startFollowWorld } from './follow-world.ts';

const WEEK_MS = 7 * 86_400_000;

let world: FollowWorld;
let count = 0;
beforeAll(async () => {
  world = await startFollowWorld({ SKEIN_GEO_SPOT_BLOCKED: 'KP' });
});
afterAll(() => world.stop());

/** Every test has a call of its own, on another day, at the usual price. */
beforeEach(async () => {
  await world.advance(WEEK_MS);
  await world.service.pin(SOL, '200');
  await world.service.sandbox('PUT', '/trading/spot', { mode: 'enabled' });
  const { leader, groupId } = world;
  for (const { proposal } of await leader.get(`/spot/proposals?groupId=${groupId}&status=open`)) {
    await world.close(proposal.id);
  }
  await world.release();
  await world.hold(true);
});

/** A member of this test who follows with $25, unless it is said otherwise. */
const follower = (change: object = {}, depositUsd = '1000'): Promise<TestUser> => {
  count += 1;
  return world.member(`member_${count}`, { amountUsd: '25', ...change }, { depositUsd });
};
const kick = ({ userId }: TestUser) =>
  world.leader.post(`/groups/${world.groupId}/members/${userId}/kick`);
const disable = (user: TestUser) =>
  user.post(`/groups/${world.groupId}/auto-buy`, { enabled: false });
const barred = ({ userId }: TestUser) =>
  world.service.sandbox('PUT', '/region', { userId, country: 'KP' });
const halt = () => world.service.sandbox('PUT', '/trading/spot', { mode: 'halted' });

/** The follow of a user ends SKIPPED with this code and a text; a bystander's ends FILLED. */
async function expectSkipped(user: TestUser, code: string, cash = '1000'): Promise<void> {
  const [follow] = await world.history(user);
  expect(follow).toMatchObject({ status: 'SKIPPED', code, vertical: 'SPOT', side: 'BUY' });
  expect(follow?.message).toMatch(/^[A-Z].+\.$/);
  expect(follow?.settledAt).toBeDefined();
  expect(follow?.trade).toBeUndefined();
  expect([await world.cash(user), await world.units(user)]).toEqual([cash, '0']);
  await world.service.audit();
}

test('LEFT_GROUP: kicked, or left, while the follow waits', async () => {
  const [kicked, left, stays] = [await follower(), await follower(), await follower()];
  await world.open();
  await kick(kicked);
  await left.post(`/groups/${world.groupId}/leave`);
  await world.release();
  await expectSkipped(kicked, 'LEFT_GROUP');
  await expectSkipped(left, 'LEFT_GROUP');
  expect(await world.result(stays)).toEqual(['FILLED', undefined]);
});

test('DISABLED: auto-buy switched off while the follow waits', async () => {
  const user = await follower();
  await world.open();
  await disable(user);
  await world.release();
  await expectSkipped(user, 'DISABLED');
});

test('VERTICAL_OFF: the member follows other kinds of trades', async () => {
  const user = await follower({ verticals: ['PREDICTION', 'PERP'] });
  const same = await follower({ verticals: ['SPOT'] });
  await world.open();
  await world.release();
  await expectSkipped(user, 'VERTICAL_OFF');
  expect(await world.result(same)).toEqual(['FILLED', undefined]);
});

test('GEO_RESTRICTED: the region last seen of the member is barred', async () => {
  const user = await follower();
  await barred(user);
  await world.open();
  await world.release();
  await expectSkipped(user, 'GEO_RESTRICTED');
});

test('PROPOSAL_CLOSED: the leader closed before the follow was made', async () => {
  const user = await follower();
  const { proposalId } = await world.open();
  await world.close(proposalId);
  await world.release();
  await expectSkipped(user, 'PROPOSAL_CLOSED');
});

test.each(['halted', 'reduce-only'])('TRADING_HALTED: the switch is %s', async (mode) => {
  const user = await follower();
  await world.open();
  await world.service.sandbox('PUT', '/trading/spot', { mode });
  await world.release();
  await expectSkipped(user, 'TRADING_HALTED');
});

test('BELOW_MINIMUM: under the floor of a manual trade, $1, and not rounded up to it', async () => {
  const user = await follower({ amountUsd: '0.999999' });
  const atFloor = await follower({ amountUsd: '1' });
  await world.open();
  await world.release();
  await expectSkipped(user, 'BELOW_MINIMUM');
  expect(await world.result(atFloor)).toEqual(['FILLED', undefined]);
});

test('DAILY_LIMIT: what follows spend in a UTC day stays within it', async () => {
  const user = await follower({ dailyLimitUsd: '50' });
  const JUP = mintOf('JUP');
  const BONK = mintOf('BONK');
  await world.service.pin(JUP, '0.5');
  await world.service.pin(BONK, '0.00002');
  await world.open(SOL);
  await world.open(JUP);
  await world.release();
  // 25 + 25 reach the limit, the third would pass it.
  await world.open(BONK);
  await world.drain();
  expect((await world.history(user)).map(({ status, code }) => [status, code])).toEqual([
    ['SKIPPED', 'DAILY_LIMIT'],
    ['FILLED', undefined],
    ['FILLED', undefined],
  ]);
  expect(await world.cash(user)).toBe('950');
  // The next UTC day has a limit of its own.
  await world.advance(86_400_000);
  await world.close((await world.history(user))[0]?.proposalId ?? '');
  await world.open(BONK);
  await world.drain();
  expect(await world.result(user)).toEqual(['FILLED', undefined]);
  expect(await world.cash(user)).toBe('925');
  await world.service.audit();
});

test('DAILY_LIMIT: a limit counts what follows have spent that day before it was set', async () => {
  const user = await follower();
  await world.open(SOL);
  await world.release();
  await world.autoBuy(user, { amountUsd: '25', dailyLimitUsd: '50' });
  await world.open(mintOf('JUP'));
  await world.drain();
  expect(await world.result(user)).toEqual(['FILLED', undefined]);
  await world.open(mintOf('BONK'));
  await world.drain();
  expect(await world.result(user)).toEqual(['SKIPPED', 'DAILY_LIMIT']);
  // Leaving and coming back does not refill it.
  await user.post(`/groups/${world.groupId}/leave`);
  await user.post(`/groups/${world.groupId}/join`);
  await world.autoBuy(user, { amountUsd: '25', dailyLimitUsd: '50' });
  await world.open(mintOf('JTO'));
  await world.drain();
  expect(await world.result(user)).toEqual(['SKIPPED', 'DAILY_LIMIT']);
  expect(await world.cash(user)).toBe('950');
});

test('INSUFFICIENT_FUNDS: the wallet holds a unit less than the amount', async () => {
  const user = await follower({}, '24.999999');
  const exact = await follower({}, '25');
  await world.open();
  await world.release();
  await expectSkipped(user, 'INSUFFICIENT_FUNDS', '24.999999');
  expect([await world.result(exact), await world.cash(exact)]).toEqual([
    ['FILLED', undefined],
    '0',
  ]);
});

test('NO_LIQUIDITY: the venue cannot fill the amount within its price bound', async () => {
  // IOT has a pool of $900,000: $20,000 move its average by 20,000 ÷ 450,000 = 4.4 %, over 1 %.
  const user = await follower({ amountUsd: '20000' }, '50000');
  const small = await follower({ amountUsd: '25' });
  await world.open(mintOf('IOT'), '25');
  await world.release();
  await expectSkipped(user, 'NO_LIQUIDITY', '50000');
  expect(await world.result(small)).toEqual(['FILLED', undefined]);
});

test('EXPIRED: 60 seconds are time enough, a millisecond more is too late', async () => {
  const user = await follower();
  await world.open();
  await world.advance(60_000);
  await world.release();
  expect(await world.result(user)).toEqual(['FILLED', undefined]);
  const late = await follower();
  await world.hold(true);
  await world.service.pin(mintOf('JUP'), '0.5');
  const { proposalId } = await world.open(mintOf('JTO'));
  await world.advance(60_001);
  await world.release();
  await expectSkipped(late, 'EXPIRED');
  expect((await world.history(late))[0]?.proposalId).toBe(proposalId);
});

test('of several reasons the first of the published order is given', async () => {
  const all = { amountUsd: '0.5', dailyLimitUsd: '0.1', verticals: ['SPOT'] };
  const left = await follower(all, '0.1');
  const off = await follower(all, '0.1');
  const vertical = await follower(all, '0.1');
  const region = await follower(all, '0.1');
  const closed = await follower(all, '0.1');
  const { proposalId } = await world.open();
  for (const user of [left, off, vertical]) {
    await user.post(`/groups/${world.groupId}/auto-buy`, {
      enabled: true,
      ...all,
      verticals: ['PERP'],
    });
  }
  for (const user of [left, off, vertical, region]) await barred(user);
  for (const user of [left, off]) await disable(user);
  await kick(left);
  await world.close(proposalId);
  await halt();
  await world.service.pin(SOL, '900');
  await world.advance(60_001);
  await world.release();
  await expectSkipped(left, 'LEFT_GROUP', '0.1');
  await expectSkipped(off, 'DISABLED', '0.1');
  await expectSkipped(vertical, 'VERTICAL_OFF', '0.1');
  await expectSkipped(region, 'GEO_RESTRICTED', '0.1');
  await expectSkipped(closed, 'PROPOSAL_CLOSED', '0.1');
});

test('the reasons of money, price and time come in the published order, too', async () => {
  const halted = await follower({ amountUsd: '0.5', dailyLimitUsd: '0.1' }, '0.1');
  await world.open();
  await world.service.pin(SOL, '900');
  await world.advance(60_001);
  await halt();
  await world.release();
  await expectSkipped(halted, 'TRADING_HALTED', '0.1');

  await world.service.sandbox('PUT', '/trading/spot', { mode: 'enabled' });
  await world.hold(true);
  const minimum = await follower({ amountUsd: '0.5', dailyLimitUsd: '0.1' }, '0.1');
  const limit = await follower({ amountUsd: '25', dailyLimitUsd: '24' }, '0.1');
  const funds = await follower({ amountUsd: '25' }, '0.1');
  const moved = await follower({ amountUsd: '25' });
  await world.service.pin(mintOf('JUP'), '0.5');
  await world.open(mintOf('JUP'));
  await world.service.pin(mintOf('JUP'), '0.9');
  await world.advance(60_001);
  await world.release();
  await expectSkipped(minimum, 'BELOW_MINIMUM', '0.1');
  await expectSkipped(limit, 'DAILY_LIMIT', '0.1');
  await expectSkipped(funds, 'INSUFFICIENT_FUNDS', '0.1');
  await expectSkipped(moved, 'PRICE_MOVED');
});
