import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { closeAll, type Flock, increase } from './perp-world.ts';
import {
  callPrediction,
  callSpot,
  type Json,
  MARKETS,
  type PortfolioWorld,
  startPortfolioWorld,
} from './portfolio-world.ts';
import { done } from './prediction-world.ts';
import { mints } from './world.ts';

/** A second process, which keeps what it has shown in a memory of its own. */
let world: PortfolioWorld;
let other: TestApp;
let flock: Flock;
let leader: TestUser;
let member: TestUser;
beforeAll(async () => {
  world = await startPortfolioWorld();
  other = await startTestApp({}, { database: world.test.database });
});
beforeEach(async () => {
  await world.reset();
  flock = await world.flock();
  ({ leader, member } = flock);
});
afterAll(async () => {
  await world.test.audit();
  await other.stop();
  await world.test.stop();
});

/** Whether there is exactly one position; it. */
const only = async (user: TestUser, list: 'perps' | 'spot' | 'predictions'): Promise<Json> => {
  const { [list]: found } = await user.get('/positions');
  expect(found).toHaveLength(1);
  return found[0];
};

it('shows what another process has committed the moment before', async () => {
  const there = other.at(leader);
  const id = await callSpot(flock, leader);
  const { proposalId, assignmentId } = await flock.open();
  const prediction = await callPrediction(flock, leader, MARKETS.cut);
  for (let n = 1; n <= 3; n += 1) {
    // $100 and n times $30: 99.5 ÷ 150 = 0.663333333 and 29.85 ÷ 150 = 0.199.
    await there.get('/positions');
    await leader.post(`/spot/proposals/${id}/buy`, { amountUsd: '30' });
    const { userPosition } = await only(there, 'spot');
    expect(userPosition.currentTokenAmountRaw).toBe(String(663_333_333 + n * 199_000_000));
    await leader.post(`/perps/positions/${assignmentId}/add`, { collateralUsd: '10' });
    // 100 − 0.35 and n times 10.
    expect((await only(there, 'perps')).collateralBalanceUsdc).toBe(`${99 + n * 10}.65`);
    await done(leader, prediction, 'sell', { amountUsd: '10' });
    expect((await only(there, 'predictions')).remainingTokenAmount).toBe(String(80 - n * 20));
  }
  await leader.post(`/perps/proposals/${proposalId}/close`);
  await leader.post(`/spot/proposals/${id}/close`);
  await done(leader, prediction, 'sell', { max: true });
  expect(await there.get('/positions')).toEqual({ perps: [], spot: [], predictions: [] });
  const past = await there.get('/positions/past');
  expect(past).toEqual(await leader.get('/positions/past'));
  expect(past.spot[0].proposal.closedAt).not.toBeNull();
});

it('is priced at the pin of the moment', async () => {
  await callSpot(flock, leader);
  await callPrediction(flock, leader, MARKETS.cut);
  await flock.open();
  for (const [token, yes, mark] of [
    ['160', '0.6', '101'],
    ['140', '0.4', '99'],
  ] as const) {
    await world.pinToken(mints.sol, token);
    await world.pinMarket(yes, MARKETS.cut);
    await world.pin('SOL', mark);
    expect((await only(leader, 'spot')).userPosition.currentPriceUsd).toBe(token);
    const { market, userPosition } = await only(leader, 'predictions');
    expect([market.yesPrice, userPosition.currentPriceUsd]).toEqual([yes, yes]);
    // 10 units for one dollar each.
    const gained = mark === '101' ? '10' : '-10';
    expect((await only(leader, 'perps')).unrealizedPnlUsd).toBe(gained);
  }
  await world.status('closed', MARKETS.cut);
  expect((await only(leader, 'predictions')).market.status).toBe('closed');
  await world.status('active', MARKETS.cut);
  expect((await only(leader, 'predictions')).market.status).toBe('active');
});

it('counts who takes part at once, and soon where another process has booked it', async () => {
  const there = other.at(leader);
  const spot = await callSpot(flock, leader);
  const prediction = await callPrediction(flock, leader, MARKETS.cut);
  const { proposalId } = await flock.open();
  const counts = async (user: TestUser) => {
    const { perps, spot: tokens, predictions } = await user.get('/positions');
    return [perps, tokens, predictions].map(([first]) => first.participantCount);
  };
  expect([await counts(leader), await counts(there)]).toEqual([
    [1, 1, 1],
    [1, 1, 1],
  ]);
  await member.post(`/spot/proposals/${spot}/buy`, { amountUsd: '50' });
  expect(await counts(leader)).toEqual([1, 2, 1]);
  await done(member, prediction, 'predict', { amountUsd: '41' });
  expect(await counts(leader)).toEqual([1, 2, 2]);
  const { assignmentId } = await increase(member, proposalId);
  expect(await counts(leader)).toEqual([2, 2, 2]);
  await eventually('the other process counts them', async () =>
    (await counts(there)).every((count) => count === 2),
  );
  // Open positions are counted of perpetuals, all that ever were of the others.
  await closeAll(member, assignmentId);
  await member.post(`/spot/proposals/${spot}/sell`, { max: true });
  expect(await counts(leader)).toEqual([1, 2, 2]);
  await eventually('the other process sees it, too', async () => (await counts(there))[0] === 1);
});
