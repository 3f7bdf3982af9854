import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import {
  act,
  done,
  MARKET,
  type Named,
  type PredictionWorld,
  runner,
  startPredictionWorld,
  units,
} from './prediction-world.ts';
import { mints, openGroup, propose } from './world.ts';

let world: PredictionWorld;
let leader: TestUser;
let member: TestUser;
let groupId: string;
const perp = (symbol: string, priceUsd: string) =>
  world.test.sandbox('PUT', `/prices/perp/${symbol}`, { priceUsd });
const token = (mint: string, priceUsd: string) => world.test.pin(mint, priceUsd);
const figures = async () => leader.get(`/groups/${groupId}`);

beforeAll(async () => {
  world = await startPredictionWorld({ SKEIN_ORDER_WAIT_MS: '50' });
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});
beforeEach(async () => {
  await token(mints.sol, '150');
  await token(mints.decimals6, '0.5');
  await perp('SOL', '100');
  [leader, member] = [await world.user(), await world.user()];
  groupId = await openGroup(leader);
  await member.post(`/groups/${groupId}/join`);
});
/** $41 for YES at 0.5: 80 shares. */
const predict = async (market: Named = MARKET): Promise<string> => {
  await world.pin('0.5', market.marketId);
  const body = { groupId, ...market, isYes: true, amountUsd: '41' };
  return (await leader.post('/predictions/proposals', body)).proposal.id;
};
/** All-time profit, and how many calls have closed, which the share of the one win tells. */
const closed = async (): Promise<[pnl: string, winRate: string]> => {
  const { performancePnl, winRate } = await figures();
  return [performancePnl.allTimePnl, winRate];
};
const long = async (more: object = {}): Promise<{ proposalId: string; assignmentId: string }> =>
  leader.post('/perps/proposals', {
    groupId,
    marketSymbol: 'SOL',
    side: 'LONG',
    collateralUsd: '100',
    leverage: '10',
    ...more,
  });

test('closed calls of all verticals make the figures of their group, to the last digit', async () => {
  const empty = await figures();
  expect(empty).toMatchObject({
    performancePnl: { allTimePnl: '0', pnl7Days: '0', pnl30Days: '0' },
    winRate: '0',
    participationRate: '0',
    tradeCount: 0,
    predictionCount: 0,
  });
  // $100 of SOL: 99.5 ÷ 150 = 0.663333333; at 180 119.399999 less 0.597: 118.802999 − 100.
  const sol = (await propose(leader, groupId, '100')).proposal.id;
  await member.post(`/spot/proposals/${sol}/buy`, { amountUsd: '20' });
  await token(mints.sol, '180');
  await leader.post(`/spot/proposals/${sol}/close`);
  // $50 of JUP: 49.75 ÷ 0.5 = 99.5; at 0.4 39.8 less 0.199: 39.601 − 50.
  const jup = (await propose(leader, groupId, '50', mints.decimals6)).proposal.id;
  await token(mints.decimals6, '0.4');
  await leader.post(`/spot/proposals/${jup}/close`);
  // $41 at 0.5 and 0.0125 a share of fee: 80 shares, which pay 80.
  await predict();
  await world.resolve('YES');
  // 1,000 lots at $1; 20 up; fees 0.35 and 1,020 × 0.035 % = 0.357.
  const { proposalId } = await long();
  await perp('SOL', '102');
  await leader.post(`/perps/proposals/${proposalId}/close`);

  const shown = await figures();
  expect(shown).toMatchObject({
    // 18.802999 − 10.399 + 39 + 19.293
    performancePnl: { allTimePnl: '66.696999', pnl7Days: '66.696999', pnl30Days: '66.696999' },
    // 3 of 4; (18.802999 − 20.798 + 95.121951219512195122 + 19.293) ÷ 4, a tie that goes to the even
    // digit; 4 × the sum of the squares less the square of the sum, its root ÷ 4.
    winRate: '75',
    avgReturn: '28.10498755487804878',
    volatility: '41.973067931597097435',
    biggestWin: '39',
    biggestLoss: '-10.399',
    participationRate: '100',
    // Two buys and two sales, the member's buy, the prediction, an opening and a close.
    tradeCount: 8,
    predictionCount: 1,
    memberCount: 2,
  });
  // Claims are trades of the history; what was paid out was counted when the market resolved.
  await world.at('2026-03-04T00:00:01.000Z');
  expect(await figures()).toEqual({ ...shown, tradeCount: 9 });
  await world.at('2026-03-11T00:00:00.000Z');
  expect((await figures()).performancePnl).toEqual({
    allTimePnl: '66.696999',
    pnl7Days: '0',
    pnl30Days: '66.696999',
  });
  const other = await openGroup(member);
  const bigger = (await propose(member, other, '500')).proposal.id;
  await token(mints.sol, '270');
  await member.post(`/spot/proposals/${bigger}/close`);
  expect([
    (await figures()).performanceRank,
    (await member.get(`/groups/${other}`)).performanceRank,
  ]).toEqual([2, 1]);
  await world.test.audit();
});

test('a prediction call that its creator closes ends with that sale', async () => {
  const market = runner('no-change');
  const id = await predict(market);
  expect(await closed()).toEqual(['0', '0']);
  await world.pin('0.6', market.marketId);
  await done(leader, id, 'close');
  // 80 × 0.6 less 80 × 0.05 × 0.24: 48 − 0.96 − 41. What the market then comes to changes nothing.
  expect(await closed()).toEqual(['6.04', '100']);
  await world.resolve('NO', market.marketId);
  expect(await closed()).toEqual(['6.04', '100']);
});

