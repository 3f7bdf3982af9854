import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { type Following, following } from './perp-following.ts';
import { cash, type Flock, type PerpWorld, startPerpWorld } from './perp-world.ts';

let world: PerpWorld;
let flock: Flock;
let follows: Following;
let leader: TestUser;
beforeAll(async () => {
  world = await startPerpWorld();
});
beforeEach(async () => {
  await world.reset();
  await world.script('ok');
  flock = await world.flock();
  follows = following(world, flock);
  ({ leader } = flock);
  await follows.hold();
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

const kick = ({ userId }: TestUser) =>
  leader.post(`/groups/${flock.groupId}/members/${userId}/kick`);
const disable = (user: TestUser) =>
  user.post(`/groups/${flock.groupId}/auto-buy`, { enabled: false });
const barred = ({ userId }: TestUser) =>
  world.test.sandbox('PUT', '/region', { userId, country: 'US' });
const close = (proposalId: string) => leader.post(`/perps/proposals/${proposalId}/close`);
/** A state of a membership that no route leads to from here. */
async function suspend(user: TestUser): Promise<void> {
  const client = new pg.Client(world.test.database.clientConfig);
  await client.connect();
  const text = `update membership set suspended = true, subscription_status = 'PAST_DUE',
      subscription_fee = 2000000
    where group_id = $1 and user_id = $2`;
  await client.query(text, [flock.groupId, user.userId]);
  await client.end();
}

/** The follow of a user ends SKIPPED with this code and a text, and nothing has moved. */
async function expectSkipped(user: TestUser, code: string, money = '1000'): Promise<void> {
  const [follow] = await follows.history(user);
  expect(follow).toMatchObject({ status: 'SKIPPED', code, vertical: 'PERP', side: 'LONG' });
  expect(follow?.message).toMatch(/^[A-Z].+\.$/);
  expect(follow?.settledAt).toBeDefined();
  expect(follow?.trade).toBeUndefined();
  expect([await cash(user), await user.get('/perps/positions?filter=all')]).toEqual([money, []]);
}

it('LEFT_GROUP, DISABLED, SUBSCRIPTION_REQUIRED, GEO_RESTRICTED: the member has changed', async () => {
  const [kicked, left, off, unpaid, abroad, stays] = [
    await follows.follower(),
    await follows.follower(),
    await follows.follower(),
    await follows.follower(),
    await follows.follower(),
    await follows.follower(),
  ];
  await flock.open();
  await kick(kicked);
  await left.post(`/groups/${flock.groupId}/leave`);
  await disable(off);
  await suspend(unpaid);
  await barred(abroad);
  await follows.release();
  await expectSkipped(kicked, 'LEFT_GROUP');
  await expectSkipped(left, 'LEFT_GROUP');
  await expectSkipped(off, 'DISABLED');
  await expectSkipped(unpaid, 'SUBSCRIPTION_REQUIRED');
  await expectSkipped(abroad, 'GEO_RESTRICTED');
  expect(await follows.result(stays)).toEqual(['FILLED', undefined]);
});

it('PROPOSAL_CLOSED: the leader was out before the follow was made', async () => {
  const user = await follows.follower();
  const { proposalId } = await flock.open();
  await close(proposalId);
  await follows.release();
  await expectSkipped(user, 'PROPOSAL_CLOSED');
});

it('PROPOSAL_CLOSED: the leader was liquidated before the follow was made', async () => {
  const user = await follows.follower();
  await flock.open();
  await world.move('93');
  await world.reset();
  await follows.release();
  await expectSkipped(user, 'PROPOSAL_CLOSED');
});

it.each(['halted', 'reduce-only'] as const)('TRADING_HALTED: the switch is %s', async (mode) => {
  const user = await follows.follower();
  await flock.open();
  await world.halt(mode);
  await follows.release();
  await world.halt('enabled');
  await expectSkipped(user, 'TRADING_HALTED');
});

it('BELOW_MINIMUM: under $5, or under a lot', async () => {
  const under = await follows.follower({ amountUsd: '4.999999' });
  const atFloor = await follows.follower({ amountUsd: '5' });
  // At 1x a lot of BTC takes $6.
  const noLot = await follows.follower({ amountUsd: '5.9', maxLeverage: '1' });
  await flock.open({ marketSymbol: 'BTC' });
  await follows.release();
  await expectSkipped(under, 'BELOW_MINIMUM');
  await expectSkipped(noLot, 'BELOW_MINIMUM');
  expect(await follows.result(atFloor)).toEqual(['FILLED', undefined]);
});

it('DAILY_LIMIT: what follows put in on a day stays within it', async () => {
  const user = await follows.follower({ dailyLimitUsd: '100' });
  await flock.open();
  await flock.open({ side: 'SHORT' });
  await follows.release();
  expect(await cash(user)).toBe('900');
  await flock.open();
  await follows.release();
  expect(await follows.result(user)).toEqual(['SKIPPED', 'DAILY_LIMIT']);
  // What comes back does not count.
  const [{ id }] = await user.get('/perps/positions');
  await user.post(`/perps/positions/${id}/reduce`, { reduceFraction: '1', isFullClose: true });
  await flock.open();
  await follows.release();
  expect(await follows.result(user)).toEqual(['SKIPPED', 'DAILY_LIMIT']);
});

it('POSITION_LIMIT: all subaccounts of the member are in use', async () => {
  const user = await follows.follower({ amountUsd: '5' });
  const { groupId } = await user.post('/groups', { name: 'Own', groupAccessType: 'PUBLIC' });
  const own = {
    groupId,
    marketSymbol: 'PUMP',
    side: 'LONG',
    collateralUsd: '5',
    leverage: '1',
  };
  await Promise.all(Array.from({ length: 100 }, () => user.post('/perps/proposals', own)));
  await flock.open();
  await follows.release();
  expect(await follows.result(user)).toEqual(['SKIPPED', 'POSITION_LIMIT']);
  expect(await cash(user)).toBe('500');
});

it('INSUFFICIENT_FUNDS: the wallet holds a millionth less', async () => {
  const short = await follows.follower({}, { depositUsd: '49.999999' });
  const exact = await follows.follower({}, { depositUsd: '50' });
  await flock.open();
  await follows.release();
  await expectSkipped(short, 'INSUFFICIENT_FUNDS', '49.999999');
  expect([await follows.result(exact), await cash(exact)]).toEqual([['FILLED', undefined], '0']);
});

it('NO_LIQUIDITY and failures: what the venue answers', async () => {
  const user = await follows.follower();
  for (const [mode, result] of [
    ['no-liquidity', ['SKIPPED', 'NO_LIQUIDITY']],
    ['reject', ['FAILED', 'ORDER_REJECTED']],
    ['unknown-then-failed', ['FAILED', 'FUNDING_REFUNDED']],
  ] as const) {
    await follows.hold();
    await flock.open({ collateralUsd: '5' });
    await world.script(mode, { count: 1, delayMs: 50 });
    await follows.release();
    expect([mode, await follows.result(user)]).toEqual([mode, result]);
    expect(await cash(user)).toBe('1000');
  }
});

it('a venue that is down is tried again, until the deadline', async () => {
  const user = await follows.follower();
  await flock.open();
  await world.script('down', { count: 2 });
  await follows.release();
  expect(await follows.result(user)).toEqual(['FILLED', undefined]);
  await follows.hold();
  await flock.open();
  await world.script('down');
  await world.test.sandbox('POST', '/clock', { advanceMs: 60_000 });
  await follows.release();
  expect(await follows.result(user)).toEqual(['SKIPPED', 'EXPIRED']);
});

it('EXPIRED: 60 seconds are time enough, a millisecond more is too late', async () => {
  const later = async (ms: number) => {
    await world.test.sandbox('POST', '/clock', { advanceMs: ms });
    await follows.release();
    await follows.hold();
  };
  const user = await follows.follower();
  await flock.open();
  await later(60_000);
  expect(await follows.result(user)).toEqual(['FILLED', undefined]);
  await flock.open();
  await later(60_001);
  expect(await follows.result(user)).toEqual(['SKIPPED', 'EXPIRED']);
});

it('of several reasons the first of the published order is given', async () => {
  const all = { amountUsd: '4', dailyLimitUsd: '1' };
  const poor = { depositUsd: '1' };
  const people: [user: TestUser, code: string][] = [];
  for (const code of ['LEFT_GROUP', 'DISABLED', 'SUBSCRIPTION_REQUIRED', 'VERTICAL_OFF']) {
    people.push([await follows.follower(all, poor), code]);
  }
  people.push([await follows.follower(all, poor), 'GEO_RESTRICTED']);
  people.push([await follows.follower(all, poor), 'PROPOSAL_CLOSED']);
  const [left, off, unpaid, vertical, abroad] = people.map(([user]) => user) as TestUser[];
  const { proposalId } = await flock.open();
  for (const user of [left, off, unpaid, vertical]) {
    await follows.autoBuy(user as TestUser, { ...all, verticals: ['SPOT'] });
  }
  for (const user of [left, off, unpaid, vertical, abroad]) await barred(user as TestUser);
  for (const user of [left, off, unpaid]) await suspend(user as TestUser);
  for (const user of [left, off]) await disable(user as TestUser);
  await kick(left as TestUser);
  await close(proposalId);
  await world.pin('SOL', '150');
  await world.halt('halted');
  await world.test.sandbox('POST', '/clock', { advanceMs: 60_001 });
  await follows.release();
  await world.halt('enabled');
  for (const [user, code] of people) await expectSkipped(user, code, '1');
});

it('the reasons of money, price and time come in the published order, too', async () => {
  const halted = await follows.follower({ amountUsd: '4' }, { depositUsd: '1' });
  await flock.open();
  await world.pin('SOL', '150');
  await world.halt('halted');
  await follows.release();
  await world.halt('enabled');
  await expectSkipped(halted, 'TRADING_HALTED', '1');

  await world.reset();
  await follows.hold();
  const poor = { depositUsd: '1' };
  const minimum = await follows.follower({ amountUsd: '4', dailyLimitUsd: '3' }, poor);
  // BTC goes up to 90000: a lot takes $9 at 1x.
  const noLot = { amountUsd: '8', dailyLimitUsd: '3', maxLeverage: '1' };
  const lot = await follows.follower(noLot, poor);
  const limit = await follows.follower({ dailyLimitUsd: '49' }, poor);
  const funds = await follows.follower({}, poor);
  const moved = await follows.follower();
  await flock.open({ marketSymbol: 'BTC' });
  await world.pin('BTC', '90000');
  await world.script('no-liquidity');
  await world.test.sandbox('POST', '/clock', { advanceMs: 60_001 });
  await follows.release();
  await world.script('ok');
  await expectSkipped(minimum, 'BELOW_MINIMUM', '1');
  await expectSkipped(lot, 'BELOW_MINIMUM', '1');
  await expectSkipped(limit, 'DAILY_LIMIT', '1');
  await expectSkipped(funds, 'INSUFFICIENT_FUNDS', '1');
  await expectSkipped(moved, 'PRICE_MOVED');
});
