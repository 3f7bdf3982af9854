import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestUser } from '../helpers/app.ts';
import { type StockWorld, startStockWorld } from './stock-world.ts';
import { mints, propose } from './world.ts';

let world: StockWorld;
let leader: TestUser;
let token: string;
beforeAll(async () => {
  world = await startStockWorld();
  ({ leader } = world);
  await world.test.pin(mints.sol, '150');
  token = (await propose(leader, world.groupId, '100')).proposal.id;
  await world.order(leader, 'buy', { amountUsd: '100' });
});
afterAll(async () => {
  await world.test.audit();
  await world.test.stop();
});

const places = [
  ['a token', (body: object) => leader.call('POST', `/spot/proposals/${token}/sell`, body)],
  ['a stock', (body: object) => world.order(leader, 'sell', body)],
] as const;

it.each(places)('a sale of %s wants the amount or max: true', async (_, sell) => {
  for (const body of [{}, { max: false }]) {
    const { status, body: answer } = await sell(body);
    expect([status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
  }
});

it.each(places)('with max: false a sale of %s counts the amount', async (_, sell) => {
  const { body } = await sell({ max: false, amountUsd: '15' });
  // 15 ÷ 150 = 0.1 SOL, 15 ÷ 250 = 0.06 AAPL: 15 either way.
  expect(body.data.trade.totalCostUsd).toBe('15');
  expect((await sell({ max: false, amountUsd: 'much' })).status).toBe(400);
});

it.each(places)('with max: true a sale of %s does not look at the amount', async (_, sell) => {
  const { status, body } = await sell({ max: true, amountUsd: 'not even looked at' });
  expect(status).toBe(200);
  expect(body.data.trade.tradeType).toBe('SELL');
  expect((await sell({ max: true })).body.code).toBe('NO_POSITION');
});

it('a pause of the market closes no proposal: it trades on afterwards', async () => {
  await world.status('PAUSED');
  const paused = await world.order(leader, 'buy', { amountUsd: '10' });
  expect(paused.body.code).toBe('MARKET_NOT_ACTIVE');
  await world.status(null);
  const { status, body } = await world.order(leader, 'buy', { amountUsd: '10' });
  // 200 and not 201: the proposal of before is still the open one.
  expect([status, body.data.proposal.closedAt]).toEqual([200, null]);
});