test('a call that another leader closes goes on until its creator has sold out', async () => {
  const market = runner('25-bps-decrease');
  const id = await predict(market);
  const { userId } = member;
  await leader.post(`/groups/${groupId}/members/${userId}/promote`);
  await done(member, id, 'close');
  await world.pin('0.7', market.marketId);
  await done(leader, id, 'sell', { amountUsd: '28' });
  expect(await closed()).toEqual(['0', '0']);
  await done(leader, id, 'sell', { max: true });
  // 40 shares and 40: 56 less 80 × 0.05 × 0.21 = 0.84.
  expect(await closed()).toEqual(['14.16', '100']);
});

test('a call whose creator has sold out ends when it takes no more entries', async () => {
  const market = runner('50-bps-decrease');
  const id = await predict(market);
  await world.pin('0.4', market.marketId);
  await done(leader, id, 'sell', { max: true });
  // Who has sold may still buy again.
  expect(await closed()).toEqual(['0', '0']);
  const { userId } = member;
  await leader.post(`/groups/${groupId}/members/${userId}/promote`);
  await done(member, id, 'close');
  // 32 − 0.96 − 41
  expect(await closed()).toEqual(['-9.96', '0']);
});

test('a resolution values what is left at what it pays; an order that settles later corrects it', async () => {
  const market = runner('25-bps-increase');
  const id = await predict(market);
  await world.test.sandbox('PUT', '/venues/predictions/behaviour', {
    mode: 'unknown-then-filled',
    delayMs: 3_600_000,
    count: 1,
  });
  await world.pin('0.6', market.marketId);
  const pending = await act(leader, id, 'sell', { amountUsd: '24' });
  expect(pending.status).toBe(202);
  const control = `/predictions/markets/${market.marketId}/resolve`;
  await world.test.sandbox('POST', control, { result: 'NO' });
  await eventuallyClosed();
  // 80 shares that pay nothing.
  expect(await closed()).toEqual(['-41', '0']);
  await world.test.app.services.database.withClient((client) =>
    client.query(`update intent set due_at = now() where status in ('SUBMITTED', 'UNKNOWN')`),
  );
  await world.drain();
  // 40 of them were sold at 0.6 before: 24 less 40 × 0.05 × 0.24 = 0.48.
  expect(await closed()).toEqual(['-17.48', '0']);
  expect((await figures()).biggestLoss).toBe('-17.48');
});

const eventuallyClosed = () =>
  eventually('the resolution is known to the group', async () => (await closed())[0] !== '0');

test('a call of perpetuals ends with the first position of its creator, by whatever way', async () => {
  // The creator adds a second position; it is of no matter to the call.
  const { proposalId } = await long({ takeProfitPct: '50' });
  await member.post(`/perps/proposals/${proposalId}/increase`, {
    collateralUsd: '50',
    leverage: '5',
  });
  await leader.post(`/perps/proposals/${proposalId}/increase`, {
    collateralUsd: '50',
    leverage: '5',
  });
  expect(await closed()).toEqual(['0', '0']);
  // Half of the collateral is reached at 105: 50 less 0.35 and 1,050 × 0.035 % = 0.3675.
  await perp('SOL', '105');
  await world.drain();
  expect(await closed()).toEqual(['49.2825', '100']);
  expect((await figures()).avgReturn).toBe('49.2825');
  await perp('SOL', '100');
  await long();
  await perp('SOL', '80');
  await world.drain();
  const past = await leader.get('/perps/positions?filter=past');
  const gone = past.find(({ status }: { status: string }) => status === 'LIQUIDATED');
  // What a liquidation leaves is what the position itself says.
  const [pnl, rate] = await closed();
  expect(units(pnl, 6)).toBe(units('49.2825', 6) + units(gone.netRealizedPnlUsd, 6));
  expect(rate).toBe('50');
});

test('stocks count as calls, and members who never traded as such', async () => {
  await world.test.sandbox('PUT', '/stocks/status', { marketStatus: 'OPEN' });
  await world.test.sandbox('PUT', '/prices/stock/AAPL', { priceUsd: '200' });
  const body = { groupId, amountUsd: '100' };
  const { proposal } = await leader.post('/spot/stocks/AAPL/buy', body);
  await world.test.sandbox('PUT', '/prices/stock/AAPL', { priceUsd: '100' });
  await leader.post(`/spot/proposals/${proposal.id}/close`);
  // 99.5 ÷ 200 = 0.4975; at 100 49.75 less 0.24875: 49.50125 − 100.
  expect(await closed()).toEqual(['-50.49875', '0']);
  expect(await figures()).toMatchObject({ participationRate: '50', tradeCount: 2, memberCount: 2 });
  // Who takes part and leaves is counted neither way; who comes back is counted again.
  const cyd = await world.user();
  await cyd.post(`/groups/${groupId}/join`);
  const second = (await propose(leader, groupId, '10')).proposal.id;
  await cyd.post(`/spot/proposals/${second}/buy`, { amountUsd: '10' });
  const rate = async () => (await figures()).participationRate;
  expect(await rate()).toBe('66.666666666666666667');
  await cyd.post(`/groups/${groupId}/leave`);
  expect(await rate()).toBe('50');
  await cyd.post(`/groups/${groupId}/join`);
  expect(await rate()).toBe('66.666666666666666667');
});
