import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import {
  checkFunds,
  type Following,
  following,
  hold,
  nothing,
  OTHERS,
  script,
  sharesOf,
} from './prediction-flow.ts';
import {
  act,
  cash,
  done,
  type Named,
  type PredictionWorld,
  seen,
  startPredictionWorld,
} from './prediction-world.ts';

/** Long enough to look at the follows while their orders are in flight. */
const DELAY_MS = 900;

let world: PredictionWorld;
let group: Following;
/** Follows with $20.503, of which 40 shares at 0.5 take 20.5; one follow a day. */
let ada: TestUser;
/** Follows with $20.5 and mirrors exits. */
let bob: TestUser;
beforeAll(async () => {
  world = await startPredictionWorld();
});
beforeEach(async () => {
  await world.pin('0.5');
  group = await following(world);
  ada = await group.member({ amountUsd: '20.503', dailyLimitUsd: '20.503' });
  bob = await group.member({ amountUsd: '20.5', mirrorExits: true });
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

const trouble = (mode: string) => script(world.test, mode, { delayMs: DELAY_MS });
const ok = () => script(world.test, 'ok');
const left = async (user: TestUser, id: string): Promise<string | null> =>
  (await seen(user, id)).remainingTokenAmount;
const HELD = [40_000_000n, 0n];

/** The leader calls as usual; the orders of the follows meet a venue that does not answer. */
async function callIntoTrouble(mode: string, body: object = {}): Promise<string> {
  await hold(world, true);
  const { id } = await group.call(body);
  await trouble(mode);
  await world.test.sandbox('PUT', '/follow', { hold: false });
  await group.eventually('UNKNOWN', ada, bob);
  await ok();
  return id;
}

test.each(['unknown-then-filled', 'pending'])(
  '%s: the money is held while nothing is known, then the follow is FILLED',
  async (mode) => {
    const id = await callIntoTrouble(mode);
    const [waiting] = await group.history(ada);
    expect([waiting?.code, waiting?.settledAt, waiting?.trade]).toEqual(Array(3).fill(undefined));
    await checkFunds(ada, '979.497', ['20.503', 0n]);
    expect(await left(ada, id)).toBeNull();
    await world.pin('0.9');
    await world.drain();
    const [settled, ...others] = await group.history(ada);
    expect([settled?.id, settled?.status, others]).toEqual([waiting?.id, 'FILLED', []]);
    // Filled at the price of submission.
    expect([settled?.trade.tokenAmount, settled?.trade.pricePerTokenUsd]).toEqual(['40', '0.5']);
    await checkFunds(ada, '979.5', nothing);
    expect(await sharesOf(ada)).toEqual(HELD);
  },
);

test('unknown, then failed: FAILED, the money is back, and so is the budget of the day', async () => {
  await callIntoTrouble('unknown-then-failed');
  await world.drain();
  const [failed] = await group.history(ada);
  expect(failed).toMatchObject({ status: 'FAILED', code: 'FUNDING_REFUNDED' });
  expect(failed?.message).toMatch(/^[A-Z].+\.$/);
  await checkFunds(ada, '1000', nothing);
  expect(await sharesOf(ada)).toEqual([0n, 0n]);
  // The limit of one follow a day has room for one again, and for no more.
  for (const [n, code] of [[0], [1, 'DAILY_LIMIT']] as const) {
    const market = OTHERS[n] as Named;
    await world.pin('0.5', market.marketId);
    await group.call(market);
    await world.drain();
    expect(await group.result(ada)).toEqual([code ? 'SKIPPED' : 'FILLED', code]);
  }
});

test('a follow that fills only after the close is sold as the others were', async () => {
  const id = await callIntoTrouble('unknown-then-filled');
  await done(group.leader, id, 'close');
  expect(await group.results(bob)).toEqual(['BUY UNKNOWN']);
  await world.drain();
  expect(await group.results(bob)).toEqual(['SELL FILLED', 'BUY FILLED']);
  // 1000 − 20.5 + 20 − 0.5
  expect([await left(bob, id), await cash(bob)]).toEqual(['0', '999']);
  // Ada does not mirror exits.
  expect(await left(ada, id)).toBe('40');
});

test('a follow that fills while the close is in flight is sold with the others', async () => {
  const id = await callIntoTrouble('unknown-then-filled');
  await script(world.test, 'pending', { delayMs: 2 * DELAY_MS, count: 1 });
  const closing = done(group.leader, id, 'close');
  await group.eventually('FILLED', bob);
  expect((await closing).proposal.status).toBe('CLOSED');
  await world.drain();
  expect(await group.results(bob)).toEqual(['SELL FILLED', 'BUY FILLED']);
  expect(await left(bob, id)).toBe('0');
});

test('a follow that fills only after the resolution is claimed', async () => {
  const market = OTHERS[2] as Named;
  await world.pin('0.5', market.marketId);
  const id = await callIntoTrouble('unknown-then-filled', market);
  await done(group.leader, id, 'close');
  await world.resolve('YES', market.marketId);
  expect(await group.results(ada)).toEqual(['BUY FILLED']);
  expect((await done(ada, id, 'claim')).amountClaimedUsd).toBe('40');
  // Bob's exit was told again, but there is no market any more; the claim is his as well.
  expect(await group.results(bob)).toEqual(['SELL SKIPPED MARKET_NOT_ACTIVE', 'BUY FILLED']);
  expect((await done(bob, id, 'claim')).amountClaimedUsd).toBe('40');
});

test('a follow still queued at the resolution is too late', async () => {
  const market = OTHERS[3] as Named;
  await world.pin('0.5', market.marketId);
  await hold(world, true);
  await group.call(market);
  await world.resolve('YES', market.marketId);
  await hold(world, false);
  expect(await group.results(bob)).toEqual(['BUY SKIPPED PROPOSAL_CLOSED']);
  expect(await cash(bob)).toBe('1000');
});

test('an exit whose outcome is unknown holds the shares until it is known', async () => {
  const { id } = await group.call();
  await world.drain();
  await hold(world, true);
  await done(group.leader, id, 'close');
  await trouble('unknown-then-failed');
  await world.test.sandbox('PUT', '/follow', { hold: false });
  await group.eventually('UNKNOWN', bob);
  await ok();
  expect(await sharesOf(bob)).toEqual([40_000_000n, 40_000_000n]);
  const twice = await act(bob, id, 'sell', { max: true });
  expect([twice.status, twice.body.code]).toEqual([400, 'NO_POSITION']);
  await world.drain();
  expect(await group.result(bob)).toEqual(['FAILED', 'FUNDING_REFUNDED']);
  // Nothing was sold; the member can do it by hand.
  expect(await sharesOf(bob)).toEqual(HELD);
  expect((await done(bob, id, 'sell', { max: true })).trade.tokenAmount).toBe('40');
});

test('an exit counts what another one, still in flight, will sell', async () => {
  const { id } = await group.call();
  await world.drain();
  await hold(world, true);
  // 40 of the leader's 80.
  await done(group.leader, id, 'sell', { amountUsd: '20' });
  await trouble('unknown-then-filled');
  await world.test.sandbox('PUT', '/follow', { hold: false });
  await group.eventually('UNKNOWN', bob);
  await ok();
  // Then half of the rest: of bob's 40 half is on its way, half of what is left are 10.
  await done(group.leader, id, 'sell', { amountUsd: '10' });
  await group.eventually('FILLED', bob);
  expect((await group.history(bob))[0]?.trade.tokenAmount).toBe('10');
  await world.drain();
  expect(await left(bob, id)).toBe('10');
  await done(group.leader, id, 'close');
  await world.drain();
  expect(await left(bob, id)).toBe('0');
});

/** Waits until every queued follow has been claimed so many times. */
async function triedAtLeast(times: number): Promise<void> {
  const { reads } = world.test.app.services.database;
  const statement = {
    name: 'claims of queued follows',
    text: `select coalesce(min(fence), 0) as least from follow where status = 'QUEUED'`,
  };
  await eventually('the follows are tried', async () => {
    const [row] = await reads.query<{ least: number }>(statement);
    return Number(row?.least) >= times;
  });
}

test('a venue that is down is tried again until it works', async () => {
  await hold(world, true);
  await group.call();
  await trouble('down');
  await world.test.sandbox('PUT', '/follow', { hold: false });
  await triedAtLeast(2);
  expect(await group.result(bob)).toEqual(['QUEUED', undefined]);
  expect(await cash(bob)).toBe('1000');
  await ok();
  await world.drain();
  expect([await group.results(bob), await cash(bob)]).toEqual([['BUY FILLED'], '979.5']);
});

test('tried until the deadline, then EXPIRED; what the venue refuses for good is final', async () => {
  await hold(world, true);
  await group.call();
  await trouble('down');
  await world.test.sandbox('PUT', '/follow', { hold: false });
  await triedAtLeast(2);
  await world.test.sandbox('POST', '/clock', { advanceMs: 60_000 });
  await group.eventually('SKIPPED', ada, bob);
  expect(await group.results(bob)).toEqual(['BUY SKIPPED EXPIRED']);
  expect(await cash(bob)).toBe('1000');

  const market = OTHERS[4] as Named;
  await ok();
  await world.pin('0.5', market.marketId);
  await hold(world, true);
  await group.call(market);
  await trouble('reject');
  await hold(world, false);
  await ok();
  expect(await group.result(bob)).toEqual(['FAILED', 'ORDER_REJECTED']);
  expect(await group.result(ada)).toEqual(['FAILED', 'ORDER_REJECTED']);
  expect(await cash(bob)).toBe('1000');
});
